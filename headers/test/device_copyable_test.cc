// sycl::is_device_copyable, for what SYCL 2020, 3.13.1 lists.
#include <sycl/sycl.hpp>

#include <gtest/gtest.h>

#include <memory>
#include <string>

namespace {

struct Plain {
  int value;
};
struct Owner {
  ~Owner() {}
};
// Copied by code of its own, but its author says that bytes are enough.
struct Allowed {
  Allowed() = default;
  Allowed(const Allowed &) {}
};
template <typename T> struct Wrapper {
  Wrapper() = default;
  Wrapper(const Wrapper &other) : value(other.value) {}
  T value;
};
struct Refused {
  int value;
};

} // namespace

template <> struct sycl::is_device_copyable<Allowed> : std::true_type {};
template <typename T>
struct sycl::is_device_copyable<Wrapper<T>> : sycl::is_device_copyable<T> {};
template <> struct sycl::is_device_copyable<Refused> : std::false_type {};

namespace {

template <typename T> constexpr bool copyable = sycl::is_device_copyable_v<T>;

TEST(DeviceCopyable, BytesAreEnough) {
  EXPECT_TRUE(copyable<int>);
  EXPECT_TRUE(copyable<const double *>);
  EXPECT_TRUE(copyable<Plain>);
  EXPECT_TRUE(copyable<const Plain[3]>);
  EXPECT_FALSE(copyable<Owner>);
  EXPECT_FALSE(copyable<Owner[2]>);
  EXPECT_FALSE(copyable<std::string>);
  EXPECT_FALSE(copyable<std::shared_ptr<int>>);
}

TEST(DeviceCopyable, StandardAggregatesOfWhatIs) {
  EXPECT_TRUE((copyable<std::pair<int, const float>>));
  EXPECT_FALSE((copyable<std::pair<int, Owner>>));
  EXPECT_TRUE((copyable<std::tuple<>>));
  EXPECT_TRUE((copyable<std::tuple<int, std::pair<int, Allowed>>>));
  EXPECT_FALSE((copyable<std::tuple<int, std::pair<int, Owner>>>));
  EXPECT_TRUE((copyable<std::array<Allowed, 2>>));
  EXPECT_TRUE((copyable<std::array<Owner, 0>>));
  EXPECT_FALSE((copyable<std::array<Owner, 2>>));
  EXPECT_TRUE(copyable<std::optional<int>>);
  EXPECT_FALSE(copyable<std::optional<Owner>>);
  EXPECT_TRUE((copyable<std::variant<std::monostate, Allowed>>));
  EXPECT_FALSE((copyable<std::variant<int, Owner>>));
}

TEST(DeviceCopyable, SpecialisedByTheProgram) {
  EXPECT_TRUE(copyable<Allowed>);
  EXPECT_TRUE(copyable<const Allowed>);
  EXPECT_TRUE(copyable<volatile Allowed>);
  EXPECT_TRUE(copyable<const volatile Allowed>);
  EXPECT_TRUE((copyable<Allowed[2][3]>));
  EXPECT_TRUE((copyable<const Allowed[2]>));
  EXPECT_TRUE((copyable<volatile Allowed[2]>));
  EXPECT_TRUE((copyable<const volatile Allowed[2]>));
  EXPECT_TRUE(copyable<Wrapper<int>>);
  EXPECT_FALSE(copyable<Wrapper<Owner>>);
  EXPECT_FALSE(copyable<Refused>);
}

TEST(DeviceCopyable, ClassesOfSycl) {
  EXPECT_TRUE((copyable<sycl::vec<float, 4>>));
  EXPECT_TRUE((copyable<sycl::marray<int, 3>>));
  EXPECT_TRUE(copyable<sycl::half>);
  EXPECT_TRUE(copyable<sycl::id<2>>);
  EXPECT_TRUE(copyable<sycl::range<3>>);
  EXPECT_TRUE((copyable<sycl::accessor<int, 1>>));
  EXPECT_TRUE((copyable<sycl::local_accessor<int, 2>>));
  EXPECT_FALSE(copyable<sycl::queue>);
  EXPECT_FALSE((copyable<sycl::buffer<int>>));
  EXPECT_FALSE(copyable<sycl::event>);
}

} // namespace
