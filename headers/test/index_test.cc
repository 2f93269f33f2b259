// id, range, nd_range: operators, conversions, layout.
#include <sycl/detail/kernel_entry.hpp>
#include <sycl/id.hpp>
#include <sycl/item.hpp>
#include <sycl/nd_range.hpp>
#include <sycl/range.hpp>

#include <gtest/gtest.h>

#include <type_traits>

class NamedKernel; // never defined, as kernel names usually are
namespace names {
template <typename T> class Kernel;
}

namespace {

// Ranges are kernel arguments: their bytes are an interface.
static_assert(sizeof(sycl::range<1>) == 8 && sizeof(sycl::range<2>) == 16 &&
              sizeof(sycl::range<3>) == 24);
static_assert(sizeof(sycl::id<1>) == 8 && sizeof(sycl::id<3>) == 24);
static_assert(std::is_trivially_copyable_v<sycl::range<3>> &&
              std::is_trivially_copyable_v<sycl::id<3>> &&
              std::is_trivially_copyable_v<sycl::item<2>> &&
              std::is_trivially_copyable_v<sycl::nd_range<3>>);
static_assert(!std::is_default_constructible_v<sycl::item<1>> &&
              !std::is_default_constructible_v<sycl::nd_item<1>> &&
              !std::is_default_constructible_v<sycl::group<1>>);
static_assert(std::is_same_v<decltype(sycl::range{1, 2}), sycl::range<2>>);
static_assert(std::is_same_v<decltype(sycl::id{1, 2, 3}), sycl::id<3>>);
static_assert(std::is_convertible_v<sycl::id<1>, std::size_t> &&
              !std::is_convertible_v<sycl::id<2>, std::size_t> &&
              !std::is_convertible_v<sycl::range<1>, std::size_t>);
static_assert(std::is_convertible_v<sycl::item<2>, sycl::id<2>>);

TEST(Range, SizeAndElements) {
  sycl::range<3> r(2, 3, 4);
  EXPECT_EQ(r.size(), 24u);
  EXPECT_EQ(r[0], 2u);
  EXPECT_EQ(r.get(2), 4u);
  r[1] = 5;
  EXPECT_EQ(r.size(), 40u);
}

TEST(Range, Arithmetic) {
  const sycl::range<2> a(7, 9), b(2, 4);
  EXPECT_EQ(a + b, sycl::range<2>(9, 13));
  EXPECT_EQ(a / b, sycl::range<2>(3, 2));
  EXPECT_EQ(a % b, sycl::range<2>(1, 1));
  EXPECT_EQ(a * 2, sycl::range<2>(14, 18));
  EXPECT_EQ(2 * a, sycl::range<2>(14, 18));
  EXPECT_EQ(a < b, sycl::range<2>(0, 0));
  EXPECT_EQ(20 - a, sycl::range<2>(13, 11));
  sycl::range<2> c = a;
  c += b;
  c <<= 1;
  EXPECT_EQ(c, sycl::range<2>(18, 26));
  EXPECT_EQ(c++, sycl::range<2>(18, 26));
  EXPECT_EQ(--c, sycl::range<2>(18, 26));
  EXPECT_NE(c, a);
}

TEST(Id, OneDimensionIsANumber) {
  const sycl::id<1> i(3);
  const int values[] = {0, 10, 20, 30, 40};
  EXPECT_EQ(values[i], 30);
  EXPECT_EQ(*(values + i), 30);
  EXPECT_TRUE(i == 3);
  EXPECT_TRUE(3 == i);
  EXPECT_TRUE(i != 4u);
  EXPECT_TRUE(bool(i < 4));
  EXPECT_EQ(i + 1, sycl::id<1>(4));
  EXPECT_EQ(i + i, sycl::id<1>(6));
  const std::size_t number = i;
  EXPECT_EQ(number, 3u);
}

TEST(Id, FromRangeAndLinear) {
  const sycl::range<3> r(2, 3, 4);
  EXPECT_EQ(sycl::id<3>(r), sycl::id<3>(2, 3, 4));
  EXPECT_EQ(sycl::detail::linearize(sycl::id<3>(1, 2, 3), r), 23u);
  EXPECT_EQ(sycl::detail::linearize(sycl::id<3>(0, 1, 0), r), 4u);
  EXPECT_EQ(-sycl::id<1>(1), sycl::id<1>(~std::size_t(0)));
}

TEST(NdRange, Groups) {
  const sycl::nd_range<2> r({12, 8}, {3, 4});
  EXPECT_EQ(r.get_group_range(), sycl::range<2>(4, 2));
  EXPECT_EQ(r.get_offset(), sycl::id<2>());
  EXPECT_EQ(r, sycl::nd_range<2>({12, 8}, {3, 4}));
  EXPECT_NE(r, sycl::nd_range<2>({12, 8}, {4, 4}));
}

TEST(Item, Queries) {
  const auto it = sycl::detail::make_item<2>({4, 5}, {2, 3});
  EXPECT_EQ(it.get_linear_id(), 13u);
  EXPECT_EQ(it[1], 3u);
  EXPECT_EQ(it.get_range(0), 4u);
  const sycl::id<2> id = it;
  EXPECT_EQ(id, sycl::id<2>(2, 3));
}

// What range kernels may take: each of these must be called with the right
// thing, and nothing else may compile.
TEST(KernelEntry, CallsWhatTheFunctorAsksFor) {
  const auto it = sycl::detail::make_item<1>({9}, {7});
  std::size_t seen = 0;
  sycl::detail::call_range_functor<1>(
      [&](auto i) {
        static_assert(std::is_same_v<decltype(i), sycl::item<1>>);
        seen = i;
      },
      it);
  EXPECT_EQ(seen, 7u);
  sycl::detail::call_range_functor<1>([&](sycl::id<1> i) { seen = i + 1; }, it);
  EXPECT_EQ(seen, 8u);
  sycl::detail::call_range_functor<1>([&](int i) { seen = i + 2; }, it);
  EXPECT_EQ(seen, 9u);
  sycl::detail::call_range_functor<1>(
      [&](const sycl::item<1> &i) { seen = i.get_range(0); }, it);
  EXPECT_EQ(seen, 9u);
}

TEST(KernelEntry, NameIsTheSymbol) {
  EXPECT_STREQ(sycl::detail::kernel_name<NamedKernel>(), "_ZTS11NamedKernel");
  EXPECT_STREQ(sycl::detail::kernel_name<names::Kernel<int>>(),
               "_ZTSN5names6KernelIiEE");
}

} // namespace
