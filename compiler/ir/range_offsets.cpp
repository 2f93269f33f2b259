//===- range_offsets.cpp - Whether a program offsets an nd_range ----------===//
//
// See range_offsets.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/ir/range_offsets.h"

#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace facet {

static constexpr StringLiteral Name = "sycl_nd_range_offsets";

void noteRangeOffsets(Module &M) {
  if (!hasRangeOffsets(M))
    M.getOrInsertNamedMetadata(Name)->addOperand(
        MDNode::get(M.getContext(), {}));
}

bool hasRangeOffsets(const Module &M) { return M.getNamedMetadata(Name); }

} // namespace facet
