// The device built-ins that these headers call, and the work-item queries made
// from them. Every ahead-of-time target provides them (see docs/headers.md).
//
// SPIR-V counts dimension 0 as the fastest; SYCL counts the last one as the
// fastest. The functions here take SYCL dimensions and turn them around.
#pragma once

#include <sycl/detail/defines.hpp>
#include <sycl/id.hpp>
#include <sycl/range.hpp>

#include <cstddef>
#include <cstdint>

#ifdef __SYCL_DEVICE_ONLY__
/// i < n. Constant true where the runtime never starts an item out of range.
extern "C" SYCL_EXTERNAL __attribute__((const)) bool
__sycl_in_range(std::size_t i, std::size_t n) noexcept;

/// Whether the pointer points into memory of this kind: 0 private, 1 global, 3
/// local. The address escapes: else the optimizer puts a constant in the place
/// of a variable with the same contents, and the answer is another one.
extern "C" SYCL_EXTERNAL __attribute__((const)) bool
__sycl_points_into(const volatile void *pointer, std::uint32_t space) noexcept;

/// The first byte of the work-group's dynamic local memory.
extern "C" SYCL_EXTERNAL __attribute__((const, opencl_local)) char *
__sycl_local_arena() noexcept;

SYCL_EXTERNAL __attribute__((convergent)) void
__spirv_ControlBarrier(std::uint32_t execution_scope,
                       std::uint32_t memory_scope,
                       std::uint32_t semantics) noexcept;
SYCL_EXTERNAL __attribute__((convergent)) void
__spirv_MemoryBarrier(std::uint32_t memory_scope,
                      std::uint32_t semantics) noexcept;
#endif

namespace sycl {
inline namespace _V1 {
namespace detail {

/// SPIR-V "Scope <id>" values.
namespace spirv_scope {
inline constexpr std::uint32_t cross_device = 0, device = 1, work_group = 2,
                               sub_group = 3, invocation = 4;
} // namespace spirv_scope

/// SPIR-V "Memory Semantics <id>" bits.
namespace spirv_semantics {
inline constexpr std::uint32_t none = 0, acquire = 0x2, release = 0x4,
                               acquire_release = 0x8,
                               sequentially_consistent = 0x10,
                               sub_group_memory = 0x80,
                               work_group_memory = 0x100,
                               cross_work_group_memory = 0x200;
} // namespace spirv_semantics

#ifdef __SYCL_DEVICE_ONLY__
/// -fsycl-id-queries-fit-in-int: the host refuses a launch for which this would
/// not hold (check_fits_in_int).
__SYCL_ALWAYS_INLINE std::size_t queried(std::size_t value) noexcept {
#ifdef __SYCL_ID_QUERIES_FIT_IN_INT__
  __builtin_assume(value <= 0x7fffffff);
#endif
  return value;
}
#endif

// A query of one SPIR-V built-in variable by SYCL dimension. On the host, where
// kernels are compiled but never run, it is zero.
#ifdef __SYCL_DEVICE_ONLY__
#define __SYCL_ID_QUERY(NAME, BUILTIN)                                         \
  template <int Dimensions>                                                    \
  __SYCL_ALWAYS_INLINE std::size_t NAME(int dimension) noexcept {              \
    const int d = Dimensions - 1 - dimension;                                  \
    return queried(d == 0 ? BUILTIN(0) : d == 1 ? BUILTIN(1) : BUILTIN(2));    \
  }
#else
#define __SYCL_ID_QUERY(NAME, BUILTIN)                                         \
  template <int Dimensions> inline std::size_t NAME(int) noexcept { return 0; }
#endif
__SYCL_ID_QUERY(query_global_id, __builtin_spirv_global_invocation_id)
__SYCL_ID_QUERY(query_global_range, __builtin_spirv_global_size)
__SYCL_ID_QUERY(query_global_offset, __builtin_spirv_global_offset)
__SYCL_ID_QUERY(query_local_id, __builtin_spirv_local_invocation_id)
__SYCL_ID_QUERY(query_local_range, __builtin_spirv_workgroup_size)
__SYCL_ID_QUERY(query_group_id, __builtin_spirv_workgroup_id)
__SYCL_ID_QUERY(query_group_range, __builtin_spirv_num_workgroups)
#undef __SYCL_ID_QUERY

#ifdef __SYCL_DEVICE_ONLY__
#define __SYCL_SUB_GROUP_QUERY(NAME, BUILTIN)                                  \
  __SYCL_ALWAYS_INLINE std::uint32_t NAME() noexcept { return BUILTIN(); }
#else
#define __SYCL_SUB_GROUP_QUERY(NAME, BUILTIN)                                  \
  inline std::uint32_t NAME() noexcept { return 0; }
#endif
__SYCL_SUB_GROUP_QUERY(query_sub_group_local_range,
                       __builtin_spirv_subgroup_size)
__SYCL_SUB_GROUP_QUERY(query_sub_group_max_local_range,
                       __builtin_spirv_subgroup_max_size)
__SYCL_SUB_GROUP_QUERY(query_sub_group_range, __builtin_spirv_num_subgroups)
__SYCL_SUB_GROUP_QUERY(query_sub_group_id, __builtin_spirv_subgroup_id)
__SYCL_SUB_GROUP_QUERY(query_sub_group_local_id,
                       __builtin_spirv_subgroup_local_invocation_id)
#undef __SYCL_SUB_GROUP_QUERY

/// An id or range made of one query per dimension.
template <template <int> class Index, int Dimensions, typename Query>
__SYCL_ALWAYS_INLINE Index<Dimensions> make_index(Query query) noexcept {
  if constexpr (Dimensions == 1)
    return Index<1>(query(0));
  else if constexpr (Dimensions == 2)
    return Index<2>(query(0), query(1));
  else
    return Index<3>(query(0), query(1), query(2));
}

#define __SYCL_INDEX_QUERY(NAME, INDEX)                                        \
  template <int Dimensions>                                                    \
  __SYCL_ALWAYS_INLINE INDEX<Dimensions> NAME() noexcept {                     \
    return make_index<INDEX, Dimensions>(                                      \
        [](int d) { return query_##NAME<Dimensions>(d); });                    \
  }
__SYCL_INDEX_QUERY(global_id, id)
__SYCL_INDEX_QUERY(global_range, range)
__SYCL_INDEX_QUERY(global_offset, id)
__SYCL_INDEX_QUERY(local_id, id)
__SYCL_INDEX_QUERY(local_range, range)
__SYCL_INDEX_QUERY(group_id, id)
__SYCL_INDEX_QUERY(group_range, range)
#undef __SYCL_INDEX_QUERY

/// Row-major position of an index in a range.
template <int Dimensions>
__SYCL_ALWAYS_INLINE std::size_t
linearize(const id<Dimensions> &i, const range<Dimensions> &r) noexcept {
  std::size_t linear = i[0];
  for (int d = 1; d < Dimensions; ++d)
    linear = linear * r[d] + i[d];
  return linear;
}

/// The index at that position.
template <int Dimensions>
__SYCL_ALWAYS_INLINE id<Dimensions>
delinearize(std::size_t i, const range<Dimensions> &r) noexcept {
  id<Dimensions> result;
  for (int d = Dimensions - 1; d > 0; --d) {
    result[d] = i % r[d];
    i /= r[d];
  }
  result[0] = i;
  return result;
}

} // namespace detail
} // namespace _V1
} // namespace sycl
