//===- entry_points.cpp - Where device code is entered --------------------===//
//
// See entry_points.h.
//
//===----------------------------------------------------------------------===//

#include "postlink/split/entry_points.h"

#include "compiler/ir/sycl_metadata.h"
#include "llvm/ADT/STLExtras.h"

#include <tuple>

using namespace llvm;

namespace facet {

bool operator==(const EntryRequirements &A, const EntryRequirements &B) {
  if (!A.FixedTargets.empty() || !B.FixedTargets.empty())
    return A.FixedTargets == B.FixedTargets;
  return A.Aspects == B.Aspects && A.WhenAspects == B.WhenAspects &&
         A.SubGroupSize == B.SubGroupSize && A.WorkGroup == B.WorkGroup;
}

AspectSet aspectsOf(const Function &F) {
  return readUsedAspects(F).Union(
      readDeclaredAspects(F).value_or(AspectSet()));
}

std::optional<uint32_t> subGroupSizeOf(const Function &F) {
  std::optional<int64_t> Size = readSubGroupSize(F);
  if (!Size || *Size <= 0)
    return std::nullopt;
  return static_cast<uint32_t>(*Size);
}

std::optional<std::vector<std::string>> fixedTargetsOf(const Function &F) {
  std::optional<std::vector<std::string>> Targets = readFixedTargets(F);
  if (Targets) {
    llvm::sort(*Targets);
    Targets->erase(llvm::unique(*Targets), Targets->end());
  }
  return Targets;
}

EntryRequirements entryRequirementsOf(const Function &F) {
  EntryRequirements Needs;
  Needs.Aspects = aspectsOf(F);
  Needs.WhenAspects = readConditionallyUsedAspects(F);
  llvm::sort(Needs.WhenAspects, [](const auto &A, const auto &B) {
    return std::tie(A.When, A.Aspects) < std::tie(B.When, B.Aspects);
  });
  Needs.WorkGroup = readWorkGroupSize(F);
  Needs.SubGroupSize = subGroupSizeOf(F);
  Needs.FixedTargets = fixedTargetsOf(F).value_or(std::vector<std::string>());
  return Needs;
}

std::vector<EntryPoint> collectEntryPoints(Module &M, Exports Mode) {
  std::vector<EntryPoint> Result;
  for (Function &F : M) {
    bool Kernel = isKernel(F);
    if (isEntryPoint(F) && (Kernel || Mode == Exports::All))
      Result.push_back(
          {&F, Kernel, F.getFnAttribute(attribute::ModuleId).getValueAsString(),
           entryRequirementsOf(F)});
  }
  return Result;
}

} // namespace facet
