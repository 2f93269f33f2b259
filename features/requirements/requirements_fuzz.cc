// Fuzz target: any bytes as the property set "SYCL/device requirements".
//
// The first byte of each property picks its name, the second its length. What
// decodes must encode to something that decodes to the same.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "features/requirements/requirements.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  using namespace facet;
  constexpr std::string_view kNames[] = {"aspect",
                                         "reqd_sub_group_size",
                                         "reqd_work_group_size",
                                         kFixedTargetProperty,
                                         "condition-0",
                                         "conditional-aspects-0",
                                         "unknown"};
  std::vector<PropertyView> properties;
  while (size >= 2) {
    std::string_view name = kNames[data[0] % std::size(kNames)];
    std::size_t length = std::min<std::size_t>(data[1], size - 2);
    properties.push_back({name, data + 2, length});
    data += 2 + length;
    size -= 2 + length;
  }
  std::string error;
  std::optional<Requirements> read = DecodeRequirements(properties, &error);
  if (!read) {
    if (error.empty()) std::abort();
    return 0;
  }
  for (const Reason& reason : Check(*read, {})) {
    if (reason.Message().empty()) std::abort();
  }
  auto encoded = EncodeRequirements(*read);
  properties.clear();
  for (const auto& [name, bytes] : encoded) {
    properties.push_back({name, bytes.data(), bytes.size()});
  }
  if (DecodeRequirements(properties, &error) != read) std::abort();
  return 0;
}
