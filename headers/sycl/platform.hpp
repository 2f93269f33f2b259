// sycl::platform (SYCL 2020, 4.6.2).
#pragma once

#include <sycl/aspects.hpp>
#include <sycl/backend.hpp>
#include <sycl/detail/common_reference.hpp>
#include <sycl/detail/runtime_types.hpp>
#include <sycl/detail/selectors.hpp>
#include <sycl/info.hpp>

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace sycl {
inline namespace _V1 {

class context;
class device;

class platform : public detail::without_backend_info {
public:
  platform();
  template <typename Selector, typename = detail::require_selector<Selector>>
  explicit platform(const Selector &selector)
      : platform(select(detail::make_selector(selector))) {}

  backend get_backend() const noexcept;
  std::vector<device>
  get_devices(info::device_type type = info::device_type::all) const;
  template <typename Descriptor>
  typename Descriptor::return_type get_info() const;
  bool has(aspect a) const;
  [[deprecated("SYCL 2020 has no host device")]] bool is_host() const {
    return false;
  }
  bool has_extension(const std::string &name) const;
  static std::vector<platform> get_platforms();
  /// That of queues which are made without one; it has all devices of the
  /// platform (sycl_khr_default_context).
  context khr_get_default_context() const;
  /// The same (sycl_ext_oneapi_default_context).
  context ext_oneapi_get_default_context() const;
  /// None (sycl_ext_oneapi_composite_device).
  std::vector<device> ext_oneapi_get_composite_devices() const;

private:
  __SYCL_REFERENCE_SEMANTICS(platform)
  explicit platform(std::shared_ptr<const facet::Platform> implementation)
      : implementation_(std::move(implementation)) {}
  static platform select(const std::function<int(const device &)> &selector);
  std::shared_ptr<const facet::Platform> implementation_;
};

} // namespace _V1
} // namespace sycl
__SYCL_HASH(sycl::platform)
