// See running.h.
#include "runtime/backends/cpu/checks/state/running.h"

namespace facet {
namespace {
thread_local uint64_t runs = 0;
}  // namespace

thread_local const CheckedGroup* running_group = nullptr;

RunningChecks::RunningChecks(const CheckedGroup& group)
    : before_(running_group) {
  running_group = &group;
  ++runs;
}

RunningChecks::~RunningChecks() { running_group = before_; }

uint64_t RunOfThread() { return runs; }

}  // namespace facet
