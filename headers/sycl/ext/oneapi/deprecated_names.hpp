// Names that extensions of oneAPI had for what SYCL 2020 has since.
#pragma once

#include <sycl/detail/hide_macros.inc>

#include <sycl/atomic_fence.hpp>
#include <sycl/atomic_ref.hpp>
#include <sycl/functional.hpp>
#include <sycl/memory_enums.hpp>
#include <sycl/reduction.hpp>
#include <sycl/sub_group.hpp>

namespace sycl {
inline namespace _V1 {
namespace ext::oneapi {

#define __SYCL_USE_CORE(NAME) [[deprecated("use 'sycl::" #NAME "'")]]
#define __SYCL_FUNCTION_OBJECT(NAME)                                           \
  template <typename T = void> using NAME __SYCL_USE_CORE(NAME) = sycl::NAME<T>;
__SYCL_FUNCTION_OBJECT(plus)
__SYCL_FUNCTION_OBJECT(multiplies)
__SYCL_FUNCTION_OBJECT(bit_and)
__SYCL_FUNCTION_OBJECT(bit_or)
__SYCL_FUNCTION_OBJECT(bit_xor)
__SYCL_FUNCTION_OBJECT(logical_and)
__SYCL_FUNCTION_OBJECT(logical_or)
__SYCL_FUNCTION_OBJECT(minimum)
__SYCL_FUNCTION_OBJECT(maximum)
#undef __SYCL_FUNCTION_OBJECT

using sub_group __SYCL_USE_CORE(sub_group) = sycl::sub_group;

using memory_order __SYCL_USE_CORE(memory_order) = sycl::memory_order;
using memory_scope __SYCL_USE_CORE(memory_scope) = sycl::memory_scope;
template <typename T, sycl::memory_order DefaultOrder,
          sycl::memory_scope DefaultScope,
          access::address_space Space = access::address_space::generic_space>
using atomic_ref __SYCL_USE_CORE(atomic_ref) =
    sycl::atomic_ref<T, DefaultOrder, DefaultScope, Space>;
#undef __SYCL_USE_CORE

using sycl::atomic_fence;
using sycl::reduction;

} // namespace ext::oneapi
} // namespace _V1
} // namespace sycl

#include <sycl/detail/restore_macros.inc>
