//===- convergence.h - Functions in which work-items wait for each other --===//
//
// In: a module with the bodies of its libraries. Out: the same, where a
// function is convergent only if it, or one that it calls, may make work-items
// meet. Why: Clang takes it for granted of each function of a GPU, and neither
// merges nor moves calls of such functions: sin and cos of the same number
// would each reduce it. LLVM's own inference believes what calls say, which
// Clang marks, too.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_POSTLINK_RETARGET_CONVERGENCE_H
#define FACET_POSTLINK_RETARGET_CONVERGENCE_H

namespace llvm {
class Module;
}

namespace facet {

void inferConvergence(llvm::Module &M);

} // namespace facet

#endif // FACET_POSTLINK_RETARGET_CONVERGENCE_H
