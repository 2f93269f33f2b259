//===- math_calls.h - Calls of mathematical functions ---------------------===//
//
// In:  device code before it is made code of a target: functions of
//      mathematics are OpenCL's extended instructions (`__spirv_ocl_sin`), C's
//      (`sinf`) or intrinsics (`llvm.sin`), and have no bodies.
// Out: which function that is, for float, double or half; the accuracy that
//      -ffp-accuracy= asks of a call, which is an attribute of the call.
// Why: an attribute of a call with a value survives inlining, cloning and the
//      link, and LLVM merges no calls that differ in one. Metadata would go.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_COMPILER_IR_MATH_CALLS_H
#define FACET_COMPILER_IR_MATH_CALLS_H

#include "config/accuracy/math_accuracy.h"
#include "llvm/ADT/StringRef.h"

#include <optional>

namespace llvm {
class CallBase;
class Function;
} // namespace llvm

namespace facet {

namespace attribute {
/// Its value is the level's name: "high".
inline constexpr llvm::StringLiteral MathAccuracy = "sycl-fp-accuracy";
} // namespace attribute

struct MathFunction {
  /// OpenCL's name.
  llvm::StringRef Name;
  RealType Type;
};

/// Nullopt: it is none that has an accuracy.
std::optional<MathFunction> mathFunctionOf(const llvm::Function &F);
std::optional<MathFunction> mathFunctionOf(const llvm::CallBase &Call);

/// Nullopt: none is required.
std::optional<MathAccuracy> readMathAccuracy(const llvm::CallBase &Call);
void writeMathAccuracy(llvm::CallBase &Call, MathAccuracy Accuracy);

} // namespace facet

#endif // FACET_COMPILER_IR_MATH_CALLS_H
