//===- loops.cpp - Loops over the work-items of a group -------------------===//
//
// See loops.h.
//
//===----------------------------------------------------------------------===//

#include "targets/cpu/pipeline/loops.h"

#include "targets/cpu/pipeline/checks/definedness_checks.h"

#include "config/image/cpu_abi.h"
#include "targets/cpu/pipeline/groups/arguments.h"
#include "targets/cpu/pipeline/item_loops.h"
#include "targets/cpu/pipeline/launch_sums.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/CaptureTracking.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Scalar/DCE.h"
#include "llvm/Transforms/Scalar/InstSimplifyPass.h"
#include "llvm/Transforms/Scalar/LICM.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"

using namespace llvm;

namespace facet {
namespace {

/// Vectors of work-items whose sums are computed side by side.
constexpr unsigned InterleavedSums = 4;

/// The same where a loop is over a row of a tile of any size: work-items that are
/// fewer than the loop takes in one round are executed by shorter vectors, or one
/// after the other. Of tiles of 8 x 8 that would be all.
constexpr unsigned InterleavedInRow = 1;

/// Elements of the longest vectors of floats.
constexpr uint64_t LongestVector = 16;

/// The largest a SYCL type may ask for (vec of 16 doubles).
constexpr uint64_t GroupScratchAlignment = 128;

/// Bytes of it on the stack.
constexpr uint64_t MaximumStackScratch = 16384;

/// A property of loops, with the group of accesses that it is about.
constexpr char ParallelLoop[] = "llvm.loop.parallel_accesses";

/// A property of loops over the rows or planes of a group.
constexpr char LoopOverRows[] = "facet.rows";

/// Marks variables with an element for each work-item.
constexpr char ArrayOfItems[] = "facet.items";

constexpr const char *DimensionNames[] = {"x", "y", "z"};

/// The most work-items of a known number whose code may stand side by side.
constexpr uint64_t UnrolledItems = 64;

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
  getUnderlyingObjects(getLoadStorePointerOperand(&Access), Objects,
                       /*LI=*/nullptr, /*MaxLookup=*/0);
  return any_of(Objects, [](const Value *Object) {
    auto *Alloca = dyn_cast<AllocaInst>(Object);
    return Alloca ? !isArrayOfItems(*Alloca) : isa<PHINode, SelectInst>(Object);
  });
}

/// Gives the loop that \p Latch ends \p Properties, the first of which is null:
/// the place of the node itself.
void setProperties(Instruction &Latch, ArrayRef<Metadata *> Properties) {
  MDNode *Loop = MDNode::getDistinct(Latch.getContext(), Properties);
  Loop->replaceOperandWith(0, Loop);
  Latch.setMetadata(LLVMContext::MD_loop, Loop);
}

/// Describes the loop over rows, or planes, that \p Latch ends.
void describeRows(BranchInst &Latch, bool IsLong) {
  LLVMContext &Context = Latch.getContext();
  SmallVector<Metadata *> Properties{nullptr};
  const auto Add = [&](const char *Name) {
    Properties.push_back(MDNode::get(Context, MDString::get(Context, Name)));
  };
  // LLVM unrolls a row of sixteen work-items, and then sixteen rows of that. One
  // block of thousands of instructions takes its code generator minutes, and is
  // no faster.
  if (IsLong)
    Add(NotUnrolledLoop);
  if (hasAdditions(*Latch.getModule()))
    Add(LoopOverRows);
  if (Properties.size() > 1)
    setProperties(Latch, Properties);
}

} // namespace

bool isArrayOfItems(const AllocaInst &Alloca) {
  return Alloca.hasMetadata(ArrayOfItems);
}

AllocaInst *createArrayOfItems(IRBuilder<> &Builder, uint64_t Bytes,
                               Align Alignment) {
  AllocaInst *Array = Builder.CreateAlloca(
      ArrayType::get(Builder.getInt8Ty(), Bytes), nullptr, "array");
  Array->setAlignment(Alignment);
  Array->setMetadata(ArrayOfItems, MDNode::get(Builder.getContext(), {}));
  return Array;
}

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
  uint64_t Items = 1;
  for (unsigned D : {0, 1, 2}) {
    PHINode *Id = Nest.LocalId[D];
    auto *Exit = BasicBlock::Create(Builder.getContext(),
                                    Twine("loop.end.") + DimensionNames[D], F);
    Value *Next = Builder.CreateAdd(Id, Builder.getInt64(1), "", true, true);
    BranchInst *Latch = Builder.CreateCondBr(
        Builder.CreateICmpULT(Next, Nest.Range[D]), Id->getParent(), Exit);
    Id->addIncoming(Next, Builder.GetInsertBlock());
    auto *Known = dyn_cast<ConstantInt>(Nest.Range[D]);
    const bool IsOfItems = Items == 1;
    if (Known)
      Items = SaturatingMultiply(Items, Known->getZExtValue());
    if (D == 0)
      Nest.InnerLatch = Latch;
    else
      describeRows(*Latch, Known && !IsOfItems && Items > UnrolledItems);
    Builder.SetInsertPoint(Exit);
  }
}

Value *makeGroupScratch(IRBuilder<> &Builder, CpuQueries &Queries,
                        uint64_t Bytes) {
  if (Bytes == 0)
    return ConstantPointerNull::get(Builder.getPtrTy());
  if (Bytes > MaximumStackScratch) {
    CallInst *Memory = Queries.scratch(Builder, Builder.getInt64(Bytes),
                                       Align(GroupScratchAlignment));
    Memory->addRetAttr(Attribute::NoAlias);
    Memory->addRetAttr(Attribute::getWithAlignment(
        Memory->getContext(), Align(GroupScratchAlignment)));
    return Memory;
  }
  AllocaInst *Memory = Builder.CreateAlloca(
      ArrayType::get(Builder.getInt8Ty(), Bytes), nullptr, "group_scratch");
  Memory->setAlignment(Align(GroupScratchAlignment));
  makeLocalMemoryUndefined(Builder, *Memory, Bytes);
  return Memory;
}

void moveStaticAllocas(BasicBlock &From, BasicBlock &To) {
  for (Instruction &I : make_early_inc_range(From))
    if (auto *Alloca = dyn_cast<AllocaInst>(&I);
        Alloca && isa<ConstantInt>(Alloca->getArraySize()))
      Alloca->moveBefore(To, To.getFirstInsertionPt());
}

Function *replaceByGroupFunction(Function &Kernel, unsigned More) {
  LLVMContext &Context = Kernel.getContext();
  Type *Ptr = PointerType::get(Context, 0);
  SmallVector<Type *> Parameters = {Ptr, Ptr};
  Parameters.append(More, Type::getInt64Ty(Context));
  auto *Ty = FunctionType::get(Type::getVoidTy(Context), Parameters, false);
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

MovedBody moveBody(Function &Kernel, unsigned More) {
  LLVMContext &Context = Kernel.getContext();
  MovedBody Moved;
  // The body first: replaceByGroupFunction erases the kernel.
  Moved.Body =
      Function::Create(Kernel.getFunctionType(), GlobalValue::InternalLinkage,
                       "", Kernel.getParent());
  Moved.Body->splice(Moved.Body->begin(), &Kernel);
  for (auto [From, To] : zip(Kernel.args(), Moved.Body->args())) {
    From.replaceAllUsesWith(&To);
    AttrBuilder Attributes(
        Context, Kernel.getAttributes().getParamAttrs(From.getArgNo()));
    To.addAttrs(Attributes);
  }
  DISubprogram *Source = Kernel.getSubprogram();
  Moved.Group = replaceByGroupFunction(Kernel, More);
  Moved.Group->setSubprogram(Source);
  Moved.Entry = BasicBlock::Create(Context, "entry", Moved.Group);
  Moved.First = &Moved.Body->getEntryBlock();
  Moved.Group->splice(Moved.Group->end(), Moved.Body);
  return Moved;
}

void describeGroupArguments(Function &Group, uint64_t Size) {
  describeBlock(*Group.getArg(0), Size, FACET_CPU_ARGUMENT_ALIGNMENT);
  describeBlock(*Group.getArg(1), sizeof(facet_cpu_group), 8);
  Group.addParamAttr(
      1, Attribute::get(Group.getContext(), GroupArgumentAttribute));
}

/// True if \p Block ends a loop that is to be unrolled in full.
static bool isUnrolled(const BasicBlock *Block) {
  const MDNode *Loop =
      Block->getTerminator()->getMetadata(LLVMContext::MD_loop);
  return Loop && findOptionMDForLoopID(const_cast<MDNode *>(Loop),
                                       "llvm.loop.unroll.full");
}

/// The number of rounds of the loop that ends with \p Latch, if it is known.
static std::optional<uint64_t> constantRange(const BranchInst &Latch) {
  auto *Test = dyn_cast<ICmpInst>(Latch.getCondition());
  auto *Range = Test ? dyn_cast<ConstantInt>(Test->getOperand(1)) : nullptr;
  return Range ? std::optional(Range->getZExtValue()) : std::nullopt;
}

/// How many vectors of work-items a round of the loop around \p Blocks is to
/// take; zero if that is LLVM's choice.
static unsigned interleavedVectors(ArrayRef<BasicBlock *> Blocks,
                                   std::optional<uint64_t> Range,
                                   bool IsShort) {
  if (IsShort && !Range)
    return InterleavedInRow;
  if (none_of(Blocks, isUnrolled))
    return 0;
  // A sum that each work-item unrolls is one chain of dependent instructions;
  // those of several vectors of work-items overlap. As many as there are.
  return std::clamp<uint64_t>(Range.value_or(UINT32_MAX) / LongestVector, 1,
                              InterleavedSums);
}

void markParallel(ArrayRef<BasicBlock *> Blocks, Function &Group,
                  BranchInst &Latch, bool IsShort) {
  LLVMContext &Context = Group.getContext();
  SmallVector<Metadata *> Properties{nullptr};
  const std::optional<uint64_t> Range = constantRange(Latch);
  if (Range)
    keepUntilVectorized(Context, Properties);
  if (unsigned Vectors = interleavedVectors(Blocks, Range, IsShort)) {
    auto *Count = ConstantInt::get(Type::getInt32Ty(Context), Vectors);
    Properties.push_back(MDNode::get(
        Context, {MDString::get(Context, "llvm.loop.interleave.count"),
                  ConstantAsMetadata::get(Count)}));
  }
  Properties.push_back(
      MDNode::get(Context, MDString::get(Context, "llvm.loop.mustprogress")));
  if (!privateMemoryEscapes(Group)) {
    MDNode *Accesses = MDNode::getDistinct(Context, {});
    for (BasicBlock *Block : Blocks)
      for (Instruction &I : *Block)
        if (isa<LoadInst, StoreInst>(I) && !I.isAtomic() && !maybePrivate(I))
          I.setMetadata(LLVMContext::MD_access_group, Accesses);
    Properties.push_back(
        MDNode::get(Context, {MDString::get(Context, ParallelLoop), Accesses}));
  }
  setProperties(Latch, Properties);
}

bool isMarkedParallel(const Loop &L) {
  return findOptionMDForLoop(&L, ParallelLoop);
}

bool isOverItems(const Loop &L) {
  return isMarkedParallel(L) || findOptionMDForLoop(&L, LoopOverRows);
}

void setLoopProperties(Instruction &Back, ArrayRef<const char *> Properties) {
  LLVMContext &Context = Back.getContext();
  SmallVector<Metadata *> All{nullptr};
  for (const char *Each : Properties)
    All.push_back(MDNode::get(Context, MDString::get(Context, Each)));
  setProperties(Back, All);
}

void dropParallelMark(Loop &L) {
  L.setLoopID(makePostTransformationMetadata(
      L.getHeader()->getContext(), L.getLoopID(), {ParallelLoop}, {}));
}

bool isOfAnyOrder(const Instruction &I) {
  if (isa<LoadInst, StoreInst>(I))
    return !I.isAtomic() && !I.isVolatile() &&
           (I.hasMetadata(LLVMContext::MD_access_group) ||
            I.hasMetadata(LLVMContext::MD_invariant_load));
  return !I.mayReadOrWriteMemory() && !I.mayHaveSideEffects() &&
         !isa<AllocaInst>(I);
}

SetVector<BasicBlock *> blocksBetween(BasicBlock &First,
                                      const BasicBlock &End) {
  SetVector<BasicBlock *> Result;
  SmallVector<BasicBlock *> Left{&First};
  while (!Left.empty()) {
    BasicBlock *Block = Left.pop_back_val();
    if (Block != &End && Result.insert(Block))
      append_range(Left, successors(Block));
  }
  return Result;
}

SmallSetVector<BasicBlock *, 16>
blocksBehind(BasicBlock &Block,
             function_ref<bool(BasicBlock &, BasicBlock &)> IsExcluded) {
  SmallSetVector<BasicBlock *, 16> Result;
  SmallVector<BasicBlock *> Left{&Block};
  while (!Left.empty()) {
    BasicBlock *From = Left.pop_back_val();
    for (BasicBlock *To : successors(From))
      if (!IsExcluded(*From, *To) && Result.insert(To))
        Left.push_back(To);
  }
  return Result;
}

void meetBehind(Instruction &I, ArrayRef<Use *> Behind, BasicBlock &Meeting,
                ArrayRef<BasicBlock *> With, ArrayRef<BasicBlock *> Without) {
  auto *Phi =
      PHINode::Create(I.getType(), With.size() + Without.size(),
                      I.getName() + ".met", Meeting.begin());
  for (BasicBlock *From : With)
    Phi->addIncoming(&I, From);
  // Not poison: of that and a value that is the same for all the analysis of
  // uniformity makes the value, though half of the group has never computed it.
  for (BasicBlock *From : Without)
    Phi->addIncoming(Constant::getNullValue(I.getType()), From);
  for (Use *U : Behind)
    U->set(Phi);
}

bool isUsedBehind(const Instruction &I, const Loop &L) {
  return any_of(I.users(), [&](const User *U) {
    return !L.contains(cast<Instruction>(U));
  });
}

bool isUsedBehind(const Loop &L) {
  return any_of(L.blocks(), [&](const BasicBlock *Block) {
    return any_of(
        *Block, [&](const Instruction &I) { return isUsedBehind(I, L); });
  });
}

void cleanUpLoops(Function &F, FunctionAnalysisManager &Analyses) {
  Analyses.invalidate(F, PreservedAnalyses::none());
  FunctionPassManager Passes;
  Passes.addPass(InstSimplifyPass());
  Passes.addPass(DCEPass());
  Passes.addPass(SimplifyCFGPass());
  // Which makes preheaders and exits of their own again.
  Passes.addPass(createFunctionToLoopPassAdaptor(LICMPass(LICMOptions()),
                                                 /*UseMemorySSA=*/true));
  Passes.run(F, Analyses);
  Analyses.invalidate(F, PreservedAnalyses::none());
}

Function *replaceByChoice(Function &Old, Function &Version, StringRef Suffix) {
  Function *Choice = Function::Create(Old.getFunctionType(), Old.getLinkage(),
                                      "", Old.getParent());
  Choice->copyAttributesFrom(&Old);
  Choice->takeName(&Old);
  Old.replaceAllUsesWith(Choice);
  Old.setName(Choice->getName() + Suffix);
  for (Function *Part : {&Old, &Version}) {
    Part->setLinkage(GlobalValue::InternalLinkage);
    Part->setVisibility(GlobalValue::DefaultVisibility);
  }
  Old.addFnAttr(Attribute::NoInline);
  return Choice;
}

void chooseVersion(
    Function &Any, Function &Version, StringRef Label,
    function_ref<Value *(IRBuilder<> &, Value &)> Fits) {
  Function *Choice = replaceByChoice(Any, Version, ".any");
  Version.addFnAttr(Attribute::NoInline);
  LLVMContext &Context = Any.getContext();
  IRBuilder<> Builder(BasicBlock::Create(Context, "entry", Choice));
  auto *IfFits = BasicBlock::Create(Context, Label, Choice);
  auto *IfNot = BasicBlock::Create(Context, "any", Choice);
  Builder.CreateCondBr(Fits(Builder, *Choice->getArg(1)), IfFits, IfNot);
  for (auto [Block, Called] :
       {std::pair(IfFits, &Version), std::pair(IfNot, &Any)}) {
    Builder.SetInsertPoint(Block);
    // LLVM leaves the parameters of what such a call is of as they are: who has
    // no facet_cpu_group but what was loaded from it knows nothing of its memory.
    Builder.CreateCall(Called, {Choice->getArg(0), Choice->getArg(1)})
        ->setTailCallKind(CallInst::TCK_MustTail);
    Builder.CreateRetVoid();
  }
}

} // namespace facet
