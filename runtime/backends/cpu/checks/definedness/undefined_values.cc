// See undefined_values.h.
#include "runtime/backends/cpu/checks/definedness/undefined_values.h"

#include <algorithm>
#include <cstdint>
#include <string>

#include "runtime/backends/cpu/checks/reports/report.h"
#include "runtime/backends/cpu/checks/state/definedness.h"
#include "runtime/backends/cpu/checks/state/running.h"

namespace facet {
namespace {

facet_cpu_call_state* StateOfCall() {
  thread_local facet_cpu_call_state state;
  return &state;
}

const char* WhatIsDoneIn(uint32_t kind) {
  switch (kind) {
    case FACET_CPU_BRANCH:
      return "decides a branch";
    case FACET_CPU_ADDRESS:
      return "is used as an address";
    case FACET_CPU_STORE:
      return "is stored where others read it";
    case FACET_CPU_UPDATE:
      return "is updated by an atomic operation";
    default:
      return "is used";
  }
}

void ReportUse(facet_cpu_access& access, OriginNumber origin,
               const uint64_t (&local_id)[3]) {
  Report(access, GroupOfThread(), [&] {
    Fault fault;
    fault.kind = FaultKind::kUndefined;
    fault.access = &access;
    fault.what = WhatIsDoneIn(access.kind);
    const std::string of = DescribeOrigin(origin);
    if (!of.empty())
      fault.object = "it is of " + of + ", which nobody has written";
    fault.running = GroupOfThread();
    std::ranges::copy(local_id, fault.local_id);
    return fault;
  });
}

void Undefined(facet_cpu_access* access, uint64_t origin, uint64_t local_x,
               uint64_t local_y, uint64_t local_z) {
  ReportUse(*access, static_cast<OriginNumber>(origin),
            {local_x, local_y, local_z});
}

// The value is the call's first argument. What is only passed on may be a part
// of an object that has no value, as the number in an empty std::optional has
// none, if the kernel itself made the object.
void Stored(uint64_t /*value*/, facet_cpu_access* access, uint64_t bits,
            uint64_t local_x, uint64_t local_y, uint64_t local_z) {
  const facet_cpu_call_state& state = *StateOfCall();
  const uint64_t all = bits >= 64 ? ~uint64_t{0} : (uint64_t{1} << bits) - 1;
  const uint64_t undefined = state.parameters[0] & all;
  if (undefined == 0) return;
  const OriginNumber origin = state.origins_of_parameters[0];
  const bool is_copy = (access->flags & FACET_CPU_IS_COPY) != 0;
  if (is_copy && (undefined != all || origin <= FACET_CPU_OF_PRIVATE_MEMORY))
    return;
  ReportUse(*access, origin, {local_x, local_y, local_z});
}

// Where nothing is tracked, functions that are not inlined do this all the
// same.
void MakeVariableUndefined(void* begin, uint64_t bytes, uint64_t origin) {
  const CheckedGroup* const running = GroupOfThread();
  if (!running || !running->stack) return;
  running->stack->Add(begin);
  MakeOwnUndefined(begin, bytes, static_cast<OriginNumber>(origin));
}

}  // namespace

bool BindDefinednessChecks(facet_cpu_checks* table) {
  const DefinednessMaps maps = MapDefinedness();
  table->definedness = maps.bits;
  table->origins = maps.origins;
  table->definedness_mask = maps.mask;
  table->call_state = StateOfCall;
  table->undefined = Undefined;
  table->stored = Stored;
  table->make_undefined = MakeVariableUndefined;
  table->make_defined = [](void* begin, uint64_t bytes) {
    MakeDefined(begin, bytes);
  };
  table->copy_definedness = [](void* to, const void* from, uint64_t bytes) {
    CopyDefinedness(to, from, bytes);
  };
  return maps.bits && maps.origins;
}

}  // namespace facet
