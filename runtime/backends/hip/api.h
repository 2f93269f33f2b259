// AMD's HIP as the CUDA back end wants a driver.
//
// In:  libamdhip64.so, version 5 to 7 (or the file named by SYCL_HIP_LIBRARY).
// Out: the CUDA back end's table of functions (runtime/backends/cuda/api.h),
//      filled with HIP's, and what only HIP has.
// Why: HIP is made after CUDA's driver interface, to the numbers of its errors:
//      streams, events, memory and launches need not be written twice. What has
//      another name, order or number is translated here and nowhere else.
//
// HIP Runtime API reference; declared by hand like CUDA's.

#ifndef FACET_RUNTIME_BACKENDS_HIP_API_H_
#define FACET_RUNTIME_BACKENDS_HIP_API_H_

#include <string>

#include "runtime/backends/cuda/api.h"

namespace facet::hip {

// Returns null when there is no HIP, or when it is unusable: then *warning says
// why. The table lives as long as the process.
const cuda::Api* LoadApi(std::string* warning);

// Returns "gfx90a:sramecc+:xnack-", "" if HIP does not say. After LoadApi.
std::string ArchitectureOf(int device);

}  // namespace facet::hip

#endif  // FACET_RUNTIME_BACKENDS_HIP_API_H_
