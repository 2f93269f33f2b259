// Decides the conditions of a module (SPV_INTEL_function_variants).
//
// In:  a module, and values of specialization constants by SpecId; those that
//      are not given have the module's own default.
// Out: the module that remains, without any word of the extension. Or one line
//      that says why there is none.
// Why: few drivers know the extension. What they get must be plain SPIR-V, and
//      must not mention anything that the device lacks.
//
//  * Functions whose condition is false go, with names, decorations, entry
//  points
//    and execution modes; then what only they used: functions, types,
//    constants, variables. Conditions go altogether.
//  * A call that is dropped, or whose function is, leaves OpUndef, or nothing
//  if
//    it returned nothing.
//  * Capabilities and extensions become ordinary or go; capabilities that
//  nothing
//    needs any more go too (trim.h).
//  * A function that is dropped but used otherwise than by calls, and a
//    capability that is dropped but needed, are errors.
//
// A module without conditions comes back untouched, so that doing it again
// changes nothing.

#ifndef FACET_SPIRV_SPECIALIZE_H_
#define FACET_SPIRV_SPECIALIZE_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "spirv/module.h"

namespace facet::spirv {

std::optional<Module> Specialize(
    const Module& module, std::span<const std::pair<uint32_t, bool>> values,
    std::string* error);

// Returns whether there is anything for Specialize to do.
bool HasConditions(const Module& module);

}  // namespace facet::spirv

#endif  // FACET_SPIRV_SPECIALIZE_H_
