// Fuzz target: any text as a device configuration file.
//
// What parses must slice to something that parses to the same slice; what does
// not must say where it is wrong.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "config/device_config/device_config.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  using namespace facet;
  std::string_view text(reinterpret_cast<const char*>(data), size);
  absl::StatusOr<DeviceConfig> config = DeviceConfig::Parse(text, "f.toml");
  if (!config.ok()) {
    if (!std::string(config.status().message()).starts_with("f.toml:")) {
      std::abort();
    }
    return 0;
  }
  (void)config->CheckReferences();
  for (const std::string& name : config->Names()) {
    std::string slice = TargetSlice(*config->Find(name));
    absl::StatusOr<DeviceConfig> again = DeviceConfig::Parse(slice, "slice");
    if (!again.ok() || TargetSlice(*again->Find(name)) != slice) std::abort();
  }
  return 0;
}
