//===- conditional_aspects.cpp - What a module needs under conditions -----===//
//
// See conditional_aspects.h.
//
//===----------------------------------------------------------------------===//

#include "postlink/conditional/conditional_aspects.h"

#include "compiler/ir/source_records.h"
#include "config/image/image.h"
#include "features/conditions/solver.h"
#include "postlink/conditional/function_conditions.h"
#include "postlink/properties/properties.h"
#include "postlink/split/entry_points.h"

#include <map>

using namespace llvm;

namespace facet {

Error describeConditionalAspects(Module &M, ArrayRef<Function *> Roots,
                                 PropertySetRegistry &Properties) {
  Expected<Requirements> Always = requirementsOf(Properties);
  if (!Always)
    return Always.takeError();
  // Fixed targets stand for everything.
  if (Always->fixed_targets)
    return Error::success();
  ConditionSolver Solver(readArchitectureFacts(M));
  std::map<Condition, AspectSet> ByCondition;
  for (const ConditionedFunction &Part : conditionsOfFunctions(M, Roots, Solver))
    for (Aspect Used : aspectsOf(*Part.Function).Difference(Always->aspects))
      if (!IsInternalAspect(Used) && !Solver.ImpliesAspect(Part.When, Used))
        ByCondition[Part.When].Insert(Used);
  size_t Number = 0;
  for (const auto &[When, Aspects] : ByCondition) {
    auto &Set = Properties[property_set::DeviceRequirements];
    std::string N = std::to_string(Number++);
    Set[kConditionPrefix + N] =
        wordsProperty(std::vector<uint32_t>(When.begin(), When.end()));
    Set[kConditionalAspectsPrefix + N] =
        wordsProperty(std::vector<uint32_t>(Aspects.begin(), Aspects.end()));
  }
  return Error::success();
}

} // namespace facet
