// any_device_has and all_devices_have (SYCL 2020, 4.6.4.3): what is known at
// compile time of the devices this program is compiled for.
#pragma once

#include <sycl/aspects.hpp>

#include <type_traits>

namespace sycl {
inline namespace _V1 {

template <aspect Aspect> struct all_devices_have;
template <aspect Aspect> struct any_device_has;

template <aspect Aspect>
inline constexpr bool all_devices_have_v = all_devices_have<Aspect>::value;
template <aspect Aspect>
inline constexpr bool any_device_has_v = any_device_has<Aspect>::value;

} // namespace _V1
} // namespace sycl

#if defined(__SYCL_LATE_TARGETS__) && !defined(__SYCL_ONLY_ARCHITECTURE__) &&  \
    !defined(__SYCL_DEVICE_IF_HEADERS__)
// This header is precompiled, for sources that say later what the targets have:
// the compiler includes the definitions behind it. Where device_if.hpp decides
// conditions they are known by now.
#define __SYCL_HAS_LATE_TARGETS__ 1
#else
#include <sycl/detail/aspects_of_targets.hpp>
#endif
