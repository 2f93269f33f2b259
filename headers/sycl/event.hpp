// sycl::event (SYCL 2020, 4.6.6).
#pragma once

#include <sycl/backend.hpp>
#include <sycl/detail/common_reference.hpp>
#include <sycl/detail/runtime_types.hpp>
#include <sycl/info.hpp>

#include <memory>
#include <vector>

namespace sycl {
inline namespace _V1 {

class event : public detail::without_backend_info {
public:
  /// An event of nothing, which is complete. It equals its copies alone.
  event();
  __SYCL_DESTROYED_BY_CALL(event)

  backend get_backend() const noexcept;
  [[deprecated("SYCL 2020 has no host device")]] bool is_host() const {
    return false;
  }
  std::vector<event> get_wait_list();
  void wait();
  static void wait(const std::vector<event> &events);
  void wait_and_throw();
  static void wait_and_throw(const std::vector<event> &events);
  template <typename Descriptor>
  typename Descriptor::return_type get_info() const;
  template <typename Descriptor>
  typename Descriptor::return_type get_profiling_info() const;

private:
  __SYCL_REFERENCE_SEMANTICS(event)
  explicit event(std::shared_ptr<facet::Command> implementation)
      : implementation_(std::move(implementation)) {}
  std::shared_ptr<facet::Command> implementation_;
};

} // namespace _V1
} // namespace sycl
__SYCL_HASH(sycl::event)
