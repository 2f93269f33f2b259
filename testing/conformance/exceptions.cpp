// SYCL 2020, 4.13: synchronous and asynchronous errors, error codes.
#include "testing/conformance/check.h"

#include <stdexcept>
#include <string>
#include <system_error>

CONFORMANCE_CHAPTER("exceptions");

namespace {
struct special : std::runtime_error {
  using std::runtime_error::runtime_error;
};
sycl::event fail(sycl::queue &q, const char *what) {
  return q.submit([&](sycl::handler &h) {
    h.host_task([what] { throw special(what); });
  });
}
} // namespace

SECTION(error_codes) {
  using sycl::errc;
  CHECK(std::is_error_code_enum_v<errc>);
  for (errc e : {errc::success, errc::runtime, errc::kernel, errc::accessor,
                 errc::nd_range, errc::event, errc::kernel_argument,
                 errc::build, errc::invalid, errc::memory_allocation,
                 errc::platform, errc::profiling, errc::feature_not_supported,
                 errc::kernel_not_supported, errc::backend_mismatch}) {
    const std::error_code code = e;
    CHECK(code == sycl::make_error_code(e));
    CHECK(code.category() == sycl::sycl_category());
    CHECK(!code.message().empty());
    CHECK(static_cast<bool>(code) == (e != errc::success));
    CHECK(sycl::exception(e, "text").code() == e);
  }
  CHECK(std::string(sycl::sycl_category().name()) == "sycl");
}

namespace {
struct of_no_backend {
  using return_type = int;
};
} // namespace

SECTION(backend_info) {
  CHECK_THROWS(backend_mismatch, q.get_backend_info<of_no_backend>());
  CHECK_THROWS(backend_mismatch,
               q.get_device().get_backend_info<of_no_backend>());
}

SECTION(exception_class) {
  const sycl::context c = q.get_context();
  const sycl::exception by_number(c, 8, sycl::sycl_category(), "text");
  CHECK(by_number.code() == sycl::errc::invalid && by_number.has_context());
  CHECK(by_number.get_context() == c && by_number.what() == std::string("text"));
  using sycl::errc, sycl::exception;
  CHECK(std::string(exception(errc::invalid, "a").what()).find("a") !=
        std::string::npos);
  CHECK(exception(errc::invalid, std::string("a")).code() == errc::invalid);
  CHECK(exception(make_error_code(errc::build)).code() == errc::build);
  CHECK(!exception(errc::invalid, "a").has_context());
  CHECK_THROWS(invalid, exception(errc::build, "a").get_context());
  const exception with(c, errc::kernel, "b");
  CHECK(with.has_context() && with.get_context() == c);
  CHECK(exception(c, errc::kernel, std::string("b")).get_context() == c);
  CHECK(exception(c, errc::kernel).get_context() == c);
  const exception foreign(7, std::generic_category(), "x");
  CHECK(foreign.code().value() == 7 &&
        foreign.category() == std::generic_category());
  const exception other(7, std::generic_category());
  CHECK(other.code() == std::error_code(7, std::generic_category()));
  const exception copy = with;
  CHECK(copy.code() == with.code() &&
        std::string(copy.what()) == with.what());
  static_assert(std::is_nothrow_copy_constructible_v<exception>);
  static_assert(std::is_base_of_v<std::exception, exception>);
}

SECTION(asynchronous) {
  int calls = 0;
  std::vector<std::string> seen;
  const auto note = [&](sycl::exception_list errors) {
    ++calls;
    CHECK(errors.size() == std::size_t(errors.end() - errors.begin()));
    for (const std::exception_ptr &e : errors)
      try {
        std::rethrow_exception(e);
      } catch (const special &s) {
        seen.push_back(s.what());
      }
  };
  sycl::queue noted(q.get_device(), note);
  noted.wait_and_throw();
  CHECK(calls == 0);
  fail(noted, "one");
  noted.wait();
  CHECK(calls == 0);
  noted.throw_asynchronous();
  CHECK(calls == 1 && seen == std::vector<std::string>{"one"});
  noted.wait_and_throw();
  CHECK(calls == 1);
  fail(noted, "two");
  fail(noted, "three");
  noted.wait_and_throw();
  CHECK(calls == 2 && seen.size() == 3);
  sycl::event e = fail(noted, "four");
  e.wait_and_throw();
  CHECK(seen.size() == 4);
  sycl::event::wait_and_throw({fail(noted, "five")});
  CHECK(seen.size() == 5);
}

SECTION(handler_of_the_context) {
  std::string seen;
  const auto note = [&](sycl::exception_list errors) {
    for (const std::exception_ptr &e : errors)
      try {
        std::rethrow_exception(e);
      } catch (const special &s) {
        seen += s.what();
      }
  };
  const sycl::context c(q.get_device(), note);
  sycl::queue of_context(c, q.get_device());
  fail(of_context, "a");
  of_context.wait_and_throw();
  CHECK(seen == "a");
  std::string mine;
  sycl::queue of_its_own(c, q.get_device(), [&](sycl::exception_list errors) {
    mine += std::to_string(errors.size());
  });
  fail(of_its_own, "b");
  of_its_own.wait_and_throw();
  CHECK(seen == "a" && mine == "1");
}

SECTION(handlers_may_throw) {
  sycl::queue strict(q.get_device(), [](sycl::exception_list errors) {
    std::rethrow_exception(*errors.begin());
  });
  fail(strict, "out");
  bool caught = false;
  try {
    strict.wait_and_throw();
  } catch (const special &s) {
    caught = std::string(s.what()) == "out";
  }
  CHECK(caught);
}

SECTION(of_command_groups) {
  // What a command group function throws comes out of submit.
  bool caught = false;
  try {
    q.submit([&](sycl::handler &) { throw special("group"); });
  } catch (const special &) {
    caught = true;
  }
  CHECK(caught);
  int *x = sycl::malloc_shared<int>(1, q);
  q.single_task([=] { *x = 1; }).wait();
  CHECK(*x == 1);
  sycl::free(x, q);
}

SECTION(of_submissions) {
  const std::size_t most =
      q.get_device().get_info<sycl::info::device::max_work_group_size>();
  CHECK_THROWS(nd_range,
               q.parallel_for(sycl::nd_range<1>(10, 3), [](sycl::nd_item<1>) {
               }));
  CHECK_THROWS(nd_range, q.parallel_for(sycl::nd_range<1>(4 * most, 2 * most),
                                        [](sycl::nd_item<1>) {}));
  CHECK_THROWS(nd_range,
               q.parallel_for(sycl::nd_range<1>(8, 0), [](sycl::nd_item<1>) {
               }));
  CHECK_THROWS(nd_range, q.parallel_for(sycl::nd_range<2>({6, 6}, {2, 4}),
                                        [](sycl::nd_item<2>) {}));
  sycl::buffer<int> b(sycl::range(8));
  CHECK_THROWS(invalid, q.submit([&](sycl::handler &h) {
    sycl::accessor a(b, h, sycl::range(4), sycl::id(5));
    h.single_task([=] { a[0] = 1; });
  }));
  CHECK_THROWS(invalid, sycl::host_accessor(b, sycl::range(9)));
  const std::size_t local =
      q.get_device().get_info<sycl::info::device::local_mem_size>();
  CHECK_THROWS(memory_allocation, q.submit([&](sycl::handler &h) {
    sycl::local_accessor<char> a(sycl::range(local + 1), h);
    h.parallel_for(sycl::nd_range<1>(1, 1),
                   [=](sycl::nd_item<1>) { a[0] = 1; });
  }));
}

SECTION(required_sizes) {
  CHECK_THROWS(nd_range, q.parallel_for(
                             sycl::nd_range<1>(16, 8),
                             [](sycl::nd_item<1>)
                                 [[sycl::reqd_work_group_size(4)]] {}));
  int *x = sycl::malloc_shared<int>(8, q);
  q.parallel_for(sycl::nd_range<1>(8, 4),
                 [=](sycl::nd_item<1> i) [[sycl::reqd_work_group_size(4)]] {
                   x[i.get_global_id(0)] = int(i.get_local_range(0));
                 })
      .wait();
  for (int i = 0; i < 8; ++i)
    CHECK(x[i] == 4);
  sycl::free(x, q);
}
