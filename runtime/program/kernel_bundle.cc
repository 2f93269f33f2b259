// See kernel_bundle.h.
#include "runtime/program/kernel_bundle.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <string>
#include <string_view>

#include "runtime/program/image_choice.h"

namespace facet {

bool KernelBundle::Has(KernelEntry* entry) const {
  const auto first = kernels.lower_bound({entry, nullptr});
  return first != kernels.end() && first->first == entry;
}

// The keys of one kernel's constants.
static bool HasKey(const sycl_property& keys, std::optional<uint64_t> key) {
  for (size_t at = 0; at + sizeof(uint64_t) <= keys.size;
       at += sizeof(uint64_t)) {
    uint64_t one;
    std::memcpy(&one, static_cast<const char*>(keys.data) + at, sizeof(one));
    if (!key || one == *key) return true;
  }
  return false;
}

bool ReadsConstant(ImageRegistry& registry, const KernelBundle& bundle,
                   std::optional<uint64_t> key) {
  ImageRange home;
  for (const sycl_device_image* image : registry.AllImages()) {
    if (IsAddOn(*image)) continue;
    if (!home.Contains(image)) home = registry.Beside(image);
    for (const sycl_property& p : PropertiesOf(*image, kProgramMetadataSet)) {
      std::string_view kernel = p.name;
      if (!kernel.ends_with(kReadsConstantsSuffix) || !HasKey(p, key)) continue;
      kernel.remove_suffix(sizeof(kReadsConstantsSuffix) - 1);
      if (bundle.Has(registry.Entry(std::string(kernel).c_str(), home)))
        return true;
    }
  }
  return false;
}

std::vector<KernelEntry*> AllKernels(ImageRegistry& registry) {
  std::map<std::string_view, std::vector<KernelEntry*>> by_name;
  ImageRange home;
  for (const sycl_device_image* image : registry.AllImages()) {
    if (IsAddOn(*image)) continue;
    if (!home.Contains(image)) home = registry.Beside(image);
    std::set<std::string_view> exports;
    for (const sycl_property& e : PropertiesOf(*image, kExportedSymbolsSet))
      exports.insert(e.name);
    for (auto* s = image->symbols_begin; s != image->symbols_end; ++s) {
      if (exports.count(*s) != 0) continue;
      KernelEntry* entry = registry.Entry(*s, home);
      auto& same = by_name[entry->name];
      if (same.empty() || same.back() != entry) same.push_back(entry);
    }
  }
  std::vector<KernelEntry*> kernels;
  for (const auto& [name, same] : by_name)
    kernels.insert(kernels.end(), same.begin(), same.end());
  return kernels;
}

bool CanHave(const ImageRegistry& registry, const Device& device,
             const KernelEntry& kernel) {
  return !ChooseImages(registry, device, kernel.name, kernel.home)
              .images.empty();
}

std::shared_ptr<KernelBundle> JoinImages(
    const std::vector<std::shared_ptr<KernelBundle>>& images) {
  for (const auto& one : images) {
    const bool has_all = std::all_of(
        images.begin(), images.end(), [&](const auto& other) {
          return std::includes(one->kernels.begin(), one->kernels.end(),
                               other->kernels.begin(), other->kernels.end());
        });
    if (has_all) return one;
  }
  auto joined = std::make_shared<KernelBundle>(*images.front());
  for (const auto& image : images)
    joined->kernels.insert(image->kernels.begin(), image->kernels.end());
  return joined;
}

std::vector<std::shared_ptr<KernelBundle>> SplitByImage(
    const ImageRegistry& registry, const KernelBundle& bundle) {
  std::vector<std::pair<KernelEntry*, const Device*>> pairs(
      bundle.kernels.begin(), bundle.kernels.end());
  std::sort(pairs.begin(), pairs.end(), [](const auto& a, const auto& b) {
    return a.first->name < b.first->name;
  });
  std::map<const sycl_device_image*, std::shared_ptr<KernelBundle>> made;
  std::vector<std::shared_ptr<KernelBundle>> result;
  for (const auto& pair : pairs) {
    const ImageChoice choice =
        ChooseImages(registry, *pair.second, pair.first->name,
                     pair.first->home);
    if (choice.images.empty()) continue;  // its library has been unloaded
    std::shared_ptr<KernelBundle>& image = made[choice.images.front()];
    if (!image) {
      image = std::make_shared<KernelBundle>(
          KernelBundle{bundle.context, bundle.devices, bundle.state, {},
                       bundle.constants, {}, {}, choice.images.front()});
      result.push_back(image);
    }
    image->kernels.insert(pair);
  }
  return result;
}

}  // namespace facet
