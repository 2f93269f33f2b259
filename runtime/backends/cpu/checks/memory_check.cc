// See memory_check.h.
#include "runtime/backends/cpu/checks/memory_check.h"

#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <cstdint>
#include <cstring>
#include <mutex>
#include <optional>
#include <string>

#include "runtime/backends/cpu/checks/objects.h"
#include "runtime/backends/cpu/checks/report.h"
#include "runtime/backends/cpu/checks/shadow.h"

namespace facet {
namespace {

thread_local const CheckedGroup* running = nullptr;

// What is accessed instead. No access but a copy, which is not made, is larger.
constexpr size_t kInsteadBytes = 512;
void* Instead() {
  alignas(kInsteadBytes) thread_local char bytes[kInsteadBytes];
  std::memset(bytes, 0, sizeof(bytes));
  return bytes;
}

// The page that was last found to be mapped, while a thread executes one
// kernel.
thread_local uintptr_t mapped_page = 0;

bool IsMapped(const void* address) {
  static const auto page = static_cast<uintptr_t>(sysconf(_SC_PAGESIZE));
  const uintptr_t begin = reinterpret_cast<uintptr_t>(address) & ~(page - 1);
  if (begin == mapped_page) return true;
  unsigned char resident;
  if (mincore(reinterpret_cast<void*>(begin), page, &resident) != 0)
    return false;
  mapped_page = begin;
  return true;
}

// Addresses near null are those of members and elements of null.
constexpr uintptr_t kNullBytes = 64 * 1024;

std::optional<FaultKind> FaultOf(const facet_cpu_access& access,
                                 const void* address, uint64_t bytes) {
  const auto number = reinterpret_cast<uintptr_t>(address);
  if (number < kNullBytes) return FaultKind::kNull;
  if (number % access.alignment != 0) return FaultKind::kAlignment;
  const void* bad = FirstForbidden(address, bytes);
  if (!bad) return std::nullopt;
  switch (static_cast<ShadowMark>(ShadowOf(bad))) {
    case ShadowMark::kFreed:
      return FaultKind::kFreed;
    case ShadowMark::kUnknown:
      break;
    default:
      return FaultKind::kBounds;
  }
  // Memory of the host, which the native CPU may access.
  if (running && running->owns && running->owns(*running, bad))
    return std::nullopt;
  if (number >> 47 == 0 && IsMapped(bad)) return std::nullopt;
  return FaultKind::kWild;
}

void* Check(facet_cpu_access* access, void* address, uint64_t bytes,
            uint64_t local_x, uint64_t local_y, uint64_t local_z) {
  if (bytes == 0) return address;
  const std::optional<FaultKind> kind = FaultOf(*access, address, bytes);
  if (!kind) return address;
  if (std::atomic_ref(access->reported).exchange(1) == 0) {
    Fault fault;
    fault.kind = *kind;
    fault.access = access;
    fault.address = address;
    fault.bytes = bytes;
    if (running) {
      fault.group = running->group;
      fault.kernel = running->kernel;
    }
    fault.local_id[0] = local_x;
    fault.local_id[1] = local_y;
    fault.local_id[2] = local_z;
    Report(fault);
  }
  // Code that a device would execute all the same, if the address is mapped.
  return *kind == FaultKind::kAlignment ? address : Instead();
}

}  // namespace

RunningChecks::RunningChecks(const CheckedGroup& group) : before_(running) {
  running = &group;
  mapped_page = 0;
}

RunningChecks::~RunningChecks() { running = before_; }

bool BindChecks(facet_cpu_checks* table) {
  table->shadow = Shadow();
  table->check = Check;
  return table->shadow != nullptr;
}

}  // namespace facet
