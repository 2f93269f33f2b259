// Feature-test macros (SYCL 2020, 5.6, and appendix D): those of the language,
// of the extensions, and of the back ends. That a back end is here says nothing
// of drivers.
#pragma once

#include <sycl/detail/defines.hpp>

#define SYCL_KHR_DEFAULT_CONTEXT 1
#define SYCL_KHR_DYNAMIC_ADDRSPACE_CAST 1
#define SYCL_KHR_GROUP_INTERFACE 1
#define SYCL_KHR_MAX_WORK_GROUP_QUERIES 1
#define SYCL_KHR_QUEUE_EMPTY_QUERY 1
#define SYCL_KHR_QUEUE_FLUSH 1
#define SYCL_KHR_SPLIT_HEADERS 1
#define SYCL_KHR_STATIC_ADDRSPACE_CAST 1
#define SYCL_KHR_WORK_ITEM_QUERIES 1

#define SYCL_BACKEND_OPENCL 1
#define SYCL_EXT_ONEAPI_BACKEND_CUDA 1
#define SYCL_EXT_ONEAPI_BACKEND_HIP 1
