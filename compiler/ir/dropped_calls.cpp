//===- dropped_calls.cpp - Calls that only tell something -----------------===//
//
// See dropped_calls.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/ir/dropped_calls.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace facet {

bool isSanitizerFunction(StringRef Name) {
  return Name.starts_with("__ubsan_handle_") || Name.starts_with("__asan_");
}

void dropCallsOf(Module &M, function_ref<bool(const Function &)> Is) {
  for (Function &F : make_early_inc_range(M)) {
    if (!Is(F))
      continue;
    for (User *U : make_early_inc_range(F.users()))
      if (auto *Call = dyn_cast<CallBase>(U))
        Call->eraseFromParent();
    if (F.use_empty())
      F.eraseFromParent();
  }
}

} // namespace facet
