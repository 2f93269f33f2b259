//===- large_variables.cpp - More local memory than is static -------------===//
//
// See large_variables.h.
//
//===----------------------------------------------------------------------===//

#include "postlink/retarget/large_variables.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/ReplaceConstant.h"
#include "postlink/retarget/kernels.h"
#include "postlink/retarget/local_arena.h"
#include "targets/family.h"

using namespace llvm;

namespace facet {
namespace {

uint64_t sizeOf(const GlobalVariable &V) {
  return V.getDataLayout().getTypeAllocSize(V.getValueType());
}

SmallVector<GlobalVariable *> variablesIn(Module &M, unsigned LocalSpace) {
  SmallVector<GlobalVariable *> Result;
  for (GlobalVariable &V : M.globals())
    if (V.getAddressSpace() == LocalSpace && !V.isDeclaration() &&
        !V.use_empty())
      Result.push_back(&V);
  return Result;
}

/// The functions that have \p V, also as a part of a constant.
SmallSetVector<Function *, 4> usersOf(const GlobalVariable &V) {
  SmallSetVector<Function *, 4> Result;
  SmallSetVector<const User *, 8> Seen(V.user_begin(), V.user_end());
  for (size_t I = 0; I < Seen.size(); ++I) {
    if (const auto *Instr = dyn_cast<Instruction>(Seen[I]))
      Result.insert(const_cast<Function *>(Instr->getFunction()));
    else
      Seen.insert(Seen[I]->user_begin(), Seen[I]->user_end());
  }
  return Result;
}

using KernelsOfVariables =
    MapVector<GlobalVariable *, SmallVector<Function *, 2>>;

KernelsOfVariables kernelsOf(ArrayRef<GlobalVariable *> Variables,
                             const SmallSetVector<Function *, 8> &Kernels) {
  KernelsOfVariables Result;
  for (GlobalVariable *V : Variables) {
    const SmallSetVector<Function *, 4> Users = usersOf(*V);
    SetVector<Function *> Reaching = callersOf(Users.getArrayRef());
    Reaching.insert_range(Users);
    for (Function *F : Reaching)
      if (Kernels.contains(F))
        Result[V].push_back(F);
  }
  return Result;
}

/// Makes \p Arena begin \p Bytes behind the start of dynamic memory in \p
/// Kernel.
void moveArena(GlobalVariable &Arena, Function &Kernel, uint64_t Bytes) {
  Constant *Moved = ConstantExpr::getInBoundsGetElementPtr(
      Type::getInt8Ty(Arena.getContext()), &Arena,
      ConstantInt::get(Type::getInt64Ty(Arena.getContext()), Bytes));
  Arena.replaceUsesWithIf(Moved, [&](Use &U) {
    auto *I = dyn_cast<Instruction>(U.getUser());
    return I && I->getFunction() == &Kernel;
  });
}

} // namespace

std::map<std::string, uint64_t>
moveLargeVariables(Module &M, ArrayRef<std::string> Names,
                   const CodeModel &Target, uint64_t Limit) {
  const auto Variables = variablesIn(M, Target.local_space());
  uint64_t Sum = 0;
  for (const GlobalVariable *V : Variables)
    Sum += sizeOf(*V);
  if (Sum <= Limit)
    return {};

  SmallSetVector<Function *, 8> Kernels;
  Kernels.insert_range(functionsNamed(M, Names));
  KernelsOfVariables Users = kernelsOf(Variables, Kernels);
  MapVector<Function *, uint64_t> Static, Ends;
  for (const auto &[V, Of] : Users)
    for (Function *Kernel : Of)
      Static[Kernel] += sizeOf(*V);
  Users.remove_if([&](const auto &Entry) {
    return none_of(Entry.second,
                   [&](Function *K) { return Static.lookup(K) > Limit; });
  });
  if (Users.empty())
    return {};

  GlobalVariable &Arena = sharedLocalArena(M, Target);
  convertUsersOfConstantsToInstructions({&Arena});
  for (Function *F : usersOf(Arena))
    if (!Kernels.contains(F))
      return {};

  MapVector<GlobalVariable *, uint64_t> Offsets;
  for (const auto &[V, Of] : Users) {
    uint64_t Offset = 0;
    for (Function *Kernel : Of)
      Offset = std::max(Offset, Ends.lookup(Kernel));
    Offset = alignTo(Offset, V->getPointerAlignment(M.getDataLayout()));
    Offsets[V] = Offset;
    for (Function *Kernel : Of)
      Ends[Kernel] = Offset + sizeOf(*V);
  }
  std::map<std::string, uint64_t> Result;
  for (const auto &[Kernel, End] : Ends) {
    const uint64_t Bytes = alignTo(End, *Arena.getAlign());
    moveArena(Arena, *Kernel, Bytes);
    Result[Kernel->getName().str()] = Bytes;
  }
  for (const auto &[V, Offset] : Offsets) {
    V->replaceAllUsesWith(ConstantExpr::getInBoundsGetElementPtr(
        Type::getInt8Ty(M.getContext()), &Arena,
        ConstantInt::get(Type::getInt64Ty(M.getContext()), Offset)));
    V->eraseFromParent();
  }
  return Result;
}

} // namespace facet
