// Checks of kernels whose image has them, and their reports.
//
// In:  accesses that the shadow does not permit (config/image/cpu_abi.h).
// Out: a report on stderr for each place of the source that makes one; an address
//      that may be accessed instead, so that the program goes on. A program with
//      a report ends with an exit status that is not 0.
#ifndef FACET_RUNTIME_BACKENDS_CPU_CHECKS_MEMORY_CHECK_H_
#define FACET_RUNTIME_BACKENDS_CPU_CHECKS_MEMORY_CHECK_H_

#include "config/image/cpu_abi.h"

namespace facet {

// What a thread executes.
struct CheckedGroup {
  const facet_cpu_group* group = nullptr;
  const char* kernel = nullptr;  // its symbol
  // Whether an address is private or local memory of the group, or a constant or
  // an argument of the kernel.
  bool (*owns)(const CheckedGroup& self, const void* address) = nullptr;
};

// For as long as the object lives, of the thread that makes it.
class RunningChecks {
 public:
  explicit RunningChecks(const CheckedGroup& group);
  ~RunningChecks();
  RunningChecks(const RunningChecks&) = delete;
  RunningChecks& operator=(const RunningChecks&) = delete;

 private:
  const CheckedGroup* const before_;
};

// Fills in an image's table. False if there is no room for the shadow.
bool BindChecks(facet_cpu_checks* table);

}  // namespace facet

#endif  // FACET_RUNTIME_BACKENDS_CPU_CHECKS_MEMORY_CHECK_H_
