// See architecture_facts.h.

#include "features/conditions/architecture_facts.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "features/architectures/architecture.h"

namespace facet {

void AddDevices(ArchitectureFacts target, std::vector<ArchitectureFacts>* all) {
  if (target.architecture == kUnknownArchitectureOrdinal) return;
  const auto place =
      std::ranges::lower_bound(*all, target.architecture, {},
                               &ArchitectureFacts::architecture);
  if (place == all->end() || place->architecture != target.architecture) {
    if (const std::optional<Aspect> emulated = AspectByName("emulated")) {
      target.optional_aspects.Insert(*emulated);
    }
    all->insert(place, std::move(target));
    return;
  }
  place->optional_aspects = place->optional_aspects.Union(target.aspects)
                                .Union(place->aspects);
  place->aspects = place->aspects.Intersection(target.aspects);
  place->may_have_others |= target.may_have_others;
}

}  // namespace facet
