// See allocations.h.
#include "runtime/backends/cpu/checks/memory/allocations.h"

#include <cstdint>
#include <cstring>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "runtime/backends/cpu/checks/reports/description.h"
#include "runtime/backends/cpu/checks/reports/report.h"
#include "runtime/backends/cpu/checks/state/object_descriptions.h"
#include "runtime/backends/cpu/checks/state/running.h"
#include "runtime/backends/cpu/checks/state/settings.h"
#include "runtime/registry/kernel_names.h"
#include "runtime/registry/registry.h"

namespace facet {
namespace {

// What the host does: an access, for reports.
class HostAction {
 public:
  explicit HostAction(const HostPlace& from) {
    if (!from.line) return;
    place_ = {"", from.file, from.line, 0};
    access_.places = &place_;
    access_.place_count = 1;
  }
  HostAction(const HostAction&) = delete;
  HostAction& operator=(const HostAction&) = delete;

  void Report(FaultKind kind, std::string what, std::string command,
              const CheckedGroup* running = nullptr) {
    // With the action `throw` nothing is printed; an error of the host's throws
    // anyway.
    if (!running &&
        CheckSettings::Get().action == CheckSettings::Action::kThrow)
      return;
    facet::Report(access_, running, [&] {
      Fault fault;
      fault.kind = kind;
      fault.access = &access_;
      fault.what = std::move(what);
      fault.command = std::move(command);
      return fault;
    });
  }

 private:
  facet_cpu_place place_ = {};
  facet_cpu_access access_ = {};
};

// Whether it is the first time that a kernel gets an object.
bool IsFirst(const std::string& kernel, const CheckedObject& object) {
  static std::mutex mutex;
  static auto* known = new std::set<std::pair<std::string, uint64_t>>;
  std::lock_guard lock(mutex);
  return known->emplace(kernel, object.number).second;
}

}  // namespace

void ReportFree(const void* address, const HostPlace& from) {
  if (!ImageRegistry::Global().checks().memory) return;
  const std::optional<CheckedObject> object = FindChecked(address);
  const bool twice = object && object->freed && object->begin == address;
  HostAction(from).Report(
      twice ? FaultKind::kDoubleFree : FaultKind::kInvalidFree,
      object ? (twice ? "of " : "of an address in ") + DescribeState(*object)
             : "of " + DescribeAddress(address) +
                   ", which is no address from sycl::malloc",
      "the host's code");
}

void CheckContext(const CheckedLaunch& launch, const void* context) {
  if (!ImageRegistry::Global().checks().memory) return;
  const std::span<const char> arguments = launch.arguments;
  for (size_t at = 0; at + sizeof(void*) <= arguments.size();
       at += sizeof(void*)) {
    const void* word;
    std::memcpy(&word, arguments.data() + at, sizeof(word));
    if (!word) continue;
    const std::optional<CheckedObject> object = FindChecked(word);
    if (!object || !object->context || object->context == context ||
        !IsFirst(launch.kernel, *object))
      continue;
    const CheckedGroup running = {.launch = &launch};
    HostAction({}).Report(
        FaultKind::kContext, "an argument points to " + DescribeState(*object),
        "kernel '" + ReadableKernelName(launch.kernel) + "'", &running);
  }
}

void ReportLeaks() {
  if (!ImageRegistry::Global().checks().memory || !CheckSettings::Get().leaks)
    return;
  // By place and kind.
  std::map<std::tuple<std::string, unsigned, ObjectKind>,
           std::pair<size_t, size_t>>
      leaks;
  for (const CheckedObject& object : ObjectsOfProgram()) {
    auto& [count, bytes] =
        leaks[{object.made.file, object.made.line, object.kind}];
    ++count;
    bytes += object.bytes;
  }
  for (const auto& [key, sum] : leaks) {
    const auto& [file, line, kind] = key;
    HostAction({file.c_str(), line})
        .Report(FaultKind::kLeak, DescribeLeak(kind, sum.first, sum.second),
                "the host's code");
  }
}

}  // namespace facet
