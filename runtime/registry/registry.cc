// See registry.h.
#include "runtime/registry/registry.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "runtime/process/forked.h"

namespace facet {
namespace {

std::vector<std::string> SplitByComma(const char* text) {
  std::vector<std::string> parts;
  std::string_view rest = text ? text : "";
  while (!rest.empty()) {
    const size_t comma = rest.find(',');
    if (comma != 0) parts.emplace_back(rest.substr(0, comma));
    rest = comma == rest.npos ? std::string_view() : rest.substr(comma + 1);
  }
  return parts;
}

std::atomic<bool> exiting{false};

std::span<const sycl_device_image> ImagesOf(
    const sycl_image_registration* registration) {
  return {registration->images, registration->image_count};
}

}  // namespace

ImageRegistry& ImageRegistry::Global() {
  static auto* registry = new ImageRegistry;
  return *registry;
}

bool ImageRegistry::Register(const sycl_image_registration* registration) {
  if (!registration ||
      registration->version != SYCL_IMAGE_REGISTRATION_VERSION) {
    std::fprintf(stderr,
                 "sycl: error: device images of version %u, this runtime reads "
                 "version %u: they are ignored\n",
                 registration ? registration->version : 0,
                 unsigned{SYCL_IMAGE_REGISTRATION_VERSION});
    return false;
  }
  std::lock_guard lock(mutex_);
  registrations_.push_back(registration);
  Index(registration);
  generation_.fetch_add(1, std::memory_order_release);
  return true;
}

void ImageRegistry::Unregister(const sycl_image_registration* registration) {
  if (Forked()) return;
  UnregisterObserver observer;
  if (Remove(registration, &observer) && observer && !exiting.load())
    observer(registration);
}

void ImageRegistry::Observe(UnregisterObserver observer) {
  std::lock_guard lock(mutex_);
  // Destructors of libraries run after this when the process ends.
  static const int registered = std::atexit([] { exiting.store(true); });
  (void)registered;
  observer_ = std::move(observer);
}

bool ImageRegistry::Remove(const sycl_image_registration* registration,
                           UnregisterObserver* observer) {
  std::lock_guard lock(mutex_);
  auto found =
      std::find(registrations_.begin(), registrations_.end(), registration);
  if (found == registrations_.end()) return false;
  registrations_.erase(found);
  // Keys may point into the images that go: build the index anew.
  by_symbol_.clear();
  add_ons_.clear();
  for (const auto* rest : registrations_) Index(rest);
  generation_.fetch_add(1, std::memory_order_release);
  *observer = observer_;
  return true;
}

void ImageRegistry::Index(const sycl_image_registration* registration) {
  for (const sycl_device_image& image : ImagesOf(registration)) {
    const auto add_on = PropertiesOf(image, kAddOnImageSet);
    for (const sycl_property& p : add_on)
      add_ons_.try_emplace({registration, image.target, p.name, p.value != 0},
                           &image);
    if (!add_on.empty()) continue;
    for (auto* s = image.symbols_begin; s != image.symbols_end; ++s)
      by_symbol_[*s].push_back(&image);
  }
}

const sycl_device_image* ImageRegistry::AddOn(const sycl_device_image& image,
                                              std::string_view identifier,
                                              bool real) const {
  std::lock_guard lock(mutex_);
  for (const auto* registration : registrations_) {
    const auto images = ImagesOf(registration);
    if (&image < images.data() || &image >= images.data() + images.size())
      continue;
    const auto found =
        add_ons_.find({registration, image.target, identifier, real});
    return found == add_ons_.end() ? nullptr : found->second;
  }
  return nullptr;
}

std::vector<const sycl_device_image*> ImageRegistry::ImagesWith(
    std::string_view symbol) const {
  std::lock_guard lock(mutex_);
  auto found = by_symbol_.find(symbol);
  if (found == by_symbol_.end()) return {};
  return found->second;
}

std::vector<const sycl_device_image*> ImageRegistry::AllImages() const {
  std::lock_guard lock(mutex_);
  std::vector<const sycl_device_image*> all;
  for (const auto* registration : registrations_)
    for (const sycl_device_image& image : ImagesOf(registration))
      all.push_back(&image);
  return all;
}

std::vector<std::string> ImageRegistry::Targets() const {
  std::vector<std::string> targets;
  for (const sycl_device_image* image : AllImages())
    targets.emplace_back(image->target);
  std::sort(targets.begin(), targets.end());
  targets.erase(std::unique(targets.begin(), targets.end()), targets.end());
  return targets;
}

std::vector<std::string> ImageRegistry::EmulatedDevices() const {
  std::lock_guard lock(mutex_);
  std::vector<std::string> devices;
  for (const auto* registration : registrations_)
    for (std::string& name : SplitByComma(registration->emulated_devices))
      if (std::find(devices.begin(), devices.end(), name) == devices.end())
        devices.push_back(std::move(name));
  return devices;
}

KernelEntry* ImageRegistry::Entry(std::string_view kernel_name) {
  std::lock_guard lock(mutex_);
  auto& entry = entries_[std::string(kernel_name)];
  if (!entry) entry = std::make_unique<KernelEntry>(std::string(kernel_name));
  return entry.get();
}

std::span<const sycl_property> PropertiesOf(const sycl_device_image& image,
                                            std::string_view set) {
  for (auto* s = image.property_sets_begin; s != image.property_sets_end; ++s)
    if (set == s->name) return {s->begin, s->end};
  return {};
}

bool IsAddOn(const sycl_device_image& image) {
  return !PropertiesOf(image, kAddOnImageSet).empty();
}

std::optional<Requirements> RequirementsOf(const sycl_device_image& image,
                                           std::string* error) {
  std::vector<PropertyView> views;
  for (const sycl_property& p : PropertiesOf(image, kDeviceRequirementsSet))
    views.push_back({p.name, p.data, p.size});
  return DecodeRequirements(views, error);
}

KernelMetadata MetadataOf(const sycl_device_image& image,
                          std::string_view kernel) {
  KernelMetadata metadata;
  for (const sycl_property& p : PropertiesOf(image, kProgramMetadataSet)) {
    std::string_view name = p.name;
    if (!name.starts_with(kernel) || name.size() <= kernel.size() ||
        name[kernel.size()] != '@')
      continue;
    const std::string_view what = name.substr(kernel.size() + 1);
    if (what == "reqd_work_group_size") {
      const size_t count = std::min<size_t>(p.size / sizeof(uint32_t), 3);
      metadata.reqd_work_group_dimensions = count;
      for (size_t d = 0; d < 3; ++d) metadata.reqd_work_group_size[d] = 1;
      // Attribute order has the fastest dimension last.
      for (size_t d = 0; d < count; ++d) {
        uint32_t size;
        std::memcpy(&size, static_cast<const char*>(p.data) + 4 * d, 4);
        metadata.reqd_work_group_size[count - 1 - d] = size;
      }
    } else if (what == "reqd_sub_group_size") {
      metadata.reqd_sub_group_size = p.value;
    } else if (what == "uses_local_arena") {
      metadata.uses_local_arena = p.value != 0;
    }
  }
  return metadata;
}

}  // namespace facet

extern "C" void __sycl_register_images(const sycl_image_registration* r) {
  facet::ImageRegistry::Global().Register(r);
}
extern "C" void __sycl_unregister_images(const sycl_image_registration* r) {
  facet::ImageRegistry::Global().Unregister(r);
}
