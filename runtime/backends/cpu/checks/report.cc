// See report.h.
#include "runtime/backends/cpu/checks/report.h"

#include <cxxabi.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <atomic>
#include <memory>
#include <optional>
#include <string_view>

#include "runtime/backends/cpu/checks/objects.h"

namespace facet {
namespace {

constexpr int kFailure = 1;
std::atomic<bool> reported{false};
std::atomic<int> exit_status{0};

// exit() cannot be told another status from within: the last destructor ends
// the program with that. Priority 101 is behind all others.
__attribute__((destructor(101))) void EndWithFailure() {
  if (!reported || exit_status != 0) return;
  fflush(nullptr);
  _exit(kFailure);
}

bool IsOn() {
  static const bool on = [] {
    const char* value = secure_getenv("SYCL_CHECK");
    return !value || std::string_view(value) != "0";
  }();
  return on;
}

std::string Hexadecimal(const void* address) {
  char text[32];
  snprintf(
      text, sizeof(text), "0x%llx",
      static_cast<unsigned long long>(reinterpret_cast<uintptr_t>(address)));
  return text;
}

std::string Count(uint64_t number, const char* what) {
  return std::to_string(number) + " " + what + (number == 1 ? "" : "s");
}

std::string Demangled(const char* symbol) {
  std::string_view type = symbol;
  // "_ZTS" and a type: the symbol of a kernel, as that of the type's name.
  std::string mangled(type);
  if (type.starts_with("_ZTS")) mangled.erase(0, 4);
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> text(
      abi::__cxa_demangle(mangled.c_str(), nullptr, nullptr, &status), free);
  return text ? text.get() : std::string(type);
}

const char* NameOf(FaultKind kind) {
  switch (kind) {
    case FaultKind::kNull:
      return "null pointer";
    case FaultKind::kAlignment:
      return "misaligned address";
    case FaultKind::kBounds:
      return "out of bounds";
    case FaultKind::kFreed:
      return "use after free";
    case FaultKind::kWild:
      return "address of no object";
  }
  return "";
}

const char* NameOf(ObjectKind kind) {
  switch (kind) {
    case ObjectKind::kDeviceUsm:
      return "a device USM allocation";
    case ObjectKind::kHostUsm:
      return "a host USM allocation";
    case ObjectKind::kSharedUsm:
      return "a shared USM allocation";
    case ObjectKind::kBuffer:
      return "a buffer";
  }
  return "";
}

std::string DescribeAccess(const Fault& fault) {
  static constexpr const char* kNames[] = {"load", "store", "atomic operation"};
  std::string text = std::string(kNames[fault.access->kind]) + " of " +
                     Count(fault.bytes, "byte") + " at " +
                     Hexadecimal(fault.address);
  if (fault.kind == FaultKind::kAlignment)
    text +=
        ", which is no multiple of " + std::to_string(fault.access->alignment);
  return text;
}

std::string DescribeObject(const Fault& fault) {
  const std::optional<CheckedObject> object = FindChecked(fault.address);
  if (!object) return "";
  const auto* address = static_cast<const char*>(fault.address);
  const char* const end = object->begin + object->bytes;
  std::string where;
  if (address < object->begin)
    where = Count(object->begin - address, "byte") + " before the beginning";
  else if (address >= end)
    where = Count(address - end, "byte") + " behind the end";
  else
    where = "at byte " + std::to_string(address - object->begin);
  return "  " + where + " of " + NameOf(object->kind) + " of " +
         Count(object->bytes, "byte") + " at " + Hexadecimal(object->begin) +
         (object->freed ? ", which was freed" : "") + "\n";
}

std::string Ids(const uint64_t (&ids)[3]) {
  return "[" + std::to_string(ids[0]) + "," + std::to_string(ids[1]) + "," +
         std::to_string(ids[2]) + "]";
}

// In the order of assert(): x first.
std::string DescribeWorkItem(const Fault& fault) {
  std::string text =
      "  in kernel '" +
      (fault.kernel ? Demangled(fault.kernel) : std::string("?")) + "'";
  if (!fault.group) return text + "\n";
  if (fault.local_id[0] != FACET_CPU_UNKNOWN_ID) {
    uint64_t global[3];
    for (int d = 0; d < 3; ++d)
      global[d] = fault.group->global_base[d] + fault.local_id[d];
    text +=
        ", global id: " + Ids(global) + ", local id: " + Ids(fault.local_id);
  }
  return text + ", group: " + Ids(fault.group->group_id) + "\n";
}

std::string DescribePlaces(const facet_cpu_access& access) {
  std::string text;
  for (uint32_t i = 0; i < access.place_count; ++i) {
    const facet_cpu_place& place = access.places[i];
    text += std::string("    ") + (i == 0 ? "at " : "inlined at ") +
            place.file + ":" + std::to_string(place.line) + ":" +
            std::to_string(place.column);
    if (*place.function) text += std::string(" in ") + place.function;
    text += "\n";
  }
  return text;
}

}  // namespace

std::string TextOf(const Fault& fault) {
  return std::string("SYCL check: ") + NameOf(fault.kind) + ": " +
         DescribeAccess(fault) + "\n" + DescribeObject(fault) +
         DescribeWorkItem(fault) + DescribePlaces(*fault.access);
}

void Report(const Fault& fault) {
  if (!IsOn()) return;
  if (!reported.exchange(true))
    on_exit([](int status, void*) { exit_status = status; }, nullptr);
  const std::string text = TextOf(fault);
  fwrite(text.data(), 1, text.size(), stderr);
}

}  // namespace facet
