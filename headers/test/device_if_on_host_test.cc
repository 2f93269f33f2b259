// Host code that executes if_device_has or if_architecture_is: there is no device
// to ask.

#include <sycl/sycl.hpp>

#include "gtest/gtest.h"

namespace {

namespace ex = sycl::ext::oneapi::experimental;

template <typename Function> void expect_refusal(Function function) {
  try {
    function();
    ADD_FAILURE() << "no exception";
  } catch (const sycl::exception &e) {
    EXPECT_EQ(e.code(), sycl::errc::invalid);
    EXPECT_STREQ(e.what(),
                 "if_device_has and if_architecture_is were called by host "
                 "code; they exist in device code only");
  }
}

TEST(DeviceIf, ThrowsOnTheHostAndCallsNothing) {
  bool called = false;
  auto action = [&] { called = true; };
  expect_refusal([&] { ex::if_device_has<sycl::aspect::cpu>(action); });
  expect_refusal([&] {
    ex::if_device_has<sycl::aspect::gpu>(action).otherwise(action);
  });
  expect_refusal(
      [&] { ex::if_architecture_is<ex::architecture::x86_64>(action); });
  EXPECT_FALSE(called);
}

} // namespace
