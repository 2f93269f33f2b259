// A device that conditions are asked of in tests.
#ifndef FACET_FEATURES_CONDITIONS_TEST_DEVICE_H_
#define FACET_FEATURES_CONDITIONS_TEST_DEVICE_H_

#include <cstdint>
#include <optional>
#include <utility>

#include "features/conditions/conditions.h"

namespace facet {

inline ConditionFacts Device(AspectSet aspects,
                             std::optional<std::int32_t> architecture = {}) {
  ConditionFacts device;
  device.aspects = std::move(aspects);
  device.architecture = architecture;
  return device;
}

}  // namespace facet

#endif  // FACET_FEATURES_CONDITIONS_TEST_DEVICE_H_
