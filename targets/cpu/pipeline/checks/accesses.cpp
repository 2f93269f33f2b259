//===- accesses.cpp - Accesses of memory in a function --------------------===//
//
// See accesses.h.
//
//===----------------------------------------------------------------------===//

#include "targets/cpu/pipeline/checks/accesses.h"

#include "compiler/ir/variable_addresses.h"
#include "postlink/retarget/device_builtins.h"
#include "targets/cpu/family.h"
#include "targets/cpu/pipeline/checks/elements.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace facet {
namespace {

std::string nameOf(AllocaInst &Variable) {
  for (const DbgVariableRecord *Record : findDVRDeclares(&Variable))
    return Record->getVariable()->getName().str();
  return "";
}

AccessedObject variableIn(facet_cpu_object_kind Kind, Value &Begin,
                          GlobalVariable &Variable) {
  return {Kind, &Begin,
          Variable.getDataLayout().getTypeAllocSize(Variable.getValueType()),
          demangle(Variable.getName()), 0};
}

/// Of which variable \p Object is the address, if it is of one.
AccessedObject variableAt(Value &Object) {
  if (auto *Variable = dyn_cast<AllocaInst>(&Object)) {
    std::optional<TypeSize> Size =
        Variable->getAllocationSize(Variable->getDataLayout());
    if (!Size || Size->isScalable())
      return {};
    return {FACET_CPU_PRIVATE_VARIABLE, Variable, Size->getFixedValue(),
            nameOf(*Variable), 0};
  }
  if (auto *Variable = dyn_cast<GlobalVariable>(&Object))
    return Variable->isDeclaration()
               ? AccessedObject()
               : variableIn(FACET_CPU_GLOBAL_VARIABLE, Object, *Variable);
  if (auto *Argument = dyn_cast<llvm::Argument>(&Object)) {
    if (!Argument->hasByValAttr())
      return {};
    const DataLayout &Layout = Argument->getParent()->getDataLayout();
    return {FACET_CPU_KERNEL_ARGUMENT, Argument,
            Layout.getTypeAllocSize(Argument->getParamByValType()), "", 0};
  }
  if (auto *Call = dyn_cast<CallBase>(&Object))
    if (const Function *Callee = Call->getCalledFunction();
        Callee && Callee->getName() == LocalVariableBuiltin)
      return variableIn(
          FACET_CPU_LOCAL_VARIABLE, Object,
          *cast<GlobalVariable>(Call->getArgOperand(0)->stripPointerCasts()));
  return {};
}

/// Memory that only code of ours has the address of.
bool isOurs(const Value &Object) {
  const auto *Call = dyn_cast<CallBase>(&Object);
  const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  return Callee && is_contained({StringRef(builtin::GroupScratch),
                                 StringRef(builtin::ExchangeSlot),
                                 StringRef(builtin::WaitSlot)},
                                Callee->getName());
}

/// True if all of \p A is inside of its variable, as far as is known.
bool isInside(const Access &A, const DataLayout &Layout) {
  const std::optional<uint64_t> Bytes = bytesOf(A);
  if (!Bytes)
    return false;
  const Value *Pointer = A.I->getOperand(A.PointerOperand);
  APInt Offset(Layout.getIndexTypeSizeInBits(Pointer->getType()), 0);
  const Value *Begin = Pointer->stripAndAccumulateConstantOffsets(
      Layout, Offset, /*AllowNonInbounds=*/true);
  return Begin == A.Object.Begin && !Offset.isNegative() &&
         Offset.getZExtValue() <= A.Object.Bytes &&
         *Bytes <= A.Object.Bytes - Offset.getZExtValue();
}

/// Of facet_cpu_access_flags.
uint32_t flagsOf(const Instruction &I) {
  const uint32_t ReadOnly = isWriteToReadOnly(I) ? FACET_CPU_IS_READ_ONLY : 0;
  if (!I.isAtomic())
    return ReadOnly;
  AtomicOrdering Order = AtomicOrdering::Monotonic;
  if (auto *Load = dyn_cast<LoadInst>(&I))
    Order = Load->getOrdering();
  else if (auto *Store = dyn_cast<StoreInst>(&I))
    Order = Store->getOrdering();
  else if (auto *Update = dyn_cast<AtomicRMWInst>(&I))
    Order = Update->getOrdering();
  else if (auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&I))
    Order = Exchange->getMergedOrdering();
  // The scope of work-groups, narrower ones, and that of operations on local
  // memory (kScopes of family.cc).
  const auto Scope = getAtomicSyncScopeID(&I);
  const bool IsOfGroup =
      Scope != SyncScope::System &&
      Scope != I.getContext().getOrInsertSyncScopeID(kAdditionScope);
  return FACET_CPU_IS_ATOMIC | ReadOnly |
         (IsOfGroup ? FACET_CPU_OF_GROUP : 0) |
         (isAcquireOrStronger(Order) ? FACET_CPU_ACQUIRES : 0) |
         (isReleaseOrStronger(Order) ? FACET_CPU_RELEASES : 0);
}

void collectRange(MemIntrinsic &Call, SmallVectorImpl<Access> &Found) {
  constexpr unsigned To = 0, From = 1, Length = 2;
  Found.push_back({&Call, To, FACET_CPU_STORE, 0,
                   Call.getDestAlign().valueOrOne(), Length});
  Found.back().Flags = flagsOf(Call);
  if (auto *Copy = dyn_cast<MemTransferInst>(&Call))
    Found.push_back({&Call, From, FACET_CPU_LOAD, 0,
                     Copy->getSourceAlign().valueOrOne(), Length});
}

void collect(Instruction &I, SmallVectorImpl<Access> &Found) {
  const DataLayout &Layout = I.getDataLayout();
  auto Add = [&](unsigned Operand, facet_cpu_access_kind Kind, Type *Ty,
                 Align Alignment) {
    if (uint64_t Bytes = Layout.getTypeStoreSize(Ty).getFixedValue()) {
      Found.push_back({&I, Operand, Kind, Bytes, Alignment});
      Found.back().Flags = flagsOf(I);
    }
  };
  if (auto *Load = dyn_cast<LoadInst>(&I))
    Add(LoadInst::getPointerOperandIndex(), FACET_CPU_LOAD, Load->getType(),
        Load->getAlign());
  else if (auto *Store = dyn_cast<StoreInst>(&I))
    Add(StoreInst::getPointerOperandIndex(), FACET_CPU_STORE,
        Store->getValueOperand()->getType(), Store->getAlign());
  else if (auto *Update = dyn_cast<AtomicRMWInst>(&I))
    Add(AtomicRMWInst::getPointerOperandIndex(), FACET_CPU_ATOMIC,
        Update->getType(), Update->getAlign());
  else if (auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&I))
    Add(AtomicCmpXchgInst::getPointerOperandIndex(), FACET_CPU_ATOMIC,
        Exchange->getNewValOperand()->getType(), Exchange->getAlign());
  else if (auto *Call = dyn_cast<MemIntrinsic>(&I))
    collectRange(*Call, Found);
}

SmallVector<Access> allAccesses(Function &F) {
  SmallVector<Access> Found;
  for (Instruction &I : instructions(F))
    collect(I, Found);
  return Found;
}

/// The check of the element that \p A is inside of, if it is of one.
CallInst *elementOf(const Access &A, const DataLayout &Layout) {
  if (A.Flags & FACET_CPU_IS_READ_ONLY)
    return nullptr; // it is wrong whatever the index is
  const Value *Pointer = A.I->getOperand(A.PointerOperand);
  APInt Offset(Layout.getIndexTypeSizeInBits(Pointer->getType()), 0);
  auto *Call = dyn_cast<CallInst>(Pointer->stripAndAccumulateConstantOffsets(
      Layout, Offset, /*AllowNonInbounds=*/true));
  const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  if (!Callee || Callee->getName() != builtin::CheckedElement ||
      Offset.isNegative())
    return nullptr;
  const std::optional<uint64_t> Bytes = bytesOf(A);
  const uint64_t All = CheckedElement(*Call).Bytes,
                 First = Offset.getZExtValue();
  return Bytes && First <= All && *Bytes <= All - First
             ? const_cast<CallInst *>(Call)
             : nullptr;
}

} // namespace

std::optional<uint64_t> bytesOf(const Access &A) {
  if (!A.isRange())
    return A.Bytes;
  auto *Length = dyn_cast<ConstantInt>(A.I->getOperand(A.LengthOperand));
  if (!Length)
    return std::nullopt;
  return Length->getZExtValue();
}

SmallVector<std::pair<Access, CallInst *>> accessesOfElements(Function &F) {
  SmallVector<std::pair<Access, CallInst *>> Found;
  for (const Access &A : allAccesses(F))
    if (CallInst *Call = elementOf(A, F.getDataLayout()))
      Found.push_back({A, Call});
  return Found;
}

SmallVector<Access> accessesOf(Function &F) {
  const DataLayout &Layout = F.getDataLayout();
  SmallVector<Access> Found = allAccesses(F);
  erase_if(Found, [&](Access &A) {
    Value *Pointer = A.I->getOperand(A.PointerOperand);
    Value *Object = getUnderlyingObject(Pointer, /*MaxLookup=*/0);
    A.MayBeMisaligned = getKnownAlignment(Pointer, Layout) < A.Alignment;
    A.Object = variableAt(*Object);
    return isOurs(*Object) || elementOf(A, Layout) ||
           (A.Object.isVariable() && !A.MayBeMisaligned && isInside(A, Layout));
  });
  return Found;
}

bool isOfLocalMemory(const Access &A) {
  auto *Call = dyn_cast<CallBase>(getUnderlyingObject(
      A.I->getOperand(A.PointerOperand), /*MaxLookup=*/0));
  const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  return Callee && (Callee->getName() == builtin::LocalArena ||
                    Callee->getName() == LocalVariableBuiltin);
}

SmallVector<Access> sharedAccessesOf(Function &F) {
  SmallVector<Access> Found = allAccesses(F);
  erase_if(Found, [](Access &A) {
    Value *Object = getUnderlyingObject(A.I->getOperand(A.PointerOperand),
                                        /*MaxLookup=*/0);
    A.Object = variableAt(*Object);
    const auto *Variable = dyn_cast<GlobalVariable>(Object);
    return isOurs(*Object) || (Variable && Variable->isConstant()) ||
           A.Object.Kind == FACET_CPU_PRIVATE_VARIABLE ||
           A.Object.Kind == FACET_CPU_KERNEL_ARGUMENT;
  });
  return Found;
}

} // namespace facet
