// See kernel_launches.h.
#include "runtime/submission/kernel_launches.h"

#include <cstring>
#include <utility>

#include "runtime/order/queue.h"

namespace facet {

void KernelLaunch::SetArguments(
    std::span<const sycl::detail::kernel_argument> arguments) {
  size_t size = 0;
  for (const auto& argument : arguments) {
    size = (size + argument.alignment - 1) & ~(argument.alignment - 1);
    arguments_.push_back({reinterpret_cast<const void*>(size), argument.size,
                          argument.alignment});
    size += argument.size;
    bytes_.resize(size);
    constants_at_ = size - argument.size;
    std::memcpy(bytes_.data() + constants_at_, argument.data, argument.size);
  }
}

void KernelLaunch::SetConstants(const void* table) {
  std::memcpy(bytes_.data() + constants_at_, &table, sizeof(table));
}

void KernelLaunch::AddAddress(const void* address) {
  const size_t at = (bytes_.size() + sizeof(address) - 1) & -sizeof(address);
  arguments_.push_back(
      {reinterpret_cast<const void*>(at), sizeof(address), alignof(void*)});
  bytes_.resize(at + sizeof(address));
  std::memcpy(bytes_.data() + at, &address, sizeof(address));
}

// Arguments are the functor, then the range of a kernel over one.
void KernelLaunch::SetRange(const LaunchRange& range,
                            const sycl::detail::launch_shape& shape) {
  range_ = range;
  if (shape.kind != sycl::detail::launch_kind::range) return;
  std::memcpy(bytes_.data() + reinterpret_cast<size_t>(arguments_[1].data),
              shape.global, shape.dimensions * sizeof(shape.global[0]));
}

void KernelLaunch::NoteUser(const std::shared_ptr<Queue>& queue) const {
  if (!found_->kernel->Knows(*queue)) found_->kernel->NoteUser(queue);
}

void KernelLaunch::Own(const std::shared_ptr<Queue>& queue) {
  // Where the kernel's images have gone, others may define it.
  while (!(owned_ = found_->kernel->Own())) {
    found_ = &LoadKernel(entry_, queue->device());
    found_->kernel->NoteUser(queue);
  }
}

Status KernelLaunch::Run(const std::shared_ptr<Queue>& queue, Stream& stream,
                         size_t local, std::span<const LocalPart> local_parts,
                         EventPtr* event) {
  const KernelPtr* kernel = &owned_;
  if (!owned_ && !(kernel = found_->kernel->IfCurrent(found_->generation))) {
    Own(queue);
    kernel = &owned_;
  }
  for (KernelArgument& argument : arguments_)
    argument.data = bytes_.data() + reinterpret_cast<size_t>(argument.data);
  LaunchDescription description;
  description.arguments = {arguments_.data(), arguments_.size()};
  description.range = range_;
  description.local_memory_bytes = local;
  description.local_parts = local_parts;
  return stream.LaunchKernel(*kernel, description, event);
}

KernelLaunch& KernelLaunches::Add(KernelEntry* entry, const FoundKernel& found,
                                  const LaunchRange& range,
                                  bool takes_constants) {
  if (!first_) return first_.emplace(entry, found, range, takes_constants);
  return more_.emplace_back(entry, found, range, takes_constants);
}

void KernelLaunches::RemoveEmpty() {
  std::erase_if(more_, [](const KernelLaunch& l) { return l.empty(); });
  if (!first_ || !first_->empty()) return;
  first_.reset();
  if (more_.empty()) return;
  first_ = std::move(more_.front());
  more_.erase(more_.begin());
}

// A stream keeps their order.
Status KernelLaunches::Run(const std::shared_ptr<Queue>& queue, Stream& stream,
                           EventPtr* event) {
  const KernelLaunch* const last = &back();
  Status status;
  if (!copied_.empty())
    status = stream.Copy(copy_to_, copied_.data(), copied_.size(), nullptr);
  for (const auto& [address, bytes] : discarded_)
    if (status.ok()) status = stream.Discard(address, bytes);
  ForEach([&](KernelLaunch& launch) {
    if (status.ok())
      status = launch.Run(queue, stream, local_bytes_, local_parts_,
                          &launch == last ? event : nullptr);
  });
  return status;
}

DeviceAction KernelLaunches::Keep(const std::shared_ptr<Queue>& queue) {
  ForEach([&](KernelLaunch& launch) { launch.Own(queue); });
  return [kept = std::make_shared<KernelLaunches>(std::move(*this))](
             Stream& stream, EventPtr* event) {
    return kept->Run(/*queue=*/nullptr, stream, event);  // all are owned
  };
}

}  // namespace facet
