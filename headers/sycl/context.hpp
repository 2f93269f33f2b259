// sycl::context (SYCL 2020, 4.6.3).
#pragma once

#include <sycl/device.hpp>
#include <sycl/exception.hpp>
#include <sycl/platform.hpp>
#include <sycl/property_list.hpp>

#include <memory>
#include <vector>

namespace sycl {
inline namespace _V1 {

namespace usm {
enum class alloc : int;
} // namespace usm
namespace ext::oneapi::experimental {
class memory_pool;
} // namespace ext::oneapi::experimental

class context : public detail::without_backend_info,
                public detail::without_properties {
public:
  explicit context(const property_list &properties = {});
  explicit context(async_handler handler, const property_list &properties = {});
  explicit context(const device &dev, const property_list &properties = {});
  explicit context(const device &dev, async_handler handler,
                   const property_list &properties = {});
  /// With all devices of the platform.
  explicit context(const platform &all, const property_list &properties = {});
  explicit context(const platform &all, async_handler handler,
                   const property_list &properties = {});
  explicit context(const std::vector<device> &devices,
                   const property_list &properties = {});
  explicit context(const std::vector<device> &devices, async_handler handler,
                   const property_list &properties = {});

  backend get_backend() const noexcept;
  platform get_platform() const;
  std::vector<device> get_devices() const;
  [[deprecated("SYCL 2020 has no host device")]] bool is_host() const {
    return false;
  }
  template <typename Descriptor>
  typename Descriptor::return_type get_info() const;

  // sycl_ext_oneapi_async_memory_alloc: the pools that async_malloc takes
  // memory from. Without a device: of host memory. Throw errc::invalid for
  // other kinds and for a device that the context has not.
  ext::oneapi::experimental::memory_pool
  ext_oneapi_get_default_memory_pool(usm::alloc kind) const;
  ext::oneapi::experimental::memory_pool
  ext_oneapi_get_default_memory_pool(const device &dev, usm::alloc kind) const;

private:
  __SYCL_REFERENCE_SEMANTICS(context)
  explicit context(std::shared_ptr<facet::Context> implementation)
      : implementation_(std::move(implementation)) {}
  std::shared_ptr<facet::Context> implementation_;
};

} // namespace _V1
} // namespace sycl
__SYCL_HASH(sycl::context)
