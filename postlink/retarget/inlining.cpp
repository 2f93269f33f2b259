//===- inlining.cpp - Functions that must become part of their callers ----===//
//
// See inlining.h.
//
//===----------------------------------------------------------------------===//

#include "postlink/retarget/inlining.h"

#include "postlink/retarget/atomics.h"
#include "postlink/retarget/device_builtins.h"
#include "postlink/retarget/kernels.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicsSPIRV.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace facet {

void requestInlining(Function &F) {
  F.removeFnAttr(Attribute::NoInline);
  F.removeFnAttr(Attribute::OptimizeNone);
  F.addFnAttr(Attribute::AlwaysInline);
}

namespace {

/// Kernels and functions that stay functions.
class Staying {
public:
  explicit Staying(ArrayRef<std::string> Kernels) {
    for (StringRef Kernel : Kernels)
      Names.insert(Kernel);
  }
  bool contains(const Function &F) const {
    return Names.contains(F.getName()) || F.hasFnAttribute(StaysFunction);
  }

private:
  StringSet<> Names;
};

} // namespace

void requestInliningOfCallers(ArrayRef<Function *> Callees,
                              ArrayRef<std::string> Kernels) {
  const Staying Stay(Kernels);
  for (Function *F :
       callersOf(Callees, [&](const Function &F) { return !Stay.contains(F); }))
    requestInlining(*F);
}

void requestInliningOfDirectCallers(ArrayRef<Function *> Callees,
                                    ArrayRef<std::string> Kernels) {
  const Staying Stay(Kernels);
  for (const Function *Callee : Callees)
    for (const User *U : Callee->users())
      if (const auto *Call = dyn_cast<CallInst>(U))
        if (auto *F = const_cast<Function *>(Call->getFunction());
            !Stay.contains(*F))
          requestInlining(*F);
}

void requestInliningOfGroupCode(Module &M, ArrayRef<std::string> Kernels) {
  SmallVector<Function *> Callees;
  for (Function &F : M)
    if (F.getName() == builtin::ControlBarrier ||
        F.getIntrinsicID() == Intrinsic::spv_global_offset ||
        (F.isDeclaration() && F.getName().contains("__spirv_Group")))
      Callees.push_back(&F);
  requestInliningOfCallers(Callees, Kernels);
}

void requestInliningOfAtomics(Module &M, unsigned GenericSpace,
                              ArrayRef<std::string> Kernels) {
  const Staying Stay(Kernels);
  SmallVector<Function *> Users;
  for (Function &F : M)
    if (!Stay.contains(F) && any_of(instructions(F), [&](const Instruction &I) {
          return isAtomicIn(I, GenericSpace);
        }))
      Users.push_back(&F);
  for (Function *F : Users)
    requestInlining(*F);
  requestInliningOfCallers(Users, Kernels);
}

} // namespace facet
