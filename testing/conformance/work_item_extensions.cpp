// Extensions about the work-item and its sub-group:
// sycl_ext_oneapi_free_function_queries, sycl_ext_oneapi_sub_group_mask,
// sycl_ext_oneapi_sub_group, and names that SYCL 2020 has without ext::oneapi.
#include "testing/conformance/check.h"
#include "testing/conformance/work_item_queries.h"

#include <cstdint>
#include <type_traits>

CONFORMANCE_CHAPTER("work_item_extensions");

namespace {
namespace oneapi = sycl::ext::oneapi;
namespace experimental = sycl::ext::oneapi::experimental;
using oneapi::sub_group_mask;

#if SYCL_EXT_ONEAPI_FREE_FUNCTION_QUERIES != 1 ||                              \
    SYCL_EXT_ONEAPI_SUB_GROUP_MASK != 2 || SYCL_EXT_ONEAPI_SUB_GROUP != 1
#error "a feature-test macro is missing"
#endif

/// A kernel's functions, which nothing is passed to.
[[gnu::noinline]] void add_id(int *out) {
  const auto i = oneapi::this_work_item::get_nd_item<2>();
  sycl::group_barrier(oneapi::this_work_item::get_work_group<2>());
  out[i.get_global_linear_id()] += int(i.get_local_linear_id()) + 100;
}
template <int D> std::size_t linear_group() {
  return sycl::ext::oneapi::this_work_item::get_work_group<D>()
      .get_group_linear_id();
}
} // namespace

SECTION(free_functions) {
  conformance::check_work_item_queries(
      q, [](int *out) { add_id(out); },
      [](sycl::nd_item<2> i) {
        using namespace sycl::ext::oneapi::this_work_item;
        static_assert(
            std::is_same_v<decltype(get_nd_item<2>()), sycl::nd_item<2>> &&
            std::is_same_v<decltype(get_work_group<2>()), sycl::group<2>> &&
            std::is_same_v<decltype(get_sub_group()), sycl::sub_group>);
        return get_nd_item<2>().get_global_id() == i.get_global_id() &&
               get_work_group<2>() == i.get_group() &&
               linear_group<2>() == i.get_group_linear_id() &&
               get_sub_group() == i.get_sub_group() &&
               experimental::this_id<2>() == i.get_global_id() &&
               experimental::this_nd_item<2>().get_local_id() ==
                   i.get_local_id() &&
               experimental::this_group<2>() == i.get_group() &&
               experimental::this_sub_group() == i.get_sub_group();
      });
  // A range that is no multiple of a work-group.
  int *ids = sycl::malloc_shared<int>(1009, q);
  q.parallel_for(1009, [=](sycl::item<1> i) {
     ids[i] = experimental::this_id<1>() == i.get_id();
   }).wait();
  for (int i = 0; i < 1009; ++i)
    CHECK(ids[i] == 1);
  sycl::free(ids, q);
}

namespace {
/// The members, for a mask of at least 8 bits.
int wrong_members(sub_group_mask m) {
  int wrong = 0;
  auto expect = [&, number = 0](bool holds) mutable {
    ++number;
    if (!holds && wrong == 0)
      wrong = number;
  };
  const std::uint32_t n = m.size();
  m = sub_group_mask(0b10110100);
  expect(m.count() == 4 && m.any() && !m.none() && !m.all()); // 1
  expect(m.find_low() == 2 && m.find_high() == 7);            // 2
  expect(m[2] && !m[3] && m.test(5) && !m.test(0));           // 3
  m[0] = true;
  m[2] = m[3];
  m[1].flip();
  expect(m == sub_group_mask(0b10110011) && ~m[3] && !~m[0]);             // 4
  expect((m & sub_group_mask(0b110)) == sub_group_mask(0b10));            // 5
  expect((m | sub_group_mask(0b110)).count() == 6);                       // 6
  expect((m ^ m).none() && m != (m ^ sub_group_mask(1)));                 // 7
  expect((m >> 4) == sub_group_mask(0b1011));                             // 8
  expect((m << 1).find_low() == 1 && (m << n).none() && (m >> n).none()); // 9
  expect((~m).count() == n - m.count() && !(~m)[0]);                      // 10
  m.reset_low();
  m.reset_high();
  expect(m == sub_group_mask(0b110010)); // 11
  m.set();
  expect(m.all() && m.count() == n && (~m).none()); // 12
  m.flip(1);
  m.reset(3);
  m.set(4, false);
  expect(m.count() == n - 3); // 13
  m.reset();
  m.set(n - 1);
  m.set(n); // beyond: nothing
  expect(m.count() == 1 && m.find_high() == n - 1 && !m.test(n)); // 14
  m.flip();
  expect(m.count() == n - 1); // 15
  m.reset();
  expect(m.find_low() == n && m.find_high() == n); // 16
  m.insert_bits(std::uint8_t(0xa5), 0);
  m.insert_bits(std::uint8_t(0xff), n - 4);
  std::uint8_t low = 0, high = 0;
  m.extract_bits(low);
  m.extract_bits(high, n - 4);
  expect((n == 8 ? low == 0xf5 : low == 0xa5) && high == 0x0f); // 17
  m.insert_bits(sycl::marray<std::uint16_t, 4>(1, 2, 3, 4));
  sycl::marray<std::uint32_t, 2> words;
  m.extract_bits(words);
  expect((words[0] & 0xff) == 1 &&
         words[0] == (0x20001u & (n >= 32 ? ~0u : (1u << n) - 1))); // 18
  expect(sub_group_mask(sycl::marray<std::uint8_t, 2>(7, 0)).count() ==
         3); // 19
  std::uint64_t all = 0;
  m.set();
  m.extract_bits(all);
  expect(all == ~0ull >> (64 - n));                               // 20
  expect(sub_group_mask(~0ull).all() && sub_group_mask().none()); // 21
  return wrong;
}
} // namespace

SECTION(masks) {
  static_assert(sub_group_mask::max_bits >= 32 &&
                std::is_trivially_copyable_v<sub_group_mask> &&
                std::is_default_constructible_v<sub_group_mask>);
  CHECK(wrong_members({}) == 0);
  constexpr int n = 64;
  int *wrong = sycl::malloc_shared<int>(n, q);
  q.parallel_for(sycl::nd_range<1>(n, n), [=](sycl::nd_item<1> i) {
     const sub_group_mask mask;
     const auto s = i.get_sub_group();
     wrong[i.get_global_id(0)] = mask.size() != s.get_max_local_range()[0] ? 100
                                 : mask.size() < 8                         ? 0
                                                   : wrong_members(mask);
   }).wait();
  for (int i = 0; i < n; ++i)
    CHECK(wrong[i] == 0);
  sycl::free(wrong, q);
}

// The last sub-group of a work-group may be partial.
SECTION(ballots) {
  constexpr int n = 90, local = 45;
  struct result {
    std::uint64_t odd, all, first;
    std::uint32_t lane, size, expected;
  };
  result *out = sycl::malloc_shared<result>(n, q);
  q.parallel_for(sycl::nd_range<1>(n, local), [=](sycl::nd_item<1> i) {
     const auto s = i.get_sub_group();
     const std::uint32_t lane = s.get_local_linear_id();
     result r{};
     oneapi::group_ballot(s, lane % 2 == 1).extract_bits(r.odd);
     oneapi::group_ballot(s).extract_bits(r.all);
     const sub_group_mask first =
         sycl::ext::oneapi::group_ballot(s, s.leader());
     first.extract_bits(r.first);
     r.lane = lane;
     r.size = s.get_local_linear_range();
     r.expected = first.size() == s.get_max_local_range()[0];
     out[i.get_global_id(0)] = r;
   }).wait();
  for (int i = 0; i < n; ++i) {
    const result &r = out[i];
    const std::uint64_t all = ~0ull >> (64 - r.size);
    CHECK(r.expected && r.all == all && r.first == 1 &&
          r.odd == (all & 0xaaaa'aaaa'aaaa'aaaaull) && r.lane < r.size);
  }
  sycl::free(out, q);
}

SECTION(sub_group_members) {
  constexpr int n = 64;
  int *out = sycl::malloc_shared<int>(n, q);
  int *data = sycl::malloc_shared<int>(4 * n, q);
  for (int i = 0; i < 4 * n; ++i)
    data[i] = i;
  q.parallel_for(sycl::nd_range<1>(n, n), [=](sycl::nd_item<1> i) {
     const oneapi::sub_group s = i.get_sub_group();
     const int lane = s.get_local_id()[0], size = s.get_local_range()[0];
     const int base = s.get_group_id()[0] * size;
     bool ok = s.shuffle(lane, size - 1) == size - 1;
     const int next = s.shuffle_down(lane, 1), previous = s.shuffle_up(lane, 1);
     ok &= lane + 1 == size || next == lane + 1;
     ok &= lane == 0 || previous == lane - 1;
     ok &= size == 1 || s.shuffle_xor(lane, 1) == (lane ^ 1);
     ok &= s.load(data + 3 * n + base) == 3 * n + base + lane;
     const int *constant = data + 3 * n;
     ok &= s.load(constant) == 3 * n + lane;
     using sycl::access::decorated;
     const auto global =
         sycl::address_space_cast<sycl::access::address_space::global_space,
                                  decorated::yes>(data + 2 * base);
     ok &= s.load(global) == 2 * base + lane;
     const sycl::vec<int, 2> two = s.load<2>(global);
     ok &= two[0] == 2 * base + lane && two[1] == 2 * base + size + lane;
     s.barrier();
     s.store<2>(global, sycl::vec<int, 2>(two + 1));
     s.barrier();
     ok &= data[2 * base + lane] == 2 * base + lane + 1;
     s.barrier(sycl::access::fence_space::global_and_local);
     s.store(data + 2 * n + base, lane + 7);
     ok &= data[2 * n + base + lane] == lane + 7;
     out[i.get_global_id(0)] = ok;
   }).wait();
  for (int i = 0; i < n; ++i)
    CHECK(out[i] == 1 && data[i] == i + 1);
  CHECK(data[2 * n] == 7);
  sycl::free(out, q);
  sycl::free(data, q);
}

SECTION(names) {
  static_assert(
      std::is_same_v<oneapi::plus<>, sycl::plus<>> &&
      std::is_same_v<oneapi::plus<int>, sycl::plus<int>> &&
      std::is_same_v<oneapi::multiplies<int>, sycl::multiplies<int>> &&
      std::is_same_v<oneapi::bit_and<int>, sycl::bit_and<int>> &&
      std::is_same_v<oneapi::bit_or<>, sycl::bit_or<>> &&
      std::is_same_v<oneapi::bit_xor<int>, sycl::bit_xor<int>> &&
      std::is_same_v<oneapi::logical_and<bool>, sycl::logical_and<bool>> &&
      std::is_same_v<oneapi::logical_or<bool>, sycl::logical_or<bool>> &&
      std::is_same_v<oneapi::minimum<>, sycl::minimum<>> &&
      std::is_same_v<oneapi::maximum<float>, sycl::maximum<float>> &&
      std::is_same_v<oneapi::sub_group, sycl::sub_group>);
  int *sum = sycl::malloc_shared<int>(3, q);
  sum[0] = sum[1] = sum[2] = 0;
  q.parallel_for(
       sycl::nd_range<1>(64, 16), oneapi::reduction(sum, oneapi::plus<int>()),
       [=](sycl::nd_item<1> i, auto &s) {
         s += int(i.get_global_id(0));
         oneapi::atomic_ref<int, oneapi::memory_order::relaxed,
                            oneapi::memory_scope::device,
                            sycl::access::address_space::global_space>(sum[1])
             .fetch_add(1);
         const int most = sycl::reduce_over_group(
             i.get_group(), int(i.get_global_id(0)), oneapi::maximum<>());
         if (i.get_group().leader() && i.get_group(0) == 3)
           sum[2] = most;
       })
      .wait();
  CHECK(sum[0] == 2016 && sum[1] == 64 && sum[2] == 63);
  sycl::free(sum, q);
}
