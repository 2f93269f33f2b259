// See checks.h.
#include "runtime/backends/cpu/checks/checks.h"

#include "runtime/backends/cpu/checks/definedness/undefined_values.h"
#include "runtime/backends/cpu/checks/memory/allocations.h"
#include "runtime/backends/cpu/checks/memory/memory_check.h"
#include "runtime/backends/cpu/checks/order/order.h"
#include "runtime/backends/cpu/checks/reports/report.h"
#include "runtime/backends/cpu/checks/state/settings.h"
#include "runtime/registry/registry.h"

namespace facet {
namespace {

// exit() cannot be told another status from within: the last destructor ends
// the program with that. Priority 101 is behind all others.
__attribute__((destructor(101))) void EndProgram() {
  ReportLeaks();
  EndWithFailure();
}

}  // namespace

bool BindChecks(facet_cpu_checks* table) {
  const bool on = CheckSettings::Get().on;
  bool bound = BindMemoryChecks(table);
  bound &= BindOrderChecks(table);
  if (ImageRegistry::Global().checks().uninitialized)
    bound &= BindDefinednessChecks(table);
  table->enabled = on && bound;
  return bound || !on;
}

}  // namespace facet
