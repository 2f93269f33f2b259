// See kernel_catalog.h.
#include "runtime/program/kernel_catalog.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <set>
#include <string>
#include <string_view>

#include "runtime/program/image_choice.h"

namespace facet {
namespace {

// Calls visit(image, home) with each image that defines kernels.
template <typename Visit>
void ForEachImage(const ImageRegistry& registry, Visit visit) {
  ImageRange home;
  for (const sycl_device_image* image : registry.AllImages()) {
    if (IsAddOn(*image)) continue;
    if (!home.Contains(image)) home = registry.Beside(image);
    visit(*image, home);
  }
}

KernelCatalog::Kernels FindKernels(ImageRegistry& registry) {
  std::map<std::string_view, KernelCatalog::Kernels> by_name;
  ForEachImage(registry, [&](const sycl_device_image& image,
                             const ImageRange& home) {
    std::set<std::string_view> exports;
    for (const sycl_property& e : PropertiesOf(image, kExportedSymbolsSet))
      exports.insert(e.name);
    for (auto* s = image.symbols_begin; s != image.symbols_end; ++s) {
      if (exports.count(*s) != 0) continue;
      KernelEntry* entry = registry.Entry(*s, home);
      auto& same = by_name[entry->name];
      if (same.empty() || same.back() != entry) same.push_back(entry);
    }
  });
  KernelCatalog::Kernels kernels;
  for (const auto& [name, same] : by_name)
    kernels.insert(kernels.end(), same.begin(), same.end());
  return kernels;
}

void AddReader(const sycl_property& keys, KernelEntry* kernel,
               KernelCatalog::Readers* readers) {
  for (size_t at = 0; at + sizeof(uint64_t) <= keys.size;
       at += sizeof(uint64_t)) {
    uint64_t key;
    std::memcpy(&key, static_cast<const char*>(keys.data) + at, sizeof(key));
    (*readers)[key].push_back(kernel);
  }
}

KernelCatalog::Readers FindReaders(ImageRegistry& registry) {
  constexpr std::string_view kSuffix = kReadsConstantsSuffix;
  KernelCatalog::Readers readers;
  ForEachImage(registry, [&](const sycl_device_image& image,
                             const ImageRange& home) {
    for (const sycl_property& p : PropertiesOf(image, kProgramMetadataSet)) {
      std::string_view kernel = p.name;
      if (!kernel.ends_with(kSuffix)) continue;
      kernel.remove_suffix(kSuffix.size());
      AddReader(p, registry.Entry(kernel, home), &readers);
    }
  });
  for (auto& [key, kernels] : readers) {
    std::sort(kernels.begin(), kernels.end());
    kernels.erase(std::unique(kernels.begin(), kernels.end()), kernels.end());
  }
  return readers;
}

}  // namespace

KernelCatalog& KernelCatalog::Global() {
  static auto* catalog = new KernelCatalog(ImageRegistry::Global());
  return *catalog;
}

void KernelCatalog::Refresh() {
  const uint64_t generation = registry_.generation();
  if (generation == generation_) return;
  generation_ = generation;
  kernels_.reset();
  readers_.reset();
  choices_.clear();
}

std::shared_ptr<const KernelCatalog::Kernels> KernelCatalog::AllKernels() {
  std::lock_guard lock(mutex_);
  Refresh();
  if (!kernels_)
    kernels_ = std::make_shared<const Kernels>(FindKernels(registry_));
  return kernels_;
}

std::shared_ptr<const KernelCatalog::Readers> KernelCatalog::ConstantReaders() {
  std::lock_guard lock(mutex_);
  Refresh();
  if (!readers_)
    readers_ = std::make_shared<const Readers>(FindReaders(registry_));
  return readers_;
}

const sycl_device_image* KernelCatalog::ImageFor(const Device& device,
                                                 const KernelEntry& kernel) {
  std::lock_guard lock(mutex_);
  Refresh();
  const auto [known, is_new] = choices_[&device].try_emplace(&kernel, nullptr);
  if (is_new) {
    const ImageChoice choice =
        ChooseImages(registry_, device, kernel.name, kernel.home);
    if (!choice.images.empty()) known->second = choice.images.front();
  }
  return known->second;
}

}  // namespace facet
