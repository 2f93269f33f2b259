// Properties of kernels: sizes and aspects as values instead of attributes,
// which refuse and require the same.
#include "testing/conformance/check.h"

#include <algorithm>

CONFORMANCE_CHAPTER("extensions");

namespace {
namespace ex = sycl::ext::oneapi::experimental;
struct by_property;

// Carries its properties, and is called with what it is written for.
struct carrying {
  int *x;
  void operator()(sycl::nd_item<1> it) const {
    x[it.get_global_id(0)] = int(it.get_local_range(0));
  }
  auto get(ex::properties_tag) {
    return ex::properties{ex::work_group_size<8>, ex::work_group_size_hint<8>};
  }
};
struct carrying_item {
  int *x;
  void operator()(sycl::item<2> it) const { x[it.get_linear_id()] = 2; }
  auto get(ex::properties_tag) const {
    return ex::properties{ex::work_group_size_hint<4, 2>};
  }
};
struct carrying_nothing {
  int *x;
  void operator()() const { *x = 3; }
  auto get(ex::properties_tag) const { return ex::properties{}; }
};
struct carrying_reduction {
  void operator()(sycl::nd_item<1>,
                  sycl::reducer<int, sycl::plus<>> &sum) const {
    sum += 1;
  }
  auto get(ex::properties_tag) const {
    return ex::properties{ex::work_group_size<16>};
  }
};
// One that has nothing to do with properties.
struct has_another_get {
  int *x;
  int get(int i) const { return i; }
  void operator()() const { *x = get(4); }
};

std::string message_of(const sycl::exception &e) { return e.what(); }
template <typename F> std::string refusal(F f) {
  try {
    f();
  } catch (const sycl::exception &e) {
    return message_of(e);
  }
  return "";
}

/// A property that is its own key, with a value at run time.
struct weight {
  int value = 0;
};
struct length {
  explicit constexpr length(int v) : value(v) {}
  int value;
};
} // namespace
template <>
struct sycl::ext::oneapi::experimental::is_property_key<weight>
    : std::true_type {};
template <>
struct sycl::ext::oneapi::experimental::is_property_key<length>
    : std::true_type {};

SECTION(property_lists) {
  constexpr ex::properties list{ex::work_group_size<4, 8>,
                                ex::sub_group_size<8>,
                                ex::device_has<sycl::aspect::fp64>};
  using type = std::remove_cv_t<decltype(list)>;
  static_assert(ex::is_property_list_v<type> && !ex::is_property_list_v<int>);
  static_assert(ex::is_property_key_v<ex::sub_group_size_key>);
  static_assert(ex::is_property_value_v<decltype(ex::sub_group_size<8>)>);
  static_assert(!ex::is_property_value_v<int>);
  static_assert(type::has_property<ex::work_group_size_key>());
  static_assert(!type::has_property<ex::work_group_size_hint_key>());
  static_assert(list.get_property<ex::work_group_size_key>()[1] == 8);
  static_assert(list.get_property<ex::sub_group_size_key>().value == 8);
  static_assert(list.get_property<ex::device_has_key>().value[0] ==
                sycl::aspect::fp64);
  static_assert(ex::work_group_size<5>[0] == 5);
  static_assert(ex::work_group_size_hint<5, 6, 7>[2] == 7);
  static_assert(ex::sub_group_size<8> == ex::sub_group_size<8> &&
                ex::sub_group_size<8> != ex::sub_group_size<16>);
  static_assert(ex::device_has<>.value.size() == 0);
  static_assert(ex::has_compile_time_kernel_effect_v<
                std::remove_cv_t<decltype(ex::sub_group_size<8>)>>);
  static_assert(
      std::is_same_v<decltype(ex::properties{}), ex::empty_properties_t>);
  static_assert(!ex::empty_properties_t::has_property<ex::device_has_key>());
  CHECK(list.get_property<ex::work_group_size_key>()[0] == 4);
  // The order in which they are written does not matter.
  const ex::properties first{weight{3}, ex::sub_group_size<8>,
                             ex::work_group_size<4, 8>,
                             ex::device_has<sycl::aspect::fp64>};
  const ex::properties last{ex::device_has<sycl::aspect::fp64>,
                            ex::work_group_size<4, 8>, ex::sub_group_size<8>,
                            weight{4}};
  static_assert(std::is_same_v<decltype(first), decltype(last)>);
  static_assert(!std::is_same_v<type, std::remove_cv_t<decltype(last)>>);
  static_assert(std::is_same_v<type, decltype(ex::properties{
                                         ex::device_has<sycl::aspect::fp64>,
                                         ex::sub_group_size<8>,
                                         ex::work_group_size<4, 8>})>);
  CHECK(first.get_property<weight>().value == 3 &&
        last.get_property<weight>().value == 4);
  // What has a default value need not be given.
  using all = std::remove_cv_t<decltype(first)>;
  constexpr type empty{}, some(ex::sub_group_size<8>);
  static_assert(empty.get_property<ex::sub_group_size_key>().value == 8);
  static_assert(some.get_property<ex::work_group_size_key>()[1] == 8);
  static_assert(
      !std::is_constructible_v<type, decltype(ex::sub_group_size<4>)>);
  const all heavy(ex::sub_group_size<8>, weight{5});
  CHECK(heavy.get_property<weight>().value == 5 &&
        all().get_property<weight>().value == 0);
  using fixed = decltype(ex::properties{length(1), ex::sub_group_size<8>});
  static_assert(!std::is_default_constructible_v<fixed> &&
                std::is_constructible_v<fixed, length>);
  // Only values of run time need the list.
  static_assert(fixed::get_property<ex::sub_group_size_key>().value == 8);
}

SECTION(properties_of_kernels) {
  constexpr int count = 64;
  int *x = sycl::malloc_shared<int>(count, q);
  const auto run = [&](auto properties, auto range, auto f) {
    for (int i = 0; i < count; ++i)
      x[i] = 0;
    q.parallel_for(range, properties, f).wait();
  };
  const sycl::event done = q.single_task([=] { *x = 0; });
  q.wait();
  q.single_task(ex::properties{ex::work_group_size_hint<1>}, [=] {
     *x = 1;
   }).wait();
  CHECK(*x == 1);
  q.single_task(done, ex::properties{}, [=] { *x += 1; }).wait();
  q.single_task(std::vector{done}, ex::properties{}, [=] { *x += 1; }).wait();
  CHECK(*x == 3);
  // Of sycl_ext_intel_grf_size: a hint.
  namespace intel = sycl::ext::intel::experimental;
  static_assert(intel::grf_size<256>.value == 256);
  static_assert(ex::is_property_value_v<decltype(intel::grf_size_automatic)>);
  q.single_task(ex::properties{intel::grf_size<256>, ex::work_group_size<1>},
                [=] { *x += 1; })
      .wait();
  q.single_task(ex::properties{intel::grf_size_automatic}, [=] {
     *x += 1;
   }).wait();
  CHECK(*x == 5);
  run(ex::properties{ex::work_group_size<4, 8>}, sycl::range<2>(8, 8),
      [=](sycl::id<2> i) { x[i[0] * 8 + i[1]] = 5; });
  CHECK(std::all_of(x, x + count, [](int i) { return i == 5; }));
  run(ex::properties{ex::work_group_size<2, 4, 8>},
      sycl::nd_range<3>({2, 4, 8}, {2, 4, 8}), [=](sycl::nd_item<3> it) {
        x[it.get_global_linear_id()] = int(it.get_local_range(1));
      });
  CHECK(std::all_of(x, x + count, [](int i) { return i == 4; }));
  // The same functor, with and without.
  const auto size = [=](sycl::nd_item<1> it) {
    x[it.get_global_id(0)] = int(it.get_local_range(0));
  };
  run(ex::properties{ex::work_group_size<16>}, sycl::nd_range<1>(64, 16), size);
  CHECK(x[0] == 16);
  run(ex::properties{}, sycl::nd_range<1>(64, 32), size);
  CHECK(x[0] == 32);
  q.submit([&](sycl::handler &h) {
     h.parallel_for_work_group<class properties_work_group>(
         sycl::range<1>(4), sycl::range<1>(16),
         ex::properties{ex::work_group_size<16>}, [=](sycl::group<1> g) {
           g.parallel_for_work_item(
               [&](sycl::h_item<1> i) { x[i.get_global_id(0)] = 7; });
         });
   }).wait();
  CHECK(std::all_of(x, x + count, [](int i) { return i == 7; }));
  int *sum = sycl::malloc_shared<int>(1, q);
  *sum = 0;
  q.parallel_for(sycl::nd_range<1>(64, 16), done,
                 ex::properties{ex::work_group_size<16>},
                 sycl::reduction(sum, sycl::plus<>()),
                 [=](sycl::nd_item<1>, auto &s) { s += 1; })
      .wait();
  q.parallel_for(sycl::range<1>(64), std::vector{done},
                 ex::properties{ex::work_group_size_hint<16>},
                 sycl::reduction(sum, sycl::plus<>()),
                 [=](sycl::id<1>, auto &s) { s += 1; })
      .wait();
  CHECK(*sum == 128);
  sycl::free(sum, q);
  sycl::free(x, q);
}

SECTION(properties_of_functors) {
  int *x = sycl::malloc_shared<int>(16, q);
  q.parallel_for(sycl::nd_range<1>(16, 8), carrying{x}).wait();
  CHECK(x[15] == 8);
  CHECK_THROWS(nd_range,
               q.parallel_for(sycl::nd_range<1>(16, 16), carrying{x}));
  // Combined with a list.
  q.parallel_for<class combined>(sycl::nd_range<1>(16, 8),
                                 ex::properties{ex::work_group_size<8>},
                                 carrying{x})
      .wait();
  q.parallel_for(sycl::range<2>(4, 4), carrying_item{x}).wait();
  CHECK(x[15] == 2);
  q.single_task(carrying_nothing{x}).wait();
  CHECK(x[0] == 3);
  q.single_task(has_another_get{x}).wait();
  CHECK(x[0] == 4);
  *x = 0;
  q.parallel_for(sycl::nd_range<1>(32, 16), sycl::reduction(x, sycl::plus<>()),
                 carrying_reduction())
      .wait();
  CHECK(*x == 32);
  CHECK_THROWS(nd_range, q.parallel_for(sycl::nd_range<1>(32, 8),
                                        sycl::reduction(x, sycl::plus<>()),
                                        carrying_reduction()));
  sycl::free(x, q);
}

SECTION(properties_refuse_as_attributes) {
  int *x = sycl::malloc_shared<int>(16, q);
  const sycl::nd_range<1> wrong(16, 4);
  const std::string size = refusal([&] {
    q.parallel_for<by_property>(wrong, ex::properties{ex::work_group_size<8>},
                                [=](sycl::nd_item<1>) { *x = 1; });
  });
  CHECK(size.find("requires the work-group size {8} but was submitted with "
                  "{4}") != std::string::npos);
  // Names apart, the same words.
  const auto behind_name = [](const std::string &s) {
    const std::size_t quote = s.find('\'', s.find('\'') + 1);
    return quote == std::string::npos ? s : s.substr(quote);
  };
  const std::string attribute = refusal([&] {
    q.parallel_for<class by_attribute>(
        wrong,
        [=](sycl::nd_item<1>) [[sycl::reqd_work_group_size(8)]] { *x = 1; });
  });
  CHECK(!size.empty() && behind_name(size) == behind_name(attribute));
  CHECK(behind_name(refusal([&] {
          q.single_task<class aspect_by_property>(
              ex::properties{ex::device_has<sycl::aspect::accelerator>},
              [=] { *x = 1; });
        })) == behind_name(refusal([&] {
          q.single_task<class aspect_by_attribute>(
              [=]()
                  [[sycl::device_has(sycl::aspect::accelerator)]] { *x = 1; });
        })));
  CHECK_THROWS(kernel_not_supported,
               q.single_task<class aspect_refused>(
                   ex::properties{ex::device_has<sycl::aspect::accelerator>},
                   [=] { *x = 1; }));
  CHECK_THROWS(kernel_not_supported, q.parallel_for<class sub_group_refused>(
                                         sycl::nd_range<1>(14, 7),
                                         ex::properties{ex::sub_group_size<7>},
                                         [=](sycl::nd_item<1>) { *x = 1; }));
  // Those that the device has.
  bool right = true;
  const auto try_size = [&](auto property) {
    const auto sizes =
        q.get_device().get_info<sycl::info::device::sub_group_sizes>();
    const std::size_t wanted = property.value;
    if (std::find(sizes.begin(), sizes.end(), wanted) == sizes.end())
      return;
    *x = 0;
    q.parallel_for(sycl::nd_range<1>(64, 64), ex::properties{property},
                   [=](sycl::nd_item<1> it) {
                     if (it.get_global_id(0) == 0)
                       *x = int(it.get_sub_group().get_max_local_range()[0]);
                   })
        .wait();
    right &= *x == int(wanted);
  };
  try_size(ex::sub_group_size<8>);
  try_size(ex::sub_group_size<16>);
  try_size(ex::sub_group_size<32>);
  CHECK(right);
  // Named sizes: the device chooses. Drivers that compile SPIR-V choose for each
  // kernel, whatever its name for the size.
  static_assert(SYCL_EXT_NAMED_SUB_GROUP_SIZES == 1 &&
                std::is_same_v<decltype(ex::sub_group_size_primary)::key_t,
                               ex::sub_group_size_key>);
  const auto named = [&](auto property) {
    *x = 0;
    q.parallel_for(sycl::nd_range<1>(64, 64), ex::properties{property},
                   [=](sycl::nd_item<1> it) {
                     if (it.get_global_id(0) == 0)
                       *x = int(it.get_sub_group().get_max_local_range()[0]);
                   })
        .wait();
    return *x;
  };
  const auto primary = int(
      q.get_device().get_info<sycl::info::device::primary_sub_group_size>());
  const sycl::backend backend = q.get_device().get_backend();
  const int named_size = named(ex::sub_group_size_primary);
  CHECK(backend == sycl::backend::opencl ||
                backend == sycl::backend::ext_oneapi_level_zero
            ? named_size > 0
            : named_size == primary);
  CHECK(named(ex::sub_group_size_automatic) > 0);
  const auto ids = sycl::get_kernel_id<by_property>();
  const auto bundle = sycl::get_kernel_bundle<sycl::bundle_state::executable>(
      q.get_context(), {ids});
  namespace specific = sycl::info::kernel_device_specific;
  CHECK(bundle.get_kernel(ids).get_info<specific::compile_work_group_size>(
            q.get_device())[2] == 8 ||
        bundle.get_kernel(ids).get_info<specific::compile_work_group_size>(
            q.get_device())[0] == 8);
  sycl::free(x, q);
}
