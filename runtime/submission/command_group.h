// What a sycl::handler collects: one command and everything it needs.
//
// In:  calls of the handler.
// Out: a command, with its dependencies, for a queue or a graph.
#ifndef FACET_RUNTIME_SUBMISSION_COMMAND_GROUP_H_
#define FACET_RUNTIME_SUBMISSION_COMMAND_GROUP_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <sycl/detail/runtime_types.hpp>
#include <vector>

#include "runtime/memory/buffer.h"
#include "runtime/memory/device_globals.h"
#include "runtime/order/queue.h"
#include "runtime/program/constant_values.h"
#include "runtime/program/kernel_bundle.h"
#include "runtime/program/kernel_cache.h"
#include "runtime/submission/kernel_launches.h"
#include "runtime/submission/local_allocations.h"
#include "runtime/submission/stream_output.h"

namespace facet {

class DynamicParameter;
class ExecutableGraph;

// What the command of a group is.
enum class CommandKind {
  kEmpty,
  kGraph,
  kKernel,
  kCopy,
  kMemset,
  kFill,
  kPrefetch,
  kAdvise,
  kBarrier,
  kHostTask,
};

// A group that is filled is submitted once, or becomes a node of a graph: then
// copies of it are submitted (Sealed, MoveTo).
class CommandGroup {
 public:
  explicit CommandGroup(std::shared_ptr<Queue> queue)
      : queue_(std::move(queue)) {}

  const std::shared_ptr<Queue>& queue() const { return queue_; }
  void DependOn(CommandPtr command);
  const std::vector<CommandPtr>& dependencies() const { return dependencies_; }
  CommandKind kind() const { return kind_; }

  // While the program's function fills a group in this thread. Fillings nest.
  class Filling {
   public:
    Filling();
    ~Filling();
    Filling(const Filling&) = delete;
    Filling& operator=(const Filling&) = delete;

   private:
    friend class CommandGroup;
    Filling* const outer_;
    std::shared_ptr<const void> lifetime_;  // made when asked for
  };
  // Expires with the innermost Filling of this thread; empty without one.
  static std::weak_ptr<const void> CurrentLifetime();

  // For graphs (command_graph.h). Before the program fills the group.
  void BeRecorded() { is_recorded_ = true; }
  bool is_recorded() const { return is_recorded_; }
  // errc::invalid if the group is to be a node of a graph: `what` cannot be.
  void RefuseInGraphs(const char* what) const;
  // Returns whether a dependency is a node of a graph.
  bool depends_on_node() const { return depends_on_node_; }
  // Once filled: checks what Submit would, and lets the dependencies and the
  // barrier go.
  void Seal();
  // Returns whether all there is to do is what a stream can be told.
  bool is_device_work() const {
    return !host_task_ && !graph_ && uses_.empty();
  }
  // Of a copy that is_device_work, instead of Submit: what a stream is told,
  // once. What the work uses is added to `kept`.
  DeviceAction TakeDeviceWork(std::vector<std::shared_ptr<const void>>* kept);
  // Copies that run at the same time would write the same memory.
  bool shares_memory() const { return !stream_memory_.empty(); }
  // Of a copy: the queue it is submitted to, of the same device.
  void MoveTo(const std::shared_ptr<Queue>& queue);
  struct UsedBuffer {
    Buffer* buffer;
    bool write;
  };
  std::vector<UsedBuffer> used_buffers() const;
  // Those of a kernel with work-items in a range or an nd_range; errc::invalid
  // for other commands, another kind or dimensions, errc::nd_range for sizes.
  void SetShape(const sycl::detail::launch_shape& shape);
  // Returns what is known of the command, for people.
  std::string Describe(bool verbose) const;
  // Arguments of the command's kernel object that have the parameter's value.
  struct DynamicArgument {
    uint32_t index;
    std::shared_ptr<DynamicParameter> parameter;
  };
  void AddDynamicArgument(uint32_t index,
                          std::shared_ptr<DynamicParameter> parameter) {
    dynamic_arguments_.push_back({index, std::move(parameter)});
  }
  const std::vector<DynamicArgument>& dynamic_arguments() const {
    return dynamic_arguments_;
  }
  void ChangeObjectArgument(uint32_t index, std::span<const std::byte> bytes);
  void KeepAlive(std::shared_ptr<const void> object);
  bool keeps_objects() const { return !kept_.empty(); }
  // Records the use; returns the address for commands of the queue's device, or
  // for the host.
  void* Acquire(const std::shared_ptr<Buffer>& buffer, bool write, bool no_init,
                bool on_host);
  // Says that the command group uses a placeholder; errc::invalid for other
  // addresses, unless they are of a buffer that the group uses anyway.
  void Require(const void* address, bool write, bool on_host);
  // Instead of the device, the host reads the buffer that the address is in.
  void UpdateHost(const void* address);
  // Returns the device address that a placeholder's address stands for; others
  // stay.
  void* Resolve(const void* address);
  // Memory of the queue's device for this command; not initialised.
  void* AcquireScratch(size_t bytes);
  // Returns where the variable's value is for the queue's device.
  char* DeviceGlobalAddress(
      const sycl::detail::device_global_reference& object);
  // Memory for a stream's records, which WriteStreamsAfter writes.
  void* AcquireStream(size_t characters);
  std::vector<StreamBuffer> TakeStreams() { return std::move(streams_); }
  size_t AllocateLocal(size_t bytes, size_t alignment);
  // Returns a word for the local accessor to the memory at `offset`. Kernels
  // without work-groups must not have it.
  uint64_t LocalAccessorMark(size_t offset) { return local_.Mark(offset); }

  // Kernels come from this bundle only, and read its constants.
  void UseBundle(std::shared_ptr<const KernelBundle> bundle);
  // errc::invalid if a bundle says what they are.
  void SetConstant(uint64_t key, const void* value, size_t size);
  void GetConstant(uint64_t key, void* value, size_t size) const;

  // Exactly one of these; kernels may be followed by more (launch_shape).
  // SetKernel throws what SYCL 2020 wants thrown by parallel_for:
  // kernel_not_supported, nd_range.
  void SetKernel(sycl::detail::kernel_handle& handle,
                 std::span<const sycl::detail::kernel_argument> arguments,
                 const sycl::detail::launch_shape& shape);
  // A kernel that the program made by the driver's functions, and what of its
  // arguments the command group sets, before or after.
  void SetKernelObject(const KernelPtr& kernel,
                       const sycl::detail::launch_shape& shape);
  // The kernel of a function, as the bundle has it. Its arguments may be set
  // later: CompleteKernel builds its functor of them, and must be called before
  // the group is submitted or recorded. Throw errc::invalid: the shape is not
  // the function's, or an argument is missing or has another size.
  void SetFunctionKernel(std::shared_ptr<KernelBundle> bundle,
                         KernelEntry* entry,
                         const sycl::detail::launch_shape& shape);
  void CompleteKernel();
  void SetObjectArgument(ObjectArgument argument);
  void SetHostTask(std::function<void()> task);
  void SetDeviceAction(CommandKind kind, DeviceAction action);
  void SetGraph(std::shared_ptr<ExecutableGraph> graph);
  // All later commands of the queue come after this one, and this one after all
  // earlier ones or after what it depends on.
  enum class Barrier { kNone, kAfterAll, kAfterDependencies };
  void SetBarrier(Barrier barrier);
  Barrier barrier() const { return barrier_; }

  // Orders and submits the command; an empty group gives one that does nothing.
  // Nothing else but TakeStreams comes after.
  CommandPtr Submit();

 private:
  struct Use {
    std::shared_ptr<Buffer> buffer;
    DevicePtr device;  // null: host
    bool write;
    bool no_init;
  };
  Use* FindUse(const void* address);
  bool IsRequired(const Placeholder& placeholder) const;
  void* AddressOf(const Placeholder& placeholder) const;
  void ResolveArguments();
  void AddConstants();
  void NoteContents();
  void PrepareLaunches();
  void SetOnce(CommandKind kind);
  DeviceAction ObjectKernelAction() const;
  CommandPtr TakeCommand();
  void SubmitTo(Queue& queue, const CommandPtr& command);

  std::shared_ptr<Queue> queue_;
  std::vector<CommandPtr> dependencies_;
  std::vector<std::shared_ptr<const void>> kept_;
  std::vector<std::shared_ptr<const void>> stream_memory_;
  std::vector<Use> uses_;
  std::vector<Buffer*> required_;  // by placeholders; uses_ owns them
  std::vector<StreamBuffer> streams_;
  LocalAllocations local_;
  bool set_ = false;
  bool is_recorded_ = false;
  bool depends_on_node_ = false;
  CommandKind kind_ = CommandKind::kEmpty;
  Barrier barrier_ = Barrier::kNone;

  KernelLaunches launches_;
  ConstantValues constants_;
  std::shared_ptr<const KernelBundle> bundle_;
  std::vector<ObjectArgument> object_arguments_;
  KernelPtr object_kernel_;
  KernelEntry* function_kernel_ = nullptr;
  std::shared_ptr<KernelBundle> function_bundle_;
  sycl::detail::launch_shape function_shape_;
  LaunchRange object_range_;
  std::vector<DynamicArgument> dynamic_arguments_;
  sycl::detail::launch_kind launch_kind_{};
  std::shared_ptr<ExecutableGraph> graph_;
  DeviceAction device_action_;
  std::function<void()> host_task_;
};

}  // namespace facet

#endif  // FACET_RUNTIME_SUBMISSION_COMMAND_GROUP_H_
