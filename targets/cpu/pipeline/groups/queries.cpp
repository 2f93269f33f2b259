//===- queries.cpp - Where a CPU work-item finds its ids ------------------===//
//
// See queries.h.
//
//===----------------------------------------------------------------------===//

#include "targets/cpu/pipeline/groups/queries.h"

#include "compiler/ir/variable_addresses.h"
#include "config/image/cpu_abi.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsSPIRV.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "postlink/retarget/device_builtins.h"
#include "postlink/retarget/kernels.h"
#include "targets/cpu/pipeline/groups/combinations.h"

#include <cstddef>

using namespace llvm;

namespace facet {
namespace {

uint64_t offsetOf(GroupField Field, unsigned Dimension) {
  static constexpr size_t Offsets[] = {
      offsetof(facet_cpu_group, group_id),
      offsetof(facet_cpu_group, group_count),
      offsetof(facet_cpu_group, local_range),
      offsetof(facet_cpu_group, uniform_local_range),
      offsetof(facet_cpu_group, global_range),
      offsetof(facet_cpu_group, global_base),
      offsetof(facet_cpu_group, local_memory),
      offsetof(facet_cpu_group, scratch),
      offsetof(facet_cpu_group, points_into),
      offsetof(facet_cpu_group, access_stamp)};
  return Offsets[static_cast<unsigned>(Field)] + Dimension * sizeof(uint64_t);
}

/// Queries of functions of tiles, in x.
constexpr char FirstLocalIdOfTile[] = "__facet_first_local_id_of_tile";
constexpr char FirstGlobalIdOfTile[] = "__facet_first_global_id_of_tile";

bool isQuery(Intrinsic::ID Id) {
  switch (Id) {
  case Intrinsic::spv_thread_id:
  case Intrinsic::spv_thread_id_in_group:
  case Intrinsic::spv_group_id:
  case Intrinsic::spv_workgroup_size:
  case Intrinsic::spv_global_size:
  case Intrinsic::spv_global_offset:
  case Intrinsic::spv_num_workgroups:
  case Intrinsic::spv_subgroup_size:
  case Intrinsic::spv_subgroup_max_size:
  case Intrinsic::spv_num_subgroups:
  case Intrinsic::spv_subgroup_id:
  case Intrinsic::spv_subgroup_local_invocation_id:
    return true;
  default:
    return false;
  }
}

/// There is one for each dimension.
bool isByDimension(GroupField Field) {
  return Field < GroupField::LocalMemory;
}

/// Rather than an id: 1 in dimensions that the range does not have.
bool isSize(GroupField Field) {
  switch (Field) {
  case GroupField::GroupCount:
  case GroupField::LocalRange:
  case GroupField::UniformLocalRange:
  case GroupField::GlobalRange:
    return true;
  default:
    return false;
  }
}

/// Queries of a dimension that does not exist: sizes are 1, ids are 0.
uint64_t beyondLastDimension(Intrinsic::ID Id) {
  return Id == Intrinsic::spv_workgroup_size ||
         Id == Intrinsic::spv_global_size ||
         Id == Intrinsic::spv_num_workgroups;
}

} // namespace

Value *createFirstIdOfTile(IRBuilder<> &Builder, bool IsGlobal, Type *Ty) {
  FunctionCallee Query = Builder.GetInsertBlock()->getModule()->getOrInsertFunction(
      IsGlobal ? FirstGlobalIdOfTile : FirstLocalIdOfTile, Builder.getInt64Ty());
  CallInst *Call = Builder.CreateCall(Query, {}, "first");
  Call->setDoesNotAccessMemory();
  return Builder.CreateZExtOrTrunc(Call, Ty);
}

bool isCallOf(const Instruction &I, StringRef Name) {
  auto *Call = dyn_cast<CallInst>(&I);
  return Call && Call->getCalledFunction() &&
         Call->getCalledFunction()->getName() == Name;
}

bool needsWorkItem(const Function &F) {
  return isQuery(F.getIntrinsicID()) || F.getName() == builtin::LocalArena ||
         F.getName() == FirstLocalIdOfTile ||
         F.getName() == FirstGlobalIdOfTile ||
         F.getName() == builtin::GroupScratch ||
         F.getName() == LocalVariableBuiltin ||
         F.getName() == builtin::PointsInto ||
         F.getName() == builtin::AccessStamp ||
         F.getName() == builtin::ControlBarrier ||
         F.getName() == builtin::SubGroupShuffle || isGroupCombination(F) ||
         isPartOfCombination(F) ||
         F.getName() == builtin::ExchangeAmong ||
         F.getName() == builtin::BarrierAmong ||
         F.getName().starts_with(builtin::ExchangeSlot) ||
         F.getName() == builtin::WaitSlot ||
         F.getName() == builtin::WaitForOthers;
}

bool runsInAnyGroup(const Function &Kernel) {
  return all_of(instructions(Kernel), [](const Instruction &I) {
    auto *Call = dyn_cast<CallBase>(&I);
    const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
    if (!Callee || !needsWorkItem(*Callee))
      return true;
    switch (Callee->getIntrinsicID()) {
    case Intrinsic::spv_thread_id:
    case Intrinsic::spv_global_size:
    case Intrinsic::spv_global_offset:
      return true;
    default:
      return false;
    }
  });
}

bool hasRows(const Function &Kernel) {
  return any_of(instructions(Kernel), [](const Instruction &I) {
    auto *Query = dyn_cast<IntrinsicInst>(&I);
    if (!Query ||
        (Query->getIntrinsicID() != Intrinsic::spv_thread_id &&
         Query->getIntrinsicID() != Intrinsic::spv_group_id))
      return false;
    auto *Dimension = dyn_cast<ConstantInt>(Query->getArgOperand(0));
    return Dimension && Dimension->isOne();
  });
}

CpuQueries::CpuQueries(Value *Group, const CpuKernelShape &Shape,
                       Instruction *Uniform)
    : Group(Group), Shape(Shape), Uniform(Uniform) {}

Value *CpuQueries::load(IRBuilder<> &Builder, GroupField Field,
                        unsigned Dimension) {
  bool IsPointer = Field == GroupField::LocalMemory ||
                   Field == GroupField::Scratch ||
                   Field == GroupField::PointsInto;
  Type *Ty = IsPointer ? static_cast<Type *>(Builder.getPtrTy())
                       : Builder.getInt64Ty();
  Value *Address = Builder.CreateConstInBoundsGEP1_64(
      Builder.getInt8Ty(), Group, offsetOf(Field, Dimension));
  LoadInst *Load = Builder.CreateAlignedLoad(Ty, Address, Align(8));
  LLVMContext &Context = Builder.getContext();
  Load->setMetadata(LLVMContext::MD_invariant_load, MDNode::get(Context, {}));
  // Loops over the group need no test for an empty range, and counting in it
  // cannot wrap, in an int neither (features/conditions/device_limits.h).
  if (Field == GroupField::LocalRange)
    Load->setMetadata(LLVMContext::MD_range,
                      MDBuilder(Context).createRange(
                          APInt(64, 1), APInt(64, uint64_t(1) << 31)));
  return Load;
}

bool CpuQueries::isFixed(GroupField Field, unsigned Dimension) const {
  return Dimension >= Shape.Dimensions && isByDimension(Field);
}

Value *CpuQueries::field(IRBuilder<> &Builder, GroupField Field,
                         unsigned Dimension) {
  if (isFixed(Field, Dimension))
    return Builder.getInt64(isSize(Field));
  if (!Uniform)
    return load(Builder, Field, Dimension);
  Value *&Known = Cache[{Field, Dimension}];
  if (!Known) {
    IRBuilder<> Early(Uniform);
    Known = load(Early, Field, Dimension);
  }
  return Known;
}

Value *CpuQueries::localRange(IRBuilder<> &Builder, unsigned Dimension) {
  if (Shape.IsTile)
    return Builder.getInt64(Dimension == 0 ? Shape.SubGroupSize : 1);
  return rangeWithRows(Builder, Dimension);
}

/// The size of the work-group, or the length and the number of its rows.
Value *CpuQueries::rangeWithRows(IRBuilder<> &Builder, unsigned Dimension) {
  if (Shape.RowLength == 0)
    return workGroupRange(Builder, Dimension);
  if (Dimension == 1)
    return numberOfRows(Builder);
  return Builder.getInt64(Dimension == 0 ? Shape.RowLength : 1);
}

Value *CpuQueries::numberOfRows(IRBuilder<> &Builder) {
  Value *All = workGroupRange(Builder, 0);
  return Builder.CreateUDiv(All, Builder.getInt64(Shape.RowLength), "",
                            /*isExact=*/true);
}

Value *CpuQueries::localId(IRBuilder<> &Builder, unsigned Dimension) {
  if (!Shape.IsTile)
    return LocalId[Dimension];
  if (Shape.IsAcrossRows) {
    if (Dimension >= Shape.Dimensions)
      return Builder.getInt64(0);
    Value *Id = Builder.CreateLoad(
        Builder.getInt32Ty(),
        Builder.CreateInBoundsGEP(Builder.getInt32Ty(), IdArrays[Dimension],
                                  LocalId[0]));
    return Builder.CreateZExt(Id, Builder.getInt64Ty(), "", /*IsNonNeg=*/true);
  }
  Value *First = firstOfTile(Dimension);
  return Dimension == 0 ? Builder.CreateNUWAdd(First, LocalId[0]) : First;
}

Value *CpuQueries::firstOfTile(unsigned Dimension) const {
  return cast<Argument>(Group)->getParent()->getArg(2 + Dimension);
}

Value *CpuQueries::workGroupRange(IRBuilder<> &Builder, unsigned Dimension) {
  if (Shape.WorkGroupSize)
    return Builder.getInt64((*Shape.WorkGroupSize)[Dimension]);
  return field(Builder, GroupField::LocalRange, Dimension);
}

CallInst *CpuQueries::scratch(IRBuilder<> &Builder, Value *Bytes,
                              Align Alignment) {
  auto *Ty = FunctionType::get(
      Builder.getPtrTy(), {Builder.getInt64Ty(), Builder.getInt64Ty()}, false);
  return Builder.CreateCall(Ty, field(Builder, GroupField::Scratch, 0),
                            {Bytes, Builder.getInt64(Alignment.value())});
}

Value *CpuQueries::groupSize(IRBuilder<> &Builder) {
  return Shape.IsTile ? Builder.getInt64(Shape.SubGroupSize)
                      : workGroupSize(Builder);
}

Value *CpuQueries::workGroupSize(IRBuilder<> &Builder) {
  Value *Size = workGroupRange(Builder, 0);
  for (unsigned D : {1, 2})
    Size = Builder.CreateNUWMul(Size, workGroupRange(Builder, D));
  return Size;
}

Value *CpuQueries::numberOfSubGroups(IRBuilder<> &Builder) {
  const uint64_t Size = Shape.SubGroupSize;
  return Builder.CreateUDiv(
      Builder.CreateNUWAdd(groupSize(Builder), Builder.getInt64(Size - 1)),
      Builder.getInt64(Size));
}

Value *CpuQueries::linearId(IRBuilder<> &Builder, std::array<Value *, 3> Ids) {
  Value *Id = Ids[2];
  for (unsigned D : {1, 0})
    Id = Builder.CreateNUWAdd(Builder.CreateNUWMul(Id, localRange(Builder, D)),
                              Ids[D]);
  return Id;
}

Value *CpuQueries::byDimension(IRBuilder<> &Builder, CallInst &Query,
                               unsigned D) {
  switch (Query.getIntrinsicID()) {
  case Intrinsic::spv_thread_id:
    return Builder.CreateNUWAdd(field(Builder, GroupField::GlobalBase, D),
                                localId(Builder, D));
  case Intrinsic::spv_thread_id_in_group:
    return localId(Builder, D);
  case Intrinsic::spv_group_id:
    return field(Builder, GroupField::GroupId, D);
  case Intrinsic::spv_workgroup_size:
    return workGroupRange(Builder, D);
  case Intrinsic::spv_global_size:
    return field(Builder, GroupField::GlobalRange, D);
  case Intrinsic::spv_num_workgroups:
    return field(Builder, GroupField::GroupCount, D);
  case Intrinsic::spv_global_offset:
    return Builder.CreateSub(
        field(Builder, GroupField::GlobalBase, D),
        Builder.CreateMul(field(Builder, GroupField::GroupId, D),
                          field(Builder, GroupField::UniformLocalRange, D)));
  default:
    llvm_unreachable("not a query by dimension");
  }
}

Value *CpuQueries::lowerSubGroupQuery(IRBuilder<> &Builder, CallInst &Query) {
  Value *Size = Builder.getInt64(Shape.SubGroupSize);
  auto IdOf = [&] {
    if (!Shape.IsTile)
      return Builder.CreateUDiv(linearId(Builder, LocalId), Size);
    // The same for all of the tile, which begins with its sub-group.
    if (Shape.IsAcrossRows)
      return Builder.CreateUDiv(firstOfTile(0), Size);
    Value *Id = firstOfTile(2);
    for (unsigned D : {1, 0})
      Id = Builder.CreateNUWAdd(
          Builder.CreateNUWMul(Id, rangeWithRows(Builder, D)), firstOfTile(D));
    return Builder.CreateUDiv(Id, Size);
  };
  switch (Query.getIntrinsicID()) {
  case Intrinsic::spv_subgroup_max_size:
    return Size;
  case Intrinsic::spv_subgroup_id:
    return IdOf();
  case Intrinsic::spv_subgroup_local_invocation_id:
    if (Shape.IsTile)
      return LocalId[0];
    return Builder.CreateURem(linearId(Builder, LocalId), Size);
  case Intrinsic::spv_num_subgroups:
    return Builder.CreateUDiv(
        Builder.CreateNUWAdd(workGroupSize(Builder),
                             Builder.getInt64(Shape.SubGroupSize - 1)),
        Size);
  case Intrinsic::spv_subgroup_size: {
    if (Shape.IsTile)
      return Size;
    Value *Rest = Builder.CreateSub(groupSize(Builder),
                                    Builder.CreateNUWMul(IdOf(), Size));
    return Builder.CreateBinaryIntrinsic(Intrinsic::umin, Rest, Size);
  }
  default:
    return nullptr;
  }
}

/// The answer depends on nothing that code of the kernel changes.
Value *CpuQueries::lowerPointsInto(IRBuilder<> &Builder, CallInst &Query) {
  auto *Ty = FunctionType::get(
      Builder.getInt32Ty(),
      {Builder.getPtrTy(), Builder.getPtrTy(), Builder.getInt32Ty()}, false);
  CallInst *Answer = Builder.CreateCall(
      Ty, field(Builder, GroupField::PointsInto, 0),
      {Group, Query.getArgOperand(0), Query.getArgOperand(1)});
  Answer->setMemoryEffects(MemoryEffects::none());
  Answer->setDoesNotThrow();
  Answer->addFnAttr(Attribute::WillReturn);
  return Builder.CreateICmpNE(Answer, Builder.getInt32(0));
}

Value *CpuQueries::lowerQuery(IRBuilder<> &Builder, CallInst &Query) {
  if (Query.arg_empty())
    return lowerSubGroupQuery(Builder, Query);
  Value *Dimension = Query.getArgOperand(0);
  Value *Default =
      Builder.getInt64(beyondLastDimension(Query.getIntrinsicID()));
  if (auto *Constant = dyn_cast<ConstantInt>(Dimension)) {
    uint64_t D = Constant->getZExtValue();
    return D < 3 ? byDimension(Builder, Query, static_cast<unsigned>(D))
                 : Default;
  }
  Value *Result = Default;
  for (unsigned D : {2, 1, 0})
    Result = Builder.CreateSelect(
        Builder.CreateICmpEQ(Dimension, Builder.getInt32(D)),
        byDimension(Builder, Query, D), Result);
  return Result;
}

void CpuQueries::lower(ArrayRef<BasicBlock *> Blocks,
                       std::array<Value *, 3> Ids) {
  LocalId = Ids;
  for (BasicBlock *Block : Blocks)
    for (Instruction &I : make_early_inc_range(*Block)) {
      auto *Call = dyn_cast<CallInst>(&I);
      Function *Callee = Call ? Call->getCalledFunction() : nullptr;
      if (!Callee)
        continue;
      IRBuilder<> Builder(Call);
      Value *Result = nullptr;
      if (Callee->getName() == builtin::LocalArena)
        Result = field(Builder, GroupField::LocalMemory, 0);
      else if (Callee->getName() == builtin::AccessStamp)
        Result = field(Builder, GroupField::AccessStamp, 0);
      else if (Callee->getName() == FirstLocalIdOfTile)
        Result = firstOfTile(0);
      else if (Callee->getName() == FirstGlobalIdOfTile)
        Result = Builder.CreateNUWAdd(field(Builder, GroupField::GlobalBase, 0),
                                      firstOfTile(0));
      else if (Callee->getName() == builtin::PointsInto)
        Result = lowerPointsInto(Builder, *Call);
      else if (isQuery(Callee->getIntrinsicID()))
        Result = Builder.CreateZExtOrTrunc(lowerQuery(Builder, *Call),
                                           Call->getType());
      if (!Result)
        continue;
      Call->replaceAllUsesWith(Result);
      Call->eraseFromParent();
    }
}

void markKernel(Function &Kernel, const char *Prefix, uint8_t Byte) {
  if (Kernel.hasLocalLinkage())
    return;
  Type *Ty = Type::getInt8Ty(Kernel.getContext());
  auto *Mark = new GlobalVariable(
      *Kernel.getParent(), Ty, /*isConstant=*/true, Kernel.getLinkage(),
      ConstantInt::get(Ty, Byte), Prefix + Kernel.getName());
  Mark->setVisibility(GlobalValue::ProtectedVisibility);
}

void markDimensions(Function &Kernel, unsigned Dimensions) {
  if (Dimensions < MaximumDimensions)
    markKernel(Kernel, FACET_CPU_DIMENSIONS_PREFIX,
               static_cast<uint8_t>(Dimensions));
}

/// The field of the running group that \p V has been loaded from.
static bool isLoadOf(const Value *V, GroupField Field) {
  auto *Load = dyn_cast_or_null<LoadInst>(V);
  if (!Load || !Load->getType()->isPointerTy())
    return false;
  APInt Offset(64, 0);
  auto *Group = dyn_cast<Argument>(
      Load->getPointerOperand()->stripAndAccumulateConstantOffsets(
          Load->getDataLayout(), Offset, /*AllowNonInbounds=*/true));
  return Group && Group->hasAttribute(GroupArgumentAttribute) &&
         Offset == offsetOf(Field, 0);
}

const Instruction *startOfGroupMemory(const Value &Address) {
  constexpr unsigned LongestChain = 16;
  const Value *Start = getUnderlyingObject(&Address, LongestChain);
  if (isLoadOf(Start, GroupField::LocalMemory))
    return cast<LoadInst>(Start);
  auto *Request = dyn_cast<CallInst>(Start);
  return Request && isLoadOf(Request->getCalledOperand(), GroupField::Scratch)
             ? Request
             : nullptr;
}

bool isOfLocalMemory(const Value &Address) {
  return isa_and_nonnull<LoadInst>(startOfGroupMemory(Address));
}

bool isOfHost(const Value &Address, const Function &Group) {
  SmallVector<const Value *, 4> Objects;
  getUnderlyingObjects(&Address, Objects);
  return all_of(Objects, [&](const Value *Object) {
    auto *Load = dyn_cast<LoadInst>(Object);
    return Load &&
           getUnderlyingObject(Load->getPointerOperand()) == Group.getArg(0);
  });
}

} // namespace facet
