// See memory_check.h.
#include "runtime/backends/cpu/checks/memory/memory_check.h"

#include <dlfcn.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>

#include "runtime/backends/cpu/checks/reports/description.h"
#include "runtime/backends/cpu/checks/reports/report.h"
#include "runtime/backends/cpu/checks/state/object_descriptions.h"
#include "runtime/backends/cpu/checks/state/objects.h"
#include "runtime/backends/cpu/checks/state/running.h"
#include "runtime/backends/cpu/checks/state/shadow.h"

namespace facet {
namespace {

// What is accessed instead. An element of an accessor may have members.
constexpr size_t kInsteadBytes = 4096;
alignas(512) thread_local char instead[kInsteadBytes];

void* Instead() {
  std::memset(instead, 0, sizeof(instead));
  return instead;
}

bool IsInstead(const void* address) {
  return address >= instead && address < instead + kInsteadBytes;
}

// The page that was last found to be mapped, while a thread executes one
// kernel.
thread_local uintptr_t mapped_page = 0;
thread_local uint64_t mapped_in_run = 0;

bool IsMapped(const void* address) {
  static const auto page = static_cast<uintptr_t>(sysconf(_SC_PAGESIZE));
  const uintptr_t begin = reinterpret_cast<uintptr_t>(address) & ~(page - 1);
  if (begin == mapped_page && mapped_in_run == RunOfThread()) return true;
  unsigned char resident;
  if (mincore(reinterpret_cast<void*>(begin), page, &resident) != 0)
    return false;
  mapped_page = begin;
  mapped_in_run = RunOfThread();
  return true;
}

// Addresses near null are those of members and elements of null.
constexpr uintptr_t kNullBytes = 64 * 1024;

// What the kernel has itself: arguments, private variables, constants of its
// image. Code knows most of them, and their bounds.
bool IsOfKernel(const void* address) {
  const CheckedGroup* const running = GroupOfThread();
  if (!running) return false;
  if (running->is_private && running->is_private(*running, address))
    return true;
  if (!running->launch) return false;
  const std::span<const char> arguments = running->launch->arguments;
  const auto* at = static_cast<const char*>(address);
  return at >= arguments.data() && at < arguments.data() + arguments.size();
}

// Images, the program, and its libraries.
bool IsInLoadedFile(const void* address) {
  Dl_info info;
  return dladdr(address, &info) != 0;
}

std::optional<FaultKind> FaultAt(const void* address) {
  switch (static_cast<ShadowMark>(ShadowOf(address))) {
    case ShadowMark::kFreed:
      return FaultKind::kFreed;
    case ShadowMark::kUnknown:
      break;
    default:
      return FaultKind::kBounds;
  }
  if (IsOfKernel(address)) return std::nullopt;
  if (reinterpret_cast<uintptr_t>(address) >> 47 != 0 || !IsMapped(address))
    return FaultKind::kWild;
  const CheckedGroup* const running = GroupOfThread();
  if (!running || !running->launch || running->launch->reaches_host_memory ||
      IsInLoadedFile(address))
    return std::nullopt;
  return FaultKind::kHost;
}

std::optional<FaultKind> FaultOf(const facet_cpu_access& access,
                                 const void* address, uint64_t bytes) {
  const auto number = reinterpret_cast<uintptr_t>(address);
  if (number < kNullBytes) return FaultKind::kNull;
  if (access.flags & FACET_CPU_IS_READ_ONLY) return FaultKind::kReadOnly;
  if (number % access.alignment != 0) return FaultKind::kAlignment;
  const void* bad = FirstForbidden(address, bytes);
  return bad ? FaultAt(bad) : std::nullopt;
}

std::string MisalignedBy(const facet_cpu_access& access) {
  return ", which is no multiple of " + std::to_string(access.alignment);
}

std::string DescribeHost() {
  return "which '" + GroupOfThread()->launch->device +
         "' cannot access: it does not have aspect::usm_system_allocations";
}

Fault FaultIn(const facet_cpu_access& access, FaultKind kind,
              const uint64_t (&local_id)[3]) {
  Fault fault;
  fault.kind = kind;
  fault.access = &access;
  fault.running = GroupOfThread();
  std::copy_n(local_id, 3, fault.local_id);
  return fault;
}

void* Check(facet_cpu_access* access, void* address, uint64_t bytes,
            uint64_t local_x, uint64_t local_y, uint64_t local_z) {
  if (bytes == 0 || IsInstead(address)) return address;
  const std::optional<FaultKind> kind = FaultOf(*access, address, bytes);
  if (!kind) return address;
  Report(*access, GroupOfThread(), [&] {
    Fault fault = FaultIn(*access, *kind, {local_x, local_y, local_z});
    fault.what = DescribeAccess(*access, address, bytes);
    if (*kind == FaultKind::kAlignment) fault.what += MisalignedBy(*access);
    if (*kind == FaultKind::kReadOnly)
      fault.what += " through a pointer of an accessor that only reads";
    fault.object = *kind == FaultKind::kHost ? DescribeHost()
                                             : DescribeMemory(address, GroupOfThread());
    return fault;
  });
  // Code that a device would execute all the same, if the address is mapped.
  return *kind == FaultKind::kAlignment ? address : Instead();
}

void* CheckVariable(facet_cpu_access* access, void* address, uint64_t bytes,
                    const void* object, uint64_t local_x, uint64_t local_y,
                    uint64_t local_z) {
  const auto number = reinterpret_cast<uintptr_t>(address);
  const uint64_t offset = number - reinterpret_cast<uintptr_t>(object);
  const bool inside =
      bytes <= access->object_bytes && offset <= access->object_bytes - bytes;
  const bool aligned = number % access->alignment == 0;
  if (bytes == 0 || (inside && aligned)) return address;
  Report(*access, GroupOfThread(), [&] {
    Fault fault =
        FaultIn(*access, inside ? FaultKind::kAlignment : FaultKind::kBounds,
                {local_x, local_y, local_z});
    fault.what = DescribeAccess(*access, address, bytes);
    if (inside) fault.what += MisalignedBy(*access);
    fault.object = DescribeVariable(*access, address, object);
    return fault;
  });
  return inside ? address : Instead();
}

void* OutsideRange(facet_cpu_access* access, void* /*address*/,
                   uint64_t index_0, uint64_t index_1, uint64_t index_2,
                   uint64_t range_0, uint64_t range_1, uint64_t range_2,
                   uint64_t local_x, uint64_t local_y, uint64_t local_z) {
  Report(*access, GroupOfThread(), [&] {
    const uint64_t index[] = {index_0, index_1, index_2};
    const uint64_t range[] = {range_0, range_1, range_2};
    Fault fault =
        FaultIn(*access, FaultKind::kBounds, {local_x, local_y, local_z});
    fault.what = DescribeElement(*access, index, range);
    return fault;
  });
  return Instead();
}

// Of the local accessors of the running group.
bool IsPermittedLocal(const char* begin, uint64_t bytes) {
  const CheckedGroup* const running = GroupOfThread();
  if (!running || !running->launch || !running->group->local_memory)
    return false;
  const char* const memory = running->group->local_memory;
  return std::ranges::any_of(
      running->launch->local_parts, [&](const LocalPart& part) {
        const uint64_t offset = begin - (memory + part.offset);
        return offset <= part.bytes && bytes <= part.bytes - offset;
      });
}

uint32_t Permits(const void* begin, uint64_t bytes) {
  return IsPermittedLocal(static_cast<const char*>(begin), bytes) ||
         IsPermitted(begin, bytes);
}

}  // namespace

bool BindMemoryChecks(facet_cpu_checks* table) {
  table->shadow = Shadow();
  table->check = Check;
  table->check_variable = CheckVariable;
  table->outside_range = OutsideRange;
  table->permits = Permits;
  return table->shadow != nullptr;
}

}  // namespace facet
