// The atomic operations under atomic_ref: on devices the compiler's scoped
// atomics, on the host the GNU ones, which know no scopes.
//
// Orders and scopes nearly always are constants after inlining; the compiler
// turns other ones into a switch.
#pragma once

#include <sycl/access.hpp>
#include <sycl/bit_cast.hpp>
#include <sycl/detail/memory_model.hpp>
#include <sycl/memory_enums.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace sycl {
inline namespace _V1 {
namespace detail {

constexpr int to_builtin(memory_order order) noexcept {
  switch (order) {
  case memory_order::relaxed:
    return __ATOMIC_RELAXED;
  case memory_order::acquire:
    return __ATOMIC_ACQUIRE;
  case memory_order::release:
    return __ATOMIC_RELEASE;
  case memory_order::acq_rel:
    return __ATOMIC_ACQ_REL;
  case memory_order::seq_cst:
    return __ATOMIC_SEQ_CST;
  }
  return __ATOMIC_SEQ_CST;
}

#ifdef __SYCL_DEVICE_ONLY__
constexpr int to_builtin(memory_scope scope) noexcept {
  switch (scope) {
  case memory_scope::work_item:
    return __MEMORY_SCOPE_SINGLE;
  case memory_scope::sub_group:
    return __MEMORY_SCOPE_WVFRNT;
  case memory_scope::work_group:
    return __MEMORY_SCOPE_WRKGRP;
  case memory_scope::device:
    return __MEMORY_SCOPE_DEVICE;
  case memory_scope::system:
    return __MEMORY_SCOPE_SYSTEM;
  }
  return __MEMORY_SCOPE_SYSTEM;
}
#define __SYCL_ATOMIC(OPERATION, ...)                                          \
  __scoped_atomic_##OPERATION(__VA_ARGS__, to_builtin(scope))
#else
#define __SYCL_ATOMIC(OPERATION, ...) __atomic_##OPERATION(__VA_ARGS__)
#endif

/// The integer that carries a T through the atomic instructions.
template <typename T>
using atomic_carrier =
    std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;

// T is an integer here, but for the addition of floating-point numbers; the
// classes above turn everything else into one.

template <typename T>
__SYCL_ALWAYS_INLINE T atomic_load(const T *p, memory_order order,
                                   [[maybe_unused]] memory_scope scope) {
  return __SYCL_ATOMIC(load_n, p, to_builtin(order));
}
template <typename T>
__SYCL_ALWAYS_INLINE void atomic_store(T *p, T value, memory_order order,
                                       [[maybe_unused]] memory_scope scope) {
  __SYCL_ATOMIC(store_n, p, value, to_builtin(order));
}
template <typename T>
__SYCL_ALWAYS_INLINE T atomic_exchange(T *p, T value, memory_order order,
                                       [[maybe_unused]] memory_scope scope) {
  return __SYCL_ATOMIC(exchange_n, p, value, to_builtin(order));
}
template <typename T>
__SYCL_ALWAYS_INLINE bool
atomic_compare_exchange(T *p, T &expected, T desired, memory_order order,
                        [[maybe_unused]] memory_scope scope) {
  // Strong, and with one order: what is not constant becomes a case for each
  // combination.
  return __SYCL_ATOMIC(compare_exchange_n, p, &expected, desired,
                       /*weak=*/false, to_builtin(order),
                       to_builtin(failure_order(order)));
}

#define __SYCL_ATOMIC_FETCH(NAME)                                              \
  template <typename T>                                                        \
  __SYCL_ALWAYS_INLINE T atomic_fetch_##NAME(                                  \
      T *p, T operand, memory_order order,                                     \
      [[maybe_unused]] memory_scope scope) {                                   \
    return __SYCL_ATOMIC(fetch_##NAME, p, operand, to_builtin(order));         \
  }
__SYCL_ATOMIC_FETCH(add)
__SYCL_ATOMIC_FETCH(sub)
__SYCL_ATOMIC_FETCH(and)
__SYCL_ATOMIC_FETCH(or)
__SYCL_ATOMIC_FETCH(xor)
#ifdef __SYCL_DEVICE_ONLY__
__SYCL_ATOMIC_FETCH(min)
__SYCL_ATOMIC_FETCH(max)
#endif
#undef __SYCL_ATOMIC_FETCH
#undef __SYCL_ATOMIC

/// Replaces the T at p by function(T), atomically; returns the old one. For
/// what the targets have no instruction for.
template <typename T, typename Carrier, typename Function>
__SYCL_ALWAYS_INLINE T atomic_update(Carrier *p, memory_order order,
                                     memory_scope scope, Function function) {
  // Success is read off the value found, and the exchange is a strong one, so
  // that the loop stays a single block without the compiler's {value, success}
  // pair living from one round to the next.
  Carrier old = atomic_load(p, memory_order::relaxed, scope);
  for (;;) {
    const T value = sycl::bit_cast<T>(old);
    const Carrier next =
        sycl::bit_cast<Carrier>(static_cast<T>(function(value)));
    Carrier found = old;
    atomic_compare_exchange(p, found, next, order, scope);
    if (found == old)
      return value;
    old = found;
  }
}

/// Adds floating-point numbers: an instruction on most GPUs, which their back
/// ends find behind the compiler's own operation.
template <typename T, typename Carrier>
__SYCL_ALWAYS_INLINE T atomic_add_floating([[maybe_unused]] T *p,
                                           [[maybe_unused]] Carrier *carrier,
                                           T operand, memory_order order,
                                           memory_scope scope) {
#ifdef __SYCL_DEVICE_ONLY__
  return atomic_fetch_add(p, operand, order, scope);
#else
  return atomic_update<T>(carrier, order, scope,
                          [=](T old) { return old + operand; });
#endif
}

#ifndef __SYCL_DEVICE_ONLY__
template <typename T>
inline T atomic_fetch_min(T *p, T operand, memory_order order,
                          memory_scope scope) {
  return atomic_update<T>(p, order, scope,
                          [=](T old) { return operand < old ? operand : old; });
}
template <typename T>
inline T atomic_fetch_max(T *p, T operand, memory_order order,
                          memory_scope scope) {
  return atomic_update<T>(p, order, scope,
                          [=](T old) { return old < operand ? operand : old; });
}
#endif

} // namespace detail
} // namespace _V1
} // namespace sycl
