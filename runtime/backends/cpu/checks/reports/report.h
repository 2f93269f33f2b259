// Reports of checked kernels.
//
// In:  what was found, and at what access.
// Out: text and JSON; what becomes of the launch.
#ifndef FACET_RUNTIME_BACKENDS_CPU_CHECKS_REPORTS_REPORT_H_
#define FACET_RUNTIME_BACKENDS_CPU_CHECKS_REPORTS_REPORT_H_

#include <cstdint>
#include <functional>
#include <string>

#include "runtime/backends/cpu/checks/state/running.h"

namespace facet {

enum class FaultKind {
  kNull,
  kAlignment,
  kBounds,
  kFreed,
  kWild,
  kHost,
  kContext,
  kReadOnly,
  kDoubleFree,
  kInvalidFree,
  kLeak,
  kUndefined,
  kRace,
  kBarrier
};

struct Fault {
  FaultKind kind = FaultKind::kNull;
  const facet_cpu_access* access = nullptr;
  // What was done: "store of 4 bytes at 0x1234".
  std::string what;
  // A sentence on the object, or "".
  std::string object;
  const CheckedGroup* running = nullptr;  // null: not known
  uint64_t local_id[3] = {};              // FACET_CPU_UNKNOWN_ID: not known
  std::string command = {};  // if it is no kernel: what it is
  // The other side of a race, or of a barrier: a part of a sentence, or "".
  std::string other = {};
  const facet_cpu_access* other_access = nullptr;  // null: not known
};

// Several lines, each with its end.
std::string TextOf(const Fault& fault);
// Returns an object of JSON, in one line with its end.
std::string JsonOf(const Fault& fault);
// Reports what was found at a place of the source, as CheckSettings say; where
// the launch is to fail, that is its `failure`. Nothing is made of it, and
// `describe` is not called, where it would change nothing: a place has one
// report.
void Report(facet_cpu_access& access, const CheckedGroup* running,
            const std::function<Fault()>& describe);
// Ends a program that had a report, and would end with status 0, with another
// one. The last that the process does.
void EndWithFailure();

}  // namespace facet

#endif  // FACET_RUNTIME_BACKENDS_CPU_CHECKS_REPORTS_REPORT_H_
