// See target_features.h.

#include "config/tables/target_features.h"

namespace facet {

DeviceFeatures FeaturesOf(const TargetInfo& target) {
  DeviceFeatures features;
  features.aspects = AspectSet(target.aspects.begin(), target.aspects.end());
  features.sub_group_sizes.assign(target.sub_group_sizes.begin(),
                                  target.sub_group_sizes.end());
  features.limits = target.limits;
  features.target_aspects = {target.target_aspect};
  return features;
}

ConditionFacts FactsOf(const TargetInfo& target) {
  return FactsOf(FeaturesOf(target), target.architecture_id);
}

}  // namespace facet
