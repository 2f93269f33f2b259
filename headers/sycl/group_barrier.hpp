// sycl::group_barrier for work-groups and sub-groups (SYCL 2020, 4.17.3).
#pragma once

#include <sycl/detail/memory_model.hpp>
#include <sycl/group.hpp>
#include <sycl/sub_group.hpp>

namespace sycl {
inline namespace _V1 {

namespace detail {
__SYCL_ALWAYS_INLINE void
control_barrier([[maybe_unused]] std::uint32_t execution_scope,
                [[maybe_unused]] memory_scope scope) noexcept {
#ifdef __SYCL_DEVICE_ONLY__
  __spirv_ControlBarrier(execution_scope, to_spirv(scope),
                         spirv_semantics::acquire_release |
                             spirv_semantics::sub_group_memory |
                             spirv_semantics::work_group_memory |
                             spirv_semantics::cross_work_group_memory);
#endif
}
} // namespace detail

template <int Dimensions>
__SYCL_ALWAYS_INLINE void
group_barrier(group<Dimensions>,
              memory_scope scope = group<Dimensions>::fence_scope) noexcept {
  detail::control_barrier(detail::spirv_scope::work_group, scope);
}

__SYCL_ALWAYS_INLINE void
group_barrier(sub_group, memory_scope scope = sub_group::fence_scope) noexcept {
  detail::control_barrier(detail::spirv_scope::sub_group, scope);
}

} // namespace _V1
} // namespace sycl
