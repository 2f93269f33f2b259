// See architecture_facts.h.

#include "config/tables/architecture_facts.h"

#include <optional>

#include "config/tables/target_table.h"
#include "features/architectures/architecture.h"
#include "features/architectures/driver_cpu.h"

namespace facet {

std::vector<ArchitectureFacts> BuiltinArchitectureFacts() {
  std::vector<ArchitectureFacts> all;
  for (const TargetInfo& target : AllTargets()) {
    AddDevices({ArchitectureOrdinal(target.architecture_id),
                AspectSet(target.aspects.begin(), target.aspects.end()),
                target.may_support_other_aspects,
                {}},
               &all);
  }
  // Drivers take SPIR-V for CPUs too, which need not have the target's aspects.
  const std::optional<std::uint64_t> id =
      ArchitectureByName(kDriverCpuArchitecture);
  const std::optional<Aspect> cpu = AspectByName("cpu");
  if (id && cpu) {
    AddDevices({ArchitectureOrdinal(*id), {*cpu}, /*may_have_others=*/true, {}},
               &all);
  }
  return all;
}

}  // namespace facet
