// Hints that host memory is going to be copied
// (sycl_ext_oneapi_copy_optimize). No driver is told.
#pragma once

#include <sycl/detail/hide_macros.inc>

#include <sycl/context.hpp>
#include <sycl/queue.hpp>

#include <cstddef>

#define SYCL_EXT_ONEAPI_USM_IMPORT_RELEASE 1

namespace sycl {
inline namespace _V1 {
namespace ext::oneapi::experimental {

inline void prepare_for_device_copy(void *, std::size_t, const context &) {}
inline void prepare_for_device_copy(void *, std::size_t, const queue &) {}
inline void release_from_device_copy(void *, const context &) {}
inline void release_from_device_copy(void *, const queue &) {}

} // namespace ext::oneapi::experimental
} // namespace _V1
} // namespace sycl

#include <sycl/detail/restore_macros.inc>
