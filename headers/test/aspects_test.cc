// The generated enums, and the traits under macros such as the driver defines.
#define __SYCL_ALL_DEVICES_HAVE_fp64__ 1
#define __SYCL_ANY_DEVICE_HAS_fp64__ 1
#define __SYCL_ANY_DEVICE_HAS_fp16__ 1
#define __SYCL_ANY_DEVICE_HAS_gpu__ 0
#include <sycl/aspects.hpp>
#include <sycl/device_aspect_traits.hpp>
#include <sycl/ext/oneapi/experimental/device_architecture.hpp>

#include <gtest/gtest.h>

#include <type_traits>

#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

namespace {

using sycl::aspect;

static_assert(sycl::all_devices_have_v<aspect::fp64> &&
              sycl::any_device_has_v<aspect::fp64>);
static_assert(!sycl::all_devices_have_v<aspect::fp16> &&
              sycl::any_device_has_v<aspect::fp16>);
static_assert(!sycl::any_device_has_v<aspect::gpu> &&
              !sycl::any_device_has_v<aspect::cpu>);
static_assert(
    std::is_base_of_v<std::true_type, sycl::all_devices_have<aspect::fp64>>);
static_assert(
    std::is_base_of_v<std::false_type, sycl::any_device_has<aspect::atomic64>>);

template <typename T, typename = void> struct is_complete : std::false_type {};
template <typename T>
struct is_complete<T, std::void_t<decltype(sizeof(T))>> : std::true_type {};
static_assert(!is_complete<sycl::any_device_has<aspect(12345)>>::value,
              "an unknown aspect must not quietly be absent");

// Every aspect has both traits: a missing one does not compile.
#define __SYCL_ASPECT(NAME, VALUE)                                             \
  static_assert(sycl::any_device_has_v<aspect::NAME> ||                        \
                !sycl::all_devices_have_v<aspect::NAME>);
#define __SYCL_ASPECT_DEPRECATED(NAME, VALUE, MESSAGE)                         \
  __SYCL_ASPECT(NAME, VALUE)
#define __SYCL_ASPECT_DEPRECATED_ALIAS(NAME, VALUE, MESSAGE)                   \
  __SYCL_ASPECT(NAME, VALUE)
#include <sycl/info/aspects.def>

// Numbers that images carry.
TEST(Aspects, Numbers) {
  EXPECT_EQ(static_cast<int>(aspect::host), 0);
  EXPECT_EQ(static_cast<int>(aspect::cpu), 1);
  EXPECT_EQ(static_cast<int>(aspect::fp16), 5);
  EXPECT_EQ(static_cast<int>(aspect::fp64), 6);
  EXPECT_EQ(static_cast<int>(aspect::atomic64), 28);
  EXPECT_EQ(static_cast<int>(aspect::emulated), 40);
}

TEST(Architectures, Numbers) {
  using sycl::ext::oneapi::experimental::architecture;
  EXPECT_EQ(static_cast<std::uint64_t>(architecture::x86_64),
            0x0300000000000000u);
  EXPECT_EQ(static_cast<std::uint64_t>(architecture::intel_gpu_dg1),
            0x0000000302800000u);
  EXPECT_EQ(architecture::intel_gpu_12_60_7, architecture::intel_gpu_pvc);
  EXPECT_EQ(static_cast<std::uint64_t>(architecture::nvidia_gpu_sm_80),
            0x0100000000008000u);
}

} // namespace
