//===- cpu_loops.cpp - Loops over the work-items of a group ---------------===//
//
// See cpu_loops.h.
//
//===----------------------------------------------------------------------===//

#include "postlink/retarget/cpu_loops.h"

#include "llvm/IR/Module.h"

using namespace llvm;

namespace facet {
namespace {

constexpr const char *DimensionNames[] = {"x", "y", "z"};

} // namespace

LoopNest openLoopNest(IRBuilder<> &Builder, CpuQueries &Queries) {
  LoopNest Nest;
  Function *F = Builder.GetInsertBlock()->getParent();
  for (unsigned D : {0, 1, 2})
    Nest.Range[D] = Queries.localRange(Builder, D);
  for (unsigned D : {2, 1, 0}) {
    BasicBlock *Before = Builder.GetInsertBlock();
    auto *Loop = BasicBlock::Create(Builder.getContext(),
                                    Twine("loop.") + DimensionNames[D], F);
    Builder.CreateBr(Loop);
    Builder.SetInsertPoint(Loop);
    Nest.LocalId[D] = Builder.CreatePHI(Builder.getInt64Ty(), 2,
                                        Twine("local.") + DimensionNames[D]);
    Nest.LocalId[D]->addIncoming(Builder.getInt64(0), Before);
  }
  return Nest;
}

void closeLoopNest(IRBuilder<> &Builder, LoopNest &Nest) {
  Function *F = Builder.GetInsertBlock()->getParent();
  for (unsigned D : {0, 1, 2}) {
    PHINode *Id = Nest.LocalId[D];
    auto *Exit = BasicBlock::Create(Builder.getContext(),
                                    Twine("loop.end.") + DimensionNames[D], F);
    Value *Next = Builder.CreateAdd(Id, Builder.getInt64(1), "", true, true);
    BranchInst *Latch = Builder.CreateCondBr(
        Builder.CreateICmpULT(Next, Nest.Range[D]), Id->getParent(), Exit);
    Id->addIncoming(Next, Builder.GetInsertBlock());
    if (D == 0)
      Nest.InnerLatch = Latch;
    Builder.SetInsertPoint(Exit);
  }
}

void moveStaticAllocas(BasicBlock &From, BasicBlock &To) {
  for (Instruction &I : make_early_inc_range(From))
    if (auto *Alloca = dyn_cast<AllocaInst>(&I);
        Alloca && isa<ConstantInt>(Alloca->getArraySize()))
      Alloca->moveBefore(To, To.getFirstInsertionPt());
}

Function *replaceByGroupFunction(Function &Kernel) {
  LLVMContext &Context = Kernel.getContext();
  Type *Ptr = PointerType::get(Context, 0);
  auto *Ty = FunctionType::get(Type::getVoidTy(Context), {Ptr, Ptr}, false);
  Function *Group = Function::Create(Ty, GlobalValue::ExternalLinkage, "",
                                     Kernel.getParent());
  Group->setAttributes(AttributeList::get(
      Context, Kernel.getAttributes().getFnAttrs(), AttributeSet(), {}));
  // What was true of one work-item need not be of a group: it calls back for
  // memory, and its coroutines write it.
  for (Attribute::AttrKind Kind :
       {Attribute::Memory, Attribute::NoInline, Attribute::NoSync,
        Attribute::NoFree, Attribute::AlwaysInline, Attribute::Convergent,
        Attribute::NoRecurse, Attribute::WillReturn, Attribute::Speculatable})
    Group->removeFnAttr(Kind);
  Group->addFnAttr(Attribute::NoUnwind);
  Group->takeName(&Kernel);
  Kernel.replaceAllUsesWith(PoisonValue::get(Kernel.getType()));
  Kernel.eraseFromParent();
  return Group;
}

} // namespace facet
