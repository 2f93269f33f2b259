// Checks requirements, and reads and writes their bytes. See requirements.h.

#include "features/requirements/requirements.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <map>

#include "features/requirements/words.h"

namespace facet {
namespace {

// Numbers of aspects are positive; the sign bit marks internal ones, which
// never leave the compiler.
bool IsAspectWord(std::uint32_t word, const PropertyView& property,
                  std::string* error) {
  if (word <= static_cast<std::uint32_t>(std::numeric_limits<Aspect>::max())) {
    return true;
  }
  *error = "property '" + std::string(property.name) + "' has the value " +
           std::to_string(word) + ", which is no aspect";
  return false;
}

bool ReadWords(const PropertyView& property, std::vector<std::uint32_t>* words,
               std::string* error) {
  if (property.size != 0 && !property.data) {
    *error = "property '" + std::string(property.name) + "' has no bytes";
    return false;
  }
  if (property.size % 4 != 0) {
    *error = "property '" + std::string(property.name) + "' has " +
             std::to_string(property.size) + " bytes, not a multiple of 4";
    return false;
  }
  const auto* bytes = static_cast<const unsigned char*>(property.data);
  for (std::uint64_t i = 0; i < property.size; i += 4) {
    words->push_back(ReadWord(bytes + i));
  }
  return true;
}

bool DecodeWorkGroupSizes(const std::vector<std::uint32_t>& words,
                          std::vector<WorkGroupSize>* sizes,
                          std::string* error) {
  for (std::size_t i = 0; i < words.size();) {
    WorkGroupSize size;
    size.dim_count = words[i++];
    if (size.dim_count < 1 || size.dim_count > 3 ||
        words.size() - i < size.dim_count) {
      *error = "property 'reqd_work_group_size' is malformed";
      return false;
    }
    for (std::uint32_t d = 0; d < size.dim_count; ++d) {
      size.dims[d] = words[i++];
      if (size.dims[d] == 0) {
        *error = "property 'reqd_work_group_size' has a dimension of size 0";
        return false;
      }
    }
    sizes->push_back(size);
  }
  return true;
}

// A condition and its aspects, which are two properties.
struct ConditionalPart {
  std::optional<Condition> when;
  std::optional<AspectSet> aspects;
};
// By number, as text.
using ConditionalParts = std::map<std::string, ConditionalPart, std::less<>>;

bool ReadAspects(const PropertyView& property, AspectSet* aspects,
                 std::string* error) {
  std::vector<std::uint32_t> words;
  if (!ReadWords(property, &words, error)) return false;
  for (std::uint32_t word : words) {
    if (!IsAspectWord(word, property, error)) return false;
    aspects->Insert(static_cast<Aspect>(word));
  }
  return true;
}

bool DecodeCondition(const PropertyView& property, ConditionalParts* parts,
                     std::string* error) {
  std::vector<std::uint32_t> words;
  if (!ReadWords(property, &words, error)) return false;
  const std::vector<std::int32_t> integers(words.begin(), words.end());
  std::optional<Condition> when = ParseCondition(integers, error);
  if (!when) {
    *error = "property '" + std::string(property.name) + "': " + *error;
    return false;
  }
  (*parts)[std::string(property.name.substr(kConditionPrefix.size()))].when =
      std::move(when);
  return true;
}

bool DecodeConditionalAspects(const PropertyView& property,
                              ConditionalParts* parts, std::string* error) {
  AspectSet aspects;
  if (!ReadAspects(property, &aspects, error)) return false;
  (*parts)[std::string(
               property.name.substr(kConditionalAspectsPrefix.size()))]
      .aspects = std::move(aspects);
  return true;
}

bool AddConditionalParts(ConditionalParts parts, Requirements* result,
                         std::string* error) {
  for (auto& [number, part] : parts) {
    if (!part.when || !part.aspects) {
      *error = "condition or aspects of number '" + number + "' are missing";
      return false;
    }
    result->conditional.push_back(
        {std::move(*part.when), std::move(*part.aspects)});
  }
  return true;
}

bool DecodeProperty(const PropertyView& property, Requirements* result,
                    ConditionalParts* parts, std::string* error) {
  std::vector<std::uint32_t> words;
  if (property.name.starts_with(kConditionalAspectsPrefix)) {
    return DecodeConditionalAspects(property, parts, error);
  }
  if (property.name.starts_with(kConditionPrefix)) {
    return DecodeCondition(property, parts, error);
  }
  if (property.name == kAspectProperty) {
    return ReadAspects(property, &result->aspects, error);
  } else if (property.name == kSubGroupSizeProperty) {
    if (!ReadWords(property, &words, error)) return false;
    if (std::count(words.begin(), words.end(), 0u) != 0) {
      *error = "property 'reqd_sub_group_size' has a size of 0";
      return false;
    }
    result->sub_group_sizes.insert(result->sub_group_sizes.end(), words.begin(),
                                   words.end());
  } else if (property.name == kWorkGroupSizeProperty) {
    if (!ReadWords(property, &words, error)) return false;
    return DecodeWorkGroupSizes(words, &result->work_group_sizes, error);
  } else if (property.name == kFixedTargetProperty) {
    if (!ReadWords(property, &words, error)) return false;
    for (std::uint32_t word : words) {
      if (!IsAspectWord(word, property, error)) return false;
    }
    if (!result->fixed_targets) result->fixed_targets.emplace();
    result->fixed_targets->insert(result->fixed_targets->end(), words.begin(),
                                  words.end());
  }
  return true;
}

// True if it was not there.
template <typename T>
bool AddUnique(const T& value, std::vector<T>* list) {
  if (std::ranges::find(*list, value) != list->end()) return false;
  list->push_back(value);
  return true;
}

template <typename T>
void SortUnique(std::vector<T>& list) {
  std::sort(list.begin(), list.end());
  list.erase(std::unique(list.begin(), list.end()), list.end());
}

bool FitsDevice(const WorkGroupSize& size, const DeviceFeatures& device) {
  if (device.max_work_group_size != 0 &&
      size.Total() > device.max_work_group_size) {
    return false;
  }
  // The last dimension of either is the fastest.
  for (std::uint32_t d = 0; d < size.dim_count; ++d) {
    std::uint64_t limit = device.max_work_item_sizes[3 - size.dim_count + d];
    if (limit != 0 && size.dims[d] > limit) return false;
  }
  return true;
}

std::string AspectText(Aspect aspect) {
  std::string_view name = AspectName(aspect);
  return name.empty() ? "aspect number " + std::to_string(aspect)
                      : "aspect::" + std::string(name);
}

std::string TargetText(Aspect aspect) {
  std::string_view name = TargetAspectName(aspect);
  return name.empty() ? "target number " + std::to_string(aspect)
                      : std::string(name);
}

}  // namespace

std::string TextOf(const WorkGroupSize& size) {
  std::string text;
  for (std::uint32_t d = 0; d < size.dim_count; ++d) {
    if (d != 0) text += ", ";
    text += std::to_string(size.dims[d]);
  }
  return text;
}

bool Requirements::empty() const {
  return aspects.empty() && sub_group_sizes.empty() &&
         work_group_sizes.empty() && !fixed_targets && conditional.empty();
}

void Requirements::Canonicalize() {
  SortUnique(sub_group_sizes);
  SortUnique(work_group_sizes);
  if (fixed_targets) SortUnique(*fixed_targets);
  SortUnique(conditional);
}

void Requirements::Add(const Feature& feature) {
  switch (feature.kind) {
    case Feature::Kind::kAspect:
      aspects.Insert(feature.aspect());
      break;
    case Feature::Kind::kWorkGroupSize:
      AddUnique(feature.work_group_size, &work_group_sizes);
      break;
    case Feature::Kind::kSubGroupSize:
      AddUnique(feature.number, &sub_group_sizes);
      break;
    case Feature::Kind::kArchitecture:
      break;
  }
}

bool Requirements::Add(const Requirements& more) {
  bool changed = false;
  if (!more.aspects.IsSubsetOf(aspects)) {
    aspects = aspects.Union(more.aspects);
    changed = true;
  }
  for (std::uint32_t size : more.sub_group_sizes) {
    changed |= AddUnique(size, &sub_group_sizes);
  }
  for (const WorkGroupSize& size : more.work_group_sizes) {
    changed |= AddUnique(size, &work_group_sizes);
  }
  for (const ConditionalAspects& part : more.conditional) {
    changed |= AddUnique(part, &conditional);
  }
  return changed;
}

void Requirements::RemoveInternalAspects() {
  aspects = AspectSet(std::ranges::lower_bound(aspects, 0), aspects.end());
}

Requirements Requirements::On(const ConditionFacts& device) const {
  Requirements decided = *this;
  decided.conditional.clear();
  for (const ConditionalAspects& part : conditional) {
    if (EvaluateCondition(part.when, device)) {
      decided.aspects = decided.aspects.Union(part.aspects);
    }
  }
  return decided;
}

std::vector<Feature> Requirements::Features() const {
  Requirements sorted = *this;
  sorted.Canonicalize();
  std::vector<Feature> features;
  for (Aspect aspect : sorted.aspects) {
    if (!IsInternalAspect(aspect)) {
      features.push_back(Feature::OfAspect(aspect));
    }
  }
  for (const WorkGroupSize& size : sorted.work_group_sizes) {
    features.push_back(Feature::OfWorkGroup(size));
  }
  for (std::uint32_t size : sorted.sub_group_sizes) {
    features.push_back(Feature::OfSubGroup(size));
  }
  return features;
}

std::string Reason::Message() const {
  if (!feature) {
    std::string names;
    for (Aspect target : fixed_targets) {
      names += (names.empty() ? "" : ",") + TargetText(target);
    }
    return "Kernel was compiled with '-fsycl-fixed-targets=" + names +
           "' but was submitted to a different device.";
  }
  switch (feature->kind) {
    case Feature::Kind::kAspect:
      return "Kernel uses optional feature corresponding to '" +
             AspectText(feature->aspect()) +
             "' but device does not support this aspect.";
    case Feature::Kind::kSubGroupSize:
      return "Kernel has a required sub-group size of '" +
             std::to_string(feature->number) +
             "' but device does not support this sub-group size.";
    case Feature::Kind::kWorkGroupSize:
      return "Kernel has a required work-group size of '" +
             TextOf(feature->work_group_size) +
             "' but device does not support this work-group size.";
    case Feature::Kind::kArchitecture:
      break;
  }
  return "";
}

bool Has(const DeviceFeatures& device, const Feature& feature) {
  switch (feature.kind) {
    case Feature::Kind::kAspect:
      return IsInternalAspect(feature.aspect()) ||
             device.aspects.Contains(feature.aspect());
    case Feature::Kind::kSubGroupSize:
      return std::ranges::count(device.sub_group_sizes, feature.number) != 0;
    case Feature::Kind::kWorkGroupSize:
      return FitsDevice(feature.work_group_size, device);
    case Feature::Kind::kArchitecture:
      break;
  }
  return false;
}

std::vector<Reason> Check(const Requirements& requirements,
                          const DeviceFeatures& device) {
  std::vector<Reason> reasons;
  if (requirements.fixed_targets &&
      std::ranges::none_of(*requirements.fixed_targets, [&](Aspect target) {
        return std::ranges::count(device.target_aspects, target) != 0;
      })) {
    std::vector<Aspect> targets = *requirements.fixed_targets;
    SortUnique(targets);
    reasons.push_back({std::nullopt, std::move(targets)});
  }
  // Sub-group sizes before work-group sizes.
  const std::vector<Feature> features = requirements.Features();
  for (const bool work_group_sizes : {false, true}) {
    for (const Feature& feature : features) {
      if ((feature.kind == Feature::Kind::kWorkGroupSize) == work_group_sizes &&
          !Has(device, feature))
        reasons.push_back({feature, {}});
    }
  }
  return reasons;
}

std::optional<Requirements> DecodeRequirements(
    std::span<const PropertyView> properties, std::string* error) {
  std::string unused;
  if (!error) error = &unused;
  Requirements result;
  ConditionalParts parts;
  for (const PropertyView& property : properties) {
    if (!DecodeProperty(property, &result, &parts, error)) return std::nullopt;
  }
  if (!AddConditionalParts(std::move(parts), &result, error)) {
    return std::nullopt;
  }
  result.Canonicalize();
  return result;
}

std::vector<std::pair<std::string, std::vector<unsigned char>>>
EncodeRequirements(const Requirements& requirements) {
  Requirements sorted = requirements;
  sorted.Canonicalize();
  std::vector<std::pair<std::string, std::vector<unsigned char>>> result;
  const auto add = [&](std::string name, const auto& words) {
    std::vector<unsigned char> bytes;
    for (auto word : words) AppendWord(bytes, static_cast<std::uint32_t>(word));
    result.emplace_back(std::move(name), std::move(bytes));
  };
  sorted.RemoveInternalAspects();
  if (!sorted.aspects.empty()) {
    add(std::string(kAspectProperty), sorted.aspects);
  }
  for (std::size_t i = 0; i < sorted.conditional.size(); ++i) {
    const std::string number = std::to_string(i);
    add(std::string(kConditionPrefix) + number, sorted.conditional[i].when);
    add(std::string(kConditionalAspectsPrefix) + number,
        sorted.conditional[i].aspects);
  }
  if (sorted.fixed_targets) {
    add(std::string(kFixedTargetProperty), *sorted.fixed_targets);
  }
  if (!sorted.sub_group_sizes.empty()) {
    add(std::string(kSubGroupSizeProperty), sorted.sub_group_sizes);
  }
  std::vector<std::uint32_t> work_groups;
  for (const WorkGroupSize& size : sorted.work_group_sizes) {
    work_groups.push_back(size.dim_count);
    work_groups.insert(work_groups.end(), size.dims,
                       size.dims + size.dim_count);
  }
  if (!work_groups.empty()) {
    add(std::string(kWorkGroupSizeProperty), work_groups);
  }
  std::ranges::sort(result);
  return result;
}

}  // namespace facet
