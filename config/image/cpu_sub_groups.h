// The sub-group size of CPU code whose kernel requires none.
//
// In:  the sizes that the target, or its device, has, ascending.
// Out: one of them.
// Why: the AOT step generates code of this size, and the runtime says that the
//      kernel has it.

#ifndef FACET_CONFIG_IMAGE_CPU_SUB_GROUPS_H_
#define FACET_CONFIG_IMAGE_CPU_SUB_GROUPS_H_

#include <cstdint>
#include <span>

namespace facet {

inline std::uint32_t DefaultCpuSubGroupSize(
    std::span<const std::uint32_t> sizes) {
  // Code ported from CUDA takes it for granted. Kernels that do not ask for
  // sub-groups have no code that depends on it: vectors are as wide as before.
  constexpr std::uint32_t kWarp = 32;
  // A narrower one fills no vector register.
  constexpr std::uint32_t kNarrowestUseful = 8;
  for (std::uint32_t size : sizes)
    if (size == kWarp) return size;
  for (std::uint32_t size : sizes)
    if (size >= kNarrowestUseful) return size;
  return sizes.empty() ? kWarp : sizes.front();
}

}  // namespace facet

#endif  // FACET_CONFIG_IMAGE_CPU_SUB_GROUPS_H_
