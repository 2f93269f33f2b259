// See command_group.h.
#include "runtime/submission/command_group.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "runtime/backends/cpu/checks/state/definedness.h"
#include "runtime/backends/cpu/checks/state/objects.h"
#include "runtime/devices/errors.h"
#include "runtime/memory/context.h"
#include "runtime/memory/scratch.h"
#include "runtime/order/order_lock.h"
#include "runtime/program/image_choice.h"
#include "runtime/program/launch_check.h"
#include "runtime/registry/kernel_names.h"
#include "runtime/submission/command_graph.h"

namespace facet {
namespace {

Status NoAction(Stream& stream, EventPtr* event) {
  return event ? stream.RecordEvent(event) : Status();
}

[[noreturn]] void RefuseStreams() {
  Throw(sycl::errc::invalid,
        "stream: kernels of a command graph cannot use streams");
}

thread_local CommandGroup::Filling* current_filling = nullptr;

[[noreturn]] void RefusePlaceholder() {
  Throw(sycl::errc::kernel_argument,
        "a placeholder accessor is used without handler::require");
}

// Function objects are copied to devices byte by byte.
void CheckLayout(const KernelEntry& kernel, uint64_t host, uint64_t device) {
  const std::string difference = DescribeLayoutDifference(host, device);
  if (!difference.empty())
    Throw(sycl::errc::kernel_argument,
          "Kernel '" + ReadableKernelName(kernel.name) + "': " + difference);
}

}  // namespace

CommandGroup::Filling::Filling() : outer_(current_filling) {
  current_filling = this;
}
CommandGroup::Filling::~Filling() { current_filling = outer_; }

std::weak_ptr<const void> CommandGroup::CurrentLifetime() {
  if (!current_filling) return {};
  if (!current_filling->lifetime_)
    current_filling->lifetime_ = std::make_shared<char>();
  return current_filling->lifetime_;
}

void CommandGroup::DependOn(CommandPtr command) {
  if (!command) return;
  if (command->graph_role() && command->graph_role()->node)
    depends_on_node_ = true;
  dependencies_.push_back(std::move(command));
}

void CommandGroup::RefuseInGraphs(const char* what) const {
  if (is_recorded_)
    Throw(sycl::errc::invalid,
          std::string(what) + " cannot be part of a command graph");
}

void CommandGroup::Seal() {
  CompleteKernel();
  if (!streams_.empty()) RefuseStreams();
  ResolveArguments();
  dependencies_.clear();
  depends_on_node_ = false;
  barrier_ = Barrier::kNone;
  // Each execution gets a copy of the task as it is now. Copies of the group
  // share it: they may be made and destroyed under locks.
  if (host_task_)
    host_task_ = [task = std::make_shared<const std::function<void()>>(
                      std::move(host_task_))] {
      std::function<void()> copy = *task;
      copy();
    };
  if (host_task_) KeepAlive(queue_);  // that of an interop_handle
  if (device_action_)
    device_action_ = [action = std::make_shared<const DeviceAction>(std::move(
                          device_action_))](Stream& stream, EventPtr* event) {
      return (*action)(stream, event);
    };
}

void CommandGroup::MoveTo(const std::shared_ptr<Queue>& queue) {
  queue_ = queue;
  launches_.ForEach([&](KernelLaunch& launch) { launch.NoteUser(queue); });
}

std::vector<CommandGroup::UsedBuffer> CommandGroup::used_buffers() const {
  std::vector<UsedBuffer> used;
  for (const Use& use : uses_) used.push_back({use.buffer.get(), use.write});
  return used;
}

void CommandGroup::SetShape(const sycl::detail::launch_shape& shape) {
  if (kind_ != CommandKind::kKernel)
    Throw(sycl::errc::invalid, "node: only kernels have a range");
  if (!object_kernel_ && !launches_.has_one())
    Throw(sycl::errc::invalid,
          "node: the range of a kernel with reductions is fixed");
  const LaunchRange& old =
      object_kernel_ ? object_range_ : launches_.back().range();
  if (shape.kind != launch_kind_ ||
      static_cast<uint32_t>(shape.dimensions) != old.dimensions)
    Throw(sycl::errc::invalid,
          "node: the new range must be a range or an nd_range, with as many "
          "dimensions, as the kernel was submitted with");
  LaunchRange range = ToLaunchRange(shape);
  if (shape.kind == sycl::detail::launch_kind::range)
    std::copy(old.offset, old.offset + 3, range.offset);
  const LoadedKernel* kernel =
      object_kernel_ ? nullptr : &launches_.back().kernel();
  ChooseWorkGroup(range, kernel ? kernel->metadata : KernelMetadata(),
                  kernel ? kernel->info : object_kernel_->info(),
                  queue_->device()->info());
  const Status status = CheckLaunch(
      range, shape.kind, kernel ? kernel->metadata : KernelMetadata(),
      kernel ? kernel->info : object_kernel_->info(), queue_->device()->info());
  if (!status.ok())
    Throw(ErrorCodeOf(status.code()), "node: " + status.message());
  if (kernel) return launches_.back().SetRange(range, shape);
  object_range_ = range;
  object_range_.may_round_up = false;
}

std::string CommandGroup::Describe(bool verbose) const {
  std::string text;
  if (!launches_.empty()) {
    const KernelLaunch& launch = launches_.front();
    text = ReadableKernelName(launch.kernel().name);
    const uint64_t* const global = launch.range().global;
    if (verbose)
      text += "\nglobal size: " + std::to_string(global[0]) + " x " +
              std::to_string(global[1]) + " x " + std::to_string(global[2]);
  }
  if (verbose && !uses_.empty())
    text += "\nbuffers: " + std::to_string(uses_.size());
  return text;
}

void CommandGroup::ChangeObjectArgument(uint32_t index,
                                        std::span<const std::byte> bytes) {
  for (ObjectArgument& argument : object_arguments_)
    if (argument.index == index)
      argument.bytes.assign(bytes.begin(), bytes.end());
}

void CommandGroup::KeepAlive(std::shared_ptr<const void> object) {
  kept_.push_back(std::move(object));
}

void* CommandGroup::Acquire(const std::shared_ptr<Buffer>& buffer, bool write,
                            bool no_init, bool on_host) {
  const DevicePtr device = on_host ? nullptr : queue_->device();
  for (Use& use : uses_)
    if (use.buffer == buffer && use.device == device) {
      use.write |= write;
      use.no_init &= no_init;
      return buffer->Address(device);
    }
  if (uses_.empty()) uses_.reserve(4);
  uses_.push_back({buffer, device, write, no_init});
  return buffer->Address(device);
}

void CommandGroup::Require(const void* address, bool write, bool on_host) {
  const Placeholder placeholder = FindPlaceholder(address);
  if (!placeholder.buffer) {
    if (FindUse(address)) return;
    Throw(sycl::errc::invalid,
          "handler::require: the accessor belongs to another command group, or "
          "its buffer is gone");
  }
  Acquire(placeholder.buffer, write, /*no_init=*/false, on_host);
  required_.push_back(placeholder.buffer.get());
}

CommandGroup::Use* CommandGroup::FindUse(const void* address) {
  const char* wanted = static_cast<const char*>(address);
  const Placeholder placeholder = FindPlaceholder(address);
  Use* ends_there = nullptr;  // an empty accessor may have that address
  for (Use& use : uses_) {
    if (use.buffer == placeholder.buffer) return &use;
    const char* start = static_cast<char*>(use.buffer->Address(use.device));
    const char* end = start + use.buffer->bytes();
    if (wanted >= start && wanted < end) return &use;
    if (wanted == end) ends_there = &use;
  }
  return ends_there;
}

void CommandGroup::UpdateHost(const void* address) {
  Use* use = FindUse(address);
  if (!use)
    Throw(
        sycl::errc::invalid,
        "handler::update_host: the accessor belongs to another command group");
  *use = {use->buffer, nullptr, /*write=*/false, /*no_init=*/false};
  // Buffers wait for those who use them.
  SetHostTask([buffer = use->buffer.get()] { buffer->UpdateUser(); });
}

void* CommandGroup::Resolve(const void* address) {
  const Placeholder found = FindPlaceholder(address);
  if (!found.buffer) return const_cast<void*>(address);
  if (!IsRequired(found)) RefusePlaceholder();
  return AddressOf(found);
}

bool CommandGroup::IsRequired(const Placeholder& placeholder) const {
  return std::count(required_.begin(), required_.end(),
                    placeholder.buffer.get()) != 0;
}

void* CommandGroup::AddressOf(const Placeholder& placeholder) const {
  return static_cast<char*>(placeholder.buffer->Address(queue_->device())) +
         placeholder.offset;
}

// Accessors are in the functor's bytes. A pointer that was made of a placeholder
// stays what it is, an address that nobody may access: nothing tells it from what
// was in the functor's padding before.
void CommandGroup::ResolveArguments() {
  launches_.ForEach([&](KernelLaunch& launch) {
    const std::span<std::byte> bytes = launch.bytes();
    for (const FoundPlaceholder& found : FindPlaceholders(bytes)) {
      if (!IsRequired(found.placeholder)) RefusePlaceholder();
      void* const address = AddressOf(found.placeholder);
      std::memcpy(bytes.data() + found.at, &address, sizeof(address));
    }
  });
}

void* CommandGroup::AcquireScratch(size_t bytes) {
  auto memory = TakeScratch(queue_->device(), bytes);
  void* address = memory.get();
  stream_memory_.push_back(std::move(memory));
  return address;
}

void* CommandGroup::AcquireStream(size_t characters) {
  if (characters > PTRDIFF_MAX / 64)
    Throw(sycl::errc::memory_allocation,
          "stream: no memory has room for as many characters");
  if (is_recorded_) RefuseStreams();
  streams_.push_back(MakeStreamBuffer(characters));
  return Acquire(streams_.back().buffer, /*write=*/true, /*no_init=*/false,
                 /*on_host=*/false);
}

size_t CommandGroup::AllocateLocal(size_t bytes, size_t alignment) {
  return local_.Allocate(queue_->device()->info(), bytes, alignment);
}

void CommandGroup::UseBundle(std::shared_ptr<const KernelBundle> bundle) {
  if (!constants_.empty())
    Throw(sycl::errc::invalid,
          "handler::use_kernel_bundle: specialization constants have been set");
  bundle_ = std::move(bundle);
}

void CommandGroup::SetConstant(uint64_t key, const void* value, size_t size) {
  if (bundle_)
    Throw(sycl::errc::invalid,
          "handler::set_specialization_constant: the kernel bundle has their "
          "values");
  constants_.Set(key, value, size);
}

void CommandGroup::GetConstant(uint64_t key, void* value, size_t size) const {
  if (bundle_)
    Throw(sycl::errc::invalid,
          "handler::get_specialization_constant: the kernel bundle has their "
          "values");
  constants_.Get(key, value, size);
}

// The table is where the kernel runs, and lives as long as it runs.
void CommandGroup::AddConstants() {
  const ConstantValues& values = bundle_ ? bundle_->constants : constants_;
  if (values.empty()) return;
  KernelLaunch* reader = nullptr;
  launches_.ForEach([&](KernelLaunch& launch) {
    if (!reader && launch.takes_constants()) reader = &launch;
  });
  if (!reader) return;
  const auto table =
      std::make_shared<const std::vector<std::byte>>(values.Table());
  stream_memory_.push_back(table);
  if (queue_->device()->info().host_can_access_device_memory)
    return reader->SetConstants(table->data());
  void* const address = AcquireScratch(table->size());
  reader->SetConstants(address);
  launches_.CopyBefore(address, *table);
}

void CommandGroup::SetOnce(CommandKind kind) {
  if (set_)
    Throw(sycl::errc::invalid, "a command group can have one command only");
  set_ = true;
  kind_ = kind;
}

void CommandGroup::SetKernel(
    sycl::detail::kernel_handle& handle,
    std::span<const sycl::detail::kernel_argument> arguments,
    const sycl::detail::launch_shape& shape) {
  if (!shape.follows || launches_.empty()) {
    SetOnce(CommandKind::kKernel);
    launch_kind_ = shape.kind;
  }
  KernelEntry* entry = handle.entry.load(std::memory_order_acquire);
  if (!entry) {
    entry = ImageRegistry::Global().Entry(handle.name);
    handle.entry.store(entry, std::memory_order_release);
  }
  const DevicePtr& device = queue_->device();
  if (bundle_ && !shape.follows &&
      bundle_->kernels.count({entry, ShownDevice(device.get())}) == 0)
    Throw(
        sycl::errc::kernel_not_supported,
        "Kernel '" + ReadableKernelName(entry->name) +
            "' is not in the kernel bundle of the command group for device '" +
            device->info().name + "'.");
  if (shape.kind != sycl::detail::launch_kind::nd_range && !arguments.empty())
    local_.RefuseIn(entry->name,
                    {static_cast<const std::byte*>(arguments.front().data),
                     arguments.front().size});
  const FoundKernel& found = LoadKernel(entry, device);
  if (handle.layout &&
      *handle.layout != found.kernel->metadata.functor_layout)
    CheckLayout(*entry, *handle.layout, found.kernel->metadata.functor_layout);
  if (!found.kernel->Knows(*queue_)) found.kernel->NoteUser(queue_);
  LaunchRange range = ToLaunchRange(shape);
  ChooseWorkGroup(range, found.kernel->metadata, found.kernel->info,
                  device->info());
  const Status status = CheckLaunch(range, shape.kind, found.kernel->metadata,
                                    found.kernel->info, device->info());
  if (!status.ok())
    Throw(ErrorCodeOf(status.code()), "Kernel '" +
                                          ReadableKernelName(entry->name) +
                                          "': " + status.message());
  KernelLaunch& launch =
      launches_.Add(entry, found, range, shape.takes_constants);
  launch.SetArguments(arguments);
  for (const DeviceGlobal& global : found.kernel->metadata.device_globals)
    launch.AddAddress(
        queue_->context()->device_globals.Address(device, global));
  local_.Check(device->info(), launches_);
}

char* CommandGroup::DeviceGlobalAddress(
    const sycl::detail::device_global_reference& object) {
  void* const address = queue_->context()->device_globals.Address(
      queue_->device(), *FindDeviceGlobal(object));
  return static_cast<char*>(address) + object.value_offset;
}

void CommandGroup::SetObjectArgument(ObjectArgument argument) {
  if (argument.kind == ObjectArgument::Kind::kPointer) {
    void* address = nullptr;
    std::memcpy(&address, argument.bytes.data(), sizeof(address));
    address = Resolve(address);
    std::memcpy(argument.bytes.data(), &address, sizeof(address));
  }
  object_arguments_.push_back(std::move(argument));
}

void CommandGroup::SetKernelObject(const KernelPtr& kernel,
                                   const sycl::detail::launch_shape& shape) {
  for (const ObjectArgument& argument : object_arguments_)
    if (argument.index == uint32_t{sycl::detail::scratch_argument})
      Throw(sycl::errc::feature_not_supported,
            "kernel object: kernels made by interoperation have no "
            "work_group_scratch_size");
  LaunchRange range = ToLaunchRange(shape);
  ChooseWorkGroup(range, {}, kernel->info(), queue_->device()->info());
  const Status status = CheckLaunch(range, shape.kind, {}, kernel->info(),
                                    queue_->device()->info());
  if (!status.ok())
    Throw(ErrorCodeOf(status.code()), "kernel object: " + status.message());
  SetOnce(CommandKind::kKernel);
  launch_kind_ = shape.kind;
  object_kernel_ = kernel;
  object_range_ = range;
  object_range_.may_round_up = false;
}

void CommandGroup::SetFunctionKernel(std::shared_ptr<KernelBundle> bundle,
                                     KernelEntry* entry,
                                     const sycl::detail::launch_shape& shape) {
  using sycl::detail::launch_kind;
  const int dimensions = entry->function()->dimensions;
  const int given = shape.kind == launch_kind::single_task ? 0 : shape.dimensions;
  // Negative: the host's compiler does not know them.
  if (shape.kind == launch_kind::range ||
      (dimensions >= 0 && dimensions != given)) {
    std::string right = dimensions == 0  ? "single_task"
                        : dimensions < 0 ? "single_task or an nd_range"
                                         : "an nd_range<" +
                                               std::to_string(dimensions) + ">";
    Throw(sycl::errc::invalid, "Kernel '" + ReadableKernelName(entry->name) +
                                   "' is launched by " + right + " only.");
  }
  SetOnce(CommandKind::kKernel);
  function_kernel_ = entry;
  function_bundle_ = std::move(bundle);
  function_shape_ = shape;
}

void CommandGroup::CompleteKernel() {
  if (!function_kernel_) return;
  KernelEntry* const entry = std::exchange(function_kernel_, nullptr);
  const KernelEntry::Function& function = *entry->function();
  if (!dynamic_arguments_.empty())
    Throw(sycl::errc::feature_not_supported,
          "Kernel '" + ReadableKernelName(entry->name) +
              "': kernels of functions have no dynamic parameters.");
  const auto refuse = [&](size_t index, const std::string& what) {
    Throw(sycl::errc::invalid,
          "Kernel '" + ReadableKernelName(entry->name) + "': argument " +
              std::to_string(index) + " " + what + ".");
  };
  // The functor's arguments are copied from there byte by byte.
  std::vector<std::byte> functor(std::max<size_t>(1, function.size));
  std::vector<bool> is_set(function.arguments.size());
  for (const ObjectArgument& argument : object_arguments_) {
    if (argument.index == uint32_t{sycl::detail::scratch_argument}) {
      if (argument.bytes.size() != function.scratch.size)
        Throw(sycl::errc::feature_not_supported,
              "Kernel '" + ReadableKernelName(entry->name) +
                  "' was compiled without work_group_scratch_size for kernel "
                  "objects.");
      std::copy(argument.bytes.begin(), argument.bytes.end(),
                functor.begin() + function.scratch.offset);
      continue;
    }
    if (argument.index >= function.arguments.size())
      refuse(argument.index, "was set, but the function has only " +
                                 std::to_string(function.arguments.size()));
    const auto& [offset, size] = function.arguments[argument.index];
    const std::vector<std::byte>& bytes =
        argument.object.empty() ? argument.bytes : argument.object;
    if (bytes.size() != size)
      refuse(argument.index, "has " + std::to_string(size) +
                                 " bytes, and was set to a value of " +
                                 std::to_string(bytes.size()));
    std::copy(bytes.begin(), bytes.end(), functor.begin() + offset);
    is_set[argument.index] = true;
  }
  for (size_t i = 0; i < is_set.size(); ++i)
    if (!is_set[i]) refuse(i, "was not set");
  sycl::detail::kernel_handle handle{entry->name.c_str(), &function.layout,
                                     entry};
  const sycl::detail::kernel_argument argument{functor.data(), function.size,
                                               function.alignment};
  if (!bundle_) bundle_ = std::move(function_bundle_);
  set_ = false;  // by this kernel
  SetKernel(handle, {&argument, 1}, function_shape_);
}

// With the arguments that were set after the kernel, too.
DeviceAction CommandGroup::ObjectKernelAction() const {
  return [kernel = object_kernel_, range = object_range_,
          arguments = object_arguments_](Stream& stream, EventPtr* event) {
    LaunchDescription launch;
    launch.range = range;
    launch.object_arguments = arguments;
    return stream.LaunchKernel(kernel, launch, event);
  };
}

void CommandGroup::SetHostTask(std::function<void()> task) {
  SetOnce(CommandKind::kHostTask);
  host_task_ = std::move(task);
}

void CommandGroup::SetDeviceAction(CommandKind kind, DeviceAction action) {
  SetOnce(kind);
  device_action_ = std::move(action);
}

void CommandGroup::SetGraph(std::shared_ptr<ExecutableGraph> graph) {
  SetOnce(CommandKind::kGraph);
  graph_ = std::move(graph);
}

void CommandGroup::SetBarrier(Barrier barrier) {
  SetOnce(CommandKind::kBarrier);
  barrier_ = barrier;
}

void CommandGroup::SubmitTo(Queue& queue, const CommandPtr& command) {
  if (barrier_ == Barrier::kNone) return queue.Submit(command, dependencies_);
  queue.SubmitBarrier(command, dependencies_, barrier_ == Barrier::kAfterAll);
}

// Of buffers: what kernels do not need, and what a host task writes.
void CommandGroup::NoteContents() {
  std::vector<std::pair<const void*, size_t>> written;
  for (const Use& use : uses_) {
    if (!use.write) continue;
    void* const address = use.buffer->Address(use.device);
    if (!use.device)
      written.emplace_back(address, use.buffer->bytes());
    else if (use.no_init)
      launches_.DiscardBefore(address, use.buffer->bytes());
  }
  if (!host_task_ || written.empty()) return;
  host_task_ = [written = std::move(written), task = std::move(host_task_)] {
    for (const auto& [address, bytes] : written) MakeDefined(address, bytes);
    task();
  };
}

void CommandGroup::PrepareLaunches() {
  ResolveArguments();
  AddConstants();
  launches_.RemoveEmpty();
  if (MemoryIsChecked()) NoteContents();
  local_.GiveTo(launches_);
}

DeviceAction CommandGroup::TakeDeviceWork(
    std::vector<std::shared_ptr<const void>>* kept) {
  PrepareLaunches();
  kept->insert(kept->end(), kept_.begin(), kept_.end());
  kept->insert(kept->end(), stream_memory_.begin(), stream_memory_.end());
  if (device_action_) return std::move(device_action_);
  if (object_kernel_) return ObjectKernelAction();
  return launches_.empty() ? NoAction : launches_.Keep(queue_);
}

CommandPtr CommandGroup::Submit() {
  CompleteKernel();
  if (graph_ && !uses_.empty())
    Throw(sycl::errc::invalid,
          "handler::ext_oneapi_graph: the command group has accessors");
  if (graph_) return graph_->Submit(queue_, dependencies_);
  PrepareLaunches();
  CommandPtr command = TakeCommand();
  Queue& queue = *command->queue();
  if (!kept_.empty()) command->KeepUntilDone(std::move(kept_));
  if (!stream_memory_.empty()) command->KeepInStream(std::move(stream_memory_));
  if (queue.options().profiling) command->WantEvent();
  if (uses_.empty()) {
    SubmitTo(queue, command);
    return command;
  }
  OrderLocks::Mutexes mutexes;
  for (const Use& use : uses_) mutexes.push_back(&use.buffer->mutex());
  const OrderLocks locks(std::move(mutexes));
  for (const Use& use : uses_)
    use.buffer->Prepare(use.device, use.write, use.no_init, command->queue(),
                        &dependencies_);
  // What throws here has written nothing: the buffers stay as they are.
  SubmitTo(queue, command);
  for (const Use& use : uses_)
    use.buffer->Register(use.device, use.write, command);
  return command;
}

CommandPtr CommandGroup::TakeCommand() {
  if (host_task_)
    return Command::OnHost(std::move(queue_), std::move(host_task_));
  if (device_action_)
    return Command::OnDevice(std::move(queue_), std::move(device_action_));
  if (object_kernel_)
    return Command::OnDevice(std::move(queue_), ObjectKernelAction());
  if (launches_.empty()) return Command::OnDevice(std::move(queue_), NoAction);
  return Command::OnDevice(std::move(queue_), launches_);
}

}  // namespace facet
