// The interface between the runtime and a back end (native CPU, emulated
// devices, OpenCL, CUDA, ...).
//
// In:  device images, kernel launches and copies, already checked and ordered.
// Out: devices with their features, programs, in-order streams and events.
//
// Why it is this small: everything SYCL says about ordering (dependency graphs,
// out-of-order queues, host tasks, buffers, cross-device events) lives once, in
// runtime/order. A back end supplies only what a driver has: memory, kernels,
// streams that execute in order, events.
//
// Division of work
//  * A sycl::queue owns one or more Streams of one Device. The runtime orders
//    work inside one stream by call order, between streams of one device by
//    Stream::WaitFor, and between devices (and host tasks) by waiting on the
//    host and submitting late. A back end never sees a foreign event.
//  * The runtime checks requirements (features/requirements) against
//    DeviceInfo::features before it calls LoadProgram.
//  * The runtime remembers the kind, device and size of every USM allocation.
//
// Threads: Device, Program, Kernel and Event are called from any thread at any
// time. Calls on one Stream are serialised by the runtime, but come from
// different threads; a Stream must not rely on thread-local driver state (the
// CUDA back end sets its current context in each call).
//
// Ownership: a Stream keeps its Device alive, a Program its Device, a Kernel
// its Program, an Event whatever it needs. Back ends use shared_from_this or
// internal handles for this. Nothing may call into a driver from a destructor of
// an object with static storage duration: the runtime leaks the platform list.
//
// Errors: no exceptions across this interface. A Status carries a message that
// says what failed and where ("cuLaunchKernel: out of resources"). Failures
// found only later (a kernel that traps) come out of Event::Wait/Stream::Wait.
#ifndef FACET_RUNTIME_BACKENDS_BACKEND_H_
#define FACET_RUNTIME_BACKENDS_BACKEND_H_

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "config/image/image.h"
#include "features/devices/emulated_device.h"
#include "runtime/backends/device_info.h"
#include "targets/family.h"

namespace facet {

// ---------------------------------------------------------------- Status

enum class StatusCode {
  kOk = 0,
  kInvalidArgument,  // the caller asked for something senseless -> errc::invalid
  kNdRange,          // sizes the device or kernel cannot take   -> errc::nd_range
  kOutOfMemory,      //                              -> errc::memory_allocation
  kNotSupported,     // this device cannot do it -> errc::feature_not_supported
  kBuildFailed,      // the image could not be built or linked   -> errc::build
  kKernel,           // a kernel did what it must not            -> errc::kernel
  kInternal,         // any other driver failure                 -> errc::runtime
};

class [[nodiscard]] Status {
 public:
  Status() = default;
  Status(StatusCode code, std::string message)
      : code_(code), message_(std::move(message)) {}
  bool ok() const { return code_ == StatusCode::kOk; }
  StatusCode code() const { return code_; }
  const std::string& message() const { return message_; }

 private:
  StatusCode code_ = StatusCode::kOk;
  std::string message_;
};

// ---------------------------------------------------------------- Launch

struct KernelArgument {
  const void* data;
  size_t size;
  size_t alignment;  // natural alignment of the type, as on the host
};

// Index 0 is the fastest-running dimension (SPIR-V x) everywhere here; unused
// dimensions are 1 (offsets 0).
struct LaunchRange {
  uint32_t dimensions = 1;
  uint64_t global[3] = {1, 1, 1};
  uint64_t local[3] = {0, 0, 0};  // all 0: the back end chooses
  uint64_t offset[3] = {0, 0, 0};
  // True for kernels over a plain range: they compare their id with the range
  // they got as an argument (`__sycl_in_range`), so the back end may round
  // `global` up to a multiple of the local size it chose. The native CPU never
  // rounds (there the comparison is constant true), it runs a smaller last
  // group. False (nd_range, single_task): `global` is a multiple of `local`.
  bool may_round_up = false;
};

// An argument of a kernel that the program made by the driver's own functions,
// where kernels have no arguments of the compiler's.
struct ObjectArgument {
  enum class Kind : uint8_t {
    kValue,    // the bytes are the argument
    kPointer,  // the bytes are an address in memory of Device::Allocate
    kLocal,    // so much local memory
  };
  uint32_t index;
  Kind kind;
  std::vector<std::byte> bytes;
  size_t local_size = 0;
  // What the program passed, if it is neither an address nor a value. Not for
  // back ends.
  std::vector<std::byte> object = {};
};

// Of the dynamic local memory: what one local accessor has.
struct LocalPart {
  uint64_t offset;
  uint64_t bytes;
};

struct LaunchDescription {
  // Kernel arguments in order. Pointed-to bytes live only during the call.
  std::span<const KernelArgument> arguments;
  LaunchRange range;
  // Size of the dynamic local memory (`__sycl_local_arena()`), without the
  // kernel's static local variables. Kernels with the image property
  // "K@uses_local_arena" have one more, trailing, local-pointer argument in
  // SPIR-V and ocloc images: the back end sets it (at least 1 byte).
  uint64_t local_memory_bytes = 0;
  // Where kernels are checked: all other bytes of it are between them. Empty: not
  // known.
  std::span<const LocalPart> local_parts;
  // Of kernels that Interop::AdoptKernel made: those that the program sets now.
  std::span<const ObjectArgument> object_arguments;
};

// ---------------------------------------------------------------- Event

// Returns the host's clock in profiling times: of host tasks, and of drivers
// whose times have no origin.
inline uint64_t HostNow() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

struct ProfilingTimes {  // ns, one clock per device
  uint64_t submitted = 0;
  uint64_t started = 0;
  uint64_t ended = 0;
};

class Event {
 public:
  virtual ~Event() = default;
  // Blocks until the work is done. A failure of the work itself (not of
  // waiting) is returned every time it is asked for.
  virtual Status Wait() = 0;
  // Sets *done without blocking.
  virtual Status Query(bool* done) = 0;
  // Sets *running to true when the work has been started (best effort; a back
  // end that cannot tell leaves it).
  virtual void QueryRunning(bool* /*running*/) {}
  // Only for events of operations on a stream made with profiling, once done.
  virtual Status GetProfilingTimes(ProfilingTimes* times) = 0;
  // Optional: calls `callback` once, from any thread, when the work is done
  // (at once if it is already), and returns true. The callback may call
  // anything in the runtime. Returning false makes the runtime wait on a thread
  // of its own. (CUDA forbids API calls in its callbacks: return false there.)
  virtual bool OnComplete(std::function<void()> /*callback*/) { return false; }
  // For interoperability (cl_event, CUevent).
  virtual void* NativeHandle() const { return nullptr; }
};
using EventPtr = std::shared_ptr<Event>;

// ---------------------------------------------------------------- Program

// What is known of a kernel once it is loaded.
struct KernelInfo {
  uint64_t max_work_group_size = 0;             // on this device
  uint64_t reqd_work_group_size[3] = {0, 0, 0};  // x,y,z; 0 = none
  uint32_t dimensions = 3;  // sizes in others must be 1
  uint32_t preferred_work_group_multiple = 1;
  uint32_t sub_group_size = 0;  // the one it was compiled for; 0 = unknown
  uint64_t private_memory_size = 0;
  uint64_t static_local_memory_size = 0;
  uint32_t argument_count = 0;  // of kernels that Interop::AdoptKernel made
};

class Kernel {
 public:
  virtual ~Kernel() = default;
  virtual const KernelInfo& info() const = 0;
  // For interoperability (cl_kernel, cl_program).
  virtual void* NativeHandle() const { return nullptr; }
  virtual void* NativeProgram() const { return nullptr; }
};
using KernelPtr = std::shared_ptr<Kernel>;

class Program {
 public:
  virtual ~Program() = default;
  // `name` is the entry point's symbol. Called once per kernel and program (the
  // runtime caches), so it may be slow.
  virtual Status GetKernel(const std::string& name, KernelPtr* kernel) = 0;
};
using ProgramPtr = std::shared_ptr<Program>;

// ---------------------------------------------------------------- Memory

enum class UsmKind : uint8_t { kDevice, kHost, kShared };

// ---------------------------------------------------------------- Stream

// A hint to the driver.
enum class StreamPriority : uint8_t { kNormal, kLow, kHigh };

struct StreamOptions {
  bool profiling = false;
  StreamPriority priority = StreamPriority::kNormal;
  const void* context = nullptr;  // whose queues use it; for comparisons
};

class DeviceGraph;

// Executes operations in call order. Each operation starts without further
// calls (OpenCL: the back end flushes). Every operation may return an event of
// exactly itself; the runtime asks for one only when it can be observed.
class Stream {
 public:
  virtual ~Stream() = default;  // may block until the work is done

  // `event`, when not null, receives an event of this operation.
  virtual Status LaunchKernel(const KernelPtr& kernel,
                              const LaunchDescription& launch,
                              EventPtr* event) = 0;
  // Either side may be USM of any kind or ordinary host memory, which stays
  // valid until the operation is done. No overlap.
  virtual Status Copy(void* to, const void* from, size_t bytes,
                      EventPtr* event) = 0;
  // Fills `bytes` (a multiple of `pattern_size`, which is 1..128 and may be no
  // power of two) with the pattern, which lives only during the call.
  virtual Status Fill(void* to, const void* pattern, size_t pattern_size,
                      size_t bytes, EventPtr* event) = 0;
  // Hints; doing nothing is right.
  virtual Status Prefetch(const void* /*address*/, size_t /*bytes*/,
                          EventPtr* event) {
    return event ? RecordEvent(event) : Status();
  }
  // Says that what is there is not needed any more. Doing nothing is right.
  virtual Status Discard(void* /*address*/, size_t /*bytes*/) { return {}; }
  // Launches all operations of a graph of the same device, which is finished
  // and stays until they are done. Executions of one graph are ordered by the
  // runtime.
  virtual Status LaunchGraph(DeviceGraph& /*graph*/, EventPtr* /*event*/) {
    return {StatusCode::kNotSupported, "the driver has no graphs"};
  }
  // Makes an event that is done when everything called before it is.
  virtual Status RecordEvent(EventPtr* event) = 0;
  // Later operations wait for `event`, which comes from a stream of the same
  // Device. Does not block the caller.
  virtual Status WaitFor(const EventPtr& event) = 0;
  // Blocks until all operations are done.
  virtual Status Wait() = 0;
  // For interoperability (cl_command_queue, CUstream).
  virtual void* NativeHandle() const { return nullptr; }
};
using StreamPtr = std::shared_ptr<Stream>;

// Operations that are described once and executed many times as one, see
// Stream::LaunchGraph. It takes them as a stream does, and executes none. Nobody
// asks for events of single operations. After a failure it can only be
// destroyed.
//
// Threads: as for a Stream; LaunchGraph may be called by any thread meanwhile.
class DeviceGraph : public Stream {
 public:
  // Begins a command: what is called until the next command begins, in
  // call order. Commands are numbered in the order of these calls; it comes
  // after those of `before`.
  virtual Status BeginCommand(std::span<const size_t> before) = 0;
  // There are no more commands. kNotSupported if there is nothing to execute.
  // `old`, if it is not null, is a finished graph of commands with the same
  // edges, that nobody launches any more; what the driver has made of it may be
  // changed into this one's.
  virtual Status Finish(DeviceGraph* old) = 0;
  // Changes a finished graph: what is called until EndChange replaces the
  // command in the executions that are launched from then on; none is being
  // launched. Fails for changes that the driver does not know.
  virtual Status BeginChange(size_t command) = 0;
  virtual Status EndChange() = 0;

  Status RecordEvent(EventPtr*) final { return NoStream(); }
  Status WaitFor(const EventPtr&) final { return NoStream(); }
  Status Wait() final { return NoStream(); }

 private:
  static Status NoStream() {
    return {StatusCode::kNotSupported, "a graph has operations only"};
  }
};
using DeviceGraphPtr = std::shared_ptr<DeviceGraph>;

// ---------------------------------------------------------------- Device

// What the program gets of the driver's.
enum class NativeKind { kDevice, kContext, kStream, kEvent, kKernel, kProgram };

// What a program that the driver's own functions made has been through.
enum class ProgramState : uint8_t { kInput, kObject, kExecutable };

class Interop;

// What kernels of a device do with memory that is another device's.
enum class PeerAccess : uint8_t { kAnyAccess, kAtomics };

// Boolean specialization constants of a SPIR-V module: SpecId and value.
using SpecConstants = std::vector<std::pair<uint32_t, bool>>;

class Device {
 public:
  virtual ~Device() = default;
  virtual const DeviceInfo& info() const = 0;

  // Returns how well `image` suits this device, by its format, target, flags and
  // the description of its target (config/image/described_target.h) alone: never looks at the image's bytes (a filtered image has none;
  // requirements are checked by the runtime afterwards). kRankNever: cannot
  // load it at all.
  virtual int ImageRank(const sycl_device_image& image) const = 0;
  // Short words on why no image is ever accepted here ("the driver takes no
  // SPIR-V"), "" if there is nothing to say. Shown when nothing was usable.
  virtual std::string ImageHint() const { return ""; }
  // Returns a sentence on why this image has kRankNever, although others for
  // its target have not; "" if that is not so.
  virtual std::string ImageProblem(const sycl_device_image&) const {
    return "";
  }

  // Loads `images[0]` linked with the images that export what it imports
  // (images[1..]). All have rank >= 0 and equal format. They live only during
  // the call.
  virtual Status LoadProgram(std::span<const sycl_device_image* const> images,
                             ProgramPtr* program) = 0;

  // Returns whether the driver knows SPV_INTEL_function_variants. If not, the
  // runtime takes out of a module what the device does not run before it is
  // loaded. If it does, LoadConditionalProgram gets the module as it is, and
  // the values of its constants: constants[i] are those of images[i].
  virtual bool SelectsConditionalCode() const { return false; }
  virtual Status LoadConditionalProgram(
      std::span<const sycl_device_image* const> /*images*/,
      std::span<const SpecConstants> /*constants*/, ProgramPtr* /*program*/) {
    return {StatusCode::kNotSupported, "conditional SPIR-V"};
  }

  // bytes > 0; alignment is a power of two. kNotSupported when the device has
  // no such memory (its aspects say so as well).
  virtual Status Allocate(UsmKind kind, size_t bytes, size_t alignment,
                          void** address) = 0;
  // No work uses `address` any more. Same kind as at allocation.
  virtual Status Free(void* address, UsmKind kind) = 0;

  virtual Status CreateStream(const StreamOptions& options,
                              StreamPtr* stream) = 0;

  // kNotSupported where the driver has no graphs: the runtime then submits the
  // commands of a graph one by one.
  virtual Status CreateGraph(DeviceGraphPtr* /*graph*/) {
    return {StatusCode::kNotSupported, "the driver has no graphs"};
  }

  // Bytes of global memory that nobody uses at the moment.
  virtual Status FreeMemory(uint64_t* /*bytes*/) {
    return {StatusCode::kNotSupported, "the driver does not tell free memory"};
  }

  // Memory of another device of the same back end, which `peer` is
  // (runtime/devices/peer_access.h). Off until it is turned on.
  virtual bool CanAccessPeer(const Device& /*peer*/, PeerAccess /*what*/) {
    return false;
  }
  virtual Status SetPeerAccess(Device& /*peer*/, bool /*on*/) {
    return {StatusCode::kNotSupported, "no access to another device's memory"};
  }

  // Sub-devices. One that is made stays for the life of the process, so that
  // nothing that goes by its address outlives it.
  virtual bool CanPartition() const { return false; }
  // Makes a device of each number of compute units; together no more than
  // there are.
  virtual Status Partition(const std::vector<uint32_t>& /*compute_units*/,
                           PartitionKind /*kind*/,
                           std::vector<std::shared_ptr<Device>>* /*parts*/) {
    return {StatusCode::kNotSupported, "this device cannot be partitioned"};
  }
  virtual std::shared_ptr<Device> Parent() const { return nullptr; }

  // For interoperability: the driver's objects (cl_device_id, CUdevice as a
  // value); null where there is none.
  virtual void* NativeHandle() const { return nullptr; }
  virtual void* NativePlatform() const { return nullptr; }
  virtual Status NativeContext(void** /*context*/) {
    return {StatusCode::kNotSupported, "the driver has no contexts"};
  }
  // Of a device in a context of the program's (Interop::AdoptContext): the same
  // device as the program knows it. Null for these.
  virtual std::shared_ptr<Device> Shown() const { return nullptr; }
  // Returns null where the driver's objects cannot be adopted.
  virtual Interop* interop() { return nullptr; }
  // One more reference for the program, where the driver counts them.
  virtual void RetainNative(NativeKind /*kind*/, void* /*handle*/) {}
  // Makes the driver's memory object (cl_mem) over bytes that Allocate gave,
  // or that are the host's if the device uses those.
  virtual Status WrapMemory(void* /*address*/, size_t /*bytes*/,
                            std::shared_ptr<void>* /*memory*/) {
    return {StatusCode::kNotSupported, "the driver has no memory objects"};
  }
};
using DevicePtr = std::shared_ptr<Device>;

// Objects that the program made by the driver's own functions (SYCL 2020,
// 4.5.1.3), each of which the result owns a reference of. In what follows, of
// the context of the device whose Interop this is; kInvalidArgument for others.
class Interop {
 public:
  virtual ~Interop() = default;
  // Finds the devices of a context as they are in it: memory, programs and
  // streams are the context's. `find` gives the device with a native handle, or
  // null.
  virtual Status AdoptContext(
      void* context, const std::function<DevicePtr(void* device)>& find,
      std::vector<DevicePtr>* devices) = 0;
  // kInvalidArgument also for a queue of another device.
  virtual Status AdoptStream(void* queue, StreamOptions* options,
                             bool* in_order, StreamPtr* stream) = 0;
  virtual Status AdoptEvent(void* event, EventPtr* result) = 0;
  virtual Status AdoptKernel(void* kernel, KernelPtr* result) = 0;
  // Compiles and links as the state asks for; the result may be another program.
  virtual Status AdoptProgram(void* program, ProgramState state,
                              std::shared_ptr<void>* result) = 0;
  virtual Status AdoptMemory(void* memory, std::shared_ptr<void>* result,
                             size_t* bytes) = 0;
  virtual Status ReadMemory(void* memory, void* to, size_t bytes) = 0;
  virtual Status WriteMemory(void* memory, const void* from, size_t bytes) = 0;
  // Of the device, or of its platform.
  virtual bool HasExtension(bool platform, const std::string& name) = 0;
};

// Returns the device that the program knows.
inline const Device* ShownDevice(const Device* device) {
  const DevicePtr shown = device->Shown();
  return shown ? shown.get() : device;
}

// ---------------------------------------------------------------- Platform

struct PlatformInfo {
  std::string name;     // "NVIDIA CUDA", "Portable Computing Language"
  std::string vendor;
  std::string version;  // "OpenCL 3.0 PoCL 3.1", "CUDA 12.4"
  BackendKind backend = BackendKind::kCpu;
};

// One platform has devices that can share a SYCL context.
struct Platform {
  PlatformInfo info;
  std::vector<DevicePtr> devices;
};

struct PlatformList {
  std::vector<std::shared_ptr<const Platform>> platforms;
  // One line each on what is present but unusable ("OpenCL: libfoo.so: cannot
  // open shared object file"); no entry when the driver simply is not there.
  // Shown by `sycl-ls` and when no device is found.
  std::vector<std::string> warnings;
};

// One enumerator per back end; each is called once at most, under a lock. Never
// throws or aborts on missing or broken drivers.
PlatformList EnumerateCpuPlatforms();
PlatformList EnumerateOpenClPlatforms();
PlatformList EnumerateCudaPlatforms();
PlatformList EnumerateHipPlatforms();
PlatformList EnumerateLevelZeroPlatforms();
// Returns the emulated devices named by `targets` ("intel_gpu_dg1"), as the
// program's images describe them (`described`) or else the configuration does;
// an unknown name gives a warning that names the known ones.
PlatformList EnumerateEmulatedPlatforms(std::span<const std::string> targets,
                                        const EmulatedDevices& described = {});

// Returns the entries of SYCL_DEVICE_EMULATION or, if that is not set, of
// `otherwise`.
std::vector<std::string> EmulatedTargets(
    std::vector<std::string> otherwise = {});

// A back end, and what is known of its devices before its driver is loaded.
struct Backend {
  BackendKind kind;
  std::string_view name;  // in ONEAPI_DEVICE_SELECTOR: "cuda", "emulated"
  // They take no images of other families, and are of no other types.
  std::vector<const TargetFamily*> families;
  std::vector<DeviceType> types;
  std::function<PlatformList()> enumerate;

  bool is_emulated() const { return name == kEmulatedName; }
};

// Returns those of the table and, last, the emulated devices, if there are any:
// in the order in which devices are listed. A first entry "only" of `emulated`:
// these alone, as on a machine that has just these devices, which is how a test
// of one device runs. Loads no driver.
std::vector<Backend> Backends(std::vector<std::string> emulated,
                              const EmulatedDevices& described = {});

}  // namespace facet

#endif  // FACET_RUNTIME_BACKENDS_BACKEND_H_
