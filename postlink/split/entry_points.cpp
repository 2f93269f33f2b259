//===- entry_points.cpp - Where device code is entered --------------------===//
//
// See entry_points.h.
//
//===----------------------------------------------------------------------===//

#include "postlink/split/entry_points.h"

#include "compiler/ir/sycl_metadata.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace facet {

std::optional<std::vector<std::string>> fixedTargetsOf(const Function &F) {
  std::optional<std::vector<std::string>> Targets = readFixedTargets(F);
  if (Targets) {
    llvm::sort(*Targets);
    Targets->erase(llvm::unique(*Targets), Targets->end());
  }
  return Targets;
}

std::vector<EntryPoint> collectEntryPoints(Module &M, Exports Mode) {
  std::vector<EntryPoint> Result;
  for (Function &F : M) {
    bool Kernel = isKernel(F);
    if (isEntryPoint(F) && (Kernel || Mode == Exports::All))
      Result.push_back(
          {&F, Kernel, F.getFnAttribute(attribute::ModuleId).getValueAsString(),
           readRequirements(F),
           fixedTargetsOf(F).value_or(std::vector<std::string>())});
  }
  return Result;
}

} // namespace facet
