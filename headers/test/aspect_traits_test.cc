// The generated sources are assertions of the compiler; this one is without any
// macro, as in a program that no SYCL driver compiles.
#include "headers/test/aspect_traits.h"

#include <gtest/gtest.h>

namespace {

template <sycl::aspect... Aspects> constexpr bool none() {
  return !((sycl::any_device_has_v<Aspects> ||
            sycl::all_devices_have_v<Aspects>) ||
           ...);
}

TEST(AspectTraits, NothingIsKnownWithoutMacros) {
  constexpr bool nothing = none<
#define __SYCL_ASPECT(NAME, VALUE) sycl::aspect::NAME,
#define __SYCL_ASPECT_DEPRECATED(NAME, VALUE, MESSAGE) sycl::aspect::NAME,
#define __SYCL_ASPECT_DEPRECATED_ALIAS(NAME, VALUE, MESSAGE) sycl::aspect::NAME,
#include <sycl/info/aspects.def>
      sycl::aspect::cpu>();
  EXPECT_TRUE(nothing);
}

} // namespace
