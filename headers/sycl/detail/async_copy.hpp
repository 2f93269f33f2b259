// Copies by a whole work-group and the event they end in (SYCL 2020, 4.9.1.7
// and 4.9.1.9). Each work-item copies its share at once; waiting for the event
// is a barrier, after which all of the group sees all of it. Where one work-item
// executes what the group does (h_item.hpp), it copies everything.
#pragma once

#include <sycl/detail/builtins.hpp>
#include <sycl/detail/defines.hpp>
#include <sycl/multi_ptr.hpp>

#include <cstddef>
#include <type_traits>

namespace sycl {
inline namespace _V1 {

namespace detail {
__SYCL_ALWAYS_INLINE void
control_barrier([[maybe_unused]] std::uint32_t execution_scope,
                [[maybe_unused]] std::uint32_t memory_scope) noexcept {
#ifdef __SYCL_DEVICE_ONLY__
  __spirv_ControlBarrier(execution_scope, memory_scope,
                         spirv_semantics::acquire_release |
                             spirv_semantics::sub_group_memory |
                             spirv_semantics::work_group_memory |
                             spirv_semantics::cross_work_group_memory);
#endif
}
template <typename Group> class async_copies;
} // namespace detail

class device_event {
public:
  /// All work-items of the group call it.
  void wait() noexcept {
    if (!is_done_)
      detail::control_barrier(detail::spirv_scope::work_group,
                              detail::spirv_scope::work_group);
  }

private:
  template <typename> friend class detail::async_copies;
  bool is_done_ = false; // for the one work-item that there is
};

namespace detail {

/// The copies of class Group, which says who the work-item is.
template <typename Group> class async_copies {
public:
  /// Element i of `dest` is element i * stride of `src`.
  template <typename T, typename S, access::decorated A, access::decorated B,
            typename = std::enable_if_t<std::is_same_v<const T, const S>>>
  device_event async_work_group_copy(local_ptr<T, A> dest, global_ptr<S, B> src,
                                     std::size_t n,
                                     std::size_t stride = 1) const noexcept {
    return copy(dest.get_raw(), src.get_raw(), n, 1, stride);
  }
  /// Element i * stride of `dest` is element i of `src`.
  template <typename T, typename S, access::decorated A, access::decorated B,
            typename = std::enable_if_t<std::is_same_v<const T, const S>>>
  device_event async_work_group_copy(global_ptr<T, A> dest, local_ptr<S, B> src,
                                     std::size_t n,
                                     std::size_t stride = 1) const noexcept {
    return copy(dest.get_raw(), src.get_raw(), n, stride, 1);
  }

  template <typename... Events> void wait_for(Events... events) const noexcept {
    (events.wait(), ...);
  }

private:
  template <typename T>
  device_event copy(T *dest, const T *src, std::size_t n,
                    std::size_t dest_stride,
                    std::size_t src_stride) const noexcept {
    const auto &self = static_cast<const Group &>(*this);
    const bool alone = self.is_executed_once();
    const std::size_t step = alone ? 1 : self.get_local_range().size();
    for (std::size_t i =
             alone ? 0 : linearize(self.get_local_id(), self.get_local_range());
         i < n; i += step)
      dest[i * dest_stride] = src[i * src_stride];
    device_event done;
    done.is_done_ = alone;
    return done;
  }
};

} // namespace detail
} // namespace _V1
} // namespace sycl
