// SYCL memory orders and scopes in the words of SPIR-V and of the compiler's
// atomic built-ins.
#pragma once

#include <sycl/detail/builtins.hpp>
#include <sycl/memory_enums.hpp>

#include <cstdint>

namespace sycl {
inline namespace _V1 {
namespace detail {

constexpr std::uint32_t to_spirv(memory_scope scope) noexcept {
  switch (scope) {
  case memory_scope::work_item:
    return spirv_scope::invocation;
  case memory_scope::sub_group:
    return spirv_scope::sub_group;
  case memory_scope::work_group:
    return spirv_scope::work_group;
  case memory_scope::device:
    return spirv_scope::device;
  case memory_scope::system:
    return spirv_scope::cross_device;
  }
  return spirv_scope::cross_device;
}

constexpr std::uint32_t to_spirv(memory_order order) noexcept {
  switch (order) {
  case memory_order::relaxed:
    return spirv_semantics::none;
  case memory_order::acquire:
    return spirv_semantics::acquire;
  case memory_order::release:
    return spirv_semantics::release;
  case memory_order::acq_rel:
    return spirv_semantics::acquire_release;
  case memory_order::seq_cst:
    return spirv_semantics::sequentially_consistent;
  }
  return spirv_semantics::sequentially_consistent;
}

/// The order a failed compare-and-exchange has when only one order is given.
constexpr memory_order failure_order(memory_order order) noexcept {
  return order == memory_order::acq_rel   ? memory_order::acquire
         : order == memory_order::release ? memory_order::relaxed
                                          : order;
}

/// At least both orders, for a compare-and-exchange that is given two.
constexpr memory_order joined_order(memory_order success,
                                    memory_order failure) noexcept {
  if (success == memory_order::seq_cst || failure == memory_order::seq_cst)
    return memory_order::seq_cst;
  if (failure == memory_order::relaxed)
    return success;
  return success == memory_order::relaxed || success == memory_order::acquire
             ? memory_order::acquire
             : memory_order::acq_rel;
}

/// Returns the read half of a read-modify-write order.
constexpr memory_order load_order(memory_order order) noexcept {
  return failure_order(order);
}

/// Returns the write half of a read-modify-write order.
constexpr memory_order store_order(memory_order order) noexcept {
  return order == memory_order::acq_rel   ? memory_order::release
         : order == memory_order::acquire ? memory_order::relaxed
                                          : order;
}

} // namespace detail
} // namespace _V1
} // namespace sycl
