//===- local_values.h - Values of a group's memory in registers -----------===//
//
// In:  a function that executes work-groups of a known size, its loops over
//      work-items unrolled.
// Out: the same, where what a group stores in its local or scratch memory and
//      loads again is taken from registers, and what nothing loads any more is
//      not stored.
//
// A reduction in local memory stores 256 sums, adds the upper half to the lower
// one, and so on: each step loads a part of a vector that the step before has
// stored. A scan keeps in scratch memory what it has loaded before a barrier,
// from another place of the vectors on: a load that overlaps two stores waits
// until both have left the store buffer. LLVM sees whole vectors only. The last
// stores are dead because the memory ends with its group, which LLVM does not
// know.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_TARGETS_CPU_PIPELINE_LOCAL_VALUES_H
#define FACET_TARGETS_CPU_PIPELINE_LOCAL_VALUES_H

namespace llvm {
class Function;
}

namespace facet {

/// Does so within each block of \p F. True if \p F has changed. Linear in the
/// size of F. Not for kernels that are checked.
bool keepLocalValues(llvm::Function &F);

} // namespace facet

#endif // FACET_TARGETS_CPU_PIPELINE_LOCAL_VALUES_H
