// See registry.h.
#include "runtime/registry/registry.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <set>

#include "headers/sycl/detail/source_names.hpp"
#include "runtime/process/forked.h"
#include "runtime/process/runtime_copies.h"

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
std::span<const sycl_host_variable> VariablesOf(
    const sycl_image_registration* registration) {
  return {registration->variables_begin, registration->variables_end};
}
ImageRange RangeOf(const sycl_image_registration* registration) {
  return {registration->images,
          registration->images + registration->image_count};
}

// Where the dynamic linker finds what the registration's images import. Now: who
// asks later may hold a lock that unloading a library takes.
std::map<std::string, const void*, std::less<>> BindImports(
    const sycl_image_registration* registration, const LoadedObject& object) {
  std::map<std::string, const void*, std::less<>> bound;
  if (object.empty()) return bound;
  std::optional<HostBinder> binder;
  for (const sycl_device_image& image : ImagesOf(registration))
    for (const sycl_property& p : PropertiesOf(image, kImportedSymbolsSet)) {
      if (bound.count(p.name) != 0) continue;
      if (!binder) binder.emplace(object);
      bound.emplace(p.name, binder->Find(p.name));
    }
  return bound;
}

// The device that an image for an emulated target was made for.
void AddDescribed(const sycl_device_image& image, EmulatedDevices* devices) {
  constexpr std::string_view kPrefix = "emu_";
  std::string_view name = image.target;
  if (!name.starts_with(kPrefix)) return;
  name.remove_prefix(kPrefix.size());
  if (devices->find(name) != devices->end()) return;
  std::vector<PropertyView> views;
  for (const sycl_property& p : PropertiesOf(image, kEmulatedDeviceSet))
    views.push_back({p.name, p.data, p.size});
  if (auto device = DecodeEmulatedDevice(views))
    devices->emplace(name, std::move(*device));
}

std::vector<DeviceGlobal> GlobalsOf(const sycl_property& property) {
  return DecodeDeviceGlobals(
             {static_cast<const unsigned char*>(property.data), property.size})
      .value_or(std::vector<DeviceGlobal>());
}

// `what` of a kernel is `p`.
void Read(const sycl_property& p, std::string_view what,
          KernelMetadata* metadata) {
  if (what == kWorkGroupSizeSuffix) {
    const size_t count = std::min<size_t>(p.size / sizeof(uint32_t), 3);
    metadata->reqd_work_group_dimensions = count;
    for (size_t d = 0; d < 3; ++d) metadata->reqd_work_group_size[d] = 1;
    // Attribute order has the fastest dimension last.
    for (size_t d = 0; d < count; ++d) {
      uint32_t size;
      std::memcpy(&size, static_cast<const char*>(p.data) + 4 * d, 4);
      metadata->reqd_work_group_size[count - 1 - d] = size;
    }
  } else if (what == kSubGroupSizeSuffix) {
    metadata->reqd_sub_group_size = p.value;
  } else if (what == kLocalArenaSuffix) {
    metadata->uses_local_arena = p.value != 0;
  } else if (what == kDeviceGlobalsSuffix) {
    metadata->device_globals = GlobalsOf(p);
  }
}

}  // namespace

ImageRegistry& ImageRegistry::Global() {
  static auto* registry = new ImageRegistry;
  return *registry;
}

Checks ChecksOf(const sycl_device_image& image) {
  for (const sycl_property& p : PropertiesOf(image, kProgramMetadataSet))
    if (p.name == std::string_view(kChecksProperty) &&
        p.type == SYCL_PROPERTY_UINT32)
      return Checks::FromBits(p.value);
  return {};
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
  if (std::string conflict = UseThisRuntime(registration); !conflict.empty()) {
    Refuse(std::move(conflict));
    return false;
  }
  LoadedObject object = ObjectAt(registration);
  auto bound = BindImports(registration, object);
  std::lock_guard lock(mutex_);
  uint32_t checks = this->checks().ToBits();
  for (const sycl_device_image& image :
       std::span(registration->images, registration->image_count))
    checks |= ChecksOf(image).ToBits();
  checks_.store(Checks::FromBits(checks), std::memory_order_relaxed);
  registrations_.push_back({registration, std::move(object), std::move(bound),
                            ++last_number_});
  Sort();
  generation_.fetch_add(1, std::memory_order_release);
  return true;
}

// Its kernels report it again when they are submitted.
void ImageRegistry::Refuse(std::string why) {
  std::lock_guard lock(mutex_);
  if (std::find(refusals_.begin(), refusals_.end(), why) != refusals_.end())
    return;
  std::fprintf(stderr, "sycl: error: %s\n", why.c_str());
  refusals_.push_back(std::move(why));
}

std::vector<std::string> ImageRegistry::Refusals() const {
  std::lock_guard lock(mutex_);
  return refusals_;
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
  std::lock_guard nobody_looks(in_use_);
  std::lock_guard lock(mutex_);
  auto found = std::find_if(
      registrations_.begin(), registrations_.end(),
      [&](const Registered& r) { return r.registration == registration; });
  if (found == registrations_.end()) return false;
  registrations_.erase(found);
  // Keys may point into the images that go.
  IndexAll();
  generation_.fetch_add(1, std::memory_order_release);
  *observer = observer_;
  return true;
}

// The newest registration to its place. Libraries are initialized in another
// order than that in which their symbols are searched.
void ImageRegistry::Sort() {
  std::map<const char*, size_t> positions;
  for (const char* object : ObjectsInOrder())
    positions.emplace(object, positions.size());
  const auto position = [&](const Registered& r) {
    const auto found = positions.find(r.object.first_address);
    return found == positions.end() ? SIZE_MAX : found->second;
  };
  const auto before = [&](const Registered& a, const Registered& b) {
    return position(a) < position(b);
  };
  const auto newest = std::prev(registrations_.end());
  const auto place =
      std::upper_bound(registrations_.begin(), newest, *newest, before);
  if (place == newest) return Index(newest->registration);
  std::rotate(place, newest, registrations_.end());
  IndexAll();
}

void ImageRegistry::IndexAll() {
  by_symbol_.clear();
  add_ons_.clear();
  for (const Registered& r : registrations_) Index(r.registration);
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
  const Registered* r = RegisteredWith(&image);
  if (!r) return nullptr;
  const auto found =
      add_ons_.find({r->registration, image.target, identifier, real});
  return found == add_ons_.end() ? nullptr : found->second;
}

const ImageRegistry::Registered* ImageRegistry::RegisteredWith(
    const sycl_device_image* image) const {
  for (const Registered& r : registrations_)
    if (RangeOf(r.registration).Contains(image)) return &r;
  return nullptr;
}

uint64_t ImageRegistry::NumberOf(const sycl_device_image* image) const {
  std::lock_guard lock(mutex_);
  const Registered* r = RegisteredWith(image);
  return r ? r->number : 0;
}

template <typename Visit>
void ImageRegistry::ForEachDeviceGlobal(Visit visit) const {
  for (const Registered& r : registrations_)
    for (const sycl_device_image& image : ImagesOf(r.registration))
      for (const sycl_property& p : PropertiesOf(image, kProgramMetadataSet)) {
        if (!std::string_view(p.name).ends_with(kDeviceGlobalsSuffix)) continue;
        for (DeviceGlobal& global : GlobalsOf(p)) {
          NameInternal(&global, r.number);
          visit(r, std::move(global));
        }
      }
}

std::vector<DeviceGlobal> ImageRegistry::DeviceGlobalsOf(
    const void* object, uint64_t size,
    const DeviceGlobal::Place& place) const {
  const Lock hold = Hold();
  std::lock_guard lock(mutex_);
  // Each library may have its own copy of an inline variable: only the linker
  // of the object's own one can say that the object is another variable.
  std::set<std::string_view> here, others;
  for (const Registered& r : registrations_)
    for (const sycl_host_variable& v : VariablesOf(r.registration))
      if (v.address == object)
        here.insert(v.name);
      else if (v.address && r.object.Contains(object))
        others.insert(v.name);
  std::map<std::string, DeviceGlobal> named, placed;
  ForEachDeviceGlobal([&](const Registered& r, DeviceGlobal global) {
    if (global.size != size) return;
    std::string name = global.name;
    if (!global.is_internal && here.count(name) != 0)
      named.emplace(std::move(name), std::move(global));
    else if (global.place().place == place.place &&
             (global.is_internal ? r.object.Contains(object)
                                 : others.count(name) == 0))
      placed.emplace(std::move(name), std::move(global));
  });
  std::vector<DeviceGlobal> globals;
  for (auto& [name, global] : named.empty() ? placed : named)
    globals.push_back(std::move(global));
  return globals;
}

ImageRange ImageRegistry::Beside(const sycl_device_image* image) const {
  std::lock_guard lock(mutex_);
  const Registered* r = RegisteredWith(image);
  return r ? RangeOf(r->registration) : ImageRange();
}

bool ImageRegistry::Binding::Allows(const sycl_device_image* image) const {
  return images.empty() ||
         std::any_of(images.begin(), images.end(),
                     [&](const ImageRange& r) { return r.Contains(image); });
}

ImageRegistry::Binding ImageRegistry::BindingOf(
    const sycl_device_image* importer, std::string_view symbol) const {
  Binding binding;
  std::lock_guard lock(mutex_);
  const Registered* from = RegisteredWith(importer);
  if (!from) return binding;
  const auto bound = from->bound.find(symbol);
  if (bound == from->bound.end() || !bound->second) return binding;
  for (const Registered& r : registrations_) {
    if (!r.object.Contains(bound->second)) continue;
    binding.object = r.object.path;
    binding.images.push_back(RangeOf(r.registration));
  }
  return binding;
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
  for (const Registered& r : registrations_)
    for (const sycl_device_image& image : ImagesOf(r.registration))
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
  for (const Registered& r : registrations_)
    for (std::string& name : SplitByComma(r.registration->emulated_devices))
      if (std::find(devices.begin(), devices.end(), name) == devices.end())
        devices.push_back(std::move(name));
  return devices;
}

facet::EmulatedDevices ImageRegistry::DescribedDevices() const {
  std::lock_guard lock(mutex_);
  facet::EmulatedDevices devices;
  for (const Registered& r : registrations_)
    for (const sycl_device_image& image : ImagesOf(r.registration))
      AddDescribed(image, &devices);
  return devices;
}

KernelEntry* ImageRegistry::Entry(const char* name) {
  std::lock_guard lock(mutex_);
  return FindOrMakeEntry(name, HomeOf(name));
}

KernelEntry* ImageRegistry::Entry(std::string_view name,
                                  const ImageRange& home) {
  std::lock_guard lock(mutex_);
  return FindOrMakeEntry(name, home);
}

ImageRange ImageRegistry::HomeOf(const char* name) const {
  const auto found = by_symbol_.find(name);
  if (found == by_symbol_.end()) return {};
  for (const bool own : {true, false})
    for (const Registered& r : registrations_) {
      if (own && !r.object.Contains(name)) continue;
      const ImageRange range = RangeOf(r.registration);
      for (const sycl_device_image* image : found->second)
        if (range.Contains(image)) return range;
    }
  return {};
}

KernelEntry* ImageRegistry::FindOrMakeEntry(std::string_view name,
                                            const ImageRange& home) {
  auto& entries = entries_[std::string(name)];
  for (const auto& entry : entries)
    if (entry->home.begin == home.begin && entry->home.end == home.end)
      return entry.get();
  entries.push_back(std::make_unique<KernelEntry>(std::string(name), home));
  return entries.back().get();
}

bool IsAddOn(const sycl_device_image& image) {
  return !PropertiesOf(image, kAddOnImageSet).empty();
}

bool Exports(const sycl_device_image& image, std::string_view symbol) {
  const auto exports = PropertiesOf(image, kExportedSymbolsSet);
  return std::any_of(exports.begin(), exports.end(),
                     [&](const sycl_property& e) { return symbol == e.name; });
}

std::optional<Requirements> RequirementsOf(const sycl_device_image& image,
                                           std::string* error) {
  std::vector<PropertyView> views;
  for (const sycl_property& p : PropertiesOf(image, kDeviceRequirementsSet))
    views.push_back({p.name, p.data, p.size});
  return DecodeRequirements(views, error);
}

void NameInternal(DeviceGlobal* global, uint64_t registration) {
  if (global->is_internal) global->name += "@" + std::to_string(registration);
}

KernelMetadataTable::KernelMetadataTable(const sycl_device_image& image) {
  for (const sycl_property& p : PropertiesOf(image, kProgramMetadataSet)) {
    const std::string_view name = p.name;
    if (name == kFunctorLayoutsProperty) {
      std::vector<uint64_t> words(p.size / sizeof(uint64_t));
      if (!words.empty())
        std::memcpy(words.data(), p.data, words.size() * sizeof(uint64_t));
      for (size_t i = 1; i < words.size(); i += 2)
        layouts_.emplace(words[i - 1], words[i]);
    }
    const size_t at = name.rfind('@');
    if (at != name.npos)
      Read(p, name.substr(at), &by_name_[std::string(name.substr(0, at))]);
  }
}

KernelMetadata KernelMetadataTable::Of(const std::string& kernel) const {
  const auto known = by_name_.find(kernel);
  KernelMetadata metadata =
      known == by_name_.end() ? KernelMetadata() : known->second;
  const auto layout = layouts_.find(sycl::detail::hash_of(kernel.c_str()));
  if (layout != layouts_.end()) metadata.functor_layout = layout->second;
  return metadata;
}

}  // namespace facet

extern "C" void __sycl_register_images(const sycl_image_registration* r) {
  facet::ImageRegistry::Global().Register(r);
}
extern "C" void __sycl_unregister_images(const sycl_image_registration* r) {
  facet::ImageRegistry::Global().Unregister(r);
}
