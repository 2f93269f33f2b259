// NVIDIA GPUs. See targets/family.h.

#ifndef FACET_TARGETS_NVIDIA_FAMILY_H_
#define FACET_TARGETS_NVIDIA_FAMILY_H_

#include "targets/family.h"

namespace facet {

inline constexpr Vendor kNvidia{"NVIDIA Corporation", 0x10de};

extern const TargetFamily kNvidiaFamily;

}  // namespace facet

#endif  // FACET_TARGETS_NVIDIA_FAMILY_H_
