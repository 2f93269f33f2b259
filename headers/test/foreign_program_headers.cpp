// Headers by the names of other implementations, without <sycl/sycl.hpp>.
#include "user_macros.h"

#include <sycl/builtins.hpp>
#include <sycl/ext/oneapi/experimental/async_alloc/async_alloc.hpp>
#include <sycl/ext/oneapi/experimental/async_alloc/memory_pool.hpp>
#include <sycl/half_type.hpp>
#include <sycl/properties/all_properties.hpp>
#include <sycl/types.hpp>
#include <sycl/usm/usm_allocator.hpp>

static_assert(sizeof(sycl::half) == 2 && sizeof(sycl::float4) == 16 && I) == 17,
              "the headers are there, and the macro");

sycl::float4 foreign_headers(sycl::float4 vector) { return sycl::sqrt(vector); }

using foreign_pool = sycl::ext::oneapi::experimental::memory_pool;

// The names of all aspects, as migration tools list them.
const char *name_of_aspect(sycl::aspect aspect) {
#define __SYCL_ASPECT(NAME, VALUE)                                             \
  case sycl::aspect::NAME:                                                     \
    return #NAME;
#define __SYCL_ASPECT_DEPRECATED(NAME, VALUE, MESSAGE)
#define __SYCL_ASPECT_DEPRECATED_ALIAS(NAME, VALUE, MESSAGE)
  switch (aspect) {
#include <sycl/info/aspects.def>
#include <sycl/info/aspects_deprecated.def>
  default:
    return "unknown";
  }
#undef __SYCL_ASPECT
#undef __SYCL_ASPECT_DEPRECATED
#undef __SYCL_ASPECT_DEPRECATED_ALIAS
}
