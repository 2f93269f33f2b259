//===- c_functions.cpp - The C library's memory functions in device code --===//
//
// See c_functions.h.
//
//===----------------------------------------------------------------------===//

#include "postlink/link/c_functions.h"

#include "compiler/ir/c_functions.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace facet {
namespace {

/// int (const void *, const void *, size_t), whatever the address space.
bool isComparison(const Function &F) {
  FunctionType *Ty = F.getFunctionType();
  return Ty->getReturnType()->isIntegerTy(32) && Ty->getNumParams() == 3 &&
         Ty->getParamType(0)->isPointerTy() &&
         Ty->getParamType(1)->isPointerTy() &&
         Ty->getParamType(2)->isIntegerTy(64) && !Ty->isVarArg();
}

/// Byte by byte: the difference of the first two that differ.
void defineComparison(Function &F) {
  LLVMContext &Context = F.getContext();
  auto *Entry = BasicBlock::Create(Context, "entry", &F);
  auto *Loop = BasicBlock::Create(Context, "loop", &F);
  auto *Next = BasicBlock::Create(Context, "next", &F);
  auto *Differ = BasicBlock::Create(Context, "differ", &F);
  auto *Equal = BasicBlock::Create(Context, "equal", &F);
  IRBuilder<> Builder(Entry);
  Type *I8 = Builder.getInt8Ty();
  Builder.CreateCondBr(Builder.CreateIsNull(F.getArg(2)), Equal, Loop);

  Builder.SetInsertPoint(Loop);
  PHINode *I = Builder.CreatePHI(Builder.getInt64Ty(), 2);
  auto Byte = [&](unsigned Argument) {
    return Builder.CreateLoad(
        I8, Builder.CreateInBoundsGEP(I8, F.getArg(Argument), I));
  };
  Value *A = Byte(0), *B = Byte(1);
  Builder.CreateCondBr(Builder.CreateICmpEQ(A, B), Next, Differ);

  Builder.SetInsertPoint(Next);
  Value *After = Builder.CreateNUWAdd(I, Builder.getInt64(1));
  I->addIncoming(Builder.getInt64(0), Entry);
  I->addIncoming(After, Next);
  Builder.CreateCondBr(Builder.CreateICmpEQ(After, F.getArg(2)), Equal, Loop);

  Builder.SetInsertPoint(Differ);
  Builder.CreateRet(
      Builder.CreateSub(Builder.CreateZExt(A, Builder.getInt32Ty()),
                        Builder.CreateZExt(B, Builder.getInt32Ty())));
  Builder.SetInsertPoint(Equal);
  Builder.CreateRet(Builder.getInt32(0));
}

} // namespace

void defineCFunctions(Module &M) {
  for (StringRef Name : comparisonsOfMemory()) {
    Function *F = M.getFunction(Name);
    if (!F || !F->isDeclaration() || !isComparison(*F))
      continue;
    defineComparison(*F);
    F->setLinkage(GlobalValue::InternalLinkage);
    // Or LLVM would find the loop and make it a call of itself.
    F->addFnAttr("no-builtins");
    F->setDSOLocal(true);
    F->setSubprogram(nullptr); // of the declaration
  }
}

} // namespace facet
