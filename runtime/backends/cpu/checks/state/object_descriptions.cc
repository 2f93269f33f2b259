// See object_descriptions.h.
#include "runtime/backends/cpu/checks/state/object_descriptions.h"

#include <stdio.h>

namespace facet {
namespace {

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

}  // namespace

std::string CountOf(uint64_t number, const char* what) {
  return std::to_string(number) + " " + what + (number == 1 ? "" : "s");
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
         CountOf(object.bytes, "byte") + " at " + DescribeAddress(object.begin) +
         (object.made.line ? ", made" + DescribeHostPlace(object.made) : "");
}

std::string DescribeState(const CheckedObject& object) {
  return DescribeObject(object) +
         (object.freed
              ? ", which was freed" + DescribeHostPlace(object.freed_at)
              : "");
}

std::string DescribeLeak(ObjectKind kind, size_t count, size_t bytes) {
  return CountOf(bytes, "byte") + " in " + CountOf(count, NameOf(kind)) +
         ", never freed";
}

}  // namespace facet
