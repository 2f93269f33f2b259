// Drops capabilities that nothing in the module needs.
//
// In:  a checked module.
// Out: the same module with fewer OpCapability instructions.
// Why: a driver refuses a module for a capability that the device lacks (fp64
//      on most client GPUs) also when no instruction uses it any more, which
//      happens after conditional code has been removed.
//
// Only capabilities whose need can be decided from declarations are visited;
// all others stay. Conservative: when in doubt a capability stays.
//
// SPIR-V 1.6, section 3.31 "Capability".

#ifndef FACET_SPIRV_TRIM_H_
#define FACET_SPIRV_TRIM_H_

#include "spirv/module.h"

namespace facet::spirv {

Module TrimCapabilities(const Module& module);

}  // namespace facet::spirv

#endif  // FACET_SPIRV_TRIM_H_
