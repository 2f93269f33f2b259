// See description.h.
#include "runtime/backends/cpu/checks/reports/description.h"

#include <stdio.h>

#include <algorithm>
#include <optional>

#include "runtime/backends/cpu/checks/memory/local_memory.h"

namespace facet {
namespace {

std::string Count(uint64_t number, const char* what) {
  return std::to_string(number) + " " + what + (number == 1 ? "" : "s");
}

const char* NameOf(ObjectKind kind) {
  switch (kind) {
    case ObjectKind::kDeviceUsm:
      return "device USM allocation";
    case ObjectKind::kHostUsm:
      return "host USM allocation";
    case ObjectKind::kSharedUsm:
      return "shared USM allocation";
    case ObjectKind::kBuffer:
      return "buffer";
  }
  return "";
}

std::string DescribeHostPlace(const HostPlace& place) {
  return place.line ? std::string(" at ") + place.file + ":" +
                          std::to_string(place.line)
                    : "";
}

const char* NameOfVariable(uint32_t kind) {
  switch (kind) {
    case FACET_CPU_PRIVATE_VARIABLE:
      return "private variable";
    case FACET_CPU_LOCAL_VARIABLE:
      return "local variable";
    case FACET_CPU_GLOBAL_VARIABLE:
      return "global variable";
    default:
      return "kernel argument";
  }
}

std::string DescribePlaceIn(const char* begin, uint64_t bytes,
                            const char* address) {
  if (address < begin)
    return Count(begin - address, "byte") + " before the beginning of ";
  const char* const end = begin + bytes;
  if (address >= end)
    return Count(address - end, "byte") + " behind the end of ";
  return "at byte " + std::to_string(address - begin) + " of ";
}

std::string DescribeLocal(const char* address, const CheckedGroup& running) {
  const char* const memory = running.group->local_memory;
  if (!memory) return "";
  const LocalPart* nearest = nullptr;
  uint64_t least = kLocalRedZone;
  for (const LocalPart& part : running.launch->local_parts) {
    const char* const begin = memory + part.offset;
    const char* const end = begin + part.bytes;
    const uint64_t distance = address < begin  ? begin - address
                              : address >= end ? address - end
                                               : 0;
    if (distance >= least && nearest) continue;
    if (distance > kLocalRedZone) continue;
    nearest = &part;
    least = distance;
  }
  if (!nearest) return "";
  return DescribePlaceIn(memory + nearest->offset, nearest->bytes, address) +
         "a local accessor of " + Count(nearest->bytes, "byte");
}

}  // namespace

std::string DescribeIds(const uint64_t (&ids)[3]) {
  return "[" + std::to_string(ids[0]) + "," + std::to_string(ids[1]) + "," +
         std::to_string(ids[2]) + "]";
}

std::string DescribeAccess(const facet_cpu_access& access, const void* address,
                           uint64_t bytes) {
  static constexpr const char* kNames[] = {"load", "store", "atomic operation"};
  // Loads and stores may be atomic, too.
  const auto kind = access.flags & FACET_CPU_IS_ATOMIC
                        ? uint32_t{FACET_CPU_ATOMIC}
                        : access.kind;
  return std::string(kNames[kind]) + " of " + Count(bytes, "byte") + " at " +
         DescribeAddress(address);
}

std::string DescribeVariable(const facet_cpu_access& access,
                             const void* address, const void* object) {
  const bool named = *access.object_name != '\0';
  return DescribePlaceIn(static_cast<const char*>(object), access.object_bytes,
                         static_cast<const char*>(address)) +
         (named ? "the " : "a ") + NameOfVariable(access.object_kind) +
         (named ? " '" + std::string(access.object_name) + "'" : "") + " of " +
         Count(access.object_bytes, "byte");
}

std::string DescribeAddress(const void* address) {
  char text[32];
  snprintf(
      text, sizeof(text), "0x%llx",
      static_cast<unsigned long long>(reinterpret_cast<uintptr_t>(address)));
  return text;
}

std::string DescribeObject(const CheckedObject& object) {
  return std::string("a ") + NameOf(object.kind) + " of " +
         Count(object.bytes, "byte") + " at " + DescribeAddress(object.begin) +
         (object.made.line ? ", made" + DescribeHostPlace(object.made) : "");
}

std::string DescribeState(const CheckedObject& object) {
  return DescribeObject(object) +
         (object.freed
              ? ", which was freed" + DescribeHostPlace(object.freed_at)
              : "");
}

std::string DescribeLeak(ObjectKind kind, size_t count, size_t bytes) {
  return Count(bytes, "byte") + " in " + Count(count, NameOf(kind)) +
         ", never freed";
}

std::string DescribeMemory(const void* address, const CheckedGroup* running) {
  const auto* at = static_cast<const char*>(address);
  if (const std::optional<CheckedObject> object = FindChecked(address))
    return DescribePlaceIn(object->begin, object->bytes, at) +
           DescribeState(*object);
  return running ? DescribeLocal(at, *running) : "";
}

std::string DescribeElement(const facet_cpu_access& access,
                            std::span<const uint64_t, 3> index,
                            std::span<const uint64_t, 3> range) {
  const auto join = [&](std::span<const uint64_t, 3> numbers,
                        const char* between) {
    std::string text;
    for (uint32_t d = 0; d < access.dimensions; ++d)
      text += (d == 0 ? "" : between) + std::to_string(numbers[d]);
    return text;
  };
  return "element [" + join(index, ",") + "] of " +
         (access.object_kind == FACET_CPU_LOCAL_ACCESSOR ? "a local accessor"
                                                         : "an accessor") +
         " of " + join(range, " x ") + " elements of " +
         Count(access.object_bytes, "byte");
}

}  // namespace facet
