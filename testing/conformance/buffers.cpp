// SYCL 2020, 4.7.1 to 4.7.3: buffers, what they are made from, when they write
// back, sub-buffers, reinterpretation; 4.7.5: the order that accessors give.
#include "testing/conformance/check.h"

#include <iterator>
#include <list>
#include <memory>
#include <mutex>

#include <array>
#include <memory>
#include <mutex>
#include <numeric>

CONFORMANCE_CHAPTER("buffers");

namespace {
template <typename B> void add_one(sycl::queue &q, B &b) {
  q.submit([&](sycl::handler &h) {
    sycl::accessor a(b, h);
    h.parallel_for(b.get_range(), [=](auto i) { a[i] += 1; });
  });
}
} // namespace

SECTION(host_memory) {
  std::vector<int> v(10);
  std::iota(v.begin(), v.end(), 0);
  {
    sycl::buffer<int> b(v.data(), sycl::range(10));
    add_one(q, b);
  }
  CHECK(v[0] == 1 && v[9] == 10);
  {
    sycl::buffer b(v);
    static_assert(std::is_same_v<decltype(b), sycl::buffer<int, 1>>);
    add_one(q, b);
  }
  CHECK(v[0] == 2 && v[9] == 11);
  int square[3][4] = {};
  {
    sycl::buffer<int, 2> b(&square[0][0], {3, 4});
    add_one(q, b);
    add_one(q, b);
  }
  CHECK(square[0][0] == 2 && square[2][3] == 2);
  const std::vector<int> fixed(v);
  {
    sycl::buffer<int> b(fixed.data(), sycl::range(10));
    add_one(q, b);
    CHECK(sycl::host_accessor(b)[0] == 3);
  }
  CHECK(fixed[0] == 2);
  std::array<int, 3> three{1, 2, 3};
  {
    sycl::buffer b(three);
    add_one(q, b);
  }
  CHECK(three[2] == 4);
}

SECTION(own_memory) {
  sycl::buffer<float, 3> b(sycl::range(2, 3, 4));
  CHECK(b.get_range() == sycl::range(2, 3, 4));
  CHECK(b.size() == 24 && b.byte_size() == 96 && !b.is_sub_buffer());
  q.submit([&](sycl::handler &h) {
    sycl::accessor a(b, h, sycl::write_only, sycl::no_init);
    h.parallel_for(b.get_range(), [=](sycl::item<3> i) {
      a[i] = float(i.get_linear_id());
    });
  });
  sycl::host_accessor a(b, sycl::read_only);
  CHECK(a[1][2][3] == 23 && a[0][0][1] == 1 && a[sycl::id(1, 0, 0)] == 12);
}

SECTION(shared_pointers_and_iterators) {
  const auto one = std::make_shared<int>(4);
  {
    sycl::buffer<int> b(one, sycl::range(1));
    add_one(q, b);
  }
  CHECK(*one == 5);
  const std::shared_ptr<int[]> many(new int[4]{1, 2, 3, 4});
  {
    sycl::buffer<int> b(many, sycl::range(4));
    add_one(q, b);
  }
  CHECK(many[3] == 5);
  std::vector<int> v{1, 2, 3, 4};
  {
    sycl::buffer b(v.begin() + 1, v.end());
    CHECK(b.size() == 3);
    add_one(q, b);
    CHECK(sycl::host_accessor(b)[0] == 3);
  }
  CHECK(v[1] == 2); // iterators: no write-back by default
}

namespace {
/// One go through the numbers below five, as streams have it.
struct one_pass {
  using iterator_category = std::input_iterator_tag;
  using value_type = int;
  using difference_type = std::ptrdiff_t;
  using pointer = const int *;
  using reference = int;
  int *at;
  int operator*() const { return *at; }
  one_pass &operator++() { return ++*at, *this; }
  void operator++(int) { ++*at; }
  friend bool operator==(const one_pass &a, const one_pass &) {
    return *a.at >= 5;
  }
  friend bool operator!=(const one_pass &a, const one_pass &b) {
    return !(a == b);
  }
};
} // namespace

// Iterators of any kind: not contiguous, once only, of another type.
SECTION(iterators) {
  const std::vector<bool> bits{true, false, true, true, false};
  sycl::buffer<bool> flags(bits.begin(), bits.end());
  const std::list<short> list{5, 6, 7};
  sycl::buffer<int> numbers(list.begin(), list.end());
  int next = 2;
  sycl::buffer<int> read(one_pass{&next}, one_pass{&next});
  CHECK(flags.size() == 5 && numbers.size() == 3 && read.size() == 3);
  std::vector<bool> target(5);
  flags.set_final_data(target.begin());
  sycl::buffer<bool> copy{sycl::range(1)};
  q.submit([&](sycl::handler &h) {
    const sycl::accessor f(flags, h);
    const sycl::accessor n(numbers, h), r(read, h);
    h.single_task([=] {
      n[0] = n[0] * 100 + f[0] * 10 + f[1];
      r[0] = r[0] * 100 + r[1] * 10 + r[2];
      f[4] = true;
    });
  });
  CHECK(sycl::host_accessor(numbers)[0] == 510);
  CHECK(sycl::host_accessor(read)[0] == 234);
  flags = copy; // the last of it: written back
  CHECK(target == std::vector<bool>({true, false, true, true, true}));
}

SECTION(final_data_destinations) {
  const auto source = [] {
    return std::shared_ptr<int[]>(new int[4]{1, 2, 3, 4});
  };
  // Nowhere, whatever its type.
  auto from = source();
  {
    sycl::buffer<int> b(from, sycl::range(4));
    b.set_final_data(static_cast<int *>(nullptr));
    add_one(q, b);
  }
  CHECK(from[0] == 1);
  // Arrays, and pointers that own what they point to, as if they did not.
  const auto weak = source(), shared = source(), no_more = source();
  const auto one = std::make_shared<int>(0);
  const auto array = std::make_shared<std::array<int, 4>>();
  const auto short_array = std::make_shared<std::array<int, 2>>();
  {
    sycl::buffer<int> a(from, sycl::range(4)), b(from, sycl::range(4)),
        c(from, sycl::range(1)), d(from, sycl::range(4)),
        e(from, sycl::range(4)), f(from, sycl::range(4));
    a.set_final_data(std::weak_ptr<int[]>(weak));
    b.set_final_data(shared);
    c.set_final_data(one);
    d.set_final_data(std::weak_ptr<int[]>(source()));
    e.set_final_data(array);
    f.set_final_data(std::weak_ptr<std::array<int, 2>>(short_array));
    for (auto *buffer : {&a, &b, &c, &d, &e, &f})
      add_one(q, *buffer);
  }
  CHECK(weak[3] == 5 && shared[0] == 2 && *one == 2 && from[0] == 1);
  CHECK((*array)[3] == 5 && (*short_array)[1] == 3);
  // The part that it was asked of.
  std::vector<int> part(2);
  {
    sycl::buffer<int> b(from, sycl::range(4));
    sycl::buffer<int> s(b, sycl::id(2), sycl::range(2));
    s.set_final_data(part.begin());
    add_one(q, b);
  }
  CHECK(part == std::vector<int>({4, 5}));
  // "If the buffer was involved with a write accessor": the user's memory is the
  // newer one here.
  std::mutex mutex;
  std::vector<int> untouched(4, 9);
  {
    sycl::buffer<int> b(from, sycl::range(4),
                        {sycl::property::buffer::use_mutex(mutex)});
    const std::lock_guard lock(mutex);
    from[1] = 255;
    sycl::buffer<int> c(source(), sycl::range(4));
    c.set_final_data(untouched.begin());
    c.set_write_back(true);
    b.set_write_back(true);
  }
  CHECK(from[1] == 255 && untouched[0] == 9);
}

// 4.7.2.2: host accessors of such buffers have the user's addresses, wherever
// the contents go at the end.
SECTION(use_host_ptr_without_write_back) {
  int from[3] = {1, 2, 3}, to[3] = {};
  const sycl::property_list in_place{sycl::property::buffer::use_host_ptr()};
  {
    sycl::buffer<int> b(from, sycl::range(3), in_place);
    b.set_write_back(false);
    CHECK(&sycl::host_accessor(b)[0] == from);
  }
  sycl::buffer<int> b(from, sycl::range(3), in_place);
  b.set_final_data(to);
  CHECK(&sycl::host_accessor(b)[0] == from);
}

SECTION(final_data) {
  std::vector<int> source{1, 2, 3, 4}, target(4, 9);
  {
    sycl::buffer<int> b(source.data(), sycl::range(4));
    b.set_final_data(target.data());
    add_one(q, b);
  }
  CHECK(source[0] == 1 && target == std::vector<int>({2, 3, 4, 5}));
  {
    sycl::buffer<int> b(source.data(), sycl::range(4));
    b.set_final_data(nullptr);
    add_one(q, b);
  }
  CHECK(source[0] == 1);
  {
    sycl::buffer<int> b(source.data(), sycl::range(4));
    b.set_write_back(false);
    add_one(q, b);
  }
  CHECK(source[0] == 1);
  // It may be switched on again, as long as there is a place.
  {
    sycl::buffer<int> b(source.data(), sycl::range(4));
    b.set_write_back(false);
    add_one(q, b);
    b.set_write_back(true);
    add_one(q, b);
  }
  CHECK(source == std::vector<int>({3, 4, 5, 6}));
  {
    sycl::buffer<int> b(source.data(), sycl::range(4));
    b.set_final_data(nullptr);
    b.set_write_back(true);
    add_one(q, b);
  }
  CHECK(source[0] == 3);
  source = {1, 2, 3, 4};
  {
    sycl::buffer<int> b(sycl::range(4));
    b.set_final_data(target.begin());
    q.submit([&](sycl::handler &h) {
      sycl::accessor a(b, h, sycl::write_only, sycl::no_init);
      h.parallel_for(4, [=](sycl::id<1> i) { a[i] = 70 + int(i[0]); });
    });
  }
  CHECK(target == std::vector<int>({70, 71, 72, 73}));
  auto owned = std::make_shared<int>(1);
  {
    sycl::buffer<int> b(owned, sycl::range(1));
    b.set_final_data(std::weak_ptr<int>(owned));
    add_one(q, b);
  }
  CHECK(*owned == 2);
}

SECTION(properties) {
  std::vector<int> v(4, 1);
  std::mutex m;
  {
    sycl::buffer<int> b(v.data(), sycl::range(4),
                        {sycl::property::buffer::use_host_ptr()});
    CHECK(b.has_property<sycl::property::buffer::use_host_ptr>());
    CHECK(!b.has_property<sycl::property::buffer::use_mutex>());
    CHECK_THROWS(invalid, b.get_property<sycl::property::buffer::use_mutex>());
    add_one(q, b);
  }
  CHECK(v[3] == 2);
  {
    sycl::buffer<int> b(v.data(), sycl::range(4),
                        {sycl::property::buffer::use_mutex(m)});
    CHECK(b.get_property<sycl::property::buffer::use_mutex>()
              .get_mutex_ptr() == &m);
    add_one(q, b);
  }
  CHECK(v[3] == 3);
  const sycl::context c = q.get_context();
  sycl::buffer<int> bound(sycl::range(4),
                          {sycl::property::buffer::context_bound(c)});
  CHECK(bound.get_property<sycl::property::buffer::context_bound>()
            .get_context() == c);
}

SECTION(sub_buffers) {
  std::vector<int> v(16, 0);
  {
    sycl::buffer<int> b(v.data(), sycl::range(16));
    sycl::buffer<int> low(b, sycl::id(0), sycl::range(8));
    sycl::buffer<int> high(b, sycl::id(8), sycl::range(8));
    CHECK(low.is_sub_buffer() && low.size() == 8);
    add_one(q, low);
    add_one(q, high);
    add_one(q, high);
    add_one(q, b);
    CHECK(sycl::host_accessor(high, sycl::read_only)[0] == 3);
    sycl::buffer<int, 2> square(sycl::range(4, 4));
    CHECK_THROWS(invalid, sycl::buffer<int, 2>(square, sycl::id(0, 1),
                                               sycl::range(2, 2)));
    CHECK_THROWS(invalid,
                 sycl::buffer<int>(b, sycl::id(10), sycl::range(8)));
    CHECK_THROWS(invalid,
                 sycl::buffer<int>(low, sycl::id(0), sycl::range(2)));
    sycl::buffer<int, 2> rows(square, sycl::id(1, 0), sycl::range(2, 4));
    CHECK(rows.get_range() == sycl::range(2, 4));
  }
  CHECK(v[0] == 2 && v[7] == 2 && v[8] == 3 && v[15] == 3);
}

SECTION(reinterpret) {
  std::vector<std::uint32_t> v(8, 0x01020304u);
  {
    sycl::buffer<std::uint32_t> b(v.data(), sycl::range(8));
    auto square = b.reinterpret<std::uint32_t, 2>(sycl::range(2, 4));
    static_assert(
        std::is_same_v<decltype(square), sycl::buffer<std::uint32_t, 2>>);
    CHECK(square.get_range() == sycl::range(2, 4));
    add_one(q, square);
    auto bytes = b.reinterpret<std::uint8_t, 1>(sycl::range(32));
    CHECK(sycl::host_accessor(bytes)[0] == 0x05);
    auto halves = b.reinterpret<std::uint16_t, 1>();
    CHECK(halves.size() == 16 &&
          sycl::host_accessor(halves)[1] == 0x0102);
    auto same_shape = b.reinterpret<float>();
    CHECK(same_shape.size() == 8);
    CHECK_THROWS(invalid, b.reinterpret<std::uint32_t, 1>(sycl::range(9)));
    sycl::buffer<std::uint32_t> high(b, sycl::id(4), sycl::range(4));
    auto of_part = high.reinterpret<std::uint8_t, 1>(sycl::range(16));
    CHECK(of_part.is_sub_buffer() && sycl::host_accessor(of_part)[1] == 3);
  }
  CHECK(v[7] == 0x01020305u);
}

SECTION(common_reference_semantics) {
  const std::vector<int> v(4, 1);
  sycl::buffer<int> b(v.data(), sycl::range(4)), copy = b, other(sycl::range(4));
  CHECK(copy == b && other != b);
  CHECK(std::hash<sycl::buffer<int>>()(copy) ==
        std::hash<sycl::buffer<int>>()(b));
  add_one(q, copy);
  (void)copy.get_allocator();
}

SECTION(allocators) {
  using own = std::allocator<int>;
  std::vector<int> v(4, 1);
  sycl::buffer<int, 1, own> a(sycl::range(4), own());
  sycl::buffer<int, 1, own> b(v.data(), sycl::range(4), own());
  sycl::buffer<int, 1, own> c(v.begin(), v.end(), own());
  sycl::buffer<int, 1, own> d(v, own());
  sycl::buffer<int, 1, own> e(std::make_shared<int>(1), sycl::range(1), own());
  CHECK(a.size() + b.size() + c.size() + d.size() + e.size() == 17);
}

SECTION(order) {
  // Written by one, read by several, written again: the reads see the first.
  sycl::buffer<int> x(sycl::range(1)), y(sycl::range(1)), z(sycl::range(1));
  const auto write = [&](sycl::buffer<int> &b, int value) {
    q.submit([&](sycl::handler &h) {
      sycl::accessor a(b, h, sycl::write_only, sycl::no_init);
      h.single_task([=] { a[0] = value; });
    });
  };
  const auto copy_plus = [&](sycl::buffer<int> &from, sycl::buffer<int> &to,
                             int n) {
    q.submit([&](sycl::handler &h) {
      sycl::accessor f(from, h, sycl::read_only);
      sycl::accessor t(to, h, sycl::write_only, sycl::no_init);
      h.single_task([=] { t[0] = f[0] + n; });
    });
  };
  for (int i = 0; i < 20; ++i) {
    write(x, i);
    copy_plus(x, y, 100);
    copy_plus(x, z, 200);
    write(x, -1);
    copy_plus(y, x, 1000);
    CHECK(sycl::host_accessor(x)[0] == i + 1100);
    CHECK(sycl::host_accessor(z)[0] == i + 200);
  }
}

SECTION(several_queues) {
  sycl::queue other(q.get_device());
  std::vector<int> v(100, 0);
  {
    sycl::buffer<int> b(v);
    for (int i = 0; i < 10; ++i) {
      add_one(q, b);
      add_one(other, b);
    }
  }
  CHECK(v[0] == 20 && v[99] == 20);
}

SECTION(several_devices) {
  std::vector<sycl::queue> queues{q};
  for (const sycl::device &d : sycl::device::get_devices())
    if (d != q.get_device() && conformance::has_code(d))
      queues.emplace_back(d);
  if (queues.size() == 1)
    conformance::skip("there is one device");
  std::vector<int> v(1000, 0);
  {
    sycl::buffer<int> b(v);
    for (int round = 0; round < 5; ++round)
      for (sycl::queue &each : queues)
        add_one(each, b);
    CHECK(sycl::host_accessor(b)[999] == int(5 * queues.size()));
    add_one(queues.back(), b);
  }
  CHECK(v[0] == int(5 * queues.size()) + 1 && v[999] == v[0]);
}

SECTION(write_only_keeps_the_rest) {
  std::vector<int> v(8, 5);
  {
    sycl::buffer<int> b(v);
    q.submit([&](sycl::handler &h) {
      sycl::accessor a(b, h, sycl::write_only);
      h.parallel_for(4, [=](sycl::id<1> i) { a[i] = 1; });
    });
    q.submit([&](sycl::handler &h) {
      sycl::accessor a(b, h, sycl::range(2), sycl::id(6), sycl::write_only,
                       sycl::no_init);
      h.single_task([=] { a[0] = a[1] = 2; });
    });
  }
  CHECK(v == std::vector<int>({1, 1, 1, 1, 5, 5, 2, 2}));
}
