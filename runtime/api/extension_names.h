// OpenCL's names of what aspects say. SYCL 1.2.1 had these extensions instead
// of aspects, and programs still ask for them.
#ifndef FACET_RUNTIME_API_EXTENSION_NAMES_H_
#define FACET_RUNTIME_API_EXTENSION_NAMES_H_

#include <sycl/aspects.hpp>

#include <string>
#include <utility>
#include <vector>

namespace facet {

// The names of the aspects for which `has` is true.
template <typename Has>
std::vector<std::string> ExtensionNames(Has has) {
  static constexpr std::pair<sycl::aspect, const char*> kNames[] = {
      {sycl::aspect::fp16, "cl_khr_fp16"},
      {sycl::aspect::fp64, "cl_khr_fp64"},
      {sycl::aspect::atomic64, "cl_khr_int64_base_atomics"},
      {sycl::aspect::atomic64, "cl_khr_int64_extended_atomics"},
  };
  std::vector<std::string> names;
  for (const auto& [aspect, name] : kNames)
    if (has(aspect)) names.emplace_back(name);
  return names;
}

}  // namespace facet

#endif  // FACET_RUNTIME_API_EXTENSION_NAMES_H_
