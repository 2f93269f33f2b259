// Extension sycl_ext_oneapi_current_device: a device of each host thread.
#pragma once

#include <sycl/detail/hide_macros.inc>

#define SYCL_EXT_ONEAPI_CURRENT_DEVICE 1

#include <sycl/device.hpp>

namespace sycl {
inline namespace _V1 {
namespace ext::oneapi::experimental::this_thread {

// Defined in //runtime.
/// The one that the thread has set, else what default_selector_v selects.
device get_current_device();
void set_current_device(device dev);

} // namespace ext::oneapi::experimental::this_thread
} // namespace _V1
} // namespace sycl

#include <sycl/detail/restore_macros.inc>
