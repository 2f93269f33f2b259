// See kernel_cache.h.
#include "runtime/program/kernel_cache.h"

#include <sycl/exception.hpp>

#include <algorithm>
#include <iterator>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <utility>

#include "runtime/devices/errors.h"
#include "runtime/process/forked.h"
#include "runtime/process/host_executor.h"
#include "runtime/program/copied_images.h"
#include "runtime/program/image_choice.h"
#include "runtime/program/specialized_images.h"
#include "runtime/program/unpacked_images.h"

namespace facet {
namespace {

using ImageSpan = std::span<const sycl_device_image* const>;

// A program and its kernels: those of one image share it.
struct CachedProgram {
  // Never taken together with another lock of this file: making a program may
  // wait for the dynamic linker, and who unloads a library has that.
  std::mutex mutex;
  ProgramPtr program;
  KernelMetadataTable metadata;
  std::map<std::string, LoadedKernel*> kernels;  // null: could not be made
  std::atomic<bool> made{false};
};

// Programs by what they were made of. What constants choose of an image follows
// from the image and the device.
struct ProgramCache {
  using Images = std::vector<const sycl_device_image*>;
  std::mutex mutex;
  std::map<std::pair<const Device*, Images>, std::shared_ptr<CachedProgram>>
      programs;
};

void Forget(const sycl_image_registration* registration);

ProgramCache& Cache() {
  static auto* cache = [] {
    ImageRegistry::Global().Observe(Forget);
    return new ProgramCache;
  }();
  return *cache;
}

// When the kernels of these programs that are with drivers are done.
void DropKernels(const std::vector<std::shared_ptr<CachedProgram>>& programs) {
  for (const auto& cached : programs) {
    std::vector<LoadedKernel*> kernels;
    {
      std::lock_guard lock(cached->mutex);
      for (const auto& [name, kernel] : cached->kernels)
        if (kernel) kernels.push_back(kernel);
    }
    for (LoadedKernel* kernel : kernels) {
      for (const auto& user : kernel->Users()) user->WaitForKernels();
      kernel->Drop();
    }
  }
}

// Takes out what was made of images of the registration. Kernels that may still
// be running own all they need but their program, which goes after them. They
// cannot be waited for here: who unloads a library has the dynamic linker's
// lock, and a kernel may need it to go on (its first thread-local object does).
void Forget(const sycl_image_registration* registration) {
  if (Forked()) return;
  const ImageRange range = {registration->images,
                            registration->images + registration->image_count};
  std::vector<std::shared_ptr<CachedProgram>> gone;
  {
    std::lock_guard lock(Cache().mutex);
    auto& programs = Cache().programs;
    for (auto i = programs.begin(); i != programs.end();) {
      const auto& images = i->first.second;
      const bool made_of_it = std::any_of(
          images.begin(), images.end(),
          [&](const auto* image) { return range.Contains(image); });
      // None, if there was no memory for it.
      if (made_of_it && i->second) gone.push_back(std::move(i->second));
      i = made_of_it ? programs.erase(i) : std::next(i);
    }
  }
  if (gone.empty()) return;
  try {
    HostExecutor::Global().Post([gone] { DropKernels(gone); });
  } catch (const std::exception&) {
    // No thread to be had: they stay.
    (void)new std::vector(std::move(gone));
  }
}

// The images that a program is made of, in the two forms they go through.
struct ProgramImages {
  std::unique_ptr<UnpackedImages> unpacked;
  std::unique_ptr<SpecializedImages> specialized;
};

Status Load(Device& device, ImageSpan copies,
            const std::vector<SpecConstants>& constants, ProgramPtr* program) {
  ProgramImages images;
  Status status = UnpackedImages::Make(copies, &images.unpacked);
  if (!status.ok()) return status;
  const auto unpacked = images.unpacked->images();
  const bool conditional =
      std::any_of(constants.begin(), constants.end(),
                  [](const SpecConstants& c) { return !c.empty(); });
  if (!conditional) return device.LoadProgram(unpacked, program);
  if (device.SelectsConditionalCode())
    return device.LoadConditionalProgram(unpacked, constants, program);
  status = SpecializedImages::Make(unpacked, constants, &images.specialized);
  if (!status.ok()) return status;
  return device.LoadProgram(images.specialized->images(), program);
}

// What a kernel comes from.
struct Source {
  std::shared_ptr<CachedProgram> cached;
  uint64_t generation;
  // To make the program of, if it is not there.
  std::unique_ptr<CopiedImages> copies;
  std::vector<SpecConstants> constants;
  uint64_t registration = 0;  // ImageRegistry::NumberOf the first image
};

Source FindSource(const KernelEntry& entry, const Device& device) {
  Source source;
  const ImageRegistry& registry = ImageRegistry::Global();
  const auto hold = registry.Hold();
  source.generation = registry.generation();
  ImageChoice choice = ChooseImages(registry, device, entry.name, entry.home);
  if (choice.images.empty())
    throw sycl::exception(
        sycl::make_error_code(sycl::errc::kernel_not_supported),
        choice.message);
  {
    std::lock_guard lock(Cache().mutex);
    auto& cached = Cache().programs[{&device, choice.images}];
    if (!cached) cached = std::make_shared<CachedProgram>();
    source.cached = cached;
  }
  if (!source.cached->made.load(std::memory_order_acquire))
    source.copies = std::make_unique<CopiedImages>(choice.images);
  source.constants = std::move(choice.constants);
  source.registration = registry.NumberOf(choice.images.front());
  return source;
}

// Whoever calls this has to record the kernel, whatever happens.
LoadedKernel* KernelOf(const Source& source, Device& device,
                       const std::string& name) {
  CachedProgram& cached = *source.cached;
  std::lock_guard lock(cached.mutex);
  if (!cached.program) {
    const auto copies = source.copies->images();
    cached.metadata = KernelMetadataTable(*copies[0]);
    ThrowIfFailed(Load(device, copies, source.constants, &cached.program));
    cached.made.store(true, std::memory_order_release);
  }
  LoadedKernel*& loaded = cached.kernels[name];
  if (loaded) return loaded;
  struct Kept {
    ProgramPtr program;
    KernelPtr kernel;
  };
  auto kept = std::make_shared<Kept>();
  kept->program = cached.program;
  ThrowIfFailed(cached.program->GetKernel(name, &kept->kernel));
  KernelMetadata metadata = cached.metadata.Of(name);
  for (DeviceGlobal& global : metadata.device_globals)
    NameInternal(&global, source.registration);
  return loaded = new LoadedKernel(name, std::move(metadata),
                                   KernelPtr(kept, kept->kernel.get()));
}

const FoundKernel* Find(const KernelEntry& entry, const Device* device,
                        uint64_t generation) {
  for (auto* node = entry.loaded.load(std::memory_order_acquire); node;
       node = node->next)
    if (node->device == device &&
        node->generation.load(std::memory_order_acquire) == generation)
      return node;
  return nullptr;
}

// The kernel was found again, or for the first time: then `fresh` is its node.
const FoundKernel& Record(KernelEntry& entry, const Device* device,
                        uint64_t generation, LoadedKernel* kernel,
                        std::unique_ptr<FoundKernel> fresh) {
  for (auto* node = entry.loaded.load(std::memory_order_acquire); node;
       node = node->next) {
    if (node->device != device || node->kernel != kernel) continue;
    uint64_t before = node->generation.load();
    while (before < generation &&
           !node->generation.compare_exchange_weak(before, generation)) {
    }
    return *node;
  }
  auto* node = fresh.release();
  node->device = device;
  node->generation.store(generation);
  node->kernel = kernel;
  node->next = entry.loaded.load();
  while (!entry.loaded.compare_exchange_weak(node->next, node)) {
  }
  return *node;
}

}  // namespace

KernelUser::KernelUser() : id_([] {
    static std::atomic<uint64_t> count{0};
    return count.fetch_add(1) + 1;
  }()) {}

void LoadedKernel::NoteUser(const std::shared_ptr<KernelUser>& user) {
  std::lock_guard lock(mutex_);
  std::erase_if(users_, [](const auto& u) { return u.expired(); });
  const bool known =
      std::any_of(users_.begin(), users_.end(), [&](const auto& other) {
        return !other.owner_before(user) && !user.owner_before(other);
      });
  if (!known) users_.push_back(user);
  recent_[user->user_id() % kRecent].store(user->user_id(),
                                           std::memory_order_release);
}

std::vector<std::shared_ptr<KernelUser>> LoadedKernel::Users() {
  std::lock_guard lock(mutex_);
  std::vector<std::shared_ptr<KernelUser>> users;
  for (const auto& weak : users_)
    if (auto user = weak.lock()) users.push_back(std::move(user));
  return users;
}

KernelPtr LoadedKernel::Own() const {
  std::lock_guard lock(mutex_);
  return kernel_;
}

void LoadedKernel::Drop() {
  KernelPtr gone;  // not under the lock
  std::lock_guard lock(mutex_);
  gone.swap(kernel_);
  users_.clear();
}

const FoundKernel& LoadKernel(KernelEntry* entry, const DevicePtr& device) {
  const uint64_t generation = ImageRegistry::Global().generation();
  if (auto* found = Find(*entry, device.get(), generation)) return *found;
  const Source source = FindSource(*entry, *device);
  // Before the kernel: no memory is needed to record it.
  auto fresh = std::make_unique<FoundKernel>();
  LoadedKernel* const kernel = KernelOf(source, *device, entry->name);
  return Record(*entry, device.get(), source.generation, kernel,
              std::move(fresh));
}

}  // namespace facet
