// What the threads of the process run that is checked.
//
// In:  the group that a thread begins.
// Out: what checks of this thread's accesses ask.
#ifndef FACET_RUNTIME_BACKENDS_CPU_CHECKS_STATE_RUNNING_H_
#define FACET_RUNTIME_BACKENDS_CPU_CHECKS_STATE_RUNNING_H_

#include <atomic>
#include <cstdint>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "config/image/cpu_abi.h"
#include "runtime/backends/backend.h"
#include "runtime/backends/cpu/checks/state/command_order.h"

namespace facet {

class GroupOrder;
class PrivateStack;

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
  OrderNodePtr command = nullptr;  // that it is of
  bool tracks_definedness = false;
};

// What a thread executes.
struct CheckedGroup {
  const facet_cpu_group* group = nullptr;
  const CheckedLaunch* launch = nullptr;
  // Whether an address is private memory of the group.
  bool (*is_private)(const CheckedGroup& self, const void* address) = nullptr;
  uint64_t local_bytes = 0;     // of the group's local memory
  GroupOrder* order = nullptr;  // null: nobody watches it
  PrivateStack* stack = nullptr;  // where definedness is tracked
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

// Another number for each RunningChecks of the thread.
uint64_t RunOfThread();

// What the thread runs that is checked, or null; asked for at each access.
extern thread_local const CheckedGroup* running_group;
inline const CheckedGroup* GroupOfThread() { return running_group; }

}  // namespace facet

#endif  // FACET_RUNTIME_BACKENDS_CPU_CHECKS_STATE_RUNNING_H_
