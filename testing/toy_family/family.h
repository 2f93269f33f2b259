// A family of accelerators that nobody makes: the example of
// docs/how-to-add-a-family-of-targets.md, whose steps this folder follows.

#ifndef FACET_TESTING_TOY_FAMILY_FAMILY_H_
#define FACET_TESTING_TOY_FAMILY_FAMILY_H_

#include "targets/family.h"

namespace facet {

inline constexpr Vendor kToy{"Toy Accelerators", 0x70f0};
inline constexpr std::uint32_t kToyFormat = 0x70f0;

extern const TargetFamily kToyFamily;

}  // namespace facet

#endif  // FACET_TESTING_TOY_FAMILY_FAMILY_H_
