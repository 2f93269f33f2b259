// The checks of an image.
//
// In:  the table of an image's checks.
// Out: the table with the runtime's functions.
#ifndef FACET_RUNTIME_BACKENDS_CPU_CHECKS_CHECKS_H_
#define FACET_RUNTIME_BACKENDS_CPU_CHECKS_CHECKS_H_

#include "config/image/cpu_abi.h"

namespace facet {

// Fills in the image's table; its kernels check nothing if the environment wants
// that. False if there is no room in the address space for what is to be known of
// memory.
bool BindChecks(facet_cpu_checks* table);

}  // namespace facet

#endif  // FACET_RUNTIME_BACKENDS_CPU_CHECKS_CHECKS_H_
