//===- cpu_kernels.cpp - Kernels that run one work-group on a CPU ---------===//
//
// See cpu_kernels.h.
//
//===----------------------------------------------------------------------===//

#include "postlink/retarget/cpu_kernels.h"

#include "config/image/cpu_abi.h"
#include "postlink/retarget/cpu_arguments.h"
#include "postlink/retarget/cpu_barriers.h"
#include "postlink/retarget/cpu_loops.h"
#include "postlink/retarget/family.h"
#include "postlink/retarget/kernel_arguments.h"
#include "postlink/support/tool.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/CaptureTracking.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Transforms/Coroutines/CoroCleanup.h"
#include "llvm/Transforms/Coroutines/CoroEarly.h"
#include "llvm/Transforms/Coroutines/CoroSplit.h"

using namespace llvm;

namespace facet {
namespace {

//===-- Parallel accesses
//--------------------------------------------------===//

/// True if the body keeps private memory that others could point to: then an
/// access through an unknown pointer may be to the slot all iterations share.
bool privateMemoryEscapes(Function &F) {
  for (Instruction &I : instructions(F))
    if (auto *Alloca = dyn_cast<AllocaInst>(&I);
        Alloca && PointerMayBeCaptured(Alloca, /*ReturnCaptures=*/true))
      return true;
  return false;
}

bool maybePrivate(const Instruction &Access) {
  SmallVector<const Value *, 4> Objects;
  getUnderlyingObjects(getLoadStorePointerOperand(&Access), Objects);
  return any_of(Objects, [](const Value *Object) {
    return isa<AllocaInst, PHINode, SelectInst>(Object);
  });
}

/// Marks the accesses of the body, and the loop as one whose iterations do not
/// depend on each other through them.
void markParallel(Function &F, BranchInst &Latch) {
  LLVMContext &Context = F.getContext();
  SmallVector<Metadata *> Properties{nullptr};
  Properties.push_back(
      MDNode::get(Context, MDString::get(Context, "llvm.loop.mustprogress")));
  if (!privateMemoryEscapes(F)) {
    MDNode *Accesses = MDNode::getDistinct(Context, {});
    for (Instruction &I : instructions(F))
      if (isa<LoadInst, StoreInst>(I) && !I.isAtomic() && !maybePrivate(I))
        I.setMetadata(LLVMContext::MD_access_group, Accesses);
    Properties.push_back(MDNode::get(
        Context,
        {MDString::get(Context, "llvm.loop.parallel_accesses"), Accesses}));
  }
  MDNode *Loop = MDNode::getDistinct(Context, Properties);
  Loop->replaceOperandWith(0, Loop);
  Latch.setMetadata(LLVMContext::MD_loop, Loop);
}

//===-- Kernels without barriers
//-------------------------------------------===//

void makeGroupLoop(Function &Kernel, const CpuKernelShape &Shape) {
  LLVMContext &Context = Kernel.getContext();
  // The body first: replaceByGroupFunction erases the kernel.
  Function *Body =
      Function::Create(Kernel.getFunctionType(), GlobalValue::InternalLinkage,
                       "", Kernel.getParent());
  Body->splice(Body->begin(), &Kernel);
  for (auto [From, To] : zip(Kernel.args(), Body->args())) {
    From.replaceAllUsesWith(&To);
    AttrBuilder Attributes(
        Context, Kernel.getAttributes().getParamAttrs(From.getArgNo()));
    To.addAttrs(Attributes);
  }
  DISubprogram *Source = Kernel.getSubprogram();
  Function *Group = replaceByGroupFunction(Kernel);
  Group->setSubprogram(Source);
  auto *Entry = BasicBlock::Create(Context, "entry", Group);
  IRBuilder<> Builder(Entry);
  auto *Uniform = Builder.CreateUnreachable(); // A place, removed below.
  CpuQueries Queries(Group->getArg(1), Shape, Uniform);
  Builder.SetInsertPoint(Entry);
  // The nest is opened behind the loads of what is uniform.
  auto *Loops = BasicBlock::Create(Context, "loops", Group);
  Builder.SetInsertPoint(Loops);
  LoopNest Nest = openLoopNest(Builder, Queries);

  BasicBlock *Item = &Body->getEntryBlock();
  Group->splice(Group->end(), Body);
  moveStaticAllocas(*Item, *Entry);
  Builder.CreateBr(Item);
  auto *Next = BasicBlock::Create(Context, "item.end", Group);
  for (BasicBlock &Block : *Group)
    if (auto *Return = dyn_cast_or_null<ReturnInst>(Block.getTerminator())) {
      BranchInst::Create(Next, Return->getIterator());
      Return->eraseFromParent();
    }
  Builder.SetInsertPoint(Next);
  closeLoopNest(Builder, Nest);
  Builder.CreateRetVoid();

  uint64_t Size = readArgumentsFromBlock(*Body, *Group->getArg(0),
                                         *Item->getFirstInsertionPt());
  Queries.lower(*Group, {Nest.LocalId[0], Nest.LocalId[1], Nest.LocalId[2]});
  IRBuilder<>(Uniform).CreateBr(Loops);
  Uniform->eraseFromParent();
  Body->eraseFromParent();

  describeBlock(*Group->getArg(0), Size, FACET_CPU_ARGUMENT_ALIGNMENT);
  describeBlock(*Group->getArg(1), sizeof(facet_cpu_group), 8);
  inferArgumentLoads(*Group->getArg(0), traitsOf(Family::X86));
  markParallel(*Group, *Nest.InnerLatch);
}

void splitCoroutines(const std::function<void(ModulePassManager)> &RunPasses) {
  ModulePassManager Passes;
  Passes.addPass(CoroEarlyPass());
  CGSCCPassManager Components;
  Components.addPass(CoroSplitPass());
  Passes.addPass(
      createModuleToPostOrderCGSCCPassAdaptor(std::move(Components)));
  Passes.addPass(CoroCleanupPass());
  RunPasses(std::move(Passes));
}

/// What was not inlined still asks for a work-item that it does not have.
Error checkAllLowered(Module &M) {
  for (Function &F : M) {
    if (!needsWorkItem(F))
      continue;
    for (User *U : F.users())
      if (auto *I = dyn_cast<Instruction>(U))
        return makeError("'" + I->getFunction()->getName() +
                         "' asks for the work-item it runs in, but cannot be "
                         "inlined into its kernels: it is recursive or called "
                         "through a pointer");
  }
  return Error::success();
}

} // namespace

void requestInliningOfWorkItemCode(Module &M, ArrayRef<std::string> Kernels) {
  SetVector<Function *> Reached;
  for (Function &F : M)
    if (needsWorkItem(F))
      Reached.insert(&F);
  for (size_t I = 0; I != Reached.size(); ++I)
    for (User *U : Reached[I]->users()) {
      auto *Call = dyn_cast<CallBase>(U);
      if (!Call)
        continue;
      Function *Caller = Call->getFunction();
      if (is_contained(Kernels, Caller->getName()))
        continue;
      Reached.insert(Caller);
      Caller->removeFnAttr(Attribute::NoInline);
      Caller->addFnAttr(Attribute::AlwaysInline);
    }
}

Error lowerCpuKernels(
    Module &M, ArrayRef<std::string> Kernels,
    const std::function<CpuKernelShape(const Function &)> &ShapeOf,
    const std::function<void(ModulePassManager)> &RunPasses) {
  std::vector<SplitKernel> WithBarriers;
  for (Function *Kernel : functionsNamed(M, Kernels)) {
    CpuKernelShape Shape = ShapeOf(*Kernel);
    lowerSubGroupShuffles(*Kernel);
    Barriers Found = collectBarriers(*Kernel);
    if (Found.empty())
      makeGroupLoop(*Kernel, Shape);
    else
      WithBarriers.push_back(makeItemCoroutine(*Kernel, Found, Shape));
  }
  if (Error E = checkAllLowered(M))
    return E;
  if (WithBarriers.empty())
    return Error::success();
  splitCoroutines(RunPasses);
  for (const SplitKernel &Kernel : WithBarriers)
    if (Error E = finishGroupFunction(Kernel))
      return E;
  return Error::success();
}

} // namespace facet
