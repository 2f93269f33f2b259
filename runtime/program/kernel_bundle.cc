// See kernel_bundle.h.
#include "runtime/program/kernel_bundle.h"

#include <algorithm>
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

bool CanHave(const ImageRegistry& registry, const Device& device,
             const KernelEntry& kernel, sycl::bundle_state state) {
  const ImageForms forms = state == sycl::bundle_state::executable
                               ? ImageForms::kAny
                               : ImageForms::kToCompile;
  return !ChooseImages(registry, device, kernel.name, forms).images.empty();
}

}  // namespace facet
