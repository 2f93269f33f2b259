//===- assertions.cpp - Failed assertions in SPIR-V -----------------------===//
//
// See assertions.h.
//
//===----------------------------------------------------------------------===//

#include "postlink/retarget/assertions.h"

#include "postlink/retarget/device_builtins.h"
#include "postlink/retarget/extra_arguments.h"
#include "postlink/retarget/kernels.h"
#include "postlink/retarget/printf.h"
#include "postlink/retarget/printf_format.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace facet {
namespace {

/// The number of global memory in SPIR-V.
constexpr unsigned GlobalSpace = 1;

/// Operands of __sycl_assert_fail; the ids follow.
enum Operand : unsigned { Expression, File, Line, FunctionName, FirstId };
constexpr unsigned IdCount = 6;

/// The string that an operand points to; not known if code chose among several.
std::string textOf(const Value &Pointer) {
  StringRef Text;
  return getConstantStringInfo(&Pointer, Text) ? escapedForPrintf(Text) : "?";
}

std::string formatOf(const CallInst &Call) {
  auto *Number = dyn_cast<ConstantInt>(Call.getArgOperand(Line));
  return (Twine(textOf(*Call.getArgOperand(File))) + ":" +
          (Number ? Twine(Number->getZExtValue()) : Twine("?")) + ": " +
          textOf(*Call.getArgOperand(FunctionName)) +
          ": global id: [%lu,%lu,%lu], local id: [%lu,%lu,%lu] Assertion `" +
          textOf(*Call.getArgOperand(Expression)) + "` failed.\n")
      .str();
}

void print(CallInst &Call) {
  IRBuilder<> Builder(&Call);
  SmallVector<Value *> Arguments(Call.arg_begin() + FirstId,
                                 Call.arg_begin() + FirstId + IdCount);
  createOpenClPrintf(Builder, formatOf(Call), Arguments);
}

/// \p Flag is the address as a number: what OpenCL lets the host pass by value.
void raise(Argument &Flag, CallInst &Before) {
  IRBuilder<> Builder(&Before);
  Value *Word = Builder.CreateIntToPtr(
      &Flag, PointerType::get(Before.getContext(), GlobalSpace));
  Builder.CreateAlignedStore(Builder.getInt32(1), Word, Align(4),
                             /*isVolatile=*/true);
}

/// Calls of \p Fail in \p F, if they are what the headers make.
SmallVector<CallInst *> failuresIn(Function &F, const Function &Fail) {
  SmallVector<CallInst *> Calls;
  for (const User *U : Fail.users()) {
    auto *Call = dyn_cast<CallInst>(U);
    if (Call && Call->getFunction() == &F &&
        Call->arg_size() == FirstId + IdCount)
      Calls.push_back(const_cast<CallInst *>(Call));
  }
  return Calls;
}

/// Makes the function return behind \p Call, whatever follows there.
void returnBehind(CallInst &Call) {
  BasicBlock *Block = Call.getParent();
  Type *Result = Block->getParent()->getReturnType();
  for (BasicBlock *Successor : successors(Block))
    Successor->removePredecessor(Block);
  while (&Block->back() != &Call) {
    Instruction &Last = Block->back();
    Last.replaceAllUsesWith(PoisonValue::get(Last.getType()));
    Last.eraseFromParent();
  }
  IRBuilder<> Builder(Block);
  if (Result->isVoidTy())
    Builder.CreateRetVoid();
  else
    Builder.CreateRet(Constant::getNullValue(Result));
}

/// Where the code goes on that branched to \p Block because an expression was
/// false; null if it is not known.
BasicBlock *otherWay(const BasicBlock &Block) {
  const BasicBlock *Decision = Block.getSinglePredecessor();
  const auto *Branch =
      Decision ? dyn_cast<BranchInst>(Decision->getTerminator()) : nullptr;
  if (!Branch || !Branch->isConditional())
    return nullptr;
  BasicBlock *Other = Branch->getSuccessor(Branch->getSuccessor(0) == &Block);
  return Other == &Block ? nullptr : Other;
}

void goOnBehind(CallInst &Call) {
  BasicBlock *Block = Call.getParent();
  BasicBlock *Other = otherWay(*Block);
  if (!Other || !isa<UnreachableInst>(Call.getNextNode()))
    return returnBehind(Call);
  Call.getNextNode()->eraseFromParent();
  BranchInst::Create(Other, Block);
  for (PHINode &Phi : Other->phis())
    Phi.addIncoming(Phi.getIncomingValueForBlock(Block->getSinglePredecessor()),
                    Block);
}

} // namespace

std::vector<std::string>
lowerAssertionsToPrintf(Module &M, ArrayRef<std::string> Kernels) {
  std::vector<std::string> Flagged;
  Function *Fail = M.getFunction(builtin::AssertFail);
  if (!Fail || !Fail->isDeclaration())
    return Flagged;
  for (Function *Kernel : functionsNamed(M, Kernels)) {
    SmallVector<CallInst *> Calls = failuresIn(*Kernel, *Fail);
    if (Calls.empty())
      continue;
    Argument *Flag = addKernelArgument(
        *Kernel, Type::getInt64Ty(M.getContext()), "assertion_flag", "ulong");
    for (CallInst *Call : Calls)
      raise(*Flag, *Call);
    Flagged.push_back(Flag->getParent()->getName().str());
  }
  for (User *U : make_early_inc_range(Fail->users())) {
    auto *Call = dyn_cast<CallInst>(U);
    if (!Call || Call->arg_size() != FirstId + IdCount)
      continue;
    print(*Call);
    goOnBehind(*Call);
    Call->eraseFromParent();
  }
  if (Fail->use_empty())
    Fail->eraseFromParent();
  return Flagged;
}

} // namespace facet
