// The functions through which templates of the host API reach the runtime
// library. Everything here is defined in //runtime.
#pragma once

#include <sycl/access.hpp>
#include <sycl/detail/needs_runtime.hpp>
#include <sycl/detail/place.hpp>
#include <sycl/detail/runtime_types.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>

namespace sycl {
inline namespace _V1 {

class handler;

namespace detail {

/// What a buffer is made from. Writable host memory is used in place and is up
/// to date when the buffer is gone; other host memory is copied.
struct buffer_source {
  void *host = nullptr; // may be null
  bool writable = false;
  bool use_host_pointer = false;  // in place even if it is not writable
  std::mutex *mutex = nullptr;    // held whenever `host` is touched
  std::shared_ptr<void> keep;     // lives as long as the buffer
  place made = place::unknown();  // where the program makes the buffer
};
std::shared_ptr<facet::Buffer> make_buffer(const buffer_source &source,
                                           std::size_t bytes,
                                           std::size_t alignment);
void set_final_data(facet::Buffer &buffer,
                    std::function<void(const void *)> write);
void set_write_back(facet::Buffer &buffer, bool on);

/// Makes the buffer part of the command group. Returns the address its bytes
/// have where the command will run.
void *acquire_buffer(handler &group, const std::shared_ptr<facet::Buffer> &b,
                     access_mode mode, bool no_init, bool host_task);
/// The same for the memory of an image. Throws errc::feature_not_supported if
/// the accessor is for a device without aspect::image.
void *acquire_image(handler &group, const std::shared_ptr<facet::Buffer> &image,
                    access_mode mode, bool no_init, bool host_task);
/// An address that stands for the buffer's bytes until the accessor is required
/// by a command group. It must not be dereferenced.
void *placeholder_address(const std::shared_ptr<facet::Buffer> &buffer);
/// Where host tasks find the buffer's bytes; the same for the buffer's life.
void *host_address(const std::shared_ptr<facet::Buffer> &buffer);
/// Returns what an accessor of so many dimensions has beside such an address
/// (accessor_mark); the same for the same, whichever part of the program asks.
std::uint64_t placeholder_mark(const void *address, int dimensions) noexcept;
/// Waits until the host may use the buffer, which it then owns as long as the
/// lock lives. The address of the bytes is stored in *address.
std::shared_ptr<facet::HostLock>
lock_buffer(const std::shared_ptr<facet::Buffer> &buffer, access_mode mode,
            bool no_init, void **address);
/// Memory of the command group's device that lives as long as its command.
void *acquire_scratch(handler &group, std::size_t bytes);
/// Memory for the records of a stream of so many characters, written to
/// std::cout when the command group's kernel is done.
std::uint64_t *acquire_stream(handler &group, std::size_t characters);
/// For `items` items whose values take `bytes` of local memory each.
reduction_plan plan_reduction(handler &group, std::size_t items,
                              std::size_t bytes);
/// Takes dynamic local memory for the command group's kernel; its offset.
std::size_t allocate_local(handler &group, std::size_t bytes,
                           std::size_t alignment);
/// Returns what an accessor to the memory at `offset` has beside that, so that
/// its use by a kernel without work-groups is seen.
std::uint64_t local_accessor_mark(handler &group, std::size_t offset);

/// Lives as long as the function that fills a command group runs in this
/// thread; of the inner one where one fills another. Empty outside.
std::weak_ptr<const void> lifetime_of_command_group() noexcept;
/// Returns the buffer that the address stands for (placeholder_address).
std::weak_ptr<const void>
lifetime_of_placeholder(const void *address) noexcept;

} // namespace detail
} // namespace _V1
} // namespace sycl
