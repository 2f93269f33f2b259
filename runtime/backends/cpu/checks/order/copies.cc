// See copies.h.
#include "runtime/backends/cpu/checks/order/copies.h"

#include <mutex>

#include "runtime/backends/cpu/checks/state/definedness.h"
#include "runtime/backends/cpu/checks/state/objects.h"
#include "runtime/backends/cpu/checks/state/access_cells.h"
#include "runtime/backends/cpu/checks/order/order.h"
#include "runtime/backends/cpu/checks/order/races.h"

namespace facet {
namespace {

void Observe(const ObservedCommand& command, facet_cpu_access_kind kind,
             const void* address, size_t bytes) {
  static std::mutex mutex;  // of the accesses' numbers, which are set once
  std::lock_guard lock(mutex);
  // Host memory is nobody's, and accessors order what uses buffers.
  const std::optional<CheckedObject> object = FindChecked(address);
  if (bytes == 0 || !object || object->kind == ObjectKind::kBuffer) return;
  facet_cpu_group group = {};
  for (int d = 0; d < 3; ++d) group.local_range[d] = 1;
  GroupRaces races;
  races.Begin(group, command);
  static facet_cpu_access accesses[2];
  facet_cpu_access& access = accesses[kind];
  access.kind = kind;
  ObservedAccess observed = {&access, address, bytes, 0, false};
  const std::optional<EarlierAccess> earlier = races.Observe(observed);
  if (!earlier) return;
  // Each pair of commands has a report of its own.
  facet_cpu_access reported = access;
  observed.access = &reported;
  ReportRace(observed, *earlier, {.command = NameOfCommand(command.number())});
}

}  // namespace

void ObserveCopy(const OrderNodePtr& command, const void* to, const void* from,
                 size_t bytes) {
  if (!MapAccessCells()) return;
  const ObservedCommand observed(command, "a copy");
  Observe(observed, FACET_CPU_LOAD, from, bytes);
  Observe(observed, FACET_CPU_STORE, to, bytes);
}

// The host's memory is its own.
void CopyDefinednessOf(void* to, const void* from, size_t bytes) {
  if (!DefinednessIsTracked()) return;
  if (FindChecked(to))
    CopyDefinedness(to, from, bytes);
  else
    MakeDefined(to, bytes);
}

void ObserveFill(const OrderNodePtr& command, const void* to, size_t bytes) {
  if (!MapAccessCells()) return;
  Observe(ObservedCommand(command, "a fill"), FACET_CPU_STORE, to, bytes);
}

}  // namespace facet
