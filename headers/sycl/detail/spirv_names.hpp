// SPIR-V's names for what sub-groups do, as the headers of migration tools use
// them (dpct's masked shuffles) where the compiler defines __SPIR__. Not part of
// SYCL: DPC++ has them.
#pragma once

#include <sycl/detail/group_exchange.hpp>
#include <sycl/sub_group.hpp>

#include <cstdint>

namespace __spv {
/// "Scope <id>" of the SPIR-V specification, 3.27.
struct Scope {
  enum Flag : std::uint32_t {
    CrossDevice = 0,
    Device = 1,
    Workgroup = 2,
    Subgroup = 3,
    Invocation = 4
  };
  constexpr Scope(Flag flag) : flag_value(flag) {}
  constexpr operator std::uint32_t() const { return flag_value; }
  Flag flag_value;
};
} // namespace __spv

#ifdef __SYCL_DEVICE_ONLY__
/// Returns the x of the work-item `id` of the sub-group. Where there is none,
/// here and below, unspecified.
template <typename T>
__SYCL_ALWAYS_INLINE T __spirv_GroupNonUniformShuffle(__spv::Scope::Flag, T x,
                                                      unsigned id) noexcept {
  const auto group = sycl::detail::make_sub_group();
  return sycl::detail::shuffle(
      x, sycl::detail::has_lanes() || id < group.get_local_linear_range()
             ? id
             : group.get_local_linear_id());
}
template <typename T>
__SYCL_ALWAYS_INLINE T __spirv_GroupNonUniformShuffleXor(
    __spv::Scope::Flag scope, T x, unsigned mask) noexcept {
  const unsigned lane = sycl::detail::make_sub_group().get_local_linear_id();
  return __spirv_GroupNonUniformShuffle(scope, x, lane ^ mask);
}
template <typename T>
__SYCL_ALWAYS_INLINE T __spirv_GroupNonUniformShuffleUp(
    __spv::Scope::Flag scope, T x, unsigned delta) noexcept {
  const unsigned lane = sycl::detail::make_sub_group().get_local_linear_id();
  return __spirv_GroupNonUniformShuffle(scope, x, lane - delta);
}
template <typename T>
__SYCL_ALWAYS_INLINE T __spirv_GroupNonUniformShuffleDown(
    __spv::Scope::Flag scope, T x, unsigned delta) noexcept {
  const unsigned lane = sycl::detail::make_sub_group().get_local_linear_id();
  return __spirv_GroupNonUniformShuffle(scope, x, lane + delta);
}
#endif
