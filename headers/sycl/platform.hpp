// sycl::platform (SYCL 2020, 4.6.2).
#pragma once

#include <sycl/aspects.hpp>
#include <sycl/backend.hpp>
#include <sycl/detail/common_reference.hpp>
#include <sycl/detail/runtime_types.hpp>
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
  explicit platform(const std::function<int(const device &)> &selector);

  backend get_backend() const noexcept;
  std::vector<device>
  get_devices(info::device_type type = info::device_type::all) const;
  template <typename Descriptor>
  typename Descriptor::return_type get_info() const;
  bool has(aspect a) const;
  bool has_extension(const std::string &) const { return false; }
  static std::vector<platform> get_platforms();
  /// That of queues which are made without one; it has all devices of the
  /// platform (sycl_khr_default_context).
  context khr_get_default_context() const;
  /// The same (sycl_ext_oneapi_default_context).
  context ext_oneapi_get_default_context() const;

private:
  __SYCL_REFERENCE_SEMANTICS(platform)
  explicit platform(std::shared_ptr<const facet::Platform> implementation)
      : implementation_(std::move(implementation)) {}
  std::shared_ptr<const facet::Platform> implementation_;
};

} // namespace _V1
} // namespace sycl
__SYCL_HASH(sycl::platform)
