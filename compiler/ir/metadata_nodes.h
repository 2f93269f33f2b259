//===- metadata_nodes.h - Integers and aspects as metadata ----------------===//
//
// In/out: numbers, and the metadata nodes that hold them.
// Why: the readers and writers of this folder share them; nobody else asks.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_COMPILER_IR_METADATA_NODES_H
#define FACET_COMPILER_IR_METADATA_NODES_H

#include "features/aspects/aspect_set.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Metadata.h"

namespace facet {

inline llvm::Metadata *integerOperand(llvm::LLVMContext &Context,
                                      int64_t Value) {
  return llvm::ConstantAsMetadata::get(llvm::ConstantInt::getSigned(
      llvm::Type::getInt32Ty(Context), Value));
}

template <typename Range>
llvm::MDNode *integersNode(llvm::LLVMContext &Context, const Range &Numbers) {
  llvm::SmallVector<llvm::Metadata *, 4> Operands;
  for (int64_t Number : Numbers)
    Operands.push_back(integerOperand(Context, Number));
  return llvm::MDNode::get(Context, Operands);
}

/// Operands that are no integers are left out.
inline llvm::SmallVector<int64_t, 4> integersOf(const llvm::MDNode *Node) {
  llvm::SmallVector<int64_t, 4> Result;
  if (!Node)
    return Result;
  for (const llvm::MDOperand &Operand : Node->operands())
    if (const auto *C =
            llvm::mdconst::dyn_extract_or_null<llvm::ConstantInt>(Operand);
        C && C->getBitWidth() <= 64)
      Result.push_back(C->getSExtValue());
  return Result;
}

inline AspectSet aspectsOf(const llvm::MDNode *Node) {
  AspectSet Result;
  for (int64_t Number : integersOf(Node))
    Result.Insert(static_cast<Aspect>(Number));
  return Result;
}

} // namespace facet

#endif // FACET_COMPILER_IR_METADATA_NODES_H
