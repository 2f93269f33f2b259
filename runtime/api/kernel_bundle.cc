// Kernel bundles.
#include <sycl/detail/runtime_calls.hpp>
#include <sycl/kernel_bundle.hpp>

#include <algorithm>
#include <mutex>

#include "runtime/devices/errors.h"
#include "runtime/memory/context.h"
#include "runtime/program/image_choice.h"
#include "runtime/program/kernel_bundle.h"
#include "runtime/program/kernel_cache.h"
#include "runtime/registry/kernel_names.h"

namespace sycl {
inline namespace _V1 {
namespace {

using implementation = detail::access_implementation;

facet::ImageRegistry& Registry() { return facet::ImageRegistry::Global(); }
facet::KernelCatalog& Catalog() { return facet::KernelCatalog::Global(); }

void CheckDevices(const context& ctx, const std::vector<device>& devices) {
  if (devices.empty())
    facet::Throw(errc::invalid, "kernel_bundle: no devices");
  for (const device& d : devices)
    if (!implementation::get(ctx)->Has(implementation::get(d).get()))
      facet::Throw(errc::invalid,
                   "kernel_bundle: a device is not in the context");
}

std::vector<facet::KernelEntry*> KernelsOf(const std::vector<kernel_id>* ids) {
  if (!ids) return *Catalog().AllKernels();
  std::vector<facet::KernelEntry*> kernels;
  for (const kernel_id& id : *ids) kernels.push_back(implementation::get(id));
  return kernels;
}

// SYCL 2020, 4.11.3: whether all have what the state takes.
bool HaveState(const std::vector<device>& devices, bundle_state state) {
  return std::all_of(devices.begin(), devices.end(), [&](const device& d) {
    return state == bundle_state::executable ||
           d.has(state == bundle_state::input ? aspect::online_compiler
                                              : aspect::online_linker);
  });
}

bool SomeCanHave(const std::vector<device>& devices,
                 const facet::KernelEntry& kernel) {
  return std::any_of(devices.begin(), devices.end(), [&](const device& d) {
    return Catalog().ImageFor(*implementation::get(d), kernel) != nullptr;
  });
}

// Each device once.
void AddDevice(facet::KernelBundle& bundle, const facet::DevicePtr& device) {
  auto& devices = bundle.devices;
  if (std::find(devices.begin(), devices.end(), device) == devices.end())
    devices.push_back(device);
}

// Builds what the bundle promises to have; errc::build with the driver's log.
void Build(const facet::KernelBundle& bundle) {
  for (const auto& [kernel, wanted] : bundle.kernels)
    for (const facet::DevicePtr& d : bundle.devices)
      if (d.get() == wanted) (void)facet::LoadKernel(kernel, d);
}

}  // namespace

const char* kernel_id::get_name() const noexcept {
  return implementation_->name.c_str();
}

kernel_id detail::kernel_id_of(const char* name) {
  return implementation::make<kernel_id>(Registry().Entry(name));
}

bool detail::has_bundle(const context& ctx, const std::vector<device>& devices,
                        const std::vector<kernel_id>* ids,
                        bundle_state state) {
  CheckDevices(ctx, devices);
  if (!HaveState(devices, state)) return false;
  const auto hold = Registry().Hold();
  const auto kernels = KernelsOf(ids);
  const auto can = [&](const facet::KernelEntry* kernel) {
    return SomeCanHave(devices, *kernel);
  };
  return ids ? std::all_of(kernels.begin(), kernels.end(), can)
             : std::any_of(kernels.begin(), kernels.end(), can);
}

std::shared_ptr<facet::KernelBundle> detail::make_bundle(
    const context& ctx, const std::vector<device>& devices,
    const std::vector<kernel_id>* ids, bundle_state state,
    const image_selector& selector) {
  CheckDevices(ctx, devices);
  if (!HaveState(devices, state))
    facet::Throw(errc::invalid,
                 state == bundle_state::input
                     ? "kernel_bundle: bundle_state::input takes devices with "
                       "aspect::online_compiler"
                     : "kernel_bundle: bundle_state::object takes devices with "
                       "aspect::online_linker");
  auto bundle = std::make_shared<facet::KernelBundle>(
      facet::KernelBundle{ctx, {}, state, {}, {}, {}, {}});
  for (const device& d : devices) AddDevice(*bundle, implementation::get(d));
  auto hold = Registry().Hold();
  for (facet::KernelEntry* kernel : KernelsOf(ids)) {
    for (const facet::DevicePtr& d : bundle->devices)
      if (Catalog().ImageFor(*d, *kernel))
        bundle->kernels.emplace(kernel, d.get());
    if (ids && !bundle->Has(kernel))
      facet::Throw(errc::invalid,
                   facet::ChooseImages(Registry(), *bundle->devices.front(),
                                       kernel->name, kernel->home)
                       .message);
  }
  const auto images = selector
                          ? facet::SplitByImage(Catalog(), *bundle)
                          : std::vector<std::shared_ptr<facet::KernelBundle>>();
  hold.unlock();  // before the program's code and drivers do what they like
  if (selector) {
    bundle->kernels.clear();
    for (const auto& image : images)
      if (selector(image))
        bundle->kernels.insert(image->kernels.begin(), image->kernels.end());
  }
  if (state == bundle_state::executable) Build(*bundle);
  return bundle;
}

namespace {

std::mutex& ImagesMutex() {
  static auto* mutex = new std::mutex;
  return *mutex;
}

// Under the mutex.
const detail::bundle_list& ImagesOf(facet::KernelBundle& bundle) {
  const auto hold = Registry().Hold();
  if (!bundle.images) bundle.images = facet::SplitByImage(Catalog(), bundle);
  return *bundle.images;
}

// Each image once: it is in the joined bundle as it is in the others.
detail::bundle_list UnionOfImages(const detail::bundle_list& bundles) {
  std::lock_guard lock(ImagesMutex());
  std::vector<std::pair<const sycl_device_image*, detail::bundle_list>> same;
  for (const auto& bundle : bundles)
    for (const auto& image : ImagesOf(*bundle)) {
      auto known = std::find_if(same.begin(), same.end(), [&](const auto& s) {
        return s.first == image->image;
      });
      if (known == same.end())
        known = same.insert(same.end(), {image->image, {}});
      known->second.push_back(image);
    }
  detail::bundle_list images;
  for (const auto& [image, list] : same)
    images.push_back(facet::JoinImages(list));
  return images;
}

}  // namespace

const void* detail::images_of(
    facet::KernelBundle& bundle,
    stored_images (*make)(const bundle_list& images)) {
  std::lock_guard lock(ImagesMutex());
  if (!bundle.stored_images) bundle.stored_images = make(ImagesOf(bundle));
  return bundle.stored_images.get();
}

std::shared_ptr<facet::KernelBundle> detail::advance_bundle(
    const facet::KernelBundle& from, const std::vector<device>& devices,
    bundle_state state) {
  CheckDevices(from.context, devices);
  auto bundle = std::make_shared<facet::KernelBundle>(
      facet::KernelBundle{from.context, {}, state, {}, from.constants, {}, {}});
  for (const device& d : devices) {
    const facet::DevicePtr& made = implementation::get(d);
    if (std::count(from.devices.begin(), from.devices.end(), made) == 0)
      facet::Throw(errc::invalid,
                   "kernel_bundle: a device is not in the bundle");
    AddDevice(*bundle, made);
    for (const auto& pair : from.kernels)
      if (pair.second == made.get()) bundle->kernels.insert(pair);
  }
  if (state == bundle_state::executable) Build(*bundle);
  for (const auto& program : from.programs)
    bundle->programs.push_back(
        adopt_program(from.context, program.get(), state));
  return bundle;
}

std::shared_ptr<facet::KernelBundle> detail::join_bundles(
    const std::vector<std::shared_ptr<facet::KernelBundle>>& all,
    bundle_state state) {
  // Of no bundles: one without kernels.
  auto joined = std::make_shared<facet::KernelBundle>(
      facet::KernelBundle{all.empty() ? context() : all.front()->context,
                          {}, state, {}, {}, {}, {}});
  for (const auto& bundle : all) {
    if (bundle->context != joined->context)
      facet::Throw(errc::invalid, "join: kernel bundles of several contexts");
    for (const facet::DevicePtr& d : bundle->devices) AddDevice(*joined, d);
    joined->kernels.insert(bundle->kernels.begin(), bundle->kernels.end());
    joined->constants.Merge(bundle->constants);
    joined->programs.insert(joined->programs.end(), bundle->programs.begin(),
                            bundle->programs.end());
  }
  // Images with other values are others.
  if (joined->constants.empty()) joined->images = UnionOfImages(all);
  return joined;
}

bool detail::kernel_bundle_base::empty() const noexcept {
  return implementation_->kernels.empty() && implementation_->programs.empty();
}
backend detail::kernel_bundle_base::get_backend() const noexcept {
  return implementation_->context.get_backend();
}
context detail::kernel_bundle_base::get_context() const {
  return implementation_->context;
}
std::vector<device> detail::kernel_bundle_base::get_devices() const {
  std::vector<device> devices;
  for (const auto& d : implementation_->devices)
    devices.push_back(implementation::make<device>(d));
  return devices;
}
bool detail::has_kernel(const facet::KernelBundle& bundle,
                        const kernel_id& id) noexcept {
  return bundle.Has(implementation::get(id));
}
bool detail::has_kernel(const facet::KernelBundle& bundle, const kernel_id& id,
                        const device& d) noexcept {
  return bundle.kernels.count(
             {implementation::get(id), implementation::get(d).get()}) != 0;
}
std::vector<kernel_id> detail::kernel_bundle_base::get_kernel_ids() const {
  std::vector<kernel_id> ids;
  const auto hold = Registry().Hold();
  const auto kernels = Catalog().AllKernels();
  for (facet::KernelEntry* kernel : *kernels)
    if (implementation_->Has(kernel))
      ids.push_back(implementation::make<kernel_id>(kernel));
  return ids;
}

bool detail::kernel_bundle_base::contains_specialization_constants()
    const noexcept {
  const auto hold = Registry().Hold();
  return facet::ReadsConstant(Catalog(), *implementation_, std::nullopt);
}
bool detail::kernel_bundle_base::reads_constant(
    std::uint64_t key) const noexcept {
  const auto hold = Registry().Hold();
  return facet::ReadsConstant(Catalog(), *implementation_, key);
}
void detail::kernel_bundle_base::set_constant(std::uint64_t key,
                                              const void* value,
                                              std::size_t size) {
  implementation_->constants.Set(key, value, size);
}
void detail::kernel_bundle_base::get_constant(std::uint64_t key, void* value,
                                              std::size_t size) const {
  implementation_->constants.Get(key, value, size);
}
kernel detail::kernel_bundle_base::get_kernel_of(const kernel_id& id) const {
  if (!has_kernel(id))
    facet::Throw(errc::invalid,
                 "kernel_bundle::get_kernel: the bundle does not have kernel '" +
                     facet::ReadableKernelName(id.get_name()) + "'");
  return implementation::make<kernel>(std::make_shared<facet::BundleKernel>(
      facet::BundleKernel{implementation_, implementation::get(id)}));
}

std::vector<kernel_id> get_kernel_ids() {
  std::vector<kernel_id> ids;
  const auto hold = Registry().Hold();
  const auto kernels = Catalog().AllKernels();
  for (facet::KernelEntry* kernel : *kernels)
    ids.push_back(implementation::make<kernel_id>(kernel));
  return ids;
}
kernel_id get_checked_kernel_id(const char* name) {
  if (Registry().ImagesWith(name).empty())
    facet::Throw(errc::runtime, "The program has no device code for kernel '" +
                                    facet::ReadableKernelName(name) + "'.");
  return detail::kernel_id_of(name);
}

kernel_id detail::id_of_function(const function_layout& layout, bool checked) {
  const char* const name = layout.handle->name;
  const kernel_id id = checked ? get_checked_kernel_id(name) : kernel_id_of(name);
  if (facet::KernelEntry& entry = *implementation::get(id); !entry.function()) {
    facet::KernelEntry::Function function;
    function.layout = *layout.handle->layout;
    function.dimensions = layout.dimensions;
    function.size = layout.size;
    function.alignment = layout.alignment;
    for (const argument_place* a = layout.arguments;
         a != layout.arguments + layout.count; ++a)
      function.arguments.push_back({a->offset, a->size});
    const argument_place& scratch = layout.arguments[layout.count];
    function.scratch = {scratch.offset, scratch.size};
    entry.NoteFunction(std::move(function));
  }
  return id;
}

bool is_compatible(const std::vector<kernel_id>& ids, const device& dev) {
  const auto hold = Registry().Hold();
  return std::all_of(ids.begin(), ids.end(), [&](const kernel_id& id) {
    return Catalog().ImageFor(*implementation::get(dev),
                              *implementation::get(id)) != nullptr;
  });
}

}  // namespace _V1
}  // namespace sycl
