// sycl::atomic_fence (SYCL 2020, 4.15.1).
#pragma once

#include <sycl/detail/memory_model.hpp>
#include <sycl/memory_enums.hpp>

#ifndef __SYCL_DEVICE_ONLY__
#include <atomic>
#endif

namespace sycl {
inline namespace _V1 {

__SYCL_ALWAYS_INLINE void
atomic_fence(memory_order order, [[maybe_unused]] memory_scope scope) noexcept {
#ifdef __SYCL_DEVICE_ONLY__
  if (order == memory_order::relaxed)
    return;
  __spirv_MemoryBarrier(detail::to_spirv(scope),
                        detail::to_spirv(order) |
                            detail::spirv_semantics::sub_group_memory |
                            detail::spirv_semantics::work_group_memory |
                            detail::spirv_semantics::cross_work_group_memory);
#else
  switch (order) {
  case memory_order::relaxed:
    return;
  case memory_order::acquire:
    return std::atomic_thread_fence(std::memory_order_acquire);
  case memory_order::release:
    return std::atomic_thread_fence(std::memory_order_release);
  case memory_order::acq_rel:
    return std::atomic_thread_fence(std::memory_order_acq_rel);
  case memory_order::seq_cst:
    return std::atomic_thread_fence(std::memory_order_seq_cst);
  }
#endif
}

} // namespace _V1
} // namespace sycl
