//===- offset_variants.h - Kernels for an nd_range with an offset ---------===//
//
// The drivers of NVIDIA and AMD launch nothing with a global offset. In: a
// module of a program that makes an nd_range with one (compiler/ir/
// range_offsets.h). Out: beside each kernel K over an nd_range whose result may
// depend on the offset another, `K$offset`, which takes the offset as three more
// arguments (x, y, z) behind all others, and with it what it calls; and the
// empty kernel `__sycl_takes_offsets`, which tells the runtime that a kernel
// without a variant does not depend on the offset. A kernel that calls functions
// of other images has no variant, and the empty `K$nooffset`. K itself stays as
// it is.
//
// Kernels over a range have their offset as an argument of their own.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_POSTLINK_RETARGET_OFFSET_VARIANTS_H
#define FACET_POSTLINK_RETARGET_OFFSET_VARIANTS_H

#include "llvm/ADT/ArrayRef.h"

#include <string>
#include <vector>

namespace llvm {
class Module;
} // namespace llvm

namespace facet {

/// Before address spaces are mapped, with the built-ins undefined. Returns the
/// names of the new kernels.
std::vector<std::string> addOffsetVariants(llvm::Module &M,
                                           llvm::ArrayRef<std::string> Kernels,
                                           llvm::ArrayRef<std::string> Imports);

} // namespace facet

#endif // FACET_POSTLINK_RETARGET_OFFSET_VARIANTS_H
