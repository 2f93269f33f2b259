//===- private_atomics.h - Atomic operations of private memory ------------===//
//
// In: a module. Out: the same, where loads, stores and updates of variables that
// only one work-item has are ordinary ones.
// Why: a program may have an atomic_ref of a local variable (SYCL 2020, 4.15.3).
// Nobody can observe whether it is atomic, but PTX has no such instructions:
// ptxas refuses them.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_POSTLINK_RETARGET_PRIVATE_ATOMICS_H
#define FACET_POSTLINK_RETARGET_PRIVATE_ATOMICS_H

namespace llvm {
class Module;
} // namespace llvm

namespace facet {

/// Finds the variables that functions have themselves: to be run again after
/// inlining. Control flow stays.
void lowerPrivateAtomics(llvm::Module &M);

} // namespace facet

#endif // FACET_POSTLINK_RETARGET_PRIVATE_ATOMICS_H
