// Counters of sources that are compiled for coverage.
//
// The host's part of such a source registers them when the program starts or a
// library is loaded; images of the source count in them
// (config/image/cpu_abi.h).
#ifndef FACET_RUNTIME_REGISTRY_COUNTERS_H_
#define FACET_RUNTIME_REGISTRY_COUNTERS_H_

#include <string_view>

namespace facet {

// Returns the table registered under `name`, or null.
const void* CountersOf(std::string_view name);

}  // namespace facet

// Called by the host's part. Thread-safe.
extern "C" void __sycl_register_counters(const char* name, const void* table);
extern "C" void __sycl_unregister_counters(const char* name, const void* table);

#endif  // FACET_RUNTIME_REGISTRY_COUNTERS_H_
