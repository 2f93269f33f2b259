// See kernel_cache.h.
#include "runtime/program/kernel_cache.h"

#include <sycl/exception.hpp>

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <utility>

#include "runtime/core/errors.h"
#include "runtime/process/forked.h"
#include "runtime/program/image_choice.h"
#include "runtime/program/specialized_images.h"
#include "runtime/program/unpacked_images.h"

namespace facet {
namespace {

// Programs by what they were made of, kernels by their program: kernels of one
// image share one. What constants choose of an image follows from the image and
// the device.
struct ProgramCache {
  using Images = std::vector<const sycl_device_image*>;
  struct Entry {
    ProgramPtr program;
    std::map<std::string, std::shared_ptr<LoadedKernel>> kernels;
  };
  std::mutex mutex;
  std::map<std::pair<const Device*, Images>, Entry> programs;
};

// Takes out what was made of images of the registration; waits for those that
// may still be running.
void Forget(const sycl_image_registration* registration);

ProgramCache& Cache() {
  static auto* cache = [] {
    ImageRegistry::Global().Observe(Forget);
    return new ProgramCache;
  }();
  return *cache;
}

void Forget(const sycl_image_registration* registration) {
  if (Forked()) return;
  const std::less<const sycl_device_image*> before;
  const auto* first = registration->images;
  const auto* end = first + registration->image_count;
  std::vector<ProgramCache::Entry> gone;
  {
    std::lock_guard lock(Cache().mutex);
    auto& programs = Cache().programs;
    for (auto i = programs.begin(); i != programs.end();) {
      const auto& images = i->first.second;
      const bool made_of_it =
          std::any_of(images.begin(), images.end(), [&](const auto* image) {
            return !before(image, first) && before(image, end);
          });
      if (made_of_it) gone.push_back(std::move(i->second));
      i = made_of_it ? programs.erase(i) : std::next(i);
    }
  }
  for (ProgramCache::Entry& entry : gone)
    for (auto& [name, kernel] : entry.kernels)
      for (const auto& user : kernel->Users()) user->WaitForKernels();
}

// The images that a program is made of, in the two forms they go through.
struct ProgramImages {
  std::unique_ptr<UnpackedImages> unpacked;
  std::unique_ptr<SpecializedImages> specialized;
};

Status Load(Device& device, const ImageChoice& choice, ProgramImages* images,
            ProgramPtr* program) {
  Status status = UnpackedImages::Make(choice.images, &images->unpacked);
  if (!status.ok()) return status;
  const auto unpacked = images->unpacked->images();
  const bool conditional =
      std::any_of(choice.constants.begin(), choice.constants.end(),
                  [](const SpecConstants& c) { return !c.empty(); });
  if (!conditional) return device.LoadProgram(unpacked, program);
  if (device.SelectsConditionalCode())
    return device.LoadConditionalProgram(unpacked, choice.constants, program);
  status = SpecializedImages::Make(unpacked, choice.constants,
                                   &images->specialized);
  if (!status.ok()) return status;
  return device.LoadProgram(images->specialized->images(), program);
}

// The program, and the images it was made of: back ends may keep pointers.
ProgramPtr MakeProgram(Device& device, const ImageChoice& choice) {
  struct Kept {
    ProgramImages images;
    ProgramPtr program;
  };
  auto kept = std::make_shared<Kept>();
  ThrowIfFailed(Load(device, choice, &kept->images, &kept->program));
  return ProgramPtr(kept, kept->program.get());
}

std::shared_ptr<LoadedKernel> MakeKernel(const ProgramPtr& program,
                                         const sycl_device_image& image,
                                         const std::string& name) {
  auto kernel = std::make_shared<LoadedKernel>();
  kernel->name = name;
  kernel->metadata = MetadataOf(image, name);
  kernel->program = program;
  ThrowIfFailed(program->GetKernel(name, &kernel->kernel));
  return kernel;
}

std::shared_ptr<LoadedKernel> Find(const KernelEntry& entry,
                                   const Device* device, uint64_t generation) {
  for (auto* node = entry.loaded.load(std::memory_order_acquire); node;
       node = node->next)
    if (node->device == device && node->generation == generation)
      return node->kernel.lock();
  return nullptr;
}

}  // namespace

KernelUser::KernelUser() : id_([] {
    static std::atomic<uint64_t> count{0};
    return count.fetch_add(1) + 1;
  }()) {}

void LoadedKernel::NoteUser(const std::shared_ptr<KernelUser>& user) {
  if (last_user_.load(std::memory_order_acquire) == user->user_id()) return;
  std::lock_guard lock(mutex_);
  std::erase_if(users_, [](const auto& u) { return u.expired(); });
  const bool known =
      std::any_of(users_.begin(), users_.end(), [&](const auto& other) {
        return !other.owner_before(user) && !user.owner_before(other);
      });
  if (!known) users_.push_back(user);
  last_user_.store(user->user_id(), std::memory_order_release);
}

std::vector<std::shared_ptr<KernelUser>> LoadedKernel::Users() {
  std::lock_guard lock(mutex_);
  std::vector<std::shared_ptr<KernelUser>> users;
  for (const auto& weak : users_)
    if (auto user = weak.lock()) users.push_back(std::move(user));
  return users;
}

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
  auto& made = Cache().programs[{device.get(), choice.images}];
  if (!made.program) made.program = MakeProgram(*device, choice);
  auto found = made.kernels.find(entry->name);
  if (found == made.kernels.end())
    found = made.kernels
                .emplace(entry->name, MakeKernel(made.program,
                                                 *choice.images[0],
                                                 entry->name))
                .first;
  const std::shared_ptr<LoadedKernel> loaded = found->second;
  auto* node = new KernelEntry::Node{device.get(), generation, loaded,
                                     entry->loaded.load()};
  entry->loaded.store(node, std::memory_order_release);
  return loaded;
}

}  // namespace facet
