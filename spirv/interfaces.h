// Lists in each entry point the variables of its interface.
//
// In:  a checked module.
// Out: the same module; entry points also list what the functions that they
//      reach use: variables of the storage classes Input and Output, from
//      SPIR-V 1.4 on all variables of the module.
// Why: a function that comes to an entry point by linking brings the built-in
//      variables that it uses.
//
// SPIR-V 1.6, section 3.42.6, OpEntryPoint.

#ifndef FACET_SPIRV_INTERFACES_H_
#define FACET_SPIRV_INTERFACES_H_

#include "spirv/module.h"

namespace facet::spirv {

Module CompleteInterfaces(const Module& module);

}  // namespace facet::spirv

#endif  // FACET_SPIRV_INTERFACES_H_
