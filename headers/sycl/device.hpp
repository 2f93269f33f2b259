// sycl::device (SYCL 2020, 4.6.4).
#pragma once

#include <sycl/aspects.hpp>
#include <sycl/detail/common_reference.hpp>
#include <sycl/detail/runtime_types.hpp>
#include <sycl/ext/oneapi/experimental/device_architecture.hpp>
#include <sycl/info.hpp>
#include <sycl/platform.hpp>

#include <functional>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

namespace sycl {
inline namespace _V1 {

class device {
public:
  /// The device that default_selector_v selects.
  device();
  template <typename Selector,
            typename = std::enable_if_t<
                std::is_invocable_r_v<int, const Selector &, const device &> &&
                !std::is_same_v<std::decay_t<Selector>, device>>>
  explicit device(const Selector &selector)
      : device(select(std::function<int(const device &)>(selector))) {}

  backend get_backend() const noexcept;
  platform get_platform() const;
  bool is_cpu() const { return has(aspect::cpu); }
  bool is_gpu() const { return has(aspect::gpu); }
  bool is_accelerator() const { return has(aspect::accelerator); }
  bool has(aspect a) const;
  bool has_extension(const std::string &) const { return false; }
  template <typename Descriptor>
  typename Descriptor::return_type get_info() const;
  /// sycl_ext_oneapi_device_architecture, on the host.
  bool ext_oneapi_architecture_is(
      ext::oneapi::experimental::architecture a) const;

  static std::vector<device>
  get_devices(info::device_type type = info::device_type::all);

private:
  __SYCL_REFERENCE_SEMANTICS(device)
  friend class platform;
  explicit device(std::shared_ptr<facet::Device> implementation)
      : implementation_(std::move(implementation)) {}
  static device select(const std::function<int(const device &)> &selector);
  std::shared_ptr<facet::Device> implementation_;
};

} // namespace _V1
} // namespace sycl
__SYCL_HASH(sycl::device)
