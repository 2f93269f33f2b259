// What is known of all devices of an architecture.
//
// In:  targets, one after the other.
// Out: for each architecture what all its devices have, and what none has.
// Why: conditions that differ only for devices that cannot exist are equal
//      (condition_manager.h).
//
// SPEC.md decides: a device of an architecture has what the configuration lists
// for it, and nothing else if may_support_other_aspects is false.

#ifndef FACET_FEATURES_CONDITIONS_ARCHITECTURE_FACTS_H_
#define FACET_FEATURES_CONDITIONS_ARCHITECTURE_FACTS_H_

#include <cstdint>
#include <vector>

#include "features/aspects/aspect_set.h"

namespace facet {

struct ArchitectureFacts {
  std::int32_t architecture = 0;  // ordinal
  AspectSet aspects;              // all its devices have them
  bool may_have_others = true;    // some device may have others
  // If it may not: others that some devices have.
  AspectSet optional_aspects;
};

// Adds what devices of one more target have; sets the optional aspects. Several
// targets of one architecture are taken together; emulation of an architecture
// is possible, so an architecture never decides `emulated`. Of the architecture
// "unknown" nothing is known. `all` is in ascending order of architectures.
void AddDevices(ArchitectureFacts target, std::vector<ArchitectureFacts>* all);

}  // namespace facet

#endif  // FACET_FEATURES_CONDITIONS_ARCHITECTURE_FACTS_H_
