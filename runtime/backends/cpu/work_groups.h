// Runs all work-groups of a launch on the threads of the machine.
//
// In:  a kernel function, its packed arguments, the sizes.
// Out: when RunWorkGroups returns, every group has run.
// Why: one thread runs one group at a time, so a group's local memory and
//      scratch belong to its thread and cost nothing to get.
#ifndef FACET_RUNTIME_BACKENDS_CPU_WORK_GROUPS_H_
#define FACET_RUNTIME_BACKENDS_CPU_WORK_GROUPS_H_

#include <cstdint>

#include "config/image/cpu_abi.h"
#include "runtime/backends/backend.h"
#include "runtime/backends/cpu/pace.h"

namespace facet {

struct CheckedLaunch;

// How launches of a kernel may be divided into groups.
struct AnyGroup {
  // Groups of any size, with as many rows at least if the range has them. 1: its
  // work-items keep nothing in memory. 0: the program's groups count.
  unsigned rows = 0;
  // The dimension in which its work-items access memory in order; 0 is that of
  // rows.
  unsigned columns = 0;
};

// Chooses the local size for a launch that leaves it open: enough groups for
// all threads, groups long enough for vector code, never more items than
// allowed.
void ChooseLocalSize(const LaunchRange& range, const KernelInfo& kernel,
                     AnyGroup any, unsigned threads, uint64_t (&local)[3]);

struct CpuFunction {
  facet_cpu_kernel call;
  bool is_series = false;  // one call may execute several groups
};

// pace: the kernel's. checked: of a kernel that is checked, else null: then groups
// are executed one by one.
void RunWorkGroups(CpuFunction kernel, const void* arguments,
                   const LaunchRange& range, const uint64_t (&local)[3],
                   uint64_t local_memory_bytes, KernelPace& pace,
                   const CheckedLaunch* checked = nullptr);

}  // namespace facet

#endif  // FACET_RUNTIME_BACKENDS_CPU_WORK_GROUPS_H_
