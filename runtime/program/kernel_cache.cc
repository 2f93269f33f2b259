// See kernel_cache.h.
#include "runtime/program/kernel_cache.h"

#include <sycl/exception.hpp>

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <utility>

#include "runtime/core/errors.h"
#include "runtime/program/image_choice.h"
#include "runtime/program/unpacked_images.h"

namespace facet {
namespace {

// Programs by what they were made of: kernels of one image share one. What
// constants choose of an image follows from the image and the device.
struct ProgramCache {
  using Key =
      std::pair<const Device*, std::vector<const sycl_device_image*>>;
  std::mutex mutex;
  uint64_t generation = 0;
  std::map<Key, ProgramPtr> programs;
};

ProgramCache& Cache() {
  static auto* cache = new ProgramCache;
  return *cache;
}

Status Load(Device& device, std::span<const sycl_device_image* const> images,
            const ImageChoice& choice, ProgramPtr* program) {
  const bool conditional =
      std::any_of(choice.constants.begin(), choice.constants.end(),
                  [](const SpecConstants& c) { return !c.empty(); });
  return conditional && device.SelectsConditionalCode()
             ? device.LoadConditionalProgram(images, choice.constants, program)
             : device.LoadProgram(images, program);
}

// The program, and the images it was made of: back ends may keep pointers.
ProgramPtr MakeProgram(Device& device, const ImageChoice& choice) {
  struct Kept {
    std::unique_ptr<UnpackedImages> images;
    ProgramPtr program;
  };
  auto kept = std::make_shared<Kept>();
  ThrowIfFailed(UnpackedImages::Make(choice.images, &kept->images));
  ThrowIfFailed(
      Load(device, kept->images->images(), choice, &kept->program));
  return ProgramPtr(kept, kept->program.get());
}

ProgramPtr LoadProgram(const DevicePtr& device, const ImageChoice& choice,
                       uint64_t generation) {
  ProgramCache& cache = Cache();
  if (cache.generation != generation) {
    // An unloaded library's images may be reused addresses by now.
    cache.programs.clear();
    cache.generation = generation;
  }
  ProgramPtr& program = cache.programs[{device.get(), choice.images}];
  if (!program) program = MakeProgram(*device, choice);
  return program;
}

std::shared_ptr<LoadedKernel> Find(const KernelEntry& entry,
                                   const Device* device, uint64_t generation) {
  for (auto* node = entry.loaded.load(std::memory_order_acquire); node;
       node = node->next)
    if (node->device == device && node->generation == generation)
      return node->kernel;
  return nullptr;
}

}  // namespace

std::shared_ptr<LoadedKernel> LoadKernel(KernelEntry* entry,
                                         const DevicePtr& device) {
  ImageRegistry& registry = ImageRegistry::Global();
  const uint64_t generation = registry.generation();
  if (auto kernel = Find(*entry, device.get(), generation)) return kernel;

  std::lock_guard lock(Cache().mutex);
  if (auto kernel = Find(*entry, device.get(), generation)) return kernel;
  const ImageChoice choice = ChooseImages(registry, *device, entry->name);
  if (choice.images.empty())
    throw sycl::exception(
        sycl::make_error_code(sycl::errc::kernel_not_supported),
        choice.message);
  auto loaded = std::make_shared<LoadedKernel>();
  loaded->name = entry->name;
  loaded->metadata = MetadataOf(*choice.images[0], entry->name);
  loaded->program = LoadProgram(device, choice, generation);
  ThrowIfFailed(loaded->program->GetKernel(entry->name, &loaded->kernel));
  auto* node = new KernelEntry::Node{device.get(), generation, loaded,
                                     entry->loaded.load()};
  entry->loaded.store(node, std::memory_order_release);
  return loaded;
}

}  // namespace facet
