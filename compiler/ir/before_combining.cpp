//===- before_combining.cpp - What LLVM combines wrongly, kept from it ----===//
//
// See before_combining.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/ir/before_combining.h"

#include "compiler/ir/half_overflow.h"
#include "compiler/ir/masked_loads.h"
#include "compiler/ir/repeated_choices.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/PassInstrumentation.h"

using namespace llvm;

namespace facet {

void prepareBeforeCombining(PassInstrumentationCallbacks &Callbacks) {
  Callbacks.registerBeforeNonSkippedPassCallback([](StringRef Pass, Any IR) {
    if (Pass != "InstCombinePass")
      return;
    if (auto *F = any_cast<const Function *>(&IR)) {
      joinRepeatedChoices(const_cast<Function &>(**F));
      boundIntegersOfHalves(const_cast<Function &>(**F));
      keepMaskedLoads(const_cast<Function &>(**F));
    }
  });
}

} // namespace facet
