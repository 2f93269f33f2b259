//===- planted_error.cpp - Errors in random kernels -----------------------===//
//
// See planted_error.h.
//
//===----------------------------------------------------------------------===//

#include "testing/planted_errors/planted_error.h"

#include "postlink/retarget/device_builtins.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicsSPIRV.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace facet::planted_errors {
namespace {

using random_kernels::Launch;

/// Which accesses an error is made of.
enum class Way { Load, Store, Atomic };
constexpr unsigned GlobalMemory = 1;

class Planter {
public:
  Planter(Function &Kernel, const Launch &L, const ErrorMemory &Memory,
          std::mt19937_64 &Random)
      : Kernel(Kernel), L(L), Memory(Memory), Random(Random),
        Builder(placeIn(Kernel)) {}

  void plant(ErrorKind Kind) {
    switch (Kind) {
    case ErrorKind::None:
      return;
    case ErrorKind::OutOfBounds:
      return access(outside());
    case ErrorKind::UseAfterFree:
      return access(at(Memory.Freed + choose(ErrorMemory::Bytes / 8) * 8));
    case ErrorKind::Undefined:
      return useUnwritten();
    case ErrorKind::RaceInGroup:
      return race(linear(Intrinsic::spv_group_id, L.Groups));
    case ErrorKind::RaceOfGroups:
      return race(linear(Intrinsic::spv_thread_id_in_group, L.Size));
    case ErrorKind::DivergentBarrier:
      return divergentBarrier();
    }
  }

private:
  uint64_t choose(uint64_t Below) { return Random() % Below; }

  /// Where all work-items come by, which are all different then: they have not
  /// diverged, and there may be barriers.
  IRBuilder<> placeIn(Function &F) {
    BasicBlock &Entry = F.getEntryBlock();
    SmallVector<Instruction *> Places;
    for (Instruction &I : Entry)
      if (!isa<AllocaInst>(I) && !isa<PHINode>(I))
        Places.push_back(&I);
    return IRBuilder<>(Places[choose(Places.size())]);
  }

  Value *at(uint64_t Address) {
    return Builder.CreateIntToPtr(Builder.getInt64(Address),
                                  Builder.getPtrTy(GlobalMemory));
  }

  /// Next to the memory, before or behind it.
  Value *outside() {
    const uint64_t Distance = choose(8) * 8;
    return at(choose(2) ? Memory.Ordinary + ErrorMemory::Bytes + Distance
                        : Memory.Ordinary - 8 - Distance);
  }

  Type *randomType() {
    Type *Types[] = {Builder.getInt8Ty(),  Builder.getInt16Ty(),
                     Builder.getInt32Ty(), Builder.getInt64Ty(),
                     Builder.getFloatTy(), Builder.getDoubleTy()};
    return Types[choose(std::size(Types))];
  }

  /// Of one work-item, or of all.
  void access(Value *Address) {
    if (choose(2))
      onlyOne();
    switch (static_cast<Way>(choose(3))) {
    case Way::Load: // one that the optimizer keeps
      Builder.CreateLoad(randomType(), Address, /*isVolatile=*/true);
      return;
    case Way::Store:
      Builder.CreateStore(Constant::getNullValue(randomType()), Address);
      return;
    case Way::Atomic:
      Builder.CreateAtomicRMW(
          AtomicRMWInst::Add, Address,
          choose(2) ? Builder.getInt32(1) : Builder.getInt64(1), MaybeAlign(),
          AtomicOrdering::Monotonic);
      return;
    }
  }

  /// What follows is of one work-item.
  void onlyOne() { only(choose(L.items())); }

  void only(uint64_t Number) {
    Value *Item =
        linear(Intrinsic::spv_thread_id,
               {L.Size[0] * L.Groups[0], L.Size[1] * L.Groups[1],
                L.Size[2] * L.Groups[2]});
    Value *IsIt =
        Builder.CreateICmpEQ(Item, Builder.getInt64(Number));
    Instruction *Then = SplitBlockAndInsertIfThen(
        IsIt, Builder.GetInsertPoint(), /*Unreachable=*/false);
    Builder.SetInsertPoint(Then);
  }

  Value *linear(Intrinsic::ID Query, const std::array<uint32_t, 3> &Sizes) {
    Value *Id = Builder.getInt64(0);
    for (unsigned D : {2, 1, 0})
      Id = Builder.CreateAdd(
          Builder.CreateMul(Id, Builder.getInt64(Sizes[D])),
          Builder.CreateIntrinsic(Builder.getInt64Ty(), Query,
                                  {Builder.getInt32(D)}));
    return Id;
  }

  void useUnwritten() {
    onlyOne();
    Value *Read = Builder.CreateLoad(
        Builder.getInt32Ty(), at(Memory.Unwritten + choose(1024) * 4));
    if (choose(2)) {
      Builder.CreateStore(Builder.CreateAdd(Read, Builder.getInt32(1)),
                          at(Memory.Ordinary));
      return;
    }
    Instruction *Then = SplitBlockAndInsertIfThen(
        Builder.CreateICmpSGT(Read, Builder.getInt32(5)),
        Builder.GetInsertPoint(), /*Unreachable=*/false);
    Builder.SetInsertPoint(Then);
    Builder.CreateFence(AtomicOrdering::AcquireRelease);
  }

  /// A word for each of several work-items.
  void race(Value *Number) {
    Value *Address = Builder.CreateGEP(
        Builder.getInt32Ty(), at(Memory.Ordinary), Number);
    if (choose(2))
      Builder.CreateLoad(Builder.getInt32Ty(), Address, /*isVolatile=*/true);
    Builder.CreateStore(Builder.getInt32(1), Address);
  }

  /// At the end: behind it nothing is as it should be.
  void divergentBarrier() {
    SmallVector<ReturnInst *> Ends;
    for (BasicBlock &Block : Kernel)
      if (auto *End = dyn_cast<ReturnInst>(Block.getTerminator()))
        Ends.push_back(End);
    const uint64_t Item = choose(L.items());
    for (ReturnInst *End : Ends) {
      Builder.SetInsertPoint(End);
      only(Item);
      barrier();
    }
  }

  void barrier() {
    FunctionCallee Barrier = Kernel.getParent()->getOrInsertFunction(
        builtin::ControlBarrier, Builder.getVoidTy(), Builder.getInt32Ty(),
        Builder.getInt32Ty(), Builder.getInt32Ty());
    CallInst *Call = Builder.CreateCall(
        Barrier, {Builder.getInt32(2), Builder.getInt32(2),
                  Builder.getInt32(0x110)});
    Call->setCallingConv(CallingConv::SPIR_FUNC);
    Call->setConvergent();
  }

  Function &Kernel;
  const Launch &L;
  const ErrorMemory &Memory;
  std::mt19937_64 &Random;
  IRBuilder<> Builder;
};

} // namespace

std::string nameOf(ErrorKind Kind) {
  switch (Kind) {
  case ErrorKind::None:
    return "";
  case ErrorKind::OutOfBounds:
    return "out of bounds";
  case ErrorKind::UseAfterFree:
    return "use after free";
  case ErrorKind::Undefined:
    return "undefined value";
  case ErrorKind::RaceInGroup:
  case ErrorKind::RaceOfGroups:
    return "race";
  case ErrorKind::DivergentBarrier:
    return "divergent barrier";
  }
  return "";
}

bool isPossible(ErrorKind Kind, const Launch &L) {
  switch (Kind) {
  case ErrorKind::RaceInGroup:
  case ErrorKind::DivergentBarrier:
    return L.size() > 1;
  case ErrorKind::RaceOfGroups:
    return L.groups() > 1;
  default:
    return true;
  }
}

void plant(ErrorKind Kind, Function &Kernel, const Launch &L,
           const ErrorMemory &Memory, std::mt19937_64 &Random) {
  Planter(Kernel, L, Memory, Random).plant(Kind);
}

} // namespace facet::planted_errors
