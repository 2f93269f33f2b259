// SYCL 2020, 4.9.5: specialization constants; 4.11.8 and 4.9.4.2.6: with kernel
// bundles.
#include "testing/conformance/check.h"

#include <array>

CONFORMANCE_CHAPTER("specialization_constants");

namespace app {
struct shape {
  int width;
  float scale;
};
constexpr sycl::specialization_id<int> count(7);
inline constexpr sycl::specialization_id<shape> form(shape{3, 0.5f});
constexpr sycl::specialization_id<std::array<char, 33>> text;
constexpr sycl::specialization_id<int> never(1);
struct alignas(128) line {
  int first, last;
};
constexpr sycl::specialization_id<sycl::vec<short, 16>> shorts(short(1));
constexpr sycl::specialization_id<sycl::vec<float, 16>> floats(1.0f);
constexpr sycl::specialization_id<line> aligned(line{1, 2});
constexpr sycl::specialization_id<char> letter('a');
} // namespace app
static constexpr sycl::specialization_id<bool> flag(true);

class Single;
class Range;
class NdRange;
class Plain;
class Unused;
class Nothing;

namespace {

struct results {
  int count;
  int width;
  float scale;
  char last;
  bool flag;
};

results read(const sycl::kernel_handler &h) {
  const auto f = h.get_specialization_constant<app::form>();
  return {h.get_specialization_constant<app::count>(), f.width, f.scale,
          h.get_specialization_constant<app::text>()[32],
          h.get_specialization_constant<flag>()};
}

template <typename A> void submit_single(sycl::handler &h, A out, int at) {
  h.single_task<Single>([=](sycl::kernel_handler kh) { out[at] = read(kh); });
}
void submit_plain(sycl::handler &h) {
  h.single_task<Plain>([] {});
}

SECTION(defaults_and_values) {
  sycl::buffer<results> out(sycl::range(2));
  for (bool set : {false, true})
    q.submit([&](sycl::handler &h) {
      sycl::accessor a(out, h);
      std::array<char, 33> letters{};
      letters[32] = 'x';
      CHECK(h.get_specialization_constant<app::count>() == 7);
      if (set) {
        h.set_specialization_constant<app::text>(letters);
        h.set_specialization_constant<app::count>(-5);
        h.set_specialization_constant<app::form>({4, 0.25f});
        h.set_specialization_constant<flag>(false);
        CHECK(h.get_specialization_constant<app::count>() == -5);
      }
      submit_single(h, a, set);
    });
  sycl::host_accessor r(out, sycl::read_only);
  CHECK(r[0].count == 7 && r[0].width == 3 && r[0].scale == 0.5f);
  CHECK(r[0].last == 0 && r[0].flag);
  CHECK(r[1].count == -5 && r[1].width == 4 && r[1].scale == 0.25f);
  CHECK(r[1].last == 'x' && !r[1].flag);
}

SECTION(ranges) {
  sycl::buffer<int> a(sycl::range(100)), b(sycl::range(96));
  for (int n : {1, 2, 3}) {
    q.submit([&](sycl::handler &h) {
      sycl::accessor out(a, h);
      h.set_specialization_constant<app::count>(n);
      h.parallel_for<Range>(100, [=](sycl::id<1> i, sycl::kernel_handler kh) {
        out[i] = int(i[0]) * kh.get_specialization_constant<app::count>();
      });
    });
    q.submit([&](sycl::handler &h) {
      sycl::accessor out(b, h);
      h.set_specialization_constant<app::count>(n);
      h.parallel_for<NdRange>(
          sycl::nd_range<1>(96, 8),
          [=](sycl::nd_item<1> i, sycl::kernel_handler kh) {
            out[i.get_global_id()] =
                kh.get_specialization_constant<app::count>();
          });
    });
  }
  sycl::host_accessor ra(a, sycl::read_only), rb(b, sycl::read_only);
  for (int i = 0; i < 100; ++i)
    CHECK(ra[i] == 3 * i);
  for (int i = 0; i < 96; ++i)
    CHECK(rb[i] == 3);
}

int count_with(sycl::queue &q,
               const sycl::kernel_bundle<sycl::bundle_state::executable> &b) {
  sycl::buffer<results> out(sycl::range(1));
  q.submit([&](sycl::handler &h) {
    h.use_kernel_bundle(b);
    sycl::accessor a(out, h);
    submit_single(h, a, 0);
  });
  return sycl::host_accessor(out, sycl::read_only)[0].count;
}

// Types that are aligned to more than the table of values is.
SECTION(aligned_types) {
  struct values {
    sycl::vec<float, 16> floats;
    app::line aligned;
    sycl::vec<short, 16> shorts;
    char letter;
  };
  // Single ones too: each has another place then.
  for (unsigned set = 0; set != 16; ++set) {
    values *v = sycl::malloc_shared<values>(1, q);
    q.submit([&](sycl::handler &h) {
       if (set & 1)
         h.set_specialization_constant<app::shorts>(
             sycl::vec<short, 16>(short(5)));
       if (set & 2)
         h.set_specialization_constant<app::floats>(sycl::vec<float, 16>(2.5f));
       if (set & 4)
         h.set_specialization_constant<app::aligned>({7, 8});
       if (set & 8)
         h.set_specialization_constant<app::letter>('z');
       h.single_task([=](sycl::kernel_handler k) {
         v->floats = k.get_specialization_constant<app::floats>();
         v->aligned = k.get_specialization_constant<app::aligned>();
         v->shorts = k.get_specialization_constant<app::shorts>();
         v->letter = k.get_specialization_constant<app::letter>();
       });
     }).wait();
    for (int i = 0; i != 16; ++i)
      CHECK(v->shorts[i] == (set & 1 ? 5 : 1) &&
            v->floats[i] == (set & 2 ? 2.5f : 1.0f));
    CHECK(v->aligned.first == (set & 4 ? 7 : 1) &&
          v->aligned.last == (set & 4 ? 8 : 2));
    CHECK(v->letter == (set & 8 ? 'z' : 'a'));
    sycl::free(v, q);
  }
}

SECTION(bundles) {
  using sycl::bundle_state;
  const sycl::context c = q.get_context();
  const auto id = sycl::get_kernel_id<Single>();
  auto executable = sycl::get_kernel_bundle<bundle_state::executable>(c, {id});
  CHECK(count_with(q, executable) == 7);
  CHECK(executable.contains_specialization_constants());
  CHECK(executable.has_specialization_constant<app::count>());
  CHECK(!sycl::get_kernel_bundle<Plain, bundle_state::executable>(c)
             .contains_specialization_constants());
  CHECK(executable.get_specialization_constant<app::count>() == 7);
  if (sycl::has_kernel_bundle<bundle_state::input>(c, {id})) {
    auto input = sycl::get_kernel_bundle<bundle_state::input>(c, {id});
    input.set_specialization_constant<app::count>(11);
    CHECK(input.get_specialization_constant<app::count>() == 11);
    auto built = sycl::build(input);
    CHECK(built.get_specialization_constant<app::count>() == 11);
    CHECK(count_with(q, built) == 11);
    CHECK(count_with(q, executable) == 7);
  }
  q.submit([&](sycl::handler &h) {
    CHECK_THROWS(invalid, {
      h.set_specialization_constant<app::count>(1);
      h.use_kernel_bundle(executable);
    });
    submit_plain(h);
  });
  q.submit([&](sycl::handler &h) {
    h.use_kernel_bundle(executable);
    CHECK_THROWS(invalid, h.set_specialization_constant<app::count>(1));
    CHECK_THROWS(invalid, h.get_specialization_constant<app::count>());
    CHECK_THROWS(kernel_not_supported, submit_plain(h));
  });
  sycl::context other(q.get_device());
  auto foreign = sycl::get_kernel_bundle<bundle_state::executable>(other, {id});
  q.submit([&](sycl::handler &h) {
    CHECK_THROWS(invalid, h.use_kernel_bundle(foreign));
  });
}

template <typename Kernel, auto &Constant> bool reads(const sycl::context &c) {
  return sycl::get_kernel_bundle<Kernel, sycl::bundle_state::executable>(c)
      .template has_specialization_constant<Constant>();
}

/// A function between the kernel and the constant; what it reads is not used.
__attribute__((noinline)) void read_form(const sycl::kernel_handler &h) {
  h.get_specialization_constant<app::form>();
}

SECTION(constants_that_are_read) {
  const sycl::context c = q.get_context();
  q.submit([&](sycl::handler &h) {
    h.single_task<Unused>([](sycl::kernel_handler kh) { read_form(kh); });
  });
  q.submit([&](sycl::handler &h) {
    h.single_task<Nothing>([](sycl::kernel_handler) {});
  });
  CHECK(reads<Single, app::count>(c) && reads<Single, flag>(c));
  CHECK(reads<Range, app::count>(c) && !reads<Range, app::form>(c));
  CHECK(reads<Unused, app::form>(c) && !reads<Unused, app::count>(c));
  CHECK(!reads<Plain, app::count>(c) && !reads<Nothing, app::count>(c));
  auto nothing =
      sycl::get_kernel_bundle<Nothing, sycl::bundle_state::executable>(c);
  CHECK(!nothing.contains_specialization_constants());
  auto all = sycl::get_kernel_bundle<sycl::bundle_state::executable>(c);
  CHECK(all.contains_specialization_constants());
  CHECK(all.has_specialization_constant<app::form>());
  CHECK(!all.has_specialization_constant<app::never>());
}

SECTION(kernels) {
  using sycl::bundle_state;
  namespace info = sycl::info::kernel_device_specific;
  const sycl::device d = q.get_device();
  auto bundle = sycl::get_kernel_bundle<Single, bundle_state::executable>(
      q.get_context());
  const sycl::kernel k = bundle.get_kernel<Single>();
  CHECK(k.get_context() == q.get_context());
  CHECK(k.get_backend() == q.get_backend());
  CHECK(k.get_kernel_bundle() == bundle);
  CHECK(k.get_info<info::work_group_size>(d) >= 1);
  CHECK(k.get_info<info::compile_work_group_size>(d) == sycl::range(0, 0, 0));
  CHECK(k.get_info<info::preferred_work_group_size_multiple>(d) >= 1);
  CHECK(k.get_info<info::max_sub_group_size>(d) >= 1);
  CHECK(k.get_info<info::max_num_sub_groups>(d) >= 1);
  CHECK(k.get_info<info::compile_sub_group_size>(d) == 0);
  CHECK_THROWS(invalid, k.get_info<info::global_work_size>(d));
  CHECK_THROWS(invalid, k.get_info<sycl::info::kernel::num_args>());
  CHECK_THROWS(invalid, bundle.get_kernel<Plain>());
}

} // namespace
