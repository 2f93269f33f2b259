// Properties of buffers and of unified memory that are hints to devices with
// several kinds of memory, which no device here has
// (sycl_ext_oneapi_use_pinned_host_memory,
// sycl_ext_oneapi_usm_device_read_only, sycl_ext_intel_mem_channel_property,
// sycl_ext_intel_runtime_buffer_location).
#pragma once

#include <sycl/detail/hide_macros.inc>

#include <sycl/buffer.hpp>
#include <sycl/property_list.hpp>

#include <cstdint>
#include <type_traits>

#define SYCL_EXT_INTEL_MEM_CHANNEL_PROPERTY 1
#define SYCL_EXT_INTEL_RUNTIME_BUFFER_LOCATION 1
#define SYCL_EXT_ONEAPI_USE_PINNED_HOST_MEMORY_PROPERTY 1
#define SYCL_EXT_ONEAPI_USM_DEVICE_READ_ONLY 1

namespace sycl {
inline namespace _V1 {
namespace property::buffer {
class mem_channel
    : public detail::property_with_id<detail::property_id::buffer_mem_channel> {
public:
  mem_channel(std::uint32_t channel) : channel_(channel) {}
  std::uint32_t get_channel() const { return channel_; }

private:
  std::uint32_t channel_;
};
} // namespace property::buffer

namespace ext::oneapi::property::usm {
class device_read_only : public sycl::detail::property_with_id<
                             sycl::detail::property_id::usm_device_read_only> {
public:
  device_read_only() = default;
};
} // namespace ext::oneapi::property::usm

namespace ext::intel::experimental::property::usm {
class buffer_location : public sycl::detail::property_with_id<
                            sycl::detail::property_id::usm_buffer_location> {
public:
  buffer_location(int location) : location_(location) {}
  int get_buffer_location() const { return location_; }

private:
  int location_;
};
} // namespace ext::intel::experimental::property::usm

template <typename T, int D, typename A>
struct is_property_of<property::buffer::mem_channel, buffer<T, D, A>>
    : std::true_type {};
template <typename T, int D, typename A>
struct is_property_of<ext::oneapi::property::buffer::use_pinned_host_memory,
                      buffer<T, D, A>> : std::true_type {};

} // namespace _V1
} // namespace sycl

#include <sycl/detail/restore_macros.inc>
