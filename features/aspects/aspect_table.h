// Every aspect there is, in ascending order of numbers.
//
// In:  aspect_table.inc, which facet-config makes from config/aspects.toml (a
//      test compares). It is checked in because facet-config itself needs it.
// Out: names, numbers, aliases and deprecations.

#ifndef FACET_FEATURES_ASPECTS_ASPECT_TABLE_H_
#define FACET_FEATURES_ASPECTS_ASPECT_TABLE_H_

#include <span>
#include <string_view>

#include "features/aspects/aspect_set.h"

namespace facet {

struct AspectInfo {
  Aspect value;
  std::string_view name;
  std::string_view alias_of;    // the current name of this number, or ""
  std::string_view deprecated;  // what to do instead, or ""
};

struct TargetAspectInfo {
  Aspect value;
  std::string_view target;
};

std::span<const AspectInfo> AllAspects();
std::span<const TargetAspectInfo> AllTargetAspects();

}  // namespace facet

#endif  // FACET_FEATURES_ASPECTS_ASPECT_TABLE_H_
