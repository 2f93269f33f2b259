//===- fixed_targets.cpp - What a fixed target lacks for a function -------===//
//
// See fixed_targets.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/fixed_targets.h"

#include "compiler/diagnostics/messages.h"
#include "compiler/ir/names.h"
#include "compiler/ir/sycl_metadata.h"

using namespace llvm;

namespace facet {
namespace {

FixedTargetProblem problemFor(const Feature &Lacking,
                              const std::string &Function,
                              const FixedTarget &Target) {
  switch (Lacking.kind) {
  case Feature::Kind::kSubGroupSize:
    return {textOf(Message::warn_fixed_target_sub_group,
                   {Function, std::to_string(Lacking.number), Target.Name}),
            std::nullopt, "reqd_sub_group_size", &Target};
  case Feature::Kind::kWorkGroupSize:
    return {textOf(Message::warn_fixed_target_work_group,
                   {Function, TextOf(Lacking.work_group_size), Target.Name}),
            std::nullopt, "reqd_work_group_size", &Target};
  default:
    return {textOf(Message::warn_fixed_target_aspect,
                   {Function, std::string(AspectName(Lacking.aspect())),
                    Target.Name}),
            Lacking.aspect(), "", &Target};
  }
}

} // namespace

std::vector<FixedTargetProblem>
checkFixedTargets(const Function &F, ArrayRef<FixedTarget> Targets) {
  std::vector<FixedTargetProblem> Problems;
  if (!F.hasMetadata())
    return Problems;
  Requirements All = readRequirements(F);
  for (const FixedTarget &Target : Targets)
    for (const Reason &R : Check(All.On(Target.Facts), Target.Features))
      Problems.push_back(
          problemFor(*R.feature, nameForUser(F.getName()), Target));
  return Problems;
}

} // namespace facet
