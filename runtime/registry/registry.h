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
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "config/image/image.h"
#include "config/requirements/requirements.h"

namespace facet {

struct LoadedKernel;  // runtime/program
class Device;

// What the runtime knows of one kernel name. Lives as long as the process, so
// that handles in user code may point to it.
struct KernelEntry {
  explicit KernelEntry(std::string kernel_name) : name(std::move(kernel_name)) {}
  const std::string name;
  // The program's code says that it takes a kernel_handler.
  std::atomic<bool> takes_constants{false};

  // The kernel as loaded for each device: a list that only grows at its head,
  // read without a lock. Nodes of an older generation are passed over. The
  // cache owns the kernels, so that those of a library go with it.
  struct Node {
    const Device* device;
    uint64_t generation;
    std::weak_ptr<LoadedKernel> kernel;
    Node* next;
  };
  std::atomic<Node*> loaded{nullptr};
};

class ImageRegistry {
 public:
  // The one that __sycl_register_images fills. Never destroyed: destructors of
  // shared libraries unregister after the program's own have run.
  static ImageRegistry& Global();

  // Returns false, and ignores it, if the version is unknown.
  bool Register(const sycl_image_registration* registration);
  void Unregister(const sycl_image_registration* registration);

  // Called by Unregister when the images are no longer found and before it
  // returns, without a lock; the images are still there. Not at exit, when
  // nobody can wait for anything any more. At most one.
  using UnregisterObserver =
      std::function<void(const sycl_image_registration*)>;
  void Observe(UnregisterObserver observer);

  // Changes when images come or go.
  uint64_t generation() const {
    return generation_.load(std::memory_order_acquire);
  }

  // Images that list `symbol`, in order of registration. Add-on images (SPEC
  // 003) are found by AddOn alone, whatever they list.
  std::vector<const sycl_device_image*> ImagesWith(
      std::string_view symbol) const;
  std::vector<const sycl_device_image*> AllImages() const;
  // The real or stub add-on image with this identifier for the target of
  // `image`, of the same registration; null if there is none.
  const sycl_device_image* AddOn(const sycl_device_image& image,
                                 std::string_view identifier, bool real) const;
  // Names of the targets of all images, ascending, each once.
  std::vector<std::string> Targets() const;
  // Targets to emulate that registrations ask for, each once.
  std::vector<std::string> EmulatedDevices() const;

  KernelEntry* Entry(std::string_view kernel_name);

 private:
  // Registration, target, identifier, real.
  using AddOnKey = std::tuple<const sycl_image_registration*, std::string_view,
                              std::string_view, bool>;

  void Index(const sycl_image_registration* registration);
  bool Remove(const sycl_image_registration* registration,
              UnregisterObserver* observer);

  mutable std::mutex mutex_;
  std::atomic<uint64_t> generation_{1};
  std::vector<const sycl_image_registration*> registrations_;
  std::unordered_map<std::string_view, std::vector<const sycl_device_image*>>
      by_symbol_;
  std::map<AddOnKey, const sycl_device_image*> add_ons_;
  // Keys of the above point into images and are dropped with them; these do
  // not.
  std::unordered_map<std::string, std::unique_ptr<KernelEntry>> entries_;
  UnregisterObserver observer_;
};

// The properties of one set of an image; none if it has no such set.
std::span<const sycl_property> PropertiesOf(const sycl_device_image& image,
                                            std::string_view set);
bool IsAddOn(const sycl_device_image& image);
// The image's requirements; nullopt and *error when its bytes make no sense.
std::optional<Requirements> RequirementsOf(const sycl_device_image& image,
                                           std::string* error);

// The sizes a kernel was compiled for.
struct KernelMetadata {
  // x,y,z with x fastest; 0 = none.
  uint64_t reqd_work_group_size[3] = {0, 0, 0};
  uint32_t reqd_work_group_dimensions = 0;
  uint32_t reqd_sub_group_size = 0;
  bool uses_local_arena = false;
};
KernelMetadata MetadataOf(const sycl_device_image& image,
                          std::string_view kernel);

}  // namespace facet

#endif  // FACET_RUNTIME_REGISTRY_REGISTRY_H_
