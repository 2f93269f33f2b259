//===- conditional_aspects.cpp - What a module needs under conditions -----===//
//
// See conditional_aspects.h.
//
//===----------------------------------------------------------------------===//

#include "postlink/conditional/conditional_aspects.h"

#include "compiler/ir/source_records.h"
#include "compiler/ir/sycl_metadata.h"
#include "postlink/properties/properties.h"

#include <map>

using namespace llvm;

namespace facet {

Error describeConditionalAspects(Module &M, ArrayRef<Function *> Roots,
                                 FunctionConditions &Conditions,
                                 PropertySetRegistry &Properties) {
  Expected<Requirements> Needs = requirementsOf(Properties);
  if (!Needs)
    return Needs.takeError();
  // Fixed targets stand for everything.
  if (Needs->fixed_targets)
    return Error::success();
  ConditionManager Known(readArchitectureFacts(M));
  std::map<ConditionManager::Id, AspectSet> ByCondition;
  for (const ConditionedFunction &Part : Conditions.exist(M, Roots)) {
    // Calls have no conditions of sizes, so that any manager can read this.
    ConditionManager::Id When =
        Known.Read(Conditions.manager().Write(Part.When));
    for (Aspect Used :
         readRequirements(*Part.Function).aspects.Difference(Needs->aspects))
      if (!IsInternalAspect(Used) && !Known.ImpliesAspect(When, Used))
        ByCondition[When].Insert(Used);
  }
  for (const auto &[When, Aspects] : ByCondition)
    Needs->conditional.push_back({Known.Write(When), Aspects});
  writeRequirements(*Needs, Properties);
  return Error::success();
}

} // namespace facet
