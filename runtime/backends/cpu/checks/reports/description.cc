// See description.h.
#include "runtime/backends/cpu/checks/reports/description.h"

#include <optional>

#include "runtime/backends/cpu/checks/state/local_memory.h"
#include "runtime/backends/cpu/checks/state/object_descriptions.h"
#include "runtime/backends/cpu/checks/state/objects.h"

namespace facet {
namespace {

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
    return CountOf(begin - address, "byte") + " before the beginning of ";
  const char* const end = begin + bytes;
  if (address >= end)
    return CountOf(address - end, "byte") + " behind the end of ";
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
         "a local accessor of " + CountOf(nearest->bytes, "byte");
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
  return std::string(kNames[kind]) + " of " + CountOf(bytes, "byte") + " at " +
         DescribeAddress(address);
}

std::string DescribeVariable(const facet_cpu_access& access,
                             const void* address, const void* object) {
  const bool named = *access.object_name != '\0';
  return DescribePlaceIn(static_cast<const char*>(object), access.object_bytes,
                         static_cast<const char*>(address)) +
         (named ? "the " : "a ") + NameOfVariable(access.object_kind) +
         (named ? " '" + std::string(access.object_name) + "'" : "") + " of " +
         CountOf(access.object_bytes, "byte");
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
         CountOf(access.object_bytes, "byte");
}

}  // namespace facet
