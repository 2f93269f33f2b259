// Extension sycl_ext_oneapi_work_group_memory: a local accessor that is used
// like the object it stands for.
#pragma once

#include <sycl/detail/hide_macros.inc>

#define SYCL_EXT_ONEAPI_WORK_GROUP_MEMORY 1

#include <sycl/detail/local_memory.hpp>
#include <sycl/detail/runtime_calls.hpp>
#include <sycl/ext/oneapi/properties/properties.hpp>
#include <sycl/multi_ptr.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace sycl {
inline namespace _V1 {

class handler;

namespace ext::oneapi::experimental {

struct indeterminate_t {};
inline constexpr indeterminate_t indeterminate;

template <typename DataT, typename PropertyListT = empty_properties_t>
class work_group_memory {
  static_assert(std::is_same_v<PropertyListT, empty_properties_t>,
                "work_group_memory has no properties");
  static constexpr bool is_unbounded =
      std::is_array_v<DataT> && std::extent_v<DataT> == 0;
  /// What there is one of, or as many as the constructor says.
  using element =
      std::conditional_t<is_unbounded, std::remove_extent_t<DataT>, DataT>;

public:
  using value_type = std::remove_all_extents_t<DataT>;

  work_group_memory(const indeterminate_t &) noexcept {}
  work_group_memory(const work_group_memory &) = default;
  template <typename T = DataT,
            typename = std::enable_if_t<!(std::is_array_v<T> &&
                                          std::extent_v<T> == 0)>>
  work_group_memory(handler &group) : work_group_memory(group, 1) {}
  template <
      typename T = DataT,
      typename = std::enable_if_t<std::is_array_v<T> && std::extent_v<T> == 0>>
  work_group_memory(std::size_t count, handler &group)
      : work_group_memory(group, count) {}
  work_group_memory &operator=(const work_group_memory &) = default;

  operator DataT &() const noexcept { return *address(); }
  template <typename T = DataT,
            typename = std::enable_if_t<!std::is_array_v<T>>>
  const work_group_memory &operator=(const DataT &value) const {
    *address() = value;
    return *this;
  }
  DataT *operator&() const noexcept { return address(); }

  template <access::decorated Decorated = access::decorated::no>
  multi_ptr<value_type, access::address_space::local_space, Decorated>
  get_multi_ptr() const noexcept {
    return multi_ptr<value_type, access::address_space::local_space, Decorated>(
        sycl::detail::local_memory<value_type>(offset_));
  }

private:
  friend class sycl::handler;
  work_group_memory(handler &group, std::size_t count)
      : bytes_(count * sizeof(element)),
        offset_(sycl::detail::allocate_local(group, bytes_, alignof(element))),
        mark_(sycl::detail::local_accessor_mark(group, offset_)) {}
  DataT *address() const noexcept {
    return reinterpret_cast<DataT *>(
        sycl::detail::local_memory<unsigned char>(offset_));
  }

  std::size_t bytes_ = 0;
  std::size_t offset_ = 0; // into the work-group's dynamic local memory
  std::uint64_t mark_ =
      0; // by which the runtime finds it in kernels' arguments
};

} // namespace ext::oneapi::experimental
} // namespace _V1
} // namespace sycl

#include <sycl/detail/restore_macros.inc>
