// The architecture of CPUs whose driver takes SPIR-V (OpenCL).
//
// Unlike the devices of the target of this name, these have just the aspects
// that their driver reports: PoCL has no fp16, say.

#ifndef FACET_FEATURES_ARCHITECTURES_DRIVER_CPU_H_
#define FACET_FEATURES_ARCHITECTURES_DRIVER_CPU_H_

#include <string_view>

namespace facet {

inline constexpr std::string_view kDriverCpuArchitecture = "x86_64";

}  // namespace facet

#endif  // FACET_FEATURES_ARCHITECTURES_DRIVER_CPU_H_
