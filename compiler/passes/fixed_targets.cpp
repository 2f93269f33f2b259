//===- fixed_targets.cpp - What a fixed target lacks for a function -------===//
//
// See fixed_targets.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/fixed_targets.h"

#include "compiler/ir/names.h"
#include "compiler/ir/sycl_metadata.h"
#include "features/requirements/feature_kinds.h"
#include "messages/messages.h"

using namespace llvm;

namespace facet {
namespace {

FixedTargetProblem problemFor(const Feature &Lacking,
                              const std::string &Function,
                              const FixedTarget &Target) {
  if (Lacking.kind == Feature::Kind::kAspect)
    return {
        textOf<Message::warn_fixed_target_aspect>(
            Function, std::string(AspectName(Lacking.aspect())), Target.Name),
        Lacking.aspect(), "", &Target};
  const FeatureKind &Kind = KindOf(Lacking);
  return {
      textOf<Message::warn_fixed_target_size>(Function, std::string(Kind.noun),
                                              Kind.value(Lacking), Target.Name),
      std::nullopt, std::string(Kind.property), &Target};
}

} // namespace

std::vector<FixedTargetProblem>
checkFixedTargets(const Function &F, ArrayRef<FixedTarget> Targets) {
  std::vector<FixedTargetProblem> Problems;
  if (!F.hasMetadata())
    return Problems;
  Requirements All = readRequirements(F);
  for (const FixedTarget &Target : Targets)
    for (const Reason &R : Check(All.On(Target.Facts), Target.Facts))
      Problems.push_back(
          problemFor(*R.feature, nameForUser(F.getName()), Target));
  return Problems;
}

} // namespace facet
