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

std::string sizeText(const WorkGroupSize &Size) {
  std::string Text;
  for (uint32_t I = 0; I < Size.dim_count; ++I)
    Text += (I ? ", " : "") + std::to_string(Size.dims[I]);
  return Text;
}

struct Needs {
  Requirements Always;
  std::vector<ConditionalAspects> Sometimes;

  explicit Needs(const Function &F)
      : Sometimes(readConditionallyUsedAspects(F)) {
    Always.aspects =
        readUsedAspects(F).Union(readDeclaredAspects(F).value_or(AspectSet()));
    if (std::optional<int64_t> Size = readSubGroupSize(F); Size && *Size > 0)
      Always.sub_group_sizes.push_back(static_cast<uint32_t>(*Size));
    if (std::optional<WorkGroupSize> Size = readWorkGroupSize(F))
      Always.work_group_sizes.push_back(*Size);
  }

  Requirements of(const ConditionFacts &Target) const {
    Requirements Result = Always;
    for (const ConditionalAspects &Pair : Sometimes)
      if (EvaluateCondition(Pair.When, Target))
        Result.aspects = Result.aspects.Union(Pair.Aspects);
    return Result;
  }
};

FixedTargetProblem problemFor(const Reason &R, const std::string &Function,
                              const FixedTarget &Target) {
  switch (R.kind) {
  case Reason::Kind::kSubGroupSize:
    return {textOf(Message::warn_fixed_target_sub_group,
                   {Function, std::to_string(R.sub_group_size), Target.Name}),
            std::nullopt, "reqd_sub_group_size", &Target};
  case Reason::Kind::kWorkGroupSize:
    return {textOf(Message::warn_fixed_target_work_group,
                   {Function, sizeText(R.work_group_size), Target.Name}),
            std::nullopt, "reqd_work_group_size", &Target};
  default:
    return {textOf(Message::warn_fixed_target_aspect,
                   {Function, std::string(AspectName(R.aspect)), Target.Name}),
            R.aspect, "", &Target};
  }
}

} // namespace

std::vector<FixedTargetProblem>
checkFixedTargets(const Function &F, ArrayRef<FixedTarget> Targets) {
  std::vector<FixedTargetProblem> Problems;
  if (!F.hasMetadata())
    return Problems;
  Needs All(F);
  for (const FixedTarget &Target : Targets)
    for (const Reason &R : Check(All.of(Target.Facts), Target.Features))
      Problems.push_back(problemFor(R, nameForUser(F.getName()), Target));
  return Problems;
}

} // namespace facet
