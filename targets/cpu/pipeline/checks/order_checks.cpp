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

// SPIR-V "Scope <id>".
enum : uint64_t { ScopeDevice = 1 };

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

/// What orders accesses of more than those who wait at a barrier.
bool isFence(const Instruction &I) {
  if (isa<FenceInst>(I) || calleeOf(I) == builtin::MemoryBarrier)
    return true;
  constexpr unsigned MemoryScope = 1;
  return calleeOf(I) == builtin::ControlBarrier &&
         numberOf(cast<CallInst>(I), MemoryScope).value_or(ScopeDevice) <=
             ScopeDevice;
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
  SmallVector<Instruction *> Fences;
  for (Instruction &I : instructions(Kernel))
    if (isFence(I))
      Fences.push_back(&I);
  for (Instruction *Fence : Fences) {
    IRBuilder<> Builder = builderBefore(*Fence);
    Runtime.call(Builder, offsetof(facet_cpu_checks, fence),
                 {Builder.getInt64(FACET_CPU_ACQUIRES | FACET_CPU_RELEASES)},
                 Builder.getVoidTy());
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
