//===- range_offsets.h - Whether a program offsets an nd_range ------------===//
//
// In:  a module.
// Out: the module with the record, or whether there is one.
//
// GPUs whose drivers launch nothing with an offset need another version of each
// kernel for that (postlink/retarget/offset_variants.h). The front end records in
// the module, as !sycl_nd_range_offsets, that a source constructs such a range;
// programs that never do pay nothing.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_COMPILER_IR_RANGE_OFFSETS_H
#define FACET_COMPILER_IR_RANGE_OFFSETS_H

namespace llvm {
class Module;
} // namespace llvm

namespace facet {

void noteRangeOffsets(llvm::Module &M);
bool hasRangeOffsets(const llvm::Module &M);

} // namespace facet

#endif // FACET_COMPILER_IR_RANGE_OFFSETS_H
