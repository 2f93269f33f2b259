// See checks.h.
#include "runtime/backends/cpu/checks/checks.h"

#include "runtime/backends/cpu/checks/memory_check.h"
#include "runtime/backends/cpu/checks/order.h"
#include "runtime/backends/cpu/checks/settings.h"

namespace facet {

bool BindChecks(facet_cpu_checks* table) {
  if (!CheckSettings::Get().on) return true;
  return BindMemoryChecks(table) && BindOrderChecks(table);
}

}  // namespace facet
