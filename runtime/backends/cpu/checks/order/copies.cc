// See copies.h.
#include "runtime/backends/cpu/checks/order/copies.h"

#include <algorithm>
#include <cstdint>
#include <mutex>

#include "runtime/backends/cpu/checks/order/known_order.h"
#include "runtime/backends/cpu/checks/order/order.h"
#include "runtime/backends/cpu/checks/order/races.h"
#include "runtime/backends/cpu/checks/order/run_observer.h"
#include "runtime/backends/cpu/checks/state/access_cells.h"
#include "runtime/backends/cpu/checks/state/defined_ranges.h"
#include "runtime/backends/cpu/checks/state/definedness.h"
#include "runtime/backends/cpu/checks/state/objects.h"

namespace facet {
namespace {

// False if something races, which is then to be found.
bool ObserveAllTogether(const ObservedCommand& command,
                        facet_cpu_access& access, const char* begin,
                        size_t bytes) {
  // What is recorded before a race is found is that of another operation.
  const ObservedCommand own(command.node(), NameOfCommand(command.number()));
  KnownOrder::All().Forget({reinterpret_cast<int64_t>(begin),
                            reinterpret_cast<int64_t>(begin + bytes)});
  RunObserver observer(own);
  const size_t before =
      std::min(bytes, -reinterpret_cast<uintptr_t>(begin) % kBytesOfCell);
  const size_t words = (bytes - before) / kBytesOfCell * kBytesOfCell;
  const char* const behind = begin + before + words;
  return observer.Observe(access, begin, before, /*in_words=*/false) &&
         observer.Observe(access, begin + before, words, /*in_words=*/true) &&
         observer.Observe(access, behind, bytes - before - words,
                          /*in_words=*/false);
}

void Observe(const ObservedCommand& command, facet_cpu_access_kind kind,
             const void* address, size_t bytes) {
  static std::mutex mutex;  // of the accesses' numbers, which are set once
  std::lock_guard lock(mutex);
  // Host memory is nobody's, and accessors order what uses buffers.
  const std::optional<CheckedObject> object = FindChecked(address);
  if (bytes == 0 || !object || object->kind == ObjectKind::kBuffer) return;
  static facet_cpu_access accesses[2];
  facet_cpu_access& access = accesses[kind];
  access.kind = kind;
  if (ObserveAllTogether(command, access, static_cast<const char*>(address),
                         bytes))
    return;
  facet_cpu_group group = {};
  for (int d = 0; d < 3; ++d) group.local_range[d] = 1;
  GroupRaces races;
  races.Begin(group, command);
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
  if (!FindChecked(to) || (FindChecked(from) ? IsDefinedObject(from, bytes)
                                             : IsDefined(from, bytes)))
    return MakeDefined(to, bytes);
  CopyDefinedness(to, from, bytes);
  DefinedRanges::All().Remove(to, bytes, DefinedRanges::By::kCommand);
}

void ObserveFill(const OrderNodePtr& command, const void* to, size_t bytes) {
  if (!MapAccessCells()) return;
  Observe(ObservedCommand(command, "a fill"), FACET_CPU_STORE, to, bytes);
}

}  // namespace facet
