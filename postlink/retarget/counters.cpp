//===- counters.cpp - CPU kernels that count what of them is executed -----===//
//
// See counters.h.
//
//===----------------------------------------------------------------------===//

#include "postlink/retarget/counters.h"

#include "compiler/ir/counters.h"
#include "config/image/cpu_abi.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"

using namespace llvm;

namespace facet {
namespace {

/// The operands of a counting call.
enum : unsigned { GroupOperand, IndexOperand, StepOperand };

/// What images count in that run in a program without the counters: one group,
/// as large as the largest, in the place of each.
Constant *makeFallback(Module &M, const Function &Count) {
  uint64_t Groups = Count.getFnAttributeAsParsedInteger(CounterGroupsAttribute);
  auto *Pointer = PointerType::getUnqual(M.getContext());
  auto *GroupType = ArrayType::get(
      Type::getInt64Ty(M.getContext()),
      Count.getFnAttributeAsParsedInteger(CounterGroupSizeAttribute));
  auto *Group = new GlobalVariable(
      M, GroupType, /*isConstant=*/false, GlobalValue::InternalLinkage,
      Constant::getNullValue(GroupType), "__sycl_own_counters");
  SmallVector<Constant *> Elements(Groups, Group);
  auto *TableType = ArrayType::get(Pointer, Groups);
  return new GlobalVariable(
      M, TableType, /*isConstant=*/true, GlobalValue::InternalLinkage,
      ConstantArray::get(TableType, Elements), "__sycl_own_counter_table");
}

/// Branches that were merged choose the operands.
void lowerCall(CallBase &Call, GlobalVariable *Cell) {
  IRBuilder<> Builder(&Call);
  MDNode *Empty = MDNode::get(Call.getContext(), {});
  auto Load = [&](Value *From) {
    LoadInst *Loaded = Builder.CreateLoad(Builder.getPtrTy(), From);
    Loaded->setMetadata(LLVMContext::MD_invariant_load, Empty);
    return Loaded;
  };
  Value *Group = Load(Builder.CreateInBoundsGEP(
      Builder.getPtrTy(), Load(Cell), Call.getArgOperand(GroupOperand)));
  Value *Counter = Builder.CreateInBoundsGEP(Builder.getInt64Ty(), Group,
                                             Call.getArgOperand(IndexOperand));
  Builder.CreateAtomicRMW(AtomicRMWInst::Add, Counter,
                          Call.getArgOperand(StepOperand), MaybeAlign(),
                          AtomicOrdering::Monotonic);
  Call.eraseFromParent();
}

} // namespace

void lowerCounters(Module &M) {
  auto *Pointer = PointerType::getUnqual(M.getContext());
  SmallVector<Constant *> Entries;
  auto *EntryType = StructType::get(Pointer, Pointer);
  IRBuilder<> Builder(M.getContext());
  for (Function &F : make_early_inc_range(M)) {
    if (!isCountFunction(F))
      continue;
    SmallVector<CallBase *> Calls;
    for (User *U : F.users())
      if (auto *Call = dyn_cast<CallBase>(U))
        Calls.push_back(Call);
    if (!Calls.empty()) {
      auto *Cell = new GlobalVariable(
          M, Pointer, /*isConstant=*/false, GlobalValue::InternalLinkage,
          makeFallback(M, F), "__sycl_counter_cell");
      Cell->setExternallyInitialized(true);
      Constant *Name = ConstantDataArray::getString(
          M.getContext(), F.getName().substr(CountFunctionPrefix.size()));
      auto *Text = new GlobalVariable(M, Name->getType(), /*isConstant=*/true,
                                      GlobalValue::PrivateLinkage, Name);
      Entries.push_back(ConstantStruct::get(EntryType, {Text, Cell}));
      for (CallBase *Call : Calls)
        lowerCall(*Call, Cell);
    }
    F.eraseFromParent();
  }
  if (Entries.empty())
    return;
  Entries.push_back(Constant::getNullValue(EntryType));
  auto *Type = ArrayType::get(EntryType, Entries.size());
  auto *Table = new GlobalVariable(
      M, Type, /*isConstant=*/true, GlobalValue::ExternalLinkage,
      ConstantArray::get(Type, Entries), FACET_CPU_COUNTERS);
  Table->setVisibility(GlobalValue::ProtectedVisibility);
}

} // namespace facet
