// The images of the running program, by the kernels they define.
//
// In:  registrations, from the constructors of executables and shared libraries
//      (config/image/image.h), in any order, from any thread.
// Out: for each symbol the images that define or export it.
// Why: everything that looks for device code starts here; a kernel that was
//      found once is found again through its KernelEntry without any look-up.
#ifndef FACET_RUNTIME_REGISTRY_REGISTRY_H_
#define FACET_RUNTIME_REGISTRY_REGISTRY_H_

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "config/checks/checks.h"
#include "config/image/device_globals.h"
#include "config/image/image.h"
#include "config/image/properties.h"
#include "features/devices/emulated_device.h"
#include "features/requirements/requirements.h"
#include "runtime/registry/host_binding.h"

namespace facet {

class LoadedKernel;  // runtime/program
class Device;

// The images of one registration: addresses alone, for their registration may be
// gone. Empty: none.
struct ImageRange {
  const sycl_device_image* begin = nullptr;
  const sycl_device_image* end = nullptr;
  bool Contains(const sycl_device_image* image) const {
    const std::less<const sycl_device_image*> before;
    return !before(image, begin) && before(image, end);
  }
};

// What the runtime knows of one kernel. Lives as long as the process, so that
// handles in user code may point to it.
struct KernelEntry {
  KernelEntry(std::string kernel_name, const ImageRange& images)
      : name(std::move(kernel_name)), home(images) {}
  const std::string name;
  // Two libraries may have kernels of one name (unnamed ones in functions of one
  // name, say): each has an entry, and its own images come first.
  const ImageRange home;

  // The kernel as loaded for each device: a list that only grows at its head,
  // read without a lock. Nodes of an older generation are passed over. One that
  // is still right gets the new generation, so that libraries that come and go
  // do not make the list long.
  struct Node {
    const Device* device;
    // Of the images among which the kernel was last found; never goes back.
    std::atomic<uint64_t> generation;
    LoadedKernel* kernel;
    Node* next;
  };
  std::atomic<Node*> loaded{nullptr};

  // Of the kernel of a function: where its arguments are. A copy, because the
  // library that has the kernel may be closed.
  struct Function {
    uint64_t layout = 0;
    int dimensions = 0;
    size_t size = 0;
    size_t alignment = 1;
    struct Argument {
      size_t offset;
      size_t size;
    };
    std::vector<Argument> arguments;
    // Where the launch's scratch memory is told; of no size if nowhere.
    Argument scratch = {};
  };
  // The first call counts.
  void NoteFunction(Function function) {
    auto made = std::make_unique<const Function>(std::move(function));
    const Function* none = nullptr;
    if (function_.compare_exchange_strong(none, made.get(),
                                          std::memory_order_acq_rel))
      made.release();
  }
  // Null if this is no such kernel, or the program has not asked for its id.
  const Function* function() const {
    return function_.load(std::memory_order_acquire);
  }
  ~KernelEntry() { delete function(); }

 private:
  std::atomic<const Function*> function_{nullptr};
};

class ImageRegistry {
 public:
  // Returns the one that __sycl_register_images fills. Never destroyed:
  // destructors of shared libraries unregister after the program's own have
  // run.
  static ImageRegistry& Global();

  // Returns false, and ignores it, if the version is unknown or another runtime
  // of the process is in the way (process/runtime_copies.h).
  bool Register(const sycl_image_registration* registration);
  void Unregister(const sycl_image_registration* registration);

  // Called by Unregister when the images are no longer found and before it
  // returns, without a lock; the images are still there. Not at exit, when
  // nobody can wait for anything any more. At most one.
  using UnregisterObserver =
      std::function<void(const sycl_image_registration*)>;
  void Observe(UnregisterObserver observer);

  // Returns what images that are or were registered are checked for.
  Checks checks() const {
    return checks_.load(std::memory_order_relaxed);
  }

  // What is found stays as long as the lock: Unregister waits for it. Nothing
  // that may need the dynamic linker's lock may be done meanwhile, for who
  // unloads a library has that.
  using Lock = std::shared_lock<std::shared_mutex>;
  Lock Hold() const { return Lock(in_use_); }

  // Changes when images come or go.
  uint64_t generation() const {
    return generation_.load(std::memory_order_acquire);
  }

  // Images that list `symbol`, in the order in which the dynamic linker searches
  // what they are in. Add-on images (SPEC 003) are found by AddOn alone,
  // whatever they list.
  std::vector<const sycl_device_image*> ImagesWith(
      std::string_view symbol) const;
  std::vector<const sycl_device_image*> AllImages() const;
  // Returns the real or stub add-on image with this identifier for the target
  // of `image`, of the same registration; null if there is none.
  const sycl_device_image* AddOn(const sycl_device_image& image,
                                 std::string_view identifier, bool real) const;
  // Names of the targets of all images, ascending, each once. Under Hold().
  std::vector<std::string> Targets() const;
  // Returns why registrations were ignored because of another runtime.
  std::vector<std::string> Refusals() const;
  // Targets to emulate that registrations ask for, each once.
  std::vector<std::string> EmulatedDevices() const;
  // Returns what images for emulated targets say of the devices; the first of
  // each.
  facet::EmulatedDevices DescribedDevices() const;

  // Returns the number of the registration that the image is in; never given
  // twice.
  uint64_t NumberOf(const sycl_device_image* image) const;
  // Returns the variables of so many bytes that `object` of the host may be,
  // each once, with the names that NameInternal gives. The one that the linker
  // says it is; otherwise those that images say are declared at this place of
  // the source, of one source only if their executable or library has `object`.
  std::vector<DeviceGlobal> DeviceGlobalsOf(
      const void* object, uint64_t size,
      const DeviceGlobal::Place& place) const;

  // Returns the images that are registered together with this one.
  ImageRange Beside(const sycl_device_image* image) const;

  // The executable or library that the dynamic linker takes a function from
  // that an image imports: the images that it has registered. Nothing, if it has
  // none: that function is the host's alone.
  struct Binding {
    std::string object;  // its path; empty for the executable
    std::vector<ImageRange> images;
    bool Allows(const sycl_device_image* image) const;
  };
  Binding BindingOf(const sycl_device_image* importer,
                    std::string_view symbol) const;

  // Returns the entry of the kernel whose name stands at `name`: that of the
  // executable or library that the name is in, if this has images of the
  // kernel, else the one that was registered first.
  KernelEntry* Entry(const char* name);
  // Returns the entry of the kernel that these images define.
  KernelEntry* Entry(std::string_view name, const ImageRange& home);

 private:
  // A registration, the executable or library it is in, and the host's
  // functions of the names that its images import.
  struct Registered {
    const sycl_image_registration* registration;
    LoadedObject object;
    std::map<std::string, const void*, std::less<>> bound;
    uint64_t number;
  };

  // Registration, target, identifier, real.
  using AddOnKey = std::tuple<const sycl_image_registration*, std::string_view,
                              std::string_view, bool>;

  // Calls `visit` with each variable of each image, as its registration and
  // NameInternal name it. With the lock.
  template <typename Visit>
  void ForEachDeviceGlobal(Visit visit) const;
  void Refuse(std::string why);
  void Sort();
  void IndexAll();
  void Index(const sycl_image_registration* registration);
  const Registered* RegisteredWith(const sycl_device_image* image) const;
  bool Remove(const sycl_image_registration* registration,
              UnregisterObserver* observer);

  ImageRange HomeOf(const char* name) const;
  KernelEntry* FindOrMakeEntry(std::string_view name, const ImageRange& home);

  mutable std::shared_mutex in_use_;  // before mutex_
  mutable std::mutex mutex_;
  std::atomic<uint64_t> generation_{1};
  std::atomic<Checks> checks_{Checks()};  // written with the lock
  std::vector<Registered> registrations_;
  std::vector<std::string> refusals_;
  std::unordered_map<std::string_view, std::vector<const sycl_device_image*>>
      by_symbol_;
  std::map<AddOnKey, const sycl_device_image*> add_ons_;
  // Keys of the above point into images and are dropped with them; these do
  // not.
  std::unordered_map<std::string, std::vector<std::unique_ptr<KernelEntry>>>
      entries_;
  UnregisterObserver observer_;
  uint64_t last_number_ = 0;
};

// Returns what the image is checked for.
Checks ChecksOf(const sycl_device_image& image);
bool IsAddOn(const sycl_device_image& image);
bool Exports(const sycl_device_image& image, std::string_view symbol);
// Returns the image's requirements; nullopt and *error when its bytes make no
// sense.
std::optional<Requirements> RequirementsOf(const sycl_device_image& image,
                                           std::string* error);

// The sizes a kernel was compiled for.
struct KernelMetadata {
  // x,y,z with x fastest; 0 = none.
  uint64_t reqd_work_group_size[3] = {0, 0, 0};
  uint32_t reqd_work_group_dimensions = 0;
  uint32_t reqd_sub_group_size = 0;
  bool uses_local_arena = false;
  // Where device code has the members of its function object; 0 = not said.
  uint64_t functor_layout = 0;
  // Variables of the device, whose addresses are arguments behind the others.
  std::vector<DeviceGlobal> device_globals;
};
// Other executables and libraries may have variables of one source with the same
// names.
void NameInternal(DeviceGlobal* global, uint64_t registration);

// What an image says of its kernels.
class KernelMetadataTable {
 public:
  KernelMetadataTable() = default;
  explicit KernelMetadataTable(const sycl_device_image& image);

  // Nothing of kernels that the image does not have.
  KernelMetadata Of(const std::string& kernel) const;

 private:
  // Of those that have more than a layout.
  std::map<std::string, KernelMetadata, std::less<>> by_name_;
  // By the hash of the kernel's name.
  std::unordered_map<uint64_t, uint64_t> layouts_;
};

}  // namespace facet

#endif  // FACET_RUNTIME_REGISTRY_REGISTRY_H_
