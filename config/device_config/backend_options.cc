//===- backend_options.cc - Options of the tools that finish images -------===//
//
// See backend_options.h.
//
//===----------------------------------------------------------------------===//

#include "config/device_config/backend_options.h"

#include <algorithm>
#include <string_view>

namespace facet {
namespace {

bool IsFor(std::string_view name, const TargetDescription& target) {
  return name == target.name || name == target.aot_toolchain ||
         std::ranges::find(target.aliases, name) != target.aliases.end();
}

bool NamesDevice(std::string_view option, const TargetFamily& family) {
  return std::ranges::find(family.device_options,
                           option.substr(0, option.find('='))) !=
         std::ranges::end(family.device_options);
}

}  // namespace

SelectedBackendOptions SelectBackendOptions(
    const std::vector<std::string>& options, const TargetDescription& target) {
  SelectedBackendOptions selected;
  bool is_foreign = false;
  for (std::string_view text : options) {
    const std::size_t equals = text.find('=');
    if (equals == text.npos || !IsFor(text.substr(0, equals), target)) continue;
    const std::string_view option = text.substr(equals + 1);
    const bool is_value = !option.starts_with('-');
    if (!is_value) is_foreign = IsForeignOption(option, target.family());
    if (is_foreign) {
      if (!is_value) selected.foreign.emplace_back(option);
    } else if (NamesDevice(option, target.family())) {
      selected.naming_a_device.emplace_back(option);
    } else {
      selected.own.emplace_back(option);
    }
  }
  return selected;
}

}  // namespace facet
