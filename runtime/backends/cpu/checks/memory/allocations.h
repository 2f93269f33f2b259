// What programs do with the memory that they ask for.
//
// In:  a call of free, a launch, the end of the program.
// Out: reports.
#ifndef FACET_RUNTIME_BACKENDS_CPU_CHECKS_MEMORY_ALLOCATIONS_H_
#define FACET_RUNTIME_BACKENDS_CPU_CHECKS_MEMORY_ALLOCATIONS_H_

#include <span>

#include "runtime/backends/cpu/checks/state/objects.h"

namespace facet {

struct CheckedLaunch;

// Reports that the program lets memory go that is not its own, any more or at
// all.
void ReportFree(const void* address, const HostPlace& from);

// What of the USM among a kernel's arguments is not of its context. Each kernel
// and allocation once.
void CheckContext(const CheckedLaunch& launch, const void* context);

// USM that the program still has. Once, when it ends.
void ReportLeaks();

}  // namespace facet

#endif  // FACET_RUNTIME_BACKENDS_CPU_CHECKS_MEMORY_ALLOCATIONS_H_
