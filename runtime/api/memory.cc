// Buffers, accessors and unified shared memory.
#include <sycl/access.hpp>
#include <sycl/detail/runtime_calls.hpp>
#include <sycl/handler.hpp>
#include <sycl/usm.hpp>

#include <cstdint>

#include "runtime/backends/cpu/checks/state/command_order.h"
#include "runtime/devices/errors.h"
#include "runtime/memory/buffer.h"
#include "runtime/memory/context.h"
#include "runtime/program/launch_check.h"
#include "runtime/submission/command_group.h"

namespace sycl {
inline namespace _V1 {
namespace detail {

std::shared_ptr<facet::Buffer> make_buffer(const buffer_source& source,
                                           std::size_t bytes,
                                           std::size_t alignment) {
  return facet::MakeBuffer(source, bytes, alignment);
}
void* placeholder_address(const std::shared_ptr<facet::Buffer>& buffer) {
  return buffer->PlaceholderAddress();
}
void* host_address(const std::shared_ptr<facet::Buffer>& buffer) {
  return buffer->Address(nullptr);
}
std::uint64_t placeholder_mark(const void* address, int dimensions) noexcept {
  return facet::AddressMark(address, dimensions);
}
void set_final_data(facet::Buffer& buffer,
                    std::function<void(const void*)> write) {
  buffer.SetFinalData(std::move(write));
}
void set_write_back(facet::Buffer& buffer, bool on) { buffer.SetWriteBack(on); }

void* acquire_buffer(handler& group, const std::shared_ptr<facet::Buffer>& b,
                     access_mode mode, bool no_init, bool host_task) {
  return group.group_->Acquire(b, mode != access_mode::read, no_init,
                               host_task);
}
std::shared_ptr<facet::HostLock> lock_buffer(
    const std::shared_ptr<facet::Buffer>& buffer, access_mode mode,
    bool no_init, void** address) {
  auto lock = std::make_shared<facet::HostLock>(
      buffer, mode != access_mode::read, no_init);
  *address = lock->address();
  return lock;
}
std::size_t allocate_local(handler& group, std::size_t bytes,
                           std::size_t alignment) {
  return group.group_->AllocateLocal(bytes, alignment);
}
std::uint64_t local_accessor_mark(handler& group, std::size_t offset) {
  return group.group_->LocalAccessorMark(offset);
}

std::weak_ptr<const void> lifetime_of_command_group() noexcept {
  return facet::CommandGroup::CurrentLifetime();
}
std::weak_ptr<const void> lifetime_of_placeholder(
    const void* address) noexcept {
  return facet::FindPlaceholder(address).buffer;
}

void* acquire_scratch(handler& group, std::size_t bytes) {
  return group.group_->AcquireScratch(bytes);
}
std::uint64_t* acquire_stream(handler& group, std::size_t characters) {
  return static_cast<std::uint64_t*>(group.group_->AcquireStream(characters));
}
reduction_plan plan_reduction(handler& group, std::size_t items,
                              std::size_t bytes) {
  // The kernel's own range is that of the plan.
  if (items > INT64_MAX)
    facet::Throw(errc::nd_range,
                 "The range of a reduction has too many work-items.");
  reduction_plan plan = facet::PlanReduction(
      group.group_->queue()->device()->info(), items, bytes);
  // Neighbours, which may race with each other, go to different work-items:
  // where that is many times as slow as one after the other, in few of them.
  constexpr std::size_t kApart = std::size_t{1} << 16;
  if (facet::OrderIsObserved() && items <= kApart) plan.blocked = false;
  return plan;
}

void* allocate_usm(std::size_t alignment, std::size_t bytes, const device& dev,
                   const context& ctx, usm::alloc kind, place from) {
  facet::UsmKind wanted;
  switch (kind) {
    case usm::alloc::host: wanted = facet::UsmKind::kHost; break;
    case usm::alloc::device: wanted = facet::UsmKind::kDevice; break;
    case usm::alloc::shared: wanted = facet::UsmKind::kShared; break;
    default: facet::Throw(errc::invalid, "USM: unknown kind of allocation");
  }
  const auto& in = access_implementation::get(ctx);
  const facet::ProgramRequest request({from.file(), from.line()}, in.get());
  return facet::AllocateUsm(*in,
                            access_implementation::get(dev), wanted, bytes,
                            alignment);
}

}  // namespace detail

namespace {
void Free(void* address, const detail::place& from) {
  const facet::ProgramRequest request({from.file(), from.line()}, nullptr);
  facet::FreeUsm(address);
}
}  // namespace

void free(void* address, const context&, detail::place from) {
  Free(address, from);
}
void free(void* address, const queue&, detail::place from) {
  Free(address, from);
}

usm::alloc get_pointer_type(const void* address, const context& ctx) {
  const auto found = facet::FindUsm(address);
  if (!found ||
      found->context != detail::access_implementation::get(ctx).get())
    return usm::alloc::unknown;
  switch (found->kind) {
    case facet::UsmKind::kDevice: return usm::alloc::device;
    case facet::UsmKind::kHost: return usm::alloc::host;
    case facet::UsmKind::kShared: return usm::alloc::shared;
  }
  return usm::alloc::unknown;
}
device get_pointer_device(const void* address, const context& ctx) {
  const auto found = facet::FindUsm(address);
  if (!found ||
      found->context != detail::access_implementation::get(ctx).get())
    facet::Throw(errc::invalid, "get_pointer_device: not USM of this context");
  const facet::DevicePtr shown = found->device->Shown();
  return detail::access_implementation::make<device>(shown ? shown
                                                           : found->device);
}

}  // namespace _V1
}  // namespace sycl
