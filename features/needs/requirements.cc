// Checks requirements, and reads and writes their bytes. See requirements.h.

#include "features/needs/requirements.h"

#include <algorithm>
#include <cstring>
#include <limits>

#include "features/needs/words.h"

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

bool DecodeProperty(const PropertyView& property, Requirements* result,
                    std::string* error) {
  std::vector<std::uint32_t> words;
  if (property.name == kAspectProperty) {
    if (!ReadWords(property, &words, error)) return false;
    for (std::uint32_t word : words) {
      if (!IsAspectWord(word, property, error)) return false;
      result->aspects.Insert(static_cast<Aspect>(word));
    }
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

std::string Joined(const WorkGroupSize& size) {
  std::string text;
  for (std::uint32_t d = 0; d < size.dim_count; ++d) {
    if (d != 0) text += ", ";
    text += std::to_string(size.dims[d]);
  }
  return text;
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

std::uint64_t WorkGroupSize::Total() const {
  std::uint64_t total = 1;
  for (std::uint32_t d = 0; d < dim_count; ++d) {
    if (dims[d] != 0 &&
        total > std::numeric_limits<std::uint64_t>::max() / dims[d]) {
      return std::numeric_limits<std::uint64_t>::max();
    }
    total *= dims[d];
  }
  return total;
}

std::strong_ordering operator<=>(const WorkGroupSize& a,
                                 const WorkGroupSize& b) {
  if (auto order = a.dim_count <=> b.dim_count; order != 0) return order;
  for (int d = 0; d < 3; ++d) {
    if (auto order = a.dims[d] <=> b.dims[d]; order != 0) return order;
  }
  return std::strong_ordering::equal;
}

bool Requirements::empty() const {
  return aspects.empty() && sub_group_sizes.empty() &&
         work_group_sizes.empty() && !fixed_targets;
}

void Requirements::Canonicalize() {
  SortUnique(sub_group_sizes);
  SortUnique(work_group_sizes);
  if (fixed_targets) SortUnique(*fixed_targets);
}

std::string Reason::Message() const {
  switch (kind) {
    case Kind::kAspect:
      return "Kernel uses optional feature corresponding to '" +
             AspectText(aspect) + "' but device does not support this aspect.";
    case Kind::kSubGroupSize:
      return "Kernel has a required sub-group size of '" +
             std::to_string(sub_group_size) +
             "' but device does not support this sub-group size.";
    case Kind::kWorkGroupSize:
      return "Kernel has a required work-group size of '" +
             Joined(work_group_size) +
             "' but device does not support this work-group size.";
    case Kind::kFixedTarget: {
      std::string names;
      for (Aspect target : fixed_targets) {
        names += (names.empty() ? "" : ",") + TargetText(target);
      }
      return "Kernel was compiled with '-fsycl-fixed-targets=" + names +
             "' but was submitted to a different device.";
    }
  }
  return "";
}

std::vector<Reason> Check(const Requirements& requirements,
                          const DeviceFeatures& device) {
  std::vector<Reason> reasons;
  Requirements sorted = requirements;
  sorted.Canonicalize();
  if (sorted.fixed_targets &&
      std::none_of(sorted.fixed_targets->begin(), sorted.fixed_targets->end(),
                   [&](Aspect target) {
                     return std::count(device.target_aspects.begin(),
                                       device.target_aspects.end(), target);
                   })) {
    Reason reason;
    reason.kind = Reason::Kind::kFixedTarget;
    reason.fixed_targets = *sorted.fixed_targets;
    reasons.push_back(std::move(reason));
  }
  for (Aspect aspect : sorted.aspects.Difference(device.aspects)) {
    if (IsInternalAspect(aspect)) continue;
    Reason reason;
    reason.kind = Reason::Kind::kAspect;
    reason.aspect = aspect;
    reasons.push_back(std::move(reason));
  }
  for (std::uint32_t size : sorted.sub_group_sizes) {
    if (std::count(device.sub_group_sizes.begin(), device.sub_group_sizes.end(),
                   size)) {
      continue;
    }
    Reason reason;
    reason.kind = Reason::Kind::kSubGroupSize;
    reason.sub_group_size = size;
    reasons.push_back(std::move(reason));
  }
  for (const WorkGroupSize& size : sorted.work_group_sizes) {
    if (FitsDevice(size, device)) continue;
    Reason reason;
    reason.kind = Reason::Kind::kWorkGroupSize;
    reason.work_group_size = size;
    reasons.push_back(std::move(reason));
  }
  return reasons;
}

std::optional<Requirements> DecodeRequirements(
    std::span<const PropertyView> properties, std::string* error) {
  std::string unused;
  if (!error) error = &unused;
  Requirements result;
  for (const PropertyView& property : properties) {
    if (!DecodeProperty(property, &result, error)) return std::nullopt;
  }
  result.Canonicalize();
  return result;
}

std::vector<std::pair<std::string, std::vector<unsigned char>>>
EncodeRequirements(const Requirements& requirements) {
  Requirements sorted = requirements;
  sorted.Canonicalize();
  std::vector<unsigned char> aspects, fixed, sub_groups, work_groups;
  for (Aspect aspect : sorted.aspects) {
    if (!IsInternalAspect(aspect)) {
      AppendWord(aspects, static_cast<std::uint32_t>(aspect));
    }
  }
  for (std::uint32_t size : sorted.sub_group_sizes) AppendWord(sub_groups, size);
  for (const WorkGroupSize& size : sorted.work_group_sizes) {
    AppendWord(work_groups, size.dim_count);
    for (std::uint32_t d = 0; d < size.dim_count; ++d) {
      AppendWord(work_groups, size.dims[d]);
    }
  }
  std::vector<std::pair<std::string, std::vector<unsigned char>>> result;
  if (!aspects.empty()) result.emplace_back(kAspectProperty, aspects);
  if (sorted.fixed_targets) {
    for (Aspect target : *sorted.fixed_targets) {
      AppendWord(fixed, static_cast<std::uint32_t>(target));
    }
    result.emplace_back(kFixedTargetProperty, fixed);
  }
  if (!sub_groups.empty()) {
    result.emplace_back(kSubGroupSizeProperty, sub_groups);
  }
  if (!work_groups.empty()) {
    result.emplace_back(kWorkGroupSizeProperty, work_groups);
  }
  return result;
}

}  // namespace facet
