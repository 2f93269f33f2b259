//===- inlining.cpp - Functions that must become part of their callers ----===//
//
// See inlining.h.
//
//===----------------------------------------------------------------------===//

#include "postlink/retarget/inlining.h"

#include "postlink/retarget/device_builtins.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace facet {

void requestInlining(Function &F) {
  F.removeFnAttr(Attribute::NoInline);
  F.removeFnAttr(Attribute::OptimizeNone);
  F.addFnAttr(Attribute::AlwaysInline);
}

void requestInliningOfCallers(ArrayRef<Function *> Callees,
                              ArrayRef<std::string> Kernels) {
  StringSet<> Stay;
  for (StringRef Kernel : Kernels)
    Stay.insert(Kernel);
  SetVector<Function *> Reached(Callees.begin(), Callees.end());
  for (size_t I = 0; I != Reached.size(); ++I)
    for (User *U : Reached[I]->users()) {
      auto *Call = dyn_cast<CallBase>(U);
      if (!Call)
        continue;
      Function *Caller = Call->getFunction();
      if (Stay.contains(Caller->getName()) ||
          Caller->hasFnAttribute(StaysFunction))
        continue;
      if (Reached.insert(Caller))
        requestInlining(*Caller);
    }
}

void requestInliningOfGroupCode(Module &M, ArrayRef<std::string> Kernels) {
  SmallVector<Function *> Callees;
  for (Function &F : M)
    if (F.getName() == builtin::ControlBarrier ||
        (F.isDeclaration() && F.getName().contains("__spirv_Group")))
      Callees.push_back(&F);
  requestInliningOfCallers(Callees, Kernels);
}

} // namespace facet
