// What one of the built-in targets has, for those who ask.
//
// In:  a row of the table.
// Out: the features that requirements are checked against; the facts that
//      conditions are evaluated with. Those of the target itself, not of its
//      emulation.
// Why: the runtime and the passes read the same table and must not differ.

#ifndef FACET_CONFIG_TABLES_TARGET_FEATURES_H_
#define FACET_CONFIG_TABLES_TARGET_FEATURES_H_

#include "config/tables/target_table.h"
#include "features/conditions/conditions.h"
#include "features/requirements/requirements.h"

namespace facet {

DeviceFeatures FeaturesOf(const TargetInfo& target);
ConditionFacts FactsOf(const TargetInfo& target);

}  // namespace facet

#endif  // FACET_CONFIG_TABLES_TARGET_FEATURES_H_
