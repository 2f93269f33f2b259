//===- group_atomics.h - Atomic operations within a work-group ------------===//
//
// In: a module for CPUs, whose work-groups are executed by one thread each.
// Out: atomic operations whose memory or scope is a work-group's as ordinary
// instructions.
// Why: no other thread accesses local memory, and none may rely on the atomicity
// of a narrower scope (SYCL 2020, 3.8.3.2). A locked instruction takes about
// twenty times as long, and floating-point updates are loops of them.
//
// Two steps, because vectorization must take atomic operations for what they
// are: two work-items of one vector may update the same element.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_TARGETS_CPU_PIPELINE_GROUP_ATOMICS_H
#define FACET_TARGETS_CPU_PIPELINE_GROUP_ATOMICS_H

namespace llvm {
class Module;
} // namespace llvm

namespace facet {

/// Gives operations on local memory the scope "singlethread". Before address
/// spaces are remapped.
void narrowLocalAtomics(llvm::Module &M);

/// Replaces operations of scope "singlethread". Behind all optimizations.
void lowerGroupAtomics(llvm::Module &M);

} // namespace facet

#endif // FACET_TARGETS_CPU_PIPELINE_GROUP_ATOMICS_H
