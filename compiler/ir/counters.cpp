//===- counters.cpp - Calls that count how often device code is executed --===//
//
// See counters.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/ir/counters.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/InstrTypes.h"

using namespace llvm;

namespace facet {

void dropCounters(Module &M) {
  for (Function &F : make_early_inc_range(M)) {
    if (!isCountFunction(F))
      continue;
    for (User *U : make_early_inc_range(F.users()))
      if (auto *Call = dyn_cast<CallBase>(U))
        Call->eraseFromParent();
    if (F.use_empty())
      F.eraseFromParent();
  }
}

} // namespace facet
