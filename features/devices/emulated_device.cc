// See emulated_device.h.

#include "features/devices/emulated_device.h"

#include <algorithm>

#include "features/requirements/words.h"

namespace facet {
namespace {

using Words = std::vector<std::uint32_t>;
using Bytes = std::vector<unsigned char>;

Bytes BytesOf(const Words& words) {
  Bytes bytes;
  for (const std::uint32_t word : words) AppendWord(bytes, word);
  return bytes;
}

Words Split(std::span<const std::uint64_t> numbers) {
  Words words;
  for (const std::uint64_t number : numbers) {
    words.push_back(static_cast<std::uint32_t>(number));
    words.push_back(static_cast<std::uint32_t>(number >> 32));
  }
  return words;
}

// The words of one property; nullopt if there is none or it is not of words.
std::optional<Words> Find(std::span<const PropertyView> properties,
                          std::string_view name) {
  for (const PropertyView& property : properties) {
    if (property.name != name) continue;
    if (property.size % 4 != 0 || (property.size != 0 && !property.data))
      return std::nullopt;
    const auto* bytes = static_cast<const unsigned char*>(property.data);
    Words words(property.size / 4);
    for (std::size_t i = 0; i < words.size(); ++i)
      words[i] = ReadWord(bytes + 4 * i);
    return words;
  }
  return std::nullopt;
}

bool ReadNumbers(std::span<const PropertyView> properties,
                 std::string_view name, std::span<std::uint64_t> numbers) {
  const auto words = Find(properties, name);
  if (!words || words->size() != 2 * numbers.size()) return false;
  for (std::size_t i = 0; i < numbers.size(); ++i)
    numbers[i] = (*words)[2 * i] | std::uint64_t{(*words)[2 * i + 1]} << 32;
  return true;
}

}  // namespace

std::vector<std::pair<std::string, Bytes>> EncodeEmulatedDevice(
    const EmulatedDevice& device) {
  const DeviceFeatures& features = device.features;
  const Words aspects(features.aspects.begin(), features.aspects.end());
  const Words targets(features.target_aspects.begin(),
                      features.target_aspects.end());
  std::vector<std::pair<std::string, Bytes>> properties = {
      {"architecture_id", BytesOf(Split({{device.architecture_id}}))},
      {"aspects", BytesOf(aspects)},
      {"max_work_item_sizes",
       BytesOf(Split(features.limits.max_work_item_sizes))},
      {"sub_group_sizes", BytesOf(features.sub_group_sizes)},
      {"target_aspect", BytesOf(targets)}};
  for (const DeviceLimit& limit : kDeviceLimits)
    properties.emplace_back(limit.name,
                            BytesOf(Split({{features.limits.*limit.value}})));
  std::ranges::sort(properties);
  return properties;
}

std::optional<EmulatedDevice> DecodeEmulatedDevice(
    std::span<const PropertyView> properties) {
  EmulatedDevice device;
  DeviceFeatures& features = device.features;
  const auto aspects = Find(properties, "aspects");
  const auto sub_groups = Find(properties, "sub_group_sizes");
  const auto targets = Find(properties, "target_aspect");
  if (!aspects || !sub_groups || !targets ||
      !ReadNumbers(properties, "architecture_id",
                   {&device.architecture_id, 1}) ||
      !ReadNumbers(properties, "max_work_item_sizes",
                   features.limits.max_work_item_sizes))
    return std::nullopt;
  for (const DeviceLimit& limit : kDeviceLimits)
    if (!ReadNumbers(properties, limit.name,
                     {&(features.limits.*limit.value), 1}))
      return std::nullopt;
  for (const std::uint32_t aspect : *aspects)
    features.aspects.Insert(static_cast<Aspect>(aspect));
  features.sub_group_sizes = *sub_groups;
  for (const std::uint32_t target : *targets)
    features.target_aspects.push_back(static_cast<Aspect>(target));
  return device;
}

}  // namespace facet
