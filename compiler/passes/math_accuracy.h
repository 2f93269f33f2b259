//===- math_accuracy.h - Pass: how accurate functions must be -------------===//
//
// In:  device code of one source as the front end emits it, and what
//      -ffp-accuracy= asks for.
// Out: calls of the functions that it asks for have the attribute of
//      compiler/ir/math_calls.h; functions with such calls use the internal
//      aspect of its level, which aspect propagation carries to kernels.
// Why: post-link keeps kernels of different levels in different images, and
//      back ends see what each call needs.
//
// Other sources may be compiled with other options: inline functions of this
// one, which the link would merge with theirs, become its own.
//
// SPEC 001, "SYCL internal aspects for device image splitting".
//
//===----------------------------------------------------------------------===//

#ifndef FACET_COMPILER_PASSES_MATH_ACCURACY_H
#define FACET_COMPILER_PASSES_MATH_ACCURACY_H

#include "config/accuracy/math_accuracy.h"

namespace llvm {
class Module;
}

namespace facet {

void requireAccuracy(llvm::Module &M, const MathAccuracies &Accuracies);

/// After propagation: functions that use the internal aspect of a level, by
/// themselves or through others, are merged with none of other sources.
void separateAccuracies(llvm::Module &M);

} // namespace facet

#endif // FACET_COMPILER_PASSES_MATH_ACCURACY_H
