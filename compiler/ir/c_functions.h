//===- c_functions.h - What devices have of the C library -----------------===//
//
// In:  the name of a function of the C library, as code calls it: `erf`,
// `erff`. Out: whether device code may call it. Why: the front end refuses
// calls of others; what it lets pass, targets turn
//      into functions of their device libraries, and the device link defines.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_COMPILER_IR_C_FUNCTIONS_H
#define FACET_COMPILER_IR_C_FUNCTIONS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace facet {

/// Returns `erf` for `erf`, of double, and for `erff`, of float, if the device
/// libraries of all targets have it; else "".
llvm::StringRef providedMathFunction(llvm::StringRef Symbol);

/// Returns `memcmp` and its like, which the device link defines.
llvm::ArrayRef<llvm::StringLiteral> comparisonsOfMemory();

/// What C's printf becomes in device code: a float is not promoted to double,
/// and each target prints by what it has.
inline constexpr llvm::StringLiteral PrintFunction = "__sycl_printf";

/// Returns whether \p Symbol is one of all these, or printf.
bool isProvided(llvm::StringRef Symbol);

} // namespace facet

#endif // FACET_COMPILER_IR_C_FUNCTIONS_H
