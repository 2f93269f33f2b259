// Promotes what printf prints, as C does, for devices that have doubles.
//
// In:  a checked module.
// Out: the same module; each float that is an argument of OpenCL's printf is
//      converted to double before. Or one line that says what is invalid.
// Why: the module is for devices without doubles, too, and so it has floats.
//      PoCL hands them to a C function of variable arguments, which reads
//      doubles: it would print 0.
//
// "OpenCL Extended Instruction Set Specification", printf.

#ifndef FACET_SPIRV_PRINTED_FLOATS_H_
#define FACET_SPIRV_PRINTED_FLOATS_H_

#include <optional>
#include <string>

#include "spirv/module.h"

namespace facet::spirv {

std::optional<Module> PromotePrintedFloats(const Module& module,
                                           std::string* error);

}  // namespace facet::spirv

#endif  // FACET_SPIRV_PRINTED_FLOATS_H_
