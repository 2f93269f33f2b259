//===- order_checks.cpp - Whether accesses of work-items are ordered ------===//
//
// See order_checks.h.
//
//===----------------------------------------------------------------------===//

#include "targets/cpu/pipeline/checks/order_checks.h"

#include "postlink/retarget/device_builtins.h"
#include "targets/cpu/pipeline/checks/access_descriptions.h"
#include "targets/cpu/pipeline/checks/barrier_intervals.h"
#include "targets/cpu/pipeline/checks/runtime_calls.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace facet {
namespace {

// SPIR-V "Scope <id>" and "Memory Semantics <id>".
enum : uint64_t { ScopeDevice = 1 };
enum : uint64_t {
  SemanticsAcquire = 2,
  SemanticsRelease = 4,
  SemanticsBoth = 8 | 16 // and sequentially consistent
};

std::optional<uint64_t> numberOf(const CallInst &Call, unsigned Operand) {
  auto *Number = dyn_cast<ConstantInt>(Call.getArgOperand(Operand));
  if (!Number)
    return std::nullopt;
  return Number->getZExtValue();
}

StringRef calleeOf(const Instruction &I) {
  auto *Call = dyn_cast<CallInst>(&I);
  const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  return Callee ? Callee->getName() : "";
}

/// The flags of what orders accesses of more than those who wait at a barrier;
/// 0 for anything else.
uint64_t fenceFlags(const Instruction &I) {
  constexpr uint64_t Both = FACET_CPU_ACQUIRES | FACET_CPU_RELEASES;
  if (auto *Fence = dyn_cast<FenceInst>(&I))
    return (isAcquireOrStronger(Fence->getOrdering()) ? FACET_CPU_ACQUIRES
                                                      : 0) |
           (isReleaseOrStronger(Fence->getOrdering()) ? FACET_CPU_RELEASES
                                                      : 0) |
           (Fence->getSyncScopeID() == SyncScope::SingleThread
                ? FACET_CPU_OF_GROUP
                : 0);
  const StringRef Callee = calleeOf(I);
  if (Callee != builtin::MemoryBarrier && Callee != builtin::ControlBarrier)
    return 0;
  const bool Waits = Callee == builtin::ControlBarrier;
  auto &Call = cast<CallInst>(I);
  const bool IsOfGroup =
      numberOf(Call, /*Operand=*/Waits ? 1 : 0).value_or(ScopeDevice) >
      ScopeDevice;
  if (Waits)
    return IsOfGroup ? 0 : Both;
  const uint64_t Order = numberOf(Call, /*Operand=*/1).value_or(SemanticsBoth);
  uint64_t Flags = 0;
  if (Order & (SemanticsAcquire | SemanticsBoth))
    Flags |= FACET_CPU_ACQUIRES;
  if (Order & (SemanticsRelease | SemanticsBoth))
    Flags |= FACET_CPU_RELEASES;
  return (Flags ? Flags : Both) | (IsOfGroup ? FACET_CPU_OF_GROUP : 0);
}

IRBuilder<> builderBefore(Instruction &I) { return IRBuilder<>(&I); }

} // namespace

void OrderChecks::observe(ArrayRef<Access> Shared) const {
  for (const Access &A : Shared) {
    IRBuilder<> Builder = builderBefore(*A.I);
    Value *Bytes =
        A.isRange()
            ? Builder.CreateZExtOrTrunc(A.I->getOperand(A.LengthOperand),
                                        Builder.getInt64Ty())
            : Builder.getInt64(A.Bytes);
    Runtime.call(Builder, offsetof(facet_cpu_checks, observe),
                 {Texts.describe(A), A.I->getOperand(A.PointerOperand), Bytes},
                 Builder.getVoidTy());
  }
}

void OrderChecks::observeFences(Function &Kernel) const {
  SmallVector<std::pair<Instruction *, uint64_t>> Fences;
  for (Instruction &I : instructions(Kernel))
    if (const uint64_t Flags = fenceFlags(I))
      Fences.push_back({&I, Flags});
  for (auto [Fence, Flags] : Fences) {
    IRBuilder<> Builder = builderBefore(*Fence);
    Runtime.call(Builder, offsetof(facet_cpu_checks, fence),
                 {Builder.getInt64(Flags)}, Builder.getVoidTy());
  }
}

void OrderChecks::observeBarriers(Function &Kernel, uint32_t SubGroupSize,
                                  bool MustAgree) const {
  SmallVector<std::pair<CallInst *, uint64_t>> Barriers;
  SmallVector<ReturnInst *> Ends;
  for (Instruction &I : instructions(Kernel)) {
    if (std::optional<uint64_t> Scope = scopeOfBarrier(I))
      Barriers.push_back({cast<CallInst>(&I), *Scope});
    if (auto *End = dyn_cast<ReturnInst>(&I))
      Ends.push_back(End);
  }
  if (Barriers.empty())
    return;
  for (auto [Barrier, Scope] : Barriers)
    arrive(*Barrier, Scope, SubGroupSize, MustAgree);
  for (ReturnInst *End : Ends) {
    IRBuilder<> Builder = builderBefore(*End);
    Runtime.call(Builder, offsetof(facet_cpu_checks, end),
                 {Builder.getInt64(SubGroupSize)}, Builder.getVoidTy());
  }
}

void OrderChecks::arrive(CallInst &Barrier, uint64_t Scope,
                         uint32_t SubGroupSize, bool MustAgree) const {
  Access Arrival = {&Barrier, 0, FACET_CPU_BARRIER, 0, Align()};
  Arrival.Flags = MustAgree ? FACET_CPU_MUST_BE_REACHED : 0;
  IRBuilder<> Builder = builderBefore(Barrier);
  Runtime.call(Builder, offsetof(facet_cpu_checks, arrive),
               {Texts.describe(Arrival), Builder.getInt64(Scope),
                Builder.getInt64(SubGroupSize)},
               Builder.getVoidTy());
}

} // namespace facet
