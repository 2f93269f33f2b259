//===- entry_points.cpp - Where device code is entered --------------------===//
//
// See entry_points.h.
//
//===----------------------------------------------------------------------===//

#include "postlink/split/entry_points.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/CallingConv.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Metadata.h"

using namespace llvm;

namespace facet {
namespace {

/// The integers of a metadata node; operands of other kinds are skipped.
SmallVector<int64_t, 4> integersOf(const Function &F, StringRef Kind) {
  SmallVector<int64_t, 4> Result;
  if (const MDNode *Node = F.getMetadata(Kind))
    for (const MDOperand &Operand : Node->operands())
      if (const auto *C = mdconst::dyn_extract_or_null<ConstantInt>(Operand))
        Result.push_back(C->getSExtValue());
  return Result;
}

std::vector<std::string> stringsOf(const Function &F, StringRef Kind) {
  std::vector<std::string> Result;
  if (const MDNode *Node = F.getMetadata(Kind))
    for (const MDOperand &Operand : Node->operands())
      if (const auto *Text = dyn_cast_or_null<MDString>(Operand))
        Result.push_back(Text->getString().str());
  return Result;
}

/// The metadata is in SPIR-V's order and padded to three dimensions; the
/// attribute beside it says how many the user wrote.
std::optional<WorkGroupSize> workGroupSizeOf(const Function &F) {
  SmallVector<int64_t, 4> Sizes = integersOf(F, "reqd_work_group_size");
  if (Sizes.empty() || Sizes.size() > 3)
    return std::nullopt;
  unsigned Count = Sizes.size();
  unsigned Written = 0;
  if (!F.getFnAttribute("sycl-reqd-work-group-dims")
           .getValueAsString()
           .getAsInteger(10, Written) &&
      Written >= 1 && Written <= Count)
    Count = Written;
  WorkGroupSize Result;
  Result.dim_count = Count;
  for (unsigned I = 0; I != Count; ++I)
    Result.dims[I] = Sizes[Count - 1 - I];
  return Result;
}

} // namespace

bool operator==(const EntryRequirements &A, const EntryRequirements &B) {
  if (!A.FixedTargets.empty() || !B.FixedTargets.empty())
    return A.FixedTargets == B.FixedTargets;
  return A.Aspects == B.Aspects && A.SubGroupSize == B.SubGroupSize &&
         A.WorkGroup == B.WorkGroup;
}

bool isKernel(const Function &F) {
  return F.getCallingConv() == CallingConv::SPIR_KERNEL;
}

AspectSet aspectsOf(const Function &F) {
  AspectSet Result;
  for (StringRef Kind : {"sycl_used_aspects", "sycl_declared_aspects"})
    for (int64_t Number : integersOf(F, Kind))
      Result.Insert(static_cast<Aspect>(Number));
  return Result;
}

EntryRequirements requirementsOf(const Function &F) {
  EntryRequirements Needs;
  Needs.Aspects = aspectsOf(F);
  Needs.WorkGroup = workGroupSizeOf(F);
  // Named sizes are written as numbers that are no size.
  if (auto Sizes = integersOf(F, "intel_reqd_sub_group_size");
      Sizes.size() == 1 && Sizes.front() > 0)
    Needs.SubGroupSize = static_cast<uint32_t>(Sizes.front());
  Needs.FixedTargets = stringsOf(F, "sycl_fixed_targets");
  llvm::sort(Needs.FixedTargets);
  Needs.FixedTargets.erase(llvm::unique(Needs.FixedTargets),
                           Needs.FixedTargets.end());
  return Needs;
}

std::vector<EntryPoint> collectEntryPoints(Module &M, Exports Mode) {
  std::vector<EntryPoint> Result;
  for (Function &F : M) {
    bool Kernel = isKernel(F);
    bool Exported = F.hasFnAttribute("sycl-module-id") && !F.hasLocalLinkage();
    if (F.isDeclaration() || !(Kernel || (Exported && Mode == Exports::All)))
      continue;
    Result.push_back({&F, Kernel,
                      F.getFnAttribute("sycl-module-id").getValueAsString(),
                      requirementsOf(F)});
  }
  return Result;
}

} // namespace facet
