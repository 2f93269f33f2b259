// Extensions of group algorithms: sycl_ext_oneapi_group_load_store.
#include "testing/conformance/check.h"

#include <cstdint>
#include <type_traits>

CONFORMANCE_CHAPTER("group_extensions");

namespace {
namespace ex = sycl::ext::oneapi::experimental;

#if SYCL_EXT_ONEAPI_GROUP_LOAD_STORE != 1
#error "a feature-test macro is missing"
#endif

/// Which group of a kernel's: its work-group or its sub-group, and where the
/// group's part of ranges begins, with `each` elements for each work-item.
struct work_groups {
  template <int D> static auto of(const sycl::nd_item<D> &i) {
    return i.get_group();
  }
  template <int D>
  static std::size_t first(const sycl::nd_item<D> &i, std::size_t each) {
    const auto g = i.get_group();
    return g.get_group_linear_id() * g.get_local_linear_range() * each;
  }
};
struct sub_groups {
  template <int D> static auto of(const sycl::nd_item<D> &i) {
    return i.get_sub_group();
  }
  // Only the last of a work-group may be smaller.
  template <int D>
  static std::size_t first(const sycl::nd_item<D> &i, std::size_t each) {
    const auto s = i.get_sub_group();
    return work_groups::first(i, each) + s.get_group_linear_id() *
                                             s.get_max_local_range()[0] * each;
  }
};

template <typename T> struct many {
  many(sycl::queue &queue, std::size_t count)
      : q(queue), data(sycl::malloc_shared<T>(count, q)), size(count) {}
  many(const many &) = delete;
  ~many() { sycl::free(data, q); }
  sycl::queue &q;
  T *data;
  std::size_t size;
};

struct pixel {
  std::uint8_t r, g, b;
  friend bool operator==(const pixel &x, const pixel &y) {
    return x.r == y.r && x.g == y.g && x.b == y.b;
  }
};
template <typename T> T number(std::size_t i) {
  if constexpr (std::is_same_v<T, pixel>)
    return {std::uint8_t(i), std::uint8_t(i / 3), std::uint8_t(i * 7)};
  else
    return T(int(i % 101));
}
template <typename T> bool same(const T &x, const T &y) {
  if constexpr (sycl::detail::is_nonscalar_v<T>) {
    bool all = true;
    for (int i = 0; i < int(T::size()); ++i)
      all &= x[i] == y[i];
    return all;
  } else {
    return x == y;
  }
}

template <int D> std::size_t count_of(const sycl::nd_range<D> &r) {
  return r.get_global_range().size();
}

/// Loads and stores of one, a vec and an array for each work-item, in each
/// placement.
template <typename Which, typename T, int D>
void load_and_store(sycl::queue &q, sycl::nd_range<D> range) {
  constexpr int each = 4;
  const std::size_t n = count_of(range) * each;
  many<T> from(q, n), one(q, n), blocked(q, n), striped(q, n);
  many<bool> right(q, count_of(range));
  for (std::size_t i = 0; i < n; ++i) {
    from.data[i] = number<T>(i);
    one.data[i] = blocked.data[i] = striped.data[i] = T();
  }
  T *const in = from.data, *const out1 = one.data, *const out2 = blocked.data,
           *const out3 = striped.data;
  bool *const ok = right.data;
  q.parallel_for(range, [=](sycl::nd_item<D> i) {
     const auto g = Which::of(i);
     const std::size_t first = Which::first(i, each),
                       id = g.get_local_linear_id(),
                       size = g.get_local_linear_range();
     bool all = true;
     T x{};
     ex::group_load(g, in + first, x);
     all &= same(x, in[first + id]);
     ex::group_store(g, x, out1 + first);
     T array[each];
     const sycl::span<T, each> span(array);
     ex::group_load(g, in + first, span);
     for (int k = 0; k < each; ++k)
       all &= same(array[k], in[first + id * each + k]);
     ex::group_store(g, span, out2 + first,
                     ex::properties{ex::data_placement_blocked});
     ex::group_load(g, in + first, sycl::span<T, each>(array),
                    ex::properties{ex::data_placement_striped,
                                   ex::contiguous_memory});
     for (int k = 0; k < each; ++k)
       all &= same(array[k], in[first + id + size * k]);
     ex::group_store(g, sycl::span<const T, each>(array), out3 + first,
                     ex::data_placement<ex::data_placement_enum::striped>);
     ok[i.get_global_linear_id()] = all;
   }).wait();
  bool all = true, stored = true;
  for (std::size_t i = 0; i < count_of(range); ++i)
    all &= right.data[i];
  CHECK(all);
  for (std::size_t i = 0; i < n; ++i)
    stored &= same(blocked.data[i], in[i]) && same(striped.data[i], in[i]);
  CHECK(stored);
}
template <typename T> void load_and_store_everywhere(sycl::queue &q) {
  load_and_store<work_groups, T>(q, sycl::nd_range<1>(39, 13));
  load_and_store<sub_groups, T>(q, sycl::nd_range<1>(90, 45));
}
} // namespace

SECTION(loads_and_stores) {
  load_and_store_everywhere<int>(q);
  load_and_store<work_groups, int>(q, sycl::nd_range<1>(2, 1));
  load_and_store<work_groups, int>(q, sycl::nd_range<2>({6, 10}, {3, 5}));
  load_and_store<work_groups, int>(q, sycl::nd_range<3>({2, 2, 9}, {2, 1, 3}));
  load_and_store<sub_groups, int>(q, sycl::nd_range<2>({6, 10}, {3, 5}));
  load_and_store<sub_groups, int>(q, sycl::nd_range<3>({2, 4, 18}, {2, 2, 9}));
}

SECTION(loads_and_stores_of_all_types) {
  load_and_store_everywhere<char>(q);
  load_and_store_everywhere<bool>(q);
  load_and_store_everywhere<std::uint16_t>(q);
  load_and_store_everywhere<std::int64_t>(q);
  load_and_store_everywhere<float>(q);
  load_and_store_everywhere<sycl::ext::oneapi::bfloat16>(q);
  load_and_store_everywhere<pixel>(q);
  load_and_store_everywhere<sycl::short3>(q);
  load_and_store_everywhere<sycl::marray<int, 5>>(q);
  load_and_store_everywhere<std::byte>(q);
  if (q.get_device().has(sycl::aspect::fp64))
    load_and_store_everywhere<double>(q);
  if (q.get_device().has(sycl::aspect::fp16))
    load_and_store_everywhere<sycl::half>(q);
}

// vec is more than one element; elements become those of another type; what is
// between pointers and iterators.
SECTION(loads_and_stores_of_vectors) {
  constexpr int n = 3 * 16 * 4;
  many<int> from(q, n), to(q, n), other(q, n);
  for (int i = 0; i < n; ++i)
    from.data[i] = i * 5 % 89, to.data[i] = other.data[i] = -1;
  sycl::buffer<int> buffer(from.data, n);
  bool right = true;
  {
    sycl::buffer<bool> answer(&right, 1);
    q.submit([&](sycl::handler &h) {
      const sycl::accessor in(buffer, h, sycl::read_only);
      const sycl::accessor result(answer, h);
      const sycl::local_accessor<short> local(16 * 4, h);
      int *const out = to.data, *const out2 = other.data;
      h.parallel_for(sycl::nd_range<1>(48, 16), [=](sycl::nd_item<1> i) {
        const auto g = i.get_group();
        const int first = int(work_groups::first(i, 4));
        sycl::float4 x;
        ex::group_load(g, in.begin() + first, x);
        bool all = true;
        for (int k = 0; k < 4; ++k)
          all &= x[k] == float(in[first + int(i.get_local_id(0)) * 4 + k]);
        ex::group_store(
            g, x,
            sycl::address_space_cast<sycl::access::address_space::global_space,
                                     sycl::access::decorated::yes>(out + first),
            ex::properties{ex::data_placement_blocked});
        // Through local memory: what others have stored is there.
        sycl::vec<long long, 4> y;
        ex::group_load(
            g, in.get_multi_ptr<sycl::access::decorated::no>() + first, y,
            ex::properties{ex::data_placement_striped, ex::full_group});
        for (int k = 0; k < 4; ++k)
          all &= y[k] == in[first + int(i.get_local_id(0)) + 16 * k];
        ex::group_store(g, y, local.get_multi_ptr<sycl::access::decorated::yes>(),
                        ex::properties{ex::data_placement_striped});
        sycl::short4 z;
        ex::group_load(g, &local[0], z);
        for (int k = 0; k < 4; ++k)
          all &= z[k] == in[first + int(i.get_local_id(0)) * 4 + k];
        ex::group_store(g, z, out2 + first);
        // A vector as one element of a range of vectors.
        ex::group_store(g, z, (sycl::short4 *)&local[0]);
        sycl::short4 again;
        ex::group_load(g, (const sycl::short4 *)&local[0], again);
        all &= same(z, again);
        if (!all)
          result[0] = false;
      });
    });
  }
  CHECK(right);
  for (int i = 0; i < n; ++i)
    right &= to.data[i] == from.data[i] && other.data[i] == from.data[i];
  CHECK(right);
}
