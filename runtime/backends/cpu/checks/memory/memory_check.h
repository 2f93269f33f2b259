// Accesses that the shadow does not permit (config/image/cpu_abi.h).
//
// In:  such an access.
// Out: a report of it; an address that may be accessed instead, so that the
//      program goes on.
#ifndef FACET_RUNTIME_BACKENDS_CPU_CHECKS_MEMORY_MEMORY_CHECK_H_
#define FACET_RUNTIME_BACKENDS_CPU_CHECKS_MEMORY_MEMORY_CHECK_H_

#include "config/image/cpu_abi.h"

namespace facet {

// Fills in what of the table is for accesses outside of objects. False if there
// is no room for the shadow.
bool BindMemoryChecks(facet_cpu_checks* table);

}  // namespace facet

#endif  // FACET_RUNTIME_BACKENDS_CPU_CHECKS_MEMORY_MEMORY_CHECK_H_
