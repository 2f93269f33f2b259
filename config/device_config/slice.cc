// Writes one target as TOML. See device_config.h.
//
// Every key is written, also with its default value: a slice is the whole truth
// about a target, and equal targets give equal bytes.

#include <string>
#include <string_view>
#include <vector>

#include "config/device_config/device_config.h"

namespace facet {
namespace {

template <typename List, typename Format>
std::string ListText(const List& list, Format format) {
  std::string text = "[";
  for (const auto& element : list) {
    if (text.size() > 1) text += ", ";
    text += format(element);
  }
  return text + "]";
}

// TOML's basic strings: control characters, quotes and backslashes escaped.
std::string StringText(std::string_view value) {
  constexpr char kHex[] = "0123456789abcdef";
  std::string text = "\"";
  for (char c : value) {
    unsigned char byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      text += '\\';
      text += c;
    } else if (byte < 0x20 || byte == 0x7f) {
      text += "\\u00";
      text += kHex[byte >> 4];
      text += kHex[byte & 15];
    } else {
      text += c;
    }
  }
  return text + "\"";
}

std::string StringsText(const std::vector<std::string>& list) {
  return ListText(list, [](const std::string& s) { return StringText(s); });
}

}  // namespace

std::string TargetSlice(const TargetDescription& target) {
  std::string text = "[[target]]\n";
  auto line = [&text](std::string_view key, const std::string& value) {
    text += std::string(key) + " = " + value + "\n";
  };
  auto number = [](auto value) { return std::to_string(value); };
  auto aspect = [](Aspect value) { return StringText(AspectName(value)); };
  line("name", StringText(target.name));
  if (target.emulated) line("emulated", "true");
  line("aliases", StringsText(target.aliases));
  line("architecture", StringText(target.architecture));
  line("target_aspect", std::to_string(target.target_aspect));
  line("aspects", ListText(target.aspects, aspect));
  line("may_support_other_aspects",
       target.may_support_other_aspects ? "true" : "false");
  line("sub_group_sizes", ListText(target.sub_group_sizes, number));
  for (const DeviceLimit& limit : kDeviceLimits) {
    line(limit.name, number(target.limits.*limit.value));
  }
  line("max_work_item_sizes",
       ListText(target.limits.max_work_item_sizes, number));
  line("aot_toolchain", StringText(target.aot_toolchain));
  line("aot_device", StringText(target.aot_device));
  line("aot_options", StringsText(target.aot_options));
  line("covers", StringsText(target.covers));
  return text;
}

}  // namespace facet
