// AMD GPUs. See targets/family.h.

#ifndef FACET_TARGETS_AMD_FAMILY_H_
#define FACET_TARGETS_AMD_FAMILY_H_

#include "targets/family.h"

namespace facet {

inline constexpr Vendor kAmd{"Advanced Micro Devices, Inc.", 0x1002};

extern const TargetFamily kAmdFamily;

}  // namespace facet

#endif  // FACET_TARGETS_AMD_FAMILY_H_
