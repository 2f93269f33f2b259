// Intel GPUs, whose code ocloc finishes. See targets/family.h.

#ifndef FACET_TARGETS_INTEL_FAMILY_H_
#define FACET_TARGETS_INTEL_FAMILY_H_

#include "targets/family.h"

namespace facet {

inline constexpr Vendor kIntel{"Intel(R) Corporation", 0x8086};

extern const TargetFamily kIntelFamily;

}  // namespace facet

#endif  // FACET_TARGETS_INTEL_FAMILY_H_
