// sycl::group_barrier for work-groups and sub-groups (SYCL 2020, 4.17.3).
#pragma once

#include <sycl/detail/memory_model.hpp>
#include <sycl/group.hpp>
#include <sycl/sub_group.hpp>

namespace sycl {
inline namespace _V1 {

template <int Dimensions>
__SYCL_ALWAYS_INLINE void
group_barrier(group<Dimensions>,
              memory_scope scope = group<Dimensions>::fence_scope) noexcept {
  detail::control_barrier(detail::spirv_scope::work_group,
                          detail::to_spirv(scope));
}

__SYCL_ALWAYS_INLINE void
group_barrier(sub_group, memory_scope scope = sub_group::fence_scope) noexcept {
  detail::control_barrier(detail::spirv_scope::sub_group,
                          detail::to_spirv(scope));
}

} // namespace _V1
} // namespace sycl
