// The table of kinds of features. See feature_kinds.h.

#include "features/requirements/feature_kinds.h"

#include <algorithm>
#include <limits>

#include "features/requirements/requirements.h"
#include "features/requirements/words.h"

namespace facet {
namespace {

// Numbers of aspects are positive; the sign bit marks internal ones, which
// never leave the compiler.
bool ReadAspect(WordReader& words, Feature* feature) {
  const std::uint32_t word = words.Next();
  if (word > static_cast<std::uint32_t>(std::numeric_limits<Aspect>::max())) {
    return words.Fail("the value " + std::to_string(word) + " is no aspect");
  }
  *feature = Feature::OfAspect(static_cast<Aspect>(word));
  return !words.failed();
}

void AppendNumber(const Feature& feature, std::vector<unsigned char>& bytes) {
  AppendWord(bytes, feature.number);
}

bool HasAspect(const DeviceFeatures& device, const Feature& feature) {
  return IsInternalAspect(feature.aspect()) ||
         device.aspects.Contains(feature.aspect());
}

std::string AspectValue(const Feature& feature) {
  const std::string_view name = AspectName(feature.aspect());
  return name.empty() ? "aspect number " + std::to_string(feature.aspect())
                      : "aspect::" + std::string(name);
}

bool ReadSubGroupSize(WordReader& words, Feature* feature) {
  *feature = Feature::OfSubGroup(words.Next());
  if (words.failed()) return false;
  return feature->number != 0 || words.Fail("a sub-group size is 0");
}

bool HasSubGroupSize(const DeviceFeatures& device, const Feature& feature) {
  return std::ranges::count(device.sub_group_sizes, feature.number) != 0;
}

std::string SubGroupSizeValue(const Feature& feature) {
  return std::to_string(feature.number);
}

bool ReadWorkGroupSize(WordReader& words, Feature* feature) {
  WorkGroupSize size;
  size.dim_count = words.Next();
  if (words.failed()) return false;
  if (size.dim_count < 1 || size.dim_count > 3) {
    return words.Fail("a work-group size does not have 1 to 3 dimensions");
  }
  for (std::uint32_t d = 0; d < size.dim_count; ++d) {
    size.dims[d] = words.Next();
    if (words.failed()) return false;
    if (size.dims[d] == 0) {
      return words.Fail("a work-group size has a dimension of size 0");
    }
  }
  *feature = Feature::OfWorkGroup(size);
  return true;
}

void AppendWorkGroupSize(const Feature& feature,
                         std::vector<unsigned char>& bytes) {
  const WorkGroupSize& size = feature.work_group_size;
  AppendWord(bytes, size.dim_count);
  for (std::uint32_t d = 0; d < size.dim_count; ++d) {
    AppendWord(bytes, size.dims[d]);
  }
}

bool HasWorkGroupSize(const DeviceFeatures& device, const Feature& feature) {
  const WorkGroupSize& size = feature.work_group_size;
  const DeviceLimits& limits = device.limits;
  if (limits.max_work_group_size != 0 &&
      size.Total() > limits.max_work_group_size) {
    return false;
  }
  // The last dimension of either is the fastest.
  for (std::uint32_t d = 0; d < size.dim_count; ++d) {
    const std::uint64_t limit =
        limits.max_work_item_sizes[3 - size.dim_count + d];
    if (limit != 0 && size.dims[d] > limit) return false;
  }
  return true;
}

std::string WorkGroupSizeValue(const Feature& feature) {
  const WorkGroupSize& size = feature.work_group_size;
  std::string text;
  for (std::uint32_t d = 0; d < size.dim_count; ++d) {
    if (d != 0) text += ", ";
    text += std::to_string(size.dims[d]);
  }
  return text;
}

constexpr FeatureKind kKinds[] = {
    {Feature::Kind::kAspect, "aspect", 0, "", ReadAspect, AppendNumber,
     HasAspect, AspectValue,
     "Kernel uses optional feature corresponding to '",
     "' but device does not support this aspect."},
    {Feature::Kind::kSubGroupSize, "reqd_sub_group_size", 2, "sub-group size",
     ReadSubGroupSize, AppendNumber, HasSubGroupSize, SubGroupSizeValue,
     "Kernel has a required sub-group size of '",
     "' but device does not support this sub-group size."},
    {Feature::Kind::kWorkGroupSize, "reqd_work_group_size", 1,
     "work-group size", ReadWorkGroupSize, AppendWorkGroupSize,
     HasWorkGroupSize, WorkGroupSizeValue,
     "Kernel has a required work-group size of '",
     "' but device does not support this work-group size."},
};

}  // namespace

std::span<const FeatureKind> FeatureKinds() { return kKinds; }

const FeatureKind& KindOf(const Feature& feature) {
  return *std::ranges::find(kKinds, feature.kind, &FeatureKind::kind);
}

std::string ShortText(const Feature& feature) {
  const FeatureKind& kind = KindOf(feature);
  std::string value = kind.value(feature);
  if (kind.noun.empty()) return value;
  for (std::size_t at; (at = value.find(", ")) != std::string::npos;) {
    value.replace(at, 2, "x");
  }
  return std::string(kind.noun) + " " + value;
}

}  // namespace facet
