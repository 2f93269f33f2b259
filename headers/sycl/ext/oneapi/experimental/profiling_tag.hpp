// Times between commands of a queue (sycl_ext_oneapi_profiling_tag).
#pragma once

#include <sycl/detail/hide_macros.inc>

#include <sycl/aspects.hpp>
#include <sycl/event.hpp>
#include <sycl/exception.hpp>
#include <sycl/property_list.hpp>
#include <sycl/queue.hpp>

#define SYCL_EXT_ONEAPI_PROFILING_TAG 1

namespace sycl {
inline namespace _V1 {
namespace ext::oneapi::experimental {

/// Returns an event whose times are those at which all commands that the queue
/// has got are done. No device has the aspect, so that the queue must have
/// enable_profiling; errc::invalid otherwise.
inline event submit_profiling_tag(const queue &q) {
  if (!q.has_property<sycl::property::queue::enable_profiling>() &&
      !q.get_device().has(aspect::ext_oneapi_queue_profiling_tag))
    throw exception(make_error_code(errc::invalid),
                    "submit_profiling_tag: the queue was made without "
                    "property::queue::enable_profiling, and its device lacks "
                    "aspect::ext_oneapi_queue_profiling_tag");
  queue same = q;
  return same.ext_oneapi_submit_barrier();
}

} // namespace ext::oneapi::experimental
} // namespace _V1
} // namespace sycl

#include <sycl/detail/restore_macros.inc>
