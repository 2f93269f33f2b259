// Reports of checked kernels.
#ifndef FACET_RUNTIME_BACKENDS_CPU_CHECKS_REPORT_H_
#define FACET_RUNTIME_BACKENDS_CPU_CHECKS_REPORT_H_

#include <cstdint>
#include <string>

#include "config/image/cpu_abi.h"

namespace facet {

enum class FaultKind { kNull, kAlignment, kBounds, kFreed, kWild };

struct Fault {
  FaultKind kind = FaultKind::kNull;
  const facet_cpu_access* access = nullptr;
  const void* address = nullptr;
  uint64_t bytes = 0;
  const facet_cpu_group* group = nullptr;  // null: not known
  const char* kernel = nullptr;            // null: not known
  uint64_t local_id[3] = {};               // FACET_CPU_UNKNOWN_ID: not known
};

// Several lines, each with its end.
std::string TextOf(const Fault& fault);
// Prints the text on stderr, unless SYCL_CHECK=0; the program then ends with an
// exit status that is not 0.
void Report(const Fault& fault);

}  // namespace facet

#endif  // FACET_RUNTIME_BACKENDS_CPU_CHECKS_REPORT_H_
