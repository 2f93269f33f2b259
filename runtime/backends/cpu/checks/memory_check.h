// Checks of kernels whose image has them, and their reports.
//
// In:  accesses that the shadow does not permit (config/image/cpu_abi.h).
// Out: a report on stderr for each place of the source that makes one; an
// address
//      that may be accessed instead, so that the program goes on. A program
//      with a report ends with an exit status that is not 0.
#ifndef FACET_RUNTIME_BACKENDS_CPU_CHECKS_MEMORY_CHECK_H_
#define FACET_RUNTIME_BACKENDS_CPU_CHECKS_MEMORY_CHECK_H_

#include <atomic>
#include <cstdint>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "config/image/cpu_abi.h"
#include "runtime/backends/backend.h"

namespace facet {

// Why a launch fails: what its first error is (SYCL_CHECK_ACTION=throw). Any
// thread.
class LaunchFailure {
 public:
  bool IsEmpty() const { return !set_; }
  void Set(const std::string& text) {
    std::lock_guard lock(mutex_);
    if (!set_.exchange(true)) text_ = text;
  }
  std::string text() const {
    std::lock_guard lock(mutex_);
    return text_;
  }

 private:
  std::atomic<bool> set_{false};
  mutable std::mutex mutex_;
  std::string text_;
};

// A kernel that is checked, and how it was launched.
struct CheckedLaunch {
  std::string kernel;  // its symbol
  // What a kernel may access beside what it was given: a device without
  // aspect::usm_system_allocations does not reach memory of the host.
  bool reaches_host_memory = true;
  std::string device = {};  // its name
  std::vector<LocalPart> local_parts = {};
  std::span<const char> arguments = {};
  LaunchFailure* failure = nullptr;
};

// What a thread executes.
struct CheckedGroup {
  const facet_cpu_group* group = nullptr;
  const CheckedLaunch* launch = nullptr;
  // Whether an address is private memory of the group.
  bool (*is_private)(const CheckedGroup& self, const void* address) = nullptr;
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

// Fills in an image's table, unless the environment wants no checks. False if
// there is no room for the shadow.
bool BindChecks(facet_cpu_checks* table);

}  // namespace facet

#endif  // FACET_RUNTIME_BACKENDS_CPU_CHECKS_MEMORY_CHECK_H_
