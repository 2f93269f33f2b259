// sycl::kernel and sycl::kernel_id (SYCL 2020, 4.11.4 and 4.11.13).
#pragma once

#include <sycl/backend.hpp>
#include <sycl/context.hpp>
#include <sycl/detail/common_reference.hpp>
#include <sycl/detail/runtime_types.hpp>
#include <sycl/device.hpp>
#include <sycl/info.hpp>
#include <sycl/range.hpp>

#include <cstddef>
#include <functional>
#include <memory>

namespace facet {
struct BundleKernel;
struct KernelBundle;
} // namespace facet

namespace sycl {
inline namespace _V1 {

enum class bundle_state : char { input, object, executable };
template <bundle_state State> class kernel_bundle;
class queue;

class kernel_id {
public:
  /// Returns the kernel's symbol.
  const char *get_name() const noexcept;

private:
  __SYCL_REFERENCE_SEMANTICS(kernel_id)
  explicit kernel_id(facet::KernelEntry *entry) : implementation_(entry) {}
  // Entries live as long as the process.
  facet::KernelEntry *implementation_;
};

namespace detail {
kernel_id kernel_id_of(const char *name);
} // namespace detail

/// A kernel of an executable bundle.
class kernel : public detail::without_backend_info {
public:
  backend get_backend() const noexcept;
  context get_context() const;
  kernel_bundle<bundle_state::executable> get_kernel_bundle() const;

  template <typename Descriptor>
  typename Descriptor::return_type get_info() const;
  /// What the kernel is on a device of its bundle.
  template <typename Descriptor>
  typename Descriptor::return_type get_info(const device &dev) const;
  /// Only with kernel_device_specific::max_sub_group_size.
  template <typename Descriptor>
  typename Descriptor::return_type get_info(const device &dev,
                                            const range<3> &) const {
    return get_info<Descriptor>(dev);
  }
  /// See ext/oneapi/experimental/launch_queries.hpp.
  template <typename Param, typename... T>
  auto ext_oneapi_get_info(const queue &q, const T &...arguments) const;

private:
  __SYCL_REFERENCE_SEMANTICS(kernel)
  explicit kernel(std::shared_ptr<const facet::BundleKernel> implementation)
      : implementation_(std::move(implementation)) {}
  std::shared_ptr<const facet::BundleKernel> implementation_;
};

} // namespace _V1
} // namespace sycl
__SYCL_HASH(sycl::kernel)

template <> struct std::hash<sycl::kernel_id> {
  std::size_t operator()(const sycl::kernel_id &id) const noexcept {
    return std::hash<const void *>()(
        sycl::detail::access_implementation::get(id));
  }
};
