// Reports of undefined values that kernels use.
//
// In:  the table of an image's checks.
// Out: the table with the functions that report undefined values.
#ifndef FACET_RUNTIME_BACKENDS_CPU_CHECKS_DEFINEDNESS_UNDEFINED_VALUES_H_
#define FACET_RUNTIME_BACKENDS_CPU_CHECKS_DEFINEDNESS_UNDEFINED_VALUES_H_

#include "config/image/cpu_abi.h"

namespace facet {

// Fills in what of the table is for them. False if there is no room in the
// address space for what is to be known of memory.
bool BindDefinednessChecks(facet_cpu_checks* table);

}  // namespace facet

#endif  // FACET_RUNTIME_BACKENDS_CPU_CHECKS_DEFINEDNESS_UNDEFINED_VALUES_H_
