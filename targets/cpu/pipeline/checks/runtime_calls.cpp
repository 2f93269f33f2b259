//===- runtime_calls.cpp - Calls of the runtime's functions for checks ----===//
//
// See runtime_calls.h.
//
//===----------------------------------------------------------------------===//

#include "targets/cpu/pipeline/checks/runtime_calls.h"

#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/IntrinsicsSPIRV.h"

using namespace llvm;

namespace facet {

LoadInst *RuntimeCalls::field(IRBuilder<> &Builder, uint64_t Offset) const {
  Value *Field =
      Builder.CreateConstInBoundsGEP1_64(Builder.getInt8Ty(), &Table, Offset);
  LoadInst *Loaded = Builder.CreateLoad(Builder.getPtrTy(), Field);
  Loaded->setMetadata(LLVMContext::MD_invariant_load,
                      MDNode::get(Builder.getContext(), {}));
  Loaded->setNoSanitizeMetadata();
  return Loaded;
}

Value *RuntimeCalls::localId(IRBuilder<> &Builder, unsigned Dimension) const {
  if (!KnowsWorkItem)
    return Builder.getInt64(FACET_CPU_UNKNOWN_ID);
  return Builder.CreateIntrinsic(Builder.getInt64Ty(),
                                 Intrinsic::spv_thread_id_in_group,
                                 {Builder.getInt32(Dimension)});
}

CallInst *RuntimeCalls::call(IRBuilder<> &Builder, uint64_t Offset,
                             SmallVector<Value *> Arguments,
                             Type *Result) const {
  constexpr unsigned Dimensions = 3;
  for (unsigned D = 0; D < Dimensions; ++D)
    Arguments.push_back(localId(Builder, D));
  CallInst *Call = callWithoutIds(Builder, Offset, Arguments, Result);
  Call->addFnAttr(Attribute::WillReturn);
  return Call;
}

CallInst *RuntimeCalls::callWithoutIds(IRBuilder<> &Builder, uint64_t Offset,
                                       ArrayRef<Value *> Arguments,
                                       Type *Result) const {
  SmallVector<Type *> Types;
  for (Value *Argument : Arguments)
    Types.push_back(Argument->getType());
  CallInst *Call =
      Builder.CreateCall(FunctionType::get(Result, Types, /*isVarArg=*/false),
                         field(Builder, Offset), Arguments);
  Call->setDoesNotThrow();
  return Call;
}

} // namespace facet
