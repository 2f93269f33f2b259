// See command_group.h.
#include "runtime/core/command_group.h"

#include <algorithm>
#include <cstring>

#include "runtime/core/errors.h"
#include "runtime/core/launch_check.h"
#include "runtime/program/image_choice.h"

namespace facet {

void CommandGroup::DependOn(CommandPtr command) {
  if (command) dependencies_.push_back(std::move(command));
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
  uses_.push_back({buffer, device, write, no_init});
  return buffer->Address(device);
}

size_t CommandGroup::AllocateLocal(size_t bytes, size_t alignment) {
  const size_t offset = (local_bytes_ + alignment - 1) / alignment * alignment;
  local_bytes_ = offset + bytes;
  return offset;
}

void CommandGroup::SetOnce() {
  if (set_)
    Throw(sycl::errc::invalid, "a command group can have one command only");
  set_ = true;
}

void CommandGroup::SetKernel(
    sycl::detail::kernel_handle& handle,
    std::span<const sycl::detail::kernel_argument> arguments,
    const sycl::detail::launch_shape& shape) {
  SetOnce();
  KernelEntry* entry = handle.entry.load(std::memory_order_acquire);
  if (!entry) {
    entry = ImageRegistry::Global().Entry(handle.name);
    handle.entry.store(entry, std::memory_order_release);
  }
  const DevicePtr& device = queue_->device();
  kernel_ = LoadKernel(entry, device);
  range_ = ToLaunchRange(shape);
  const Status status =
      CheckLaunch(range_, shape.kind, kernel_->metadata,
                  kernel_->kernel->info(), device->info());
  if (!status.ok())
    Throw(ErrorCodeOf(status.code()),
          "Kernel '" + ReadableKernelName(kernel_->name) +
              "': " + status.message());
  if (device->info().local_memory_size != 0 &&
      local_bytes_ > device->info().local_memory_size)
    Throw(sycl::errc::memory_allocation,
          "Kernel '" + ReadableKernelName(kernel_->name) + "' needs " +
              std::to_string(local_bytes_) + " bytes of local memory; device '" +
              device->info().name + "' has " +
              std::to_string(device->info().local_memory_size) + ".");
  size_t size = 0;
  for (const auto& argument : arguments) {
    size = (size + argument.alignment - 1) / argument.alignment *
           argument.alignment;
    arguments_.push_back({reinterpret_cast<const void*>(size), argument.size,
                          argument.alignment});
    size += argument.size;
    argument_bytes_.resize(size);
    std::memcpy(argument_bytes_.data() + size - argument.size, argument.data,
                argument.size);
  }
}

void CommandGroup::SetHostTask(std::function<void()> task) {
  SetOnce();
  host_task_ = std::move(task);
}

void CommandGroup::SetDeviceAction(Command::DeviceAction action) {
  SetOnce();
  device_action_ = std::move(action);
}

Command::DeviceAction CommandGroup::KernelAction() {
  if (std::any_of(range_.global, range_.global + 3,
                  [](uint64_t n) { return n == 0; }))
    return [](Stream& stream, EventPtr* event) {
      return stream.RecordEvent(event);
    };
  return [kernel = std::move(kernel_), range = range_, local = local_bytes_,
          bytes = std::move(argument_bytes_),
          arguments = std::move(arguments_)](Stream& stream,
                                             EventPtr* event) mutable {
    for (KernelArgument& argument : arguments)
      argument.data = bytes.data() + reinterpret_cast<size_t>(argument.data);
    LaunchDescription launch;
    launch.arguments = arguments;
    launch.range = range;
    launch.local_memory_bytes = local;
    return stream.LaunchKernel(kernel->kernel, launch, event);
  };
}

CommandPtr CommandGroup::Submit() {
  if (!device_action_)
    device_action_ = kernel_ ? KernelAction()
                             : [](Stream& stream, EventPtr* event) {
                                 return stream.RecordEvent(event);
                               };
  CommandPtr command =
      host_task_
          ? Command::OnHost(queue_, std::move(host_task_))
          : Command::OnDevice(
                queue_, [action = std::move(device_action_),
                         kept = std::move(kept_)](
                            Stream& s, EventPtr* e) { return action(s, e); });
  if (uses_.empty()) {
    queue_->Submit(command, std::move(dependencies_));
    return command;
  }
  std::lock_guard lock(BufferGraphMutex());
  for (const Use& use : uses_)
    use.buffer->Prepare(use.device, use.write, use.no_init, &dependencies_);
  for (const Use& use : uses_)
    use.buffer->Register(use.device, use.write, command);
  queue_->Submit(command, std::move(dependencies_));
  return command;
}

}  // namespace facet
