// CPUs of the x86-64 architecture. Emulated devices run their code. See targets/family.h.

#ifndef FACET_TARGETS_CPU_FAMILY_H_
#define FACET_TARGETS_CPU_FAMILY_H_

#include "targets/family.h"

namespace facet {

extern const TargetFamily kCpuFamily;

// The synchronization scope of atomic operations on local memory, which other
// threads do not access. Optimizations keep scopes, and drop metadata that they do
// not know.
inline constexpr char kLocalScope[] = "facet.local";

}  // namespace facet

#endif  // FACET_TARGETS_CPU_FAMILY_H_
