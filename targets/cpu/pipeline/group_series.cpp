//===- group_series.cpp - Groups executed one behind the other ------------===//
//
// See group_series.h.
//
//===----------------------------------------------------------------------===//

#include "targets/cpu/pipeline/group_series.h"

#include "config/image/cpu_abi.h"
#include "postlink/retarget/kernels.h"
#include "targets/cpu/pipeline/groups/queries.h"
#include "targets/cpu/pipeline/loops.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

#include <cstddef>

using namespace llvm;

namespace facet {
namespace {

/// Of functions that execute several groups in a loop of their own.
constexpr char SeriesAttribute[] = "facet-series";

/// What differs between the groups of a row.
constexpr uint64_t IdOffset = offsetof(facet_cpu_group, group_id),
                   BaseOffset = offsetof(facet_cpu_group, global_base);
constexpr uint64_t FieldBytes = sizeof(uint64_t);

/// The parameters of group functions.
enum : unsigned { ArgumentsParameter, GroupParameter, CountParameter };

/// The loads of a function, or of one that it calls, from a facet_cpu_group.
struct GroupLoad {
  LoadInst *Load;
  uint64_t Offset, Bytes;

  bool overlaps(uint64_t Field) const {
    return Offset < Field + FieldBytes && Field < Offset + Bytes;
  }
  /// True if it is another number for each group.
  bool varies() const { return overlaps(IdOffset) || overlaps(BaseOffset); }
};

/// Adds to \p Found what loads from \p Group. False if something else is done
/// with it.
bool findLoads(Argument &Group, SmallVectorImpl<GroupLoad> &Found) {
  SmallVector<std::pair<Value *, uint64_t>> Open{{&Group, 0}};
  while (!Open.empty()) {
    auto [Pointer, Offset] = Open.pop_back_val();
    for (Use &U : Pointer->uses()) {
      User *By = U.getUser();
      if (auto *Load = dyn_cast<LoadInst>(By)) {
        const uint64_t Bytes =
            Load->getDataLayout().getTypeStoreSize(Load->getType());
        if (Load->isVolatile())
          return false;
        Found.push_back({Load, Offset, Bytes});
        continue;
      }
      if (auto *Element = dyn_cast<GetElementPtrInst>(By)) {
        APInt More(64, 0);
        if (!Element->accumulateConstantOffset(Element->getDataLayout(),
                                               More) ||
            More.isNegative())
          return false;
        Open.emplace_back(Element, Offset + More.getZExtValue());
        continue;
      }
      auto *Call = dyn_cast<CallInst>(By);
      Function *Callee = Call ? Call->getCalledFunction() : nullptr;
      if (!Callee || Callee->isDeclaration() || !Call->isArgOperand(&U) ||
          Offset != 0 || Callee == Group.getParent() ||
          Callee->hasFnAttribute(SeriesAttribute) ||
          !findLoads(*Callee->getArg(Call->getArgOperandNo(&U)), Found))
        return false;
    }
  }
  return true;
}

/// The calls of the versions between which \p F, made by chooseVersion(),
/// chooses; empty if it is another function.
SmallVector<CallInst *> versionsOf(Function &F) {
  if (any_of(instructions(F), [](const Instruction &I) {
        return !isa<CallInst>(I) && I.mayWriteToMemory();
      }))
    return {};
  SmallVector<CallInst *> Result;
  for (BasicBlock &Block : F) {
    if (!isa<ReturnInst>(Block.getTerminator()))
      continue;
    auto *Call =
        dyn_cast_or_null<CallInst>(Block.getTerminator()->getPrevNode());
    Function *Callee = Call ? Call->getCalledFunction() : nullptr;
    if (!Callee || Callee->isDeclaration() || !Callee->hasLocalLinkage() ||
        !Callee->hasOneUse() || Call->arg_size() != 2 ||
        Call->getArgOperand(0) != F.getArg(ArgumentsParameter) ||
        Call->getArgOperand(1) != F.getArg(GroupParameter))
      return {};
    Result.push_back(Call);
  }
  const auto Calls = count_if(instructions(F), IsaPred<CallInst>);
  return Calls == static_cast<ptrdiff_t>(Result.size())
             ? Result
             : SmallVector<CallInst *>();
}

/// Instructions that ask for scratch memory at the start of a function, and
/// what they need. A series asks once: its groups have the same size, and
/// memory that one of them leaves is as good for the next as any.
class ScratchRequests {
public:
  ScratchRequests(Function &F, ArrayRef<GroupLoad> Loads)
      : Entry(F.getEntryBlock()), Group(*F.getArg(GroupParameter)),
        Arguments(*F.getArg(ArgumentsParameter)) {
    for (const GroupLoad &Each : Loads)
      if (Each.varies())
        Varying.insert(Each.Load);
    for (const GroupLoad &Each : Loads)
      if (Each.overlaps(offsetof(facet_cpu_group, scratch)))
        for (User *U : Each.Load->users())
          addCall(U, *Each.Load);
  }

  /// Whether all of them can be executed before the rest.
  bool canBeFirst() const { return IsPossible; }

  /// Those of the block, in its order.
  SmallVector<Instruction *> inOrder() const {
    SmallVector<Instruction *> Result;
    for (Instruction &I : Entry)
      if (Needed.contains(&I))
        Result.push_back(&I);
    return Result;
  }

private:
  void addCall(User *U, const LoadInst &Callee) {
    auto *Call = dyn_cast<CallInst>(U);
    IsPossible &= Call && Call->getCalledOperand() == &Callee &&
                  Call->getParent() == &Entry;
    if (!IsPossible || !Needed.insert(Call))
      return;
    for (Value *Operand : Call->operand_values())
      add(*Operand);
  }

  void add(Value &V) {
    auto *I = dyn_cast<Instruction>(&V);
    if (!I || !Needed.insert(I))
      return;
    IsPossible &= I->getParent() == &Entry && isSameForAll(*I);
    for (Value *Operand : I->operand_values())
      if (IsPossible)
        add(*Operand);
  }

  bool isSameForAll(const Instruction &I) const {
    if (auto *Load = dyn_cast<LoadInst>(&I)) {
      const Value *Object = getUnderlyingObject(Load->getPointerOperand());
      return !Varying.contains(Load) &&
             (Object == &Group || Object == &Arguments);
    }
    return isa<AllocaInst>(I) || (!isa<PHINode>(I) && !I.mayHaveSideEffects() &&
                                  !I.mayReadFromMemory());
  }

  BasicBlock &Entry;
  const Argument &Group, &Arguments;
  SmallPtrSet<const Instruction *, 8> Varying;
  SmallSetVector<Instruction *, 16> Needed;
  bool IsPossible = true;
};

/// Makes functions of several groups of those of one.
class SeriesMaker {
public:
  /// Whether that of \p F can be made.
  bool isPossible(Function &F) {
    if (F.isDeclaration() || F.arg_size() != 2 ||
        F.hasFnAttribute(Attribute::SanitizeAddress))
      return false;
    const SmallVector<CallInst *> Versions = versionsOf(F);
    if (!Versions.empty())
      return all_of(Versions, [&](CallInst *Call) {
        return isPossible(*Call->getCalledFunction());
      });
    SmallVector<GroupLoad> Found;
    return none_of(instructions(F), isDynamicAlloca) &&
           findLoads(*F.getArg(GroupParameter), Found) &&
           ScratchRequests(F, Found).canBeFirst();
  }

  /// Moves the body of \p F, which is empty then.
  Function *make(Function &F) {
    const SmallVector<CallInst *> Versions = versionsOf(F);
    Function *Series = moveToSeries(F);
    if (Versions.empty())
      makeLoop(*Series);
    for (CallInst *Call : Versions) {
      Function *Version = Call->getCalledFunction();
      const std::string Name = Version->getName().str();
      Function *Several = make(*Version);
      IRBuilder<> Builder(Call);
      Builder
          .CreateCall(Several, {Series->getArg(ArgumentsParameter),
                                Series->getArg(GroupParameter),
                                Series->getArg(CountParameter)})
          ->setTailCall();
      Call->eraseFromParent();
      Version->eraseFromParent();
      Several->setName(Name);
    }
    return Series;
  }

private:
  static bool isDynamicAlloca(const Instruction &I) {
    auto *Alloca = dyn_cast<AllocaInst>(&I);
    return Alloca && !Alloca->isStaticAlloca();
  }

  static Function *moveToSeries(Function &F) {
    LLVMContext &Context = F.getContext();
    SmallVector<Type *> Parameters(F.getFunctionType()->params());
    Parameters.push_back(Type::getInt64Ty(Context));
    Function *Series = Function::Create(
        FunctionType::get(F.getReturnType(), Parameters, /*isVarArg=*/false),
        GlobalValue::InternalLinkage, "", F.getParent());
    Series->setAttributes(F.getAttributes());
    // It writes what tells one group from the next.
    Series->removeFnAttr(Attribute::Memory);
    for (Attribute::AttrKind Kind : {Attribute::ReadOnly, Attribute::ReadNone})
      Series->removeParamAttr(GroupParameter, Kind);
    Series->splice(Series->begin(), &F);
    for (auto [From, To] : zip(F.args(), Series->args()))
      From.replaceAllUsesWith(&To);
    Series->setSubprogram(F.getSubprogram());
    F.setSubprogram(nullptr);
    return Series;
  }

  static Value *field(IRBuilder<> &Builder, Argument &Group, uint64_t Offset) {
    return Builder.CreateConstInBoundsGEP1_64(Builder.getInt8Ty(), &Group,
                                              Offset);
  }

  /// Around the whole body.
  void makeLoop(Function &F) {
    Argument &Group = *F.getArg(GroupParameter);
    SmallVector<GroupLoad> Loads;
    findLoads(Group, Loads);
    const SmallVector<Instruction *> Requests =
        ScratchRequests(F, Loads).inOrder();
    BasicBlock *Entry = &F.getEntryBlock();
    auto FirstOfGroup = Entry->getFirstNonPHIOrDbgOrAlloca();
    BasicBlock *Body = Entry->splitBasicBlock(FirstOfGroup, "group");
    moveStaticAllocas(*Body, *Entry);
    for (Instruction *I : Requests)
      if (!isa<AllocaInst>(I))
        I->moveBefore(Entry->getTerminator()->getIterator());

    IRBuilder<> Builder(Entry->getTerminator());
    const auto Load = [&](uint64_t Offset) {
      return Builder.CreateAlignedLoad(Builder.getInt64Ty(),
                                       field(Builder, Group, Offset), Align(8));
    };
    const uint64_t Fields[] = {IdOffset, BaseOffset};
    Value *First[] = {Load(IdOffset), Load(BaseOffset)};
    Value *Steps[] = {Builder.getInt64(1),
                      Load(offsetof(facet_cpu_group, uniform_local_range))};

    auto *End = BasicBlock::Create(F.getContext(), "group.end", &F);
    auto *Next = BasicBlock::Create(F.getContext(), "group.next", &F);
    auto *Exit = BasicBlock::Create(F.getContext(), "exit", &F);
    for (BasicBlock &Block : F)
      if (auto *Return = dyn_cast_or_null<ReturnInst>(Block.getTerminator())) {
        // That of a version, where nothing is left of the other one.
        if (auto *Call = dyn_cast_or_null<CallInst>(Return->getPrevNode()))
          Call->setTailCallKind(CallInst::TCK_None);
        BranchInst::Create(End, Return->getIterator());
        Return->eraseFromParent();
      }
    ReturnInst::Create(F.getContext(), Exit);

    Builder.SetInsertPoint(Body, Body->begin());
    PHINode *Left = Builder.CreatePHI(Builder.getInt64Ty(), 2, "groups.left");
    PHINode *Values[] = {Builder.CreatePHI(Builder.getInt64Ty(), 2),
                         Builder.CreatePHI(Builder.getInt64Ty(), 2)};
    Builder.SetInsertPoint(End);
    Value *Rest = Builder.CreateNUWSub(Left, Builder.getInt64(1));
    Builder.CreateCondBr(Builder.CreateIsNull(Rest), Exit, Next);
    Left->addIncoming(F.getArg(CountParameter), Entry);
    Left->addIncoming(Rest, Next);
    Builder.SetInsertPoint(Next);
    for (unsigned I : {0, 1}) {
      Value *New = Builder.CreateNUWAdd(Values[I], Steps[I]);
      Builder.CreateAlignedStore(New, field(Builder, Group, Fields[I]),
                                 Align(8));
      Values[I]->addIncoming(First[I], Entry);
      Values[I]->addIncoming(New, Next);
    }
    Builder.CreateBr(Body);
    for (const GroupLoad &Each : Loads)
      for (unsigned I : {0, 1})
        useValue(Each, Fields[I], *Values[I], F);
    F.addFnAttr(SeriesAttribute);
  }

  /// What loads \p Field gets \p Current instead, or from memory what is there
  /// when it is executed.
  static void useValue(const GroupLoad &Each, uint64_t Field, Value &Current,
                       const Function &F) {
    LoadInst &Load = *Each.Load;
    if (!Each.overlaps(Field))
      return;
    Load.setMetadata(LLVMContext::MD_invariant_load, nullptr);
    if (Load.getFunction() != &F || Each.Offset != Field ||
        !Load.getType()->isIntegerTy() || Each.Bytes > FieldBytes)
      return;
    IRBuilder<> Builder(&Load);
    Load.replaceAllUsesWith(Builder.CreateTrunc(&Current, Load.getType()));
  }
};

/// Takes what is the same for all groups out of the loops.
class CleanUpSeries : public PassInfoMixin<CleanUpSeries> {
public:
  PreservedAnalyses run(Function &F, FunctionAnalysisManager &Analyses) {
    if (!F.hasFnAttribute(SeriesAttribute))
      return PreservedAnalyses::all();
    cleanUpLoops(F, Analyses);
    return PreservedAnalyses::none();
  }
};

/// Puts \p Series in the place of \p Kernel, whose body it has.
void replaceKernel(Function &Kernel, Function &Series) {
  Series.setLinkage(Kernel.getLinkage());
  Series.setVisibility(Kernel.getVisibility());
  Series.setDSOLocal(Kernel.isDSOLocal());
  Series.takeName(&Kernel);
  Kernel.replaceAllUsesWith(&Series);
  Kernel.eraseFromParent();
  markKernel(Series, FACET_CPU_SERIES_PREFIX, 1);
}

} // namespace

void makeGroupSeries(Module &M, ArrayRef<std::string> Kernels,
                     const std::function<void(ModulePassManager)> &RunPasses) {
  bool Any = false;
  for (Function *Kernel : functionsNamed(M, Kernels)) {
    SeriesMaker Maker;
    if (M.getNamedValue(
            (FACET_CPU_ANY_GROUP_PREFIX + Kernel->getName()).str()) ||
        !Maker.isPossible(*Kernel))
      continue;
    replaceKernel(*Kernel, *Maker.make(*Kernel));
    Any = true;
  }
  if (!Any)
    return;
  ModulePassManager Passes;
  Passes.addPass(createModuleToFunctionPassAdaptor(CleanUpSeries()));
  RunPasses(std::move(Passes));
}

} // namespace facet
