// See kernel_bundle.h.
#include "runtime/program/kernel_bundle.h"

#include <algorithm>
#include <map>

namespace facet {

bool KernelBundle::Has(KernelEntry* entry) const {
  const auto first = kernels.lower_bound({entry, nullptr});
  return first != kernels.end() && first->first == entry;
}

bool ReadsConstant(KernelCatalog& catalog, const KernelBundle& bundle,
                   std::optional<uint64_t> key) {
  const auto has = [&](KernelEntry* kernel) { return bundle.Has(kernel); };
  const auto readers = catalog.ConstantReaders();
  if (!key)
    return std::any_of(readers->begin(), readers->end(), [&](const auto& one) {
      return std::any_of(one.second.begin(), one.second.end(), has);
    });
  const auto found = readers->find(*key);
  return found != readers->end() &&
         std::any_of(found->second.begin(), found->second.end(), has);
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
    KernelCatalog& catalog, const KernelBundle& bundle) {
  std::vector<std::pair<KernelEntry*, const Device*>> pairs(
      bundle.kernels.begin(), bundle.kernels.end());
  std::sort(pairs.begin(), pairs.end(), [](const auto& a, const auto& b) {
    return a.first->name < b.first->name;
  });
  std::map<const sycl_device_image*, std::shared_ptr<KernelBundle>> made;
  std::vector<std::shared_ptr<KernelBundle>> result;
  for (const auto& pair : pairs) {
    const sycl_device_image* from =
        catalog.ImageFor(*pair.second, *pair.first);
    if (!from) continue;  // its library has been unloaded
    std::shared_ptr<KernelBundle>& image = made[from];
    if (!image) {
      image = std::make_shared<KernelBundle>(
          KernelBundle{bundle.context, bundle.devices, bundle.state, {},
                       bundle.constants, {}, {}, from});
      result.push_back(image);
    }
    image->kernels.insert(pair);
  }
  return result;
}

}  // namespace facet
