// How many threads execute kernels of the native CPU.
//
// In:  the processors that the process may use, the quotas of its control
//      groups, and SYCL_CPU_THREADS.
// Out: a number from 1.
// Why: a container that may use two of sixty-four processors sees all of them.
//      Threads beyond its quota are stopped by the kernel in the middle of a
//      launch, and all others wait for them.
#ifndef FACET_RUNTIME_BACKENDS_CPU_THREAD_COUNT_H_
#define FACET_RUNTIME_BACKENDS_CPU_THREAD_COUNT_H_

#include <optional>
#include <string>
#include <string_view>

namespace facet {

// Returns the same number in the whole process. A malformed SYCL_CPU_THREADS is
// ignored with a warning; one beyond the processors of the process counts as
// these.
unsigned CpuThreads();

// Returns a number from 1, as SYCL_CPU_THREADS has it.
std::optional<unsigned> ParseThreadCount(std::string_view text);

// Whole processors of a quota and a period in microseconds, rounded up.
// Nothing if there is no limit ("max", -1) or one of them is no number.
std::optional<unsigned> ProcessorsOfQuota(std::string_view quota,
                                          std::string_view period);

// Returns the smallest quota of the control groups that `own`
// (/proc/self/cgroup) names and of those around them, whose files are below
// `root` (/sys/fs/cgroup): version 2 and version 1. Nothing if there is none.
std::optional<unsigned> ProcessorsOfGroups(const std::string& root,
                                           std::string_view own);

}  // namespace facet

#endif  // FACET_RUNTIME_BACKENDS_CPU_THREAD_COUNT_H_
