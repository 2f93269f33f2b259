// What a driver's compiler makes of code, kept on disk for later processes.
//
// In:  the code, what the device and its driver are, how to load and to build.
// Out: a loaded program.
#ifndef FACET_RUNTIME_BACKENDS_COMMON_CACHED_BUILD_H_
#define FACET_RUNTIME_BACKENDS_COMMON_CACHED_BUILD_H_

#include <string_view>

#include "runtime/backends/backend.h"
#include "runtime/cache/disk_cache.h"

namespace facet {

// Returns the beginning of every key: binaries are of one device and one
// driver.
inline CacheKey KeyOf(std::string_view backend, const DeviceInfo& info) {
  CacheKey key;
  key.Add(backend).Add(info.name).Add(info.version).Add(info.driver_version);
  return key;
}

// Calls `load(std::span<const unsigned char> binary)` if the cache has one.
// Otherwise, or if that fails, calls `build()` and keeps what `binary()`
// returns then; nothing if that is empty.
template <typename Load, typename Build, typename Binary>
Status LoadOrBuild(DiskCache& cache, const CacheKey& key, Load load,
                   Build build, Binary binary) {
  if (const auto known = cache.Load(key)) {
    if (load(*known).ok()) return Status();
    cache.Remove(key);
  }
  const Status status = build();
  if (!status.ok()) return status;
  if (const auto made = binary(); !made.empty()) cache.Store(key, made);
  return status;
}

}  // namespace facet

#endif  // FACET_RUNTIME_BACKENDS_COMMON_CACHED_BUILD_H_
