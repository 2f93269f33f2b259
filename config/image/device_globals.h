// Variables of each device that a kernel uses (sycl_ext_oneapi_device_global).
//
// In:  what the AOT step knows of them. Out: the value of the kernel's property
//      "K@device_globals" in "SYCL/program metadata", and back.
// Why: the runtime has the memory, one for all images, and passes its address as
//      an argument behind those of the program, in this order.

#ifndef FACET_CONFIG_IMAGE_DEVICE_GLOBALS_H_
#define FACET_CONFIG_IMAGE_DEVICE_GLOBALS_H_

#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace facet {

inline constexpr const char kDeviceGlobalsSuffix[] = "@device_globals";

struct DeviceGlobal {
  std::string name;
  // Of one source of one executable or library; others may have the same name.
  bool is_internal = false;
  uint64_t size = 0;
  uint64_t alignment = 1;
  // The first bytes; the others are zero. They begin with what identifies the
  // variable to the host (headers/sycl/detail/source_place.hpp).
  std::vector<unsigned char> initial;

  // sycl::detail::source_place.
  struct Place {
    uint64_t place = 0, source = 0;
  };
  Place place() const {
    Place read;
    if (initial.size() >= sizeof(read))
      std::memcpy(&read, initial.data(), sizeof(read));
    return read;
  }
};

inline std::vector<unsigned char> EncodeDeviceGlobals(
    std::span<const DeviceGlobal> globals) {
  std::vector<unsigned char> bytes;
  const auto add = [&](const void* data, size_t size) {
    const auto* first = static_cast<const unsigned char*>(data);
    bytes.insert(bytes.end(), first, first + size);
  };
  for (const DeviceGlobal& global : globals) {
    const uint64_t numbers[] = {global.name.size(), global.is_internal,
                                global.size, global.alignment,
                                global.initial.size()};
    add(numbers, sizeof(numbers));
    add(global.name.data(), global.name.size());
    add(global.initial.data(), global.initial.size());
  }
  return bytes;
}

// Returns nothing if the bytes make no sense.
inline std::optional<std::vector<DeviceGlobal>> DecodeDeviceGlobals(
    std::span<const unsigned char> bytes) {
  std::vector<DeviceGlobal> globals;
  while (!bytes.empty()) {
    uint64_t numbers[5];
    if (bytes.size() < sizeof(numbers)) return std::nullopt;
    std::memcpy(numbers, bytes.data(), sizeof(numbers));
    bytes = bytes.subspan(sizeof(numbers));
    const uint64_t name = numbers[0], initial = numbers[4];
    if (name > bytes.size() || initial > bytes.size() - name ||
        initial > numbers[2])
      return std::nullopt;
    DeviceGlobal global;
    global.name.assign(reinterpret_cast<const char*>(bytes.data()), name);
    global.is_internal = numbers[1] != 0;
    global.size = numbers[2];
    global.alignment = numbers[3];
    global.initial.assign(bytes.begin() + name, bytes.begin() + name + initial);
    bytes = bytes.subspan(name + initial);
    globals.push_back(std::move(global));
  }
  return globals;
}

}  // namespace facet

#endif  // FACET_CONFIG_IMAGE_DEVICE_GLOBALS_H_
