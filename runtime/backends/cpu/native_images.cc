// See native_images.h.
#include "runtime/backends/cpu/native_images.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <string_view>
#include <vector>

#include "config/tables/target_table.h"
#include "runtime/backends/common/target_rank.h"
#include "targets/cpu/family.h"
#include "targets/rank.h"

namespace facet {
namespace {

std::vector<std::string_view> FeaturesOfProcessor() {
  // A library's constructors may ask before those of libgcc have run.
  __builtin_cpu_init();
  std::vector<std::string_view> features;
#define FACET_CPU_FEATURE(name) \
  if (__builtin_cpu_supports(name)) features.push_back(name);
#include "config/image/cpu_features.def"
#undef FACET_CPU_FEATURE
  return features;
}

bool ProcessorHas(std::string_view feature) {
  static const std::vector<std::string_view> features = FeaturesOfProcessor();
  return std::ranges::find(features, feature) != features.end();
}

// What the image uses and the processor does not have.
std::vector<std::string_view> MissingFor(const sycl_device_image& image) {
  std::vector<std::string_view> missing;
  if (const auto used = CpuFeaturesOf(image))
    std::ranges::copy_if(*used, std::back_inserter(missing),
                         std::not_fn(ProcessorHas));
  return missing;
}

// Its target is the processor's, or one that only the program's author knows.
bool IsForNativeCpu(const sycl_device_image& image, const DeviceInfo& info) {
  if (image.format != SYCL_IMAGE_FORMAT_X86_64 || !image.target) return false;
  if (RankForTarget(image.format, image.target, info.target_names.front(),
                    info.architecture_id) != kRankNever)
    return true;
  return !FindTarget(image.target) && CpuFeaturesOf(image);
}

}  // namespace

int RankNativeImage(const sycl_device_image& image, const DeviceInfo& info) {
  if (!IsForNativeCpu(image, info) || !MissingFor(image).empty())
    return kRankNever;
  const auto used = CpuFeaturesOf(image);
  return kRankFamily + (used ? std::min<int>(used->size(), kRankStep - 1) : 0);
}

std::string NativeImageProblem(const sycl_device_image& image,
                               const DeviceInfo& info) {
  if (!IsForNativeCpu(image, info)) return "";
  std::string missing;
  for (std::string_view feature : MissingFor(image))
    missing += (missing.empty() ? "" : ", ") + std::string(feature);
  if (missing.empty()) return "";
  return "The image for '" + std::string(image.target) +
         "' uses instructions that this processor does not have: " + missing +
         ".";
}

}  // namespace facet
