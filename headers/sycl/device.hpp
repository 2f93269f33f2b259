// sycl::device (SYCL 2020, 4.6.4).
#pragma once

#include <sycl/aspects.hpp>
#include <sycl/detail/common_reference.hpp>
#include <sycl/detail/runtime_types.hpp>
#include <sycl/detail/selectors.hpp>
#include <sycl/ext/intel/device_info.hpp>
#include <sycl/ext/oneapi/experimental/device_architecture.hpp>
#include <sycl/info.hpp>
#include <sycl/platform.hpp>

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

namespace sycl {
inline namespace _V1 {

namespace ext::oneapi {
/// What device::ext_oneapi_can_access_peer asks for.
enum class peer_access : int { access_supported, atomics_supported };
} // namespace ext::oneapi

class device : public detail::without_backend_info {
public:
  /// The device that default_selector_v selects.
  device();
  template <typename Selector, typename = detail::require_selector<Selector>>
  explicit device(const Selector &selector)
      : device(select(detail::make_selector(selector))) {}

  backend get_backend() const noexcept;
  platform get_platform() const;
  bool is_cpu() const { return has(aspect::cpu); }
  bool is_gpu() const { return has(aspect::gpu); }
  bool is_accelerator() const { return has(aspect::accelerator); }
  [[deprecated("SYCL 2020 has no host device")]] bool is_host() const {
    return false;
  }
  bool has(aspect a) const;
  bool has_extension(const std::string &name) const;
  template <typename Descriptor>
  typename Descriptor::return_type get_info() const;
  /// sycl_ext_oneapi_device_architecture, on the host.
  bool ext_oneapi_architecture_is(
      ext::oneapi::experimental::architecture a) const;
  bool ext_oneapi_architecture_is(
      ext::oneapi::experimental::arch_category category) const;

  /// Returns whether kernels here can use memory that is the peer's
  /// (sycl_ext_oneapi_peer_access).
  bool ext_oneapi_can_access_peer(
      const device &peer,
      ext::oneapi::peer_access what =
          ext::oneapi::peer_access::access_supported) const;
  /// Lets them do so. Throws errc::feature_not_supported if they cannot, and
  /// errc::invalid if they do already.
  void ext_oneapi_enable_peer_access(const device &peer);
  /// Throws errc::invalid if access has not been enabled.
  void ext_oneapi_disable_peer_access(const device &peer);

  /// Devices with `count` compute units each.
  template <info::partition_property Property>
  std::enable_if_t<Property == info::partition_property::partition_equally,
                   std::vector<device>>
  create_sub_devices(std::size_t count) const {
    return partition_equally(count);
  }
  /// A device for each of the counts of compute units.
  template <info::partition_property Property>
  std::enable_if_t<Property == info::partition_property::partition_by_counts,
                   std::vector<device>>
  create_sub_devices(const std::vector<std::size_t> &counts) const {
    return partition_by_counts(counts);
  }
  template <info::partition_property Property>
  std::enable_if_t<Property ==
                       info::partition_property::partition_by_affinity_domain,
                   std::vector<device>>
  create_sub_devices(info::partition_affinity_domain domain) const {
    return partition_by_affinity_domain(domain);
  }

  static std::vector<device>
  get_devices(info::device_type type = info::device_type::all);

private:
  __SYCL_REFERENCE_SEMANTICS(device)
  friend class platform;
  explicit device(std::shared_ptr<facet::Device> implementation)
      : implementation_(std::move(implementation)) {}
  std::vector<device> partition_equally(std::size_t count) const;
  std::vector<device>
  partition_by_counts(const std::vector<std::size_t> &counts) const;
  std::vector<device>
  partition_by_affinity_domain(info::partition_affinity_domain domain) const;
  static device select(const std::function<int(const device &)> &selector);
  std::shared_ptr<facet::Device> implementation_;
};

} // namespace _V1
} // namespace sycl
__SYCL_HASH(sycl::device)
