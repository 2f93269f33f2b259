// SYCL 2020, 4.11: kernel bundles, kernel ids, device images.
#include "testing/conformance/check.h"

#include <algorithm>
#include <iterator>
#include <string>

CONFORMANCE_CHAPTER("bundles");

using sycl::bundle_state;

namespace {
class First;
class Second;
class WithDouble;

void submit_first(sycl::queue &q, int *out) {
  q.single_task<First>([=] { *out = 1; }).wait();
}
void submit_second(sycl::handler &h, int *out) {
  h.single_task<Second>([=] { *out = 2; });
}
template <typename T> bool has(const std::vector<T> &all, const T &one) {
  return std::count(all.begin(), all.end(), one) != 0;
}
} // namespace

SECTION(kernel_ids) {
  const sycl::kernel_id first = sycl::get_kernel_id<First>();
  const sycl::kernel_id second = sycl::get_kernel_id<Second>();
  CHECK(first != second && first == sycl::get_kernel_id<First>());
  CHECK(std::hash<sycl::kernel_id>()(first) ==
        std::hash<sycl::kernel_id>()(sycl::get_kernel_id<First>()));
  CHECK(!std::string(first.get_name()).empty());
  const std::vector<sycl::kernel_id> all = sycl::get_kernel_ids();
  CHECK(has(all, first) && has(all, second));
}

SECTION(compatible) {
  const sycl::device d = q.get_device();
  const sycl::kernel_id first = sycl::get_kernel_id<First>();
  const sycl::kernel_id with = sycl::get_kernel_id<WithDouble>();
  CHECK(sycl::is_compatible<First>(d) && sycl::is_compatible({first}, d));
  const bool fp64 = d.has(sycl::aspect::fp64);
  CHECK(sycl::is_compatible<WithDouble>(d) == fp64);
  CHECK(sycl::is_compatible({first, with}, d) == fp64);
  CHECK(sycl::is_compatible({}, d));
  const sycl::context c(d);
  CHECK(sycl::has_kernel_bundle<bundle_state::executable>(c, {first, with}) ==
        fp64);
  double *x = sycl::malloc_host<double>(1, q);
  const auto run = [&] {
    q.single_task<WithDouble>([=] { *x = *x * 2.5; }).wait();
  };
  *x = 2;
  if (fp64) {
    run();
    CHECK(*x == 5);
  } else {
    CHECK_THROWS(kernel_not_supported, run());
  }
  sycl::free(x, q);
}

SECTION(executable) {
  const sycl::context c = q.get_context();
  const sycl::device d = q.get_device();
  const sycl::kernel_id first = sycl::get_kernel_id<First>();
  CHECK(sycl::has_kernel_bundle<bundle_state::executable>(c));
  CHECK(sycl::has_kernel_bundle<bundle_state::executable>(c, {d}));
  CHECK(sycl::has_kernel_bundle<bundle_state::executable>(c, {first}));
  CHECK(sycl::has_kernel_bundle<bundle_state::executable>(c, {d}, {first}));
  CHECK((sycl::has_kernel_bundle<First, bundle_state::executable>(c)));
  CHECK((sycl::has_kernel_bundle<First, bundle_state::executable>(c, {d})));
  const auto b = sycl::get_kernel_bundle<First, bundle_state::executable>(c);
  const auto with_devices =
      sycl::get_kernel_bundle<First, bundle_state::executable>(c, {d});
  const auto all = sycl::get_kernel_bundle<bundle_state::executable>(c, {d});
  static_assert(std::is_same_v<decltype(b), const sycl::kernel_bundle<
                                                bundle_state::executable>>);
  CHECK(!b.empty() && b.get_context() == c && b.get_backend() == q.get_backend());
  // Of a context with several devices, all.
  CHECK(b.get_devices() == c.get_devices());
  CHECK(with_devices.get_devices() == std::vector{d});
  const auto twice = sycl::get_kernel_bundle<bundle_state::executable>(c, {d, d});
  CHECK(twice.get_devices() == std::vector{d});
  CHECK(b.has_kernel(first) && b.has_kernel(first, d));
  CHECK(b.has_kernel<First>() && b.has_kernel<First>(d));
  CHECK(!b.has_kernel(sycl::get_kernel_id<Second>()));
  CHECK(all.has_kernel(first) && all.has_kernel<Second>());
  CHECK(b.get_kernel_ids() == std::vector{first});
  CHECK(with_devices.has_kernel(first));
  const sycl::kernel k = b.get_kernel(first);
  CHECK(k.get_context() == c && k.get_kernel_bundle() == b);
  CHECK(b.get_kernel<First>().get_backend() == q.get_backend());
  CHECK_THROWS(invalid, b.get_kernel(sycl::get_kernel_id<Second>()));
  const auto copy = b;
  CHECK(copy == b && with_devices != b);
  using bundle = std::decay_t<decltype(b)>;
  CHECK(std::hash<bundle>()(copy) == std::hash<bundle>()(b));
}

SECTION(device_images) {
  const sycl::context c = q.get_context();
  const sycl::device d = q.get_device();
  const sycl::kernel_id first = sycl::get_kernel_id<First>();
  const auto b = sycl::get_kernel_bundle<bundle_state::executable>(c);
  int with_first = 0;
  std::size_t images = 0;
  for (const auto &image : b) {
    static_assert(
        std::is_same_v<std::decay_t<decltype(image)>,
                       sycl::device_image<bundle_state::executable>>);
    with_first += image.has_kernel(first);
    CHECK(image.has_kernel(first) == image.has_kernel(first, d));
    ++images;
  }
  CHECK(with_first >= 1 && images >= 1);
  CHECK(std::size_t(b.end() - b.begin()) == images);
  using executable = sycl::device_image<bundle_state::executable>;
  const auto chosen = sycl::get_kernel_bundle<bundle_state::executable>(
      c, {d}, [&](const executable &image) { return image.has_kernel(first); });
  CHECK(chosen.has_kernel(first));
  const auto none = sycl::get_kernel_bundle<bundle_state::executable>(
      c, [&](const executable &) { return false; });
  CHECK(none.empty() && none.begin() == none.end());
}

SECTION(three_states) {
  const sycl::context c = q.get_context();
  const sycl::device d = q.get_device();
  const sycl::kernel_id first = sycl::get_kernel_id<First>();
  const std::vector ids{first};
  CHECK(sycl::has_kernel_bundle<bundle_state::input>(c, ids) ==
        d.has(sycl::aspect::online_compiler));
  CHECK(sycl::has_kernel_bundle<bundle_state::object>(c, ids) ==
        d.has(sycl::aspect::online_linker));
  if (!d.has(sycl::aspect::online_compiler)) {
    CHECK_THROWS(invalid,
                 sycl::get_kernel_bundle<bundle_state::input>(c, ids));
    conformance::skip("the device lacks aspect::online_compiler");
  }
  const auto input = sycl::get_kernel_bundle<bundle_state::input>(c, ids);
  CHECK(input.has_kernel(first) && !input.empty());
  const auto object = sycl::compile(input);
  static_assert(std::is_same_v<decltype(object), const sycl::kernel_bundle<
                                                     bundle_state::object>>);
  CHECK(object.has_kernel(first));
  CHECK(sycl::compile(input, {d}).has_kernel(first));
  const auto linked = sycl::link(object);
  CHECK(linked.has_kernel(first));
  CHECK(sycl::link(object, {d}).has_kernel(first));
  CHECK(sycl::link(std::vector{object}).has_kernel(first));
  CHECK(sycl::link({object, object}, {d}).has_kernel(first));
  const auto built = sycl::build(input);
  CHECK(built.has_kernel(first) && sycl::build(input, {d}).has_kernel(first));
  int *x = sycl::malloc_shared<int>(1, q);
  *x = 0;
  q.submit([&](sycl::handler &h) {
     h.use_kernel_bundle(sycl::build(sycl::get_kernel_bundle<bundle_state::input>(
         c, {sycl::get_kernel_id<Second>()})));
     submit_second(h, x);
   }).wait();
  CHECK(*x == 2);
  sycl::free(x, q);
  CHECK(sycl::has_kernel_bundle<bundle_state::object>(c, ids));
  CHECK(sycl::get_kernel_bundle<bundle_state::object>(c, ids).has_kernel(first));
}

SECTION(joined) {
  constexpr auto executable = bundle_state::executable;
  const sycl::context c = q.get_context();
  const auto b = sycl::get_kernel_bundle<executable>(c);
  static_assert(
      std::is_same_v<std::iterator_traits<decltype(b.begin())>::reference,
                     const sycl::device_image<executable> &>);
  CHECK(&*b.begin() == &*b.begin() && *b.begin() == *b.begin());
  // A union: no image twice, each as it was.
  const auto twice = sycl::join<executable>({b, b});
  CHECK(twice.end() - twice.begin() == b.end() - b.begin());
  CHECK(std::is_permutation(b.begin(), b.end(), twice.begin(), twice.end()));
  const auto first = sycl::get_kernel_bundle<First, executable>(c);
  const auto second = sycl::get_kernel_bundle<Second, executable>(c);
  const auto both = sycl::join<executable>({first, second, first});
  std::size_t with_first = 0, with_second = 0;
  for (const auto &image : both) {
    with_first += image.has_kernel(sycl::get_kernel_id<First>());
    with_second += image.has_kernel(sycl::get_kernel_id<Second>());
  }
  CHECK(with_first == 1 && with_second == 1);
  CHECK(both.get_devices() == first.get_devices());
  const auto none =
      sycl::join(std::vector<sycl::kernel_bundle<executable>>());
  CHECK(none.empty() && none.begin() == none.end());
}

SECTION(used_in_a_command_group) {
  const sycl::context c = q.get_context();
  int *x = sycl::malloc_shared<int>(1, q);
  *x = 0;
  submit_first(q, x);
  CHECK(*x == 1);
  const auto b = sycl::get_kernel_bundle<Second, bundle_state::executable>(c);
  q.submit([&](sycl::handler &h) {
     h.use_kernel_bundle(b);
     submit_second(h, x);
   }).wait();
  CHECK(*x == 2);
  const auto other = sycl::get_kernel_bundle<First, bundle_state::executable>(c);
  q.submit([&](sycl::handler &h) {
    h.use_kernel_bundle(other);
    CHECK_THROWS(kernel_not_supported, submit_second(h, x));
  });
  const auto both = sycl::join(std::vector{b, other});
  CHECK(both.has_kernel<First>() && both.has_kernel<Second>());
  q.submit([&](sycl::handler &h) {
     h.use_kernel_bundle(both);
     submit_second(h, x);
   }).wait();
  q.wait();
  sycl::free(x, q);
}

SECTION(refused) {
  // The queue's context has all devices of the platform.
  const sycl::context c(q.get_device());
  CHECK_THROWS(invalid, sycl::get_kernel_bundle<bundle_state::executable>(
                            c, std::vector<sycl::device>()));
  for (const sycl::device &d : sycl::device::get_devices())
    if (d != q.get_device()) {
      CHECK_THROWS(invalid,
                   sycl::get_kernel_bundle<bundle_state::executable>(c, {d}));
      CHECK_THROWS(invalid,
                   sycl::has_kernel_bundle<bundle_state::executable>(c, {d}));
    }
  const sycl::context other(q.get_device());
  CHECK_THROWS(invalid,
               sycl::join<bundle_state::executable>(
                   {sycl::get_kernel_bundle<bundle_state::executable>(c),
                    sycl::get_kernel_bundle<bundle_state::executable>(other)}));
}
