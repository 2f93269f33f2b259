//===- group_atomics.h - Atomic operations within a work-group ------------===//
//
// In: a module for CPUs, whose work-groups are executed by one thread each.
// Out: atomic operations on local memory as ordinary instructions.
// Why: no other thread accesses local memory. A locked instruction takes about
// twenty times as long, and floating-point updates are loops of them.
//
// Operations of the scope of a work-group on other memory stay. Groups that
// update the same element with this scope have a data race (SYCL 2020, 3.8.3.2),
// but programs that do are right on GPUs and with other compilers.
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

/// Gives operations on local memory a scope of their own. Before address spaces
/// are remapped.
void narrowLocalAtomics(llvm::Module &M);

/// Replaces these operations, and those by generic pointers to the group's
/// dynamic local memory, which are known once all is inlined. Behind all
/// optimizations.
void lowerGroupAtomics(llvm::Module &M);

} // namespace facet

#endif // FACET_TARGETS_CPU_PIPELINE_GROUP_ATOMICS_H
