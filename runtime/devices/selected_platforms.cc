// See selected_platforms.h.
#include "runtime/devices/selected_platforms.h"

#include <stdlib.h>
#include <utility>

namespace facet {

Status EnumerateSelected(std::vector<std::string> emulated,
                         const EmulatedDevices& described, PlatformList* list,
                         DeviceIds* ids) {
  DeviceSelector selector;
  if (const char* text = secure_getenv("ONEAPI_DEVICE_SELECTOR"))
    if (Status s = DeviceSelector::Parse(text, &selector); !s.ok()) return s;
  *list = EnumeratePlatforms(
      std::move(emulated), described,
      [&](std::string_view backend) { return selector.MaySelect(backend); });
  if (ids) *ids = IdsOf(*list);
  selector.Apply(list);
  return {};
}

}  // namespace facet
