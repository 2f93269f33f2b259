// atomic_ref on the host, one thread for the operations and several for their
// atomicity, and the enums and fences around it.
#include <sycl/atomic_fence.hpp>
#include <sycl/atomic_ref.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <thread>
#include <type_traits>
#include <vector>

namespace {

using sycl::memory_order;
using sycl::memory_scope;

template <typename T, memory_order Order = memory_order::relaxed>
using ref = sycl::atomic_ref<T, Order, memory_scope::device>;

static_assert(ref<int>::default_read_order == memory_order::relaxed);
static_assert(ref<int, memory_order::acq_rel>::default_read_order ==
              memory_order::acquire);
static_assert(ref<int, memory_order::acq_rel>::default_write_order ==
              memory_order::release);
static_assert(ref<int, memory_order::seq_cst>::default_read_order ==
              memory_order::seq_cst);
static_assert(ref<std::int64_t>::required_alignment == 8);
static_assert(!std::is_copy_assignable_v<ref<int>>);

template <typename T> class IntegerAtomics : public testing::Test {};
using Integers = testing::Types<int, unsigned, long, unsigned long, long long>;
TYPED_TEST_SUITE(IntegerAtomics, Integers);

TYPED_TEST(IntegerAtomics, Operations) {
  TypeParam value = 5;
  ref<TypeParam> a(value);
  EXPECT_EQ(a.fetch_add(3), TypeParam(5));
  EXPECT_EQ(a.fetch_sub(2), TypeParam(8));
  EXPECT_EQ(a.fetch_and(3), TypeParam(6));
  EXPECT_EQ(a.fetch_or(8), TypeParam(2));
  EXPECT_EQ(a.fetch_xor(2), TypeParam(10));
  EXPECT_EQ(a.fetch_max(4), TypeParam(8));
  EXPECT_EQ(a.fetch_min(4), TypeParam(8));
  EXPECT_EQ(value, TypeParam(4));
  EXPECT_EQ(a += 2, TypeParam(6));
  EXPECT_EQ(a++, TypeParam(6));
  EXPECT_EQ(--a, TypeParam(6));
  a = 9;
  EXPECT_EQ(a, TypeParam(9));
  EXPECT_EQ(a.exchange(1), TypeParam(9));
  TypeParam expected = 2;
  EXPECT_FALSE(a.compare_exchange_strong(expected, 7));
  EXPECT_EQ(expected, TypeParam(1));
  EXPECT_TRUE(a.compare_exchange_strong(expected, 7, memory_order::seq_cst,
                                        memory_order::relaxed));
  EXPECT_EQ(value, TypeParam(7));
}

TEST(SignedAtomics, MinMaxOfNegativeNumbers) {
  int value = -3;
  ref<int>(value).fetch_max(-5);
  EXPECT_EQ(value, -3);
  ref<int>(value).fetch_min(-5);
  EXPECT_EQ(value, -5);
}

template <typename T> class RealAtomics : public testing::Test {};
using Reals = testing::Types<float, double>;
TYPED_TEST_SUITE(RealAtomics, Reals);

TYPED_TEST(RealAtomics, Operations) {
  TypeParam value = 1.5;
  ref<TypeParam> a(value);
  EXPECT_EQ(a.fetch_add(2), TypeParam(1.5));
  EXPECT_EQ(a.fetch_sub(1), TypeParam(3.5));
  EXPECT_EQ(a.fetch_max(10), TypeParam(2.5));
  EXPECT_EQ(a.fetch_min(-1), TypeParam(10));
  EXPECT_EQ(a -= 1, TypeParam(-2));
  EXPECT_EQ(value, TypeParam(-2));
  const auto nan = std::numeric_limits<TypeParam>::quiet_NaN();
  a.fetch_max(nan);
  EXPECT_EQ(value, TypeParam(-2));
  a = nan; // equal bits, though not an equal number: the exchange must succeed
  EXPECT_TRUE(a.fetch_min(3) != TypeParam(3));
  EXPECT_EQ(value, TypeParam(3));
}

TEST(PointerAtomics, Operations) {
  int array[8] = {};
  int *p = array;
  ref<int *> a(p);
  EXPECT_EQ(a++, array);
  EXPECT_EQ(a += 3, array + 4);
  EXPECT_EQ(a.fetch_sub(2), array + 4);
  EXPECT_EQ(--a, array + 1);
  EXPECT_EQ(a.load(), array + 1);
}

template <typename T, memory_order Order> T sum_of_threads() {
  T sum = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&] {
      for (int i = 0; i < 10000; ++i)
        ref<T, Order>(sum).fetch_add(1);
    });
  for (std::thread &thread : threads)
    thread.join();
  return sum;
}

TEST(Atomics, AreAtomic) {
  EXPECT_EQ((sum_of_threads<int, memory_order::relaxed>()), 40000);
  EXPECT_EQ((sum_of_threads<long, memory_order::seq_cst>()), 40000);
  EXPECT_EQ((sum_of_threads<float, memory_order::acq_rel>()), 40000.0f);
  EXPECT_EQ((sum_of_threads<double, memory_order::relaxed>()), 40000.0);
}

TEST(Atomics, FencePublishes) {
  int data = 0, flag = 0, seen = -1;
  std::thread reader([&] {
    while (ref<int>(flag).load() == 0) {
    }
    sycl::atomic_fence(memory_order::acquire, memory_scope::device);
    seen = data;
  });
  data = 42;
  sycl::atomic_fence(memory_order::release, memory_scope::device);
  ref<int>(flag).store(1);
  reader.join();
  EXPECT_EQ(seen, 42);
}

} // namespace
