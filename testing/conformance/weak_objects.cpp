// sycl_ext_oneapi_weak_object, and sycl_ext_oneapi_current_device.
#include "testing/conformance/check.h"

#include <map>
#include <optional>
#include <set>
#include <thread>
#include <type_traits>
#include <vector>

CONFORMANCE_CHAPTER("weak_objects");

namespace {
namespace ext = sycl::ext::oneapi;

/// Of one object, alive.
template <typename T> void check_reference(const T &object) {
  using weak = ext::weak_object<T>;
  static_assert(std::is_same_v<typename weak::object_type, T>);
  static_assert(std::is_same_v<decltype(weak().lock()), T>);
  weak empty;
  CHECK(empty.expired() && !empty.try_lock());
  CHECK_THROWS(invalid, (void)empty.lock());
  weak made(object), copy(made), taken = weak(object), assigned;
  assigned = object;
  for (const weak *w : {&made, &copy, &taken, &assigned}) {
    CHECK(!w->expired());
    CHECK(w->lock() == object && w->try_lock().value() == object);
  }
  assigned.reset();
  CHECK(assigned.expired());
  assigned = copy;
  CHECK(!assigned.expired());
  empty.swap(assigned);
  CHECK(assigned.expired() && empty.lock() == object);

  // One object in the order, however it is referred to.
  const ext::owner_less<T> less;
  CHECK(!made.owner_before(copy) && !copy.owner_before(made));
  CHECK(!made.owner_before(object) && !object.ext_oneapi_owner_before(made));
  CHECK(!object.ext_oneapi_owner_before(made.lock()));
  CHECK(!less(object, object) && !less(made, copy) && !less(made, object) &&
        !less(object, made));
  // Nothing is another one, and equals itself.
  const weak nothing, none;
  CHECK(!nothing.owner_before(none) && !less(none, nothing));
  CHECK(less(nothing, made) != less(made, nothing));
  CHECK(less(nothing, object) != less(object, nothing));
}

/// Of two objects that are not copies of each other.
template <typename T> void check_order(const T &a, const T &b) {
  check_reference(a);
  check_reference(b);
  const ext::weak_object<T> x(a), y(b);
  const ext::owner_less<T> less;
  CHECK(x.owner_before(y) != y.owner_before(x));
  const bool before = x.owner_before(y);
  CHECK(x.owner_before(b) == before && y.owner_before(a) != before);
  CHECK(a.ext_oneapi_owner_before(b) == before &&
        a.ext_oneapi_owner_before(y) == before &&
        b.ext_oneapi_owner_before(a) != before);
  CHECK(less(a, b) == before && less(x, y) == before && less(a, y) == before &&
        less(x, b) == before && less(b, a) != before);
  std::map<T, int, ext::owner_less<T>> numbers;
  numbers[a] = 1;
  numbers[b] = 2;
  CHECK(numbers.size() == 2 && numbers[x.lock()] == 1 &&
        numbers[y.lock()] == 2);
  std::set<ext::weak_object<T>, ext::owner_less<T>> set{x, y, x, a};
  CHECK(set.size() == 2 && set.count(y) == 1);
}

/// The object that `make` gives is gone with its last copy.
template <typename Make> void check_expiry(Make make) {
  using T = decltype(make());
  ext::weak_object<T> weak;
  {
    std::optional<T> copy;
    {
      const T object = make();
      weak = object;
      copy = object;
      CHECK(!weak.expired());
    }
    CHECK(!weak.expired() && weak.lock() == *copy);
  }
  CHECK(weak.expired() && !weak.try_lock());
  CHECK_THROWS(invalid, (void)weak.lock());
}
} // namespace

SECTION(weak_handles) {
  const sycl::device d = q.get_device();
  const sycl::context c = q.get_context();
  check_order(q, sycl::queue(c, d));
  check_order(c, sycl::context(d));
  check_reference(d);
  check_reference(d.get_platform());
  check_order(q.single_task([=] {}), q.single_task([=] {}));
  check_expiry([&] { return sycl::queue(c, d); });
  check_expiry([&] { return sycl::context(d); });

  const auto bundle =
      sycl::get_kernel_bundle<sycl::bundle_state::executable>(c);
  check_reference(bundle);
  CHECK(bundle.begin() != bundle.end());
  check_reference(*bundle.begin());
  const std::vector<sycl::kernel_id> ids = sycl::get_kernel_ids();
  check_order(ids.at(0), ids.at(1));
  for (const sycl::kernel_id &id : ids)
    if (bundle.has_kernel(id)) {
      check_reference(bundle.get_kernel(id));
      break;
    }
}

SECTION(weak_buffers_and_images) {
  sycl::buffer<int> b((sycl::range(8)));
  sycl::buffer<float, 3> c(sycl::range(2, 3, 4));
  check_order(b, sycl::buffer<int>(sycl::range(8)));
  check_order(c, sycl::buffer<float, 3>(sycl::range(2, 3, 4)));
  check_expiry([] { return sycl::buffer<char, 2>(sycl::range(2, 2)); });
  check_reference(sycl::buffer<int>(b, sycl::id(2), sycl::range(4)));
  // What makes it this buffer comes back.
  {
    const ext::weak_object weak(c);
    CHECK(weak.lock().get_range() == sycl::range(2, 3, 4));
    std::vector<int> host(4, 1);
    std::optional<sycl::buffer<int>> part(std::in_place, host);
    const ext::weak_object to_part(*part);
    {
      sycl::buffer<int> same = to_part.lock();
      CHECK(same.size() == 4);
      sycl::host_accessor a(same);
      a[2] = 7;
    }
    CHECK(!to_part.expired());
    part.reset();
    CHECK(to_part.expired() && host[2] == 7);
  }
  const auto format = sycl::image_format::r32g32b32a32_sfloat;
  const sycl::range<2> size(4, 3);
  sycl::unsampled_image<2> u(format, size);
  check_order(u, sycl::unsampled_image<2>(format, size));
  check_expiry([&] { return sycl::unsampled_image<2>(format, size); });
  std::vector<float> pixels(48);
  const sycl::image_sampler sampler{
      sycl::addressing_mode::clamp,
      sycl::coordinate_normalization_mode::unnormalized,
      sycl::filtering_mode::nearest};
  sycl::sampled_image<2> s(pixels.data(), format, sampler, size);
  check_reference(s);
  check_reference(u.get_host_access<sycl::float4>());
  check_expiry([&] { return s.get_host_access<sycl::float4>(); });
  if (!q.get_device().has(sycl::aspect::image))
    return;
  q.submit([&](sycl::handler &h) {
    check_reference(u.get_access<sycl::float4>(h));
    check_reference(s.get_access<sycl::float4>(h));
    sycl::unsampled_image<2> other(format, size);
    check_order(u.get_access<sycl::float4>(h),
                other.get_access<sycl::float4>(h));
  });
}

SECTION(weak_host_accessors) {
  sycl::buffer<int> b((sycl::range(8)));
  sycl::buffer<int, 2> c(sycl::range(2, 3));
  sycl::buffer<int> other((sycl::range(8)));
  {
    sycl::host_accessor first(b), second(other);
    check_order(first, second);
    check_reference(sycl::host_accessor(c, sycl::read_only));
  }
  check_expiry([&] { return sycl::host_accessor(b); });
  check_expiry([&] { return sycl::host_accessor<int, 0>(b); });
  ext::weak_object<sycl::host_accessor<int>> weak;
  {
    sycl::host_accessor a(b, sycl::range(3), sycl::id(2));
    a[0] = 5;
    weak = a;
    CHECK(weak.lock().get_offset() == sycl::id(2) && weak.lock()[0] == 5);
  }
  // A weak reference does not keep the buffer from kernels.
  q.submit([&](sycl::handler &h) {
    sycl::accessor a(b, h);
    h.single_task([=] { a[2] = 6; });
  });
  CHECK(weak.expired());
  CHECK(sycl::host_accessor(b)[2] == 6);
}

SECTION(weak_arguments_of_kernels) {
  std::optional<sycl::buffer<int>> b(sycl::range(8));
  sycl::buffer<int> other((sycl::range(8)));
  ext::weak_object<sycl::accessor<int>> accessor;
  ext::weak_object<sycl::local_accessor<int>> local;
  ext::weak_object<sycl::stream> stream;
  q.submit([&](sycl::handler &h) {
    sycl::accessor x(*b, h), y(other, h);
    check_order(x, y);
    accessor = x;
    check_order(sycl::accessor(other, h, sycl::range(2), sycl::id(1)),
                sycl::accessor(other, h, sycl::range(2), sycl::id(2)));
    check_reference(sycl::accessor<int, 0>(other, h));
    check_reference(sycl::accessor(*b, h, sycl::read_only_host_task));
    sycl::local_accessor<int> m(4, h), n(4, h);
    check_order(m, n);
    check_reference(sycl::local_accessor<int, 0>(h));
    local = m;
    sycl::stream s(64, 16, h), t(64, 16, h);
    check_order(s, t);
    stream = s;
    // Of another command group inside.
    sycl::queue(q.get_context(), q.get_device()).submit([&](sycl::handler &i) {
      check_reference(sycl::local_accessor<int>(3, i));
    });
    CHECK(!accessor.expired() && !stream.expired());
    sycl::accessor again = accessor.lock();
    h.parallel_for(sycl::nd_range(sycl::range(4), sycl::range(4)),
                   [=](sycl::nd_item<1> item) {
                     m[item.get_local_id()] = 3;
                     again[item.get_global_id()] = m[item.get_local_id()];
                   });
  });
  CHECK(accessor.expired() && local.expired() && stream.expired());
  CHECK_THROWS(invalid, (void)accessor.lock());
  CHECK(sycl::host_accessor(*b)[3] == 3);
  // A placeholder is as good as its buffer.
  ext::weak_object<sycl::accessor<int>> placeholder{sycl::accessor<int>(*b)};
  ext::weak_object host_task{sycl::accessor(*b, sycl::read_only_host_task)};
  check_order(sycl::accessor<int>(*b), sycl::accessor<int>(other));
  CHECK(!placeholder.expired() && placeholder.lock().is_placeholder());
  CHECK(!host_task.expired());
  b.reset();
  CHECK(placeholder.expired() && !placeholder.try_lock());
  CHECK(host_task.expired());
}

SECTION(current_device) {
  namespace this_thread = ext::experimental::this_thread;
  const sycl::device chosen(sycl::default_selector_v);
  std::thread([&] {
    CHECK(this_thread::get_current_device() == chosen);
    for (const sycl::device &d : sycl::device::get_devices()) {
      this_thread::set_current_device(d);
      CHECK(this_thread::get_current_device() == d);
      // Each thread has its own.
      std::thread([&] {
        CHECK(this_thread::get_current_device() == chosen);
      }).join();
      CHECK(sycl::queue(this_thread::get_current_device()).get_device() == d);
    }
    this_thread::set_current_device(q.get_device());
    CHECK(this_thread::get_current_device() == q.get_device());
  }).join();
}
