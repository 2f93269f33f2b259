// See kernel_bundle.h.
#include "runtime/program/kernel_bundle.h"

#include <algorithm>
#include <map>
#include <string_view>

#include "runtime/program/image_choice.h"

namespace facet {

bool KernelBundle::Has(KernelEntry* entry) const {
  return std::any_of(kernels.begin(), kernels.end(),
                     [&](const auto& pair) { return pair.first == entry; });
}

std::vector<KernelEntry*> AllKernels(ImageRegistry& registry) {
  std::set<std::string_view> names;
  for (const sycl_device_image* image : registry.AllImages()) {
    if (IsAddOn(*image)) continue;
    const auto exports = PropertiesOf(*image, kExportedSymbolsSet);
    for (auto* s = image->symbols_begin; s != image->symbols_end; ++s)
      if (std::none_of(exports.begin(), exports.end(), [&](const auto& e) {
            return std::string_view(e.name) == *s;
          }))
        names.insert(*s);
  }
  std::vector<KernelEntry*> kernels;
  for (std::string_view name : names) kernels.push_back(registry.Entry(name));
  return kernels;
}

namespace {
ImageForms FormsOf(sycl::bundle_state state) {
  return state == sycl::bundle_state::executable ? ImageForms::kAny
                                                 : ImageForms::kToCompile;
}
}  // namespace

bool CanHave(const ImageRegistry& registry, const Device& device,
             const KernelEntry& kernel, sycl::bundle_state state) {
  return !ChooseImages(registry, device, kernel.name, FormsOf(state))
              .images.empty();
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
    const ImageChoice choice = ChooseImages(
        registry, *pair.second, pair.first->name, FormsOf(bundle.state));
    if (choice.images.empty()) continue;  // its library has been unloaded
    std::shared_ptr<KernelBundle>& image = made[choice.images.front()];
    if (!image) {
      image = std::make_shared<KernelBundle>(
          KernelBundle{bundle.context, bundle.devices, bundle.state, {},
                       bundle.constants, {}});
      result.push_back(image);
    }
    image->kernels.insert(pair);
  }
  return result;
}

}  // namespace facet
