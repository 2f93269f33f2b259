//===- pointer_spaces.cpp - Which address space a pointer points into -----===//
//
// See pointer_spaces.h.
//
//===----------------------------------------------------------------------===//

#include "postlink/retarget/pointer_spaces.h"

#include "compiler/ir/variable_addresses.h"
#include "postlink/retarget/device_builtins.h"
#include "postlink/retarget/kernels.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicsSPIRV.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "targets/family.h"

#include <optional>

using namespace llvm;

namespace facet {
namespace {

/// Numbers of SPIR-V's address spaces. The host asks for constant memory as for
/// global memory: devices have one memory for both.
enum Space : uint64_t { Private = 0, Global = 1, Constant = 2, Local = 3 };

Space merged(uint64_t Number) {
  return Number == Private || Number == Local ? static_cast<Space>(Number)
                                              : Global;
}

class Origins {
public:
  Origins(Module &M, const CodeModel &Target, ArrayRef<std::string> Names)
      : Target(Target) {
    Kernels.insert_range(functionsNamed(M, Names));
  }

  /// The space of all that \p Pointer may come from; nothing if they differ or
  /// one is not known.
  std::optional<Space> spaceOf(const Value *Pointer) {
    SmallVector<const Value *> Open = {Pointer};
    SmallPtrSet<const Value *, 8> Visited;
    std::optional<Space> Result;
    while (!Open.empty()) {
      const Value *V = Open.pop_back_val();
      // A null pointer is one in every space.
      if (!Visited.insert(V).second || isa<ConstantPointerNull, UndefValue>(V))
        continue;
      if (std::optional<Space> Own = ownSpace(*V)) {
        if (Result && *Result != *Own)
          return std::nullopt;
        Result = Own;
      } else if (!addSources(*V, Open)) {
        return std::nullopt;
      }
    }
    return Result;
  }

private:
  std::optional<Space> ownSpace(const Value &V) const {
    const unsigned Number = V.getType()->getPointerAddressSpace();
    if (Target.is_spirv && Number != Target.generic_space())
      return merged(Number);
    if (isa<AllocaInst>(V) || isKernelArgument(V))
      return Private;
    if (isa<GlobalVariable>(V))
      return Global;
    if (auto *Call = dyn_cast<CallBase>(&V))
      if (const Function *Callee = Call->getCalledFunction())
        if (Callee->getName() == builtin::LocalArena ||
            Callee->getName() == builtin::GroupScratch ||
            Callee->getName() == LocalVariableBuiltin)
          return Local;
    // What the host can put into arguments is in global memory.
    if (auto *Load = dyn_cast<LoadInst>(&V))
      if (isKernelArgument(*getUnderlyingObject(Load->getPointerOperand())))
        return Global;
    return std::nullopt;
  }

  bool isKernelArgument(const Value &V) const {
    auto *A = dyn_cast<Argument>(&V);
    return A && A->hasByValAttr() && Kernels.contains(A->getParent());
  }

  static bool addSources(const Value &V, SmallVectorImpl<const Value *> &Open) {
    if (auto *Phi = dyn_cast<PHINode>(&V)) {
      append_range(Open, Phi->incoming_values());
    } else if (auto *Select = dyn_cast<SelectInst>(&V)) {
      Open.push_back(Select->getTrueValue());
      Open.push_back(Select->getFalseValue());
    } else if (auto *Gep = dyn_cast<GEPOperator>(&V)) {
      Open.push_back(Gep->getPointerOperand());
    } else if (auto *Cast = dyn_cast<AddrSpaceCastOperator>(&V)) {
      Open.push_back(Cast->getPointerOperand());
    } else {
      return false;
    }
    return true;
  }

  const CodeModel &Target;
  SmallPtrSet<const Function *, 8> Kernels;
};

SmallVector<CallInst *> queriesIn(Module &M) {
  SmallVector<CallInst *> Queries;
  if (Function *F = M.getFunction(builtin::PointsInto))
    for (User *U : F->users())
      if (auto *Call = dyn_cast<CallInst>(U);
          Call && Call->getCalledFunction() == F && Call->arg_size() == 2 &&
          isa<ConstantInt>(Call->getArgOperand(1)))
        Queries.push_back(Call);
  return Queries;
}

Space askedSpace(const CallInst &Query) {
  return merged(cast<ConstantInt>(Query.getArgOperand(1))->getZExtValue());
}

void replace(CallInst &Query, Value *Answer) {
  Function *F = Query.getCalledFunction();
  Query.replaceAllUsesWith(Answer);
  Query.eraseFromParent();
  if (F->use_empty())
    F->eraseFromParent();
}

} // namespace

void foldPointerSpaces(Module &M, const CodeModel &Target,
                       ArrayRef<std::string> Kernels) {
  Origins Pointers(M, Target, Kernels);
  for (CallInst *Query : queriesIn(M))
    if (std::optional<Space> Known = Pointers.spaceOf(Query->getArgOperand(0)))
      replace(*Query, ConstantInt::getBool(M.getContext(),
                                           *Known == askedSpace(*Query)));
}

void lowerPointerSpacesToSpirv(Module &M) {
  for (CallInst *Query : queriesIn(M)) {
    IRBuilder<> Builder(Query);
    // The result of the instruction is null for a pointer of another space.
    Value *Cast = Builder.CreateIntrinsic(
        Intrinsic::spv_generic_cast_to_ptr_explicit,
        {PointerType::get(M.getContext(), askedSpace(*Query))},
        {Query->getArgOperand(0)});
    Value *Address = Builder.CreatePtrToInt(Cast, Builder.getInt64Ty());
    replace(*Query, Builder.CreateICmpNE(Address, Builder.getInt64(0)));
  }
}

} // namespace facet
