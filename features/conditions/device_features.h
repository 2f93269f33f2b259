// What one device or target has.
//
// In:  nothing.
// Out: the type.
// Why: conditions ask for it and requirements are checked against it, so it is
//      below both.

#ifndef FACET_FEATURES_CONDITIONS_DEVICE_FEATURES_H_
#define FACET_FEATURES_CONDITIONS_DEVICE_FEATURES_H_

#include <cstdint>
#include <vector>

#include "features/aspects/aspect_set.h"
#include "features/conditions/device_limits.h"

namespace facet {

struct DeviceFeatures {
  AspectSet aspects;
  std::vector<std::uint32_t> sub_group_sizes;
  DeviceLimits limits;
  // The targets this device is. Several where code of an older target runs too.
  std::vector<Aspect> target_aspects;
};

}  // namespace facet

#endif  // FACET_FEATURES_CONDITIONS_DEVICE_FEATURES_H_
