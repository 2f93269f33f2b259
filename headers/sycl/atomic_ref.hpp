// sycl::atomic_ref (SYCL 2020, 4.15.3).
//
// Layers, from the ground up: what every type has; what integers,
// floating-point numbers and pointers have besides; a layer that exists twice,
// for 8-byte types with the attribute that asks devices for aspect::atomic64
// ("Adding an attribute to 8-byte atomic_ref" of the optional kernel features
// design); the public class.
#pragma once

#include <sycl/access.hpp>
#include <sycl/aspects.hpp>
#include <sycl/detail/atomic_operations.hpp>
#include <sycl/memory_enums.hpp>

#include <cstddef>
#include <type_traits>

namespace sycl {
inline namespace _V1 {
namespace detail {

template <typename T, memory_order DefaultOrder, memory_scope DefaultScope>
class atomic_ref_base {
  static_assert(sizeof(T) == 4 || sizeof(T) == 8,
                "atomic_ref needs a type of 4 or 8 bytes");
  static_assert(std::is_trivially_copyable_v<T>);
  static_assert(DefaultOrder == memory_order::relaxed ||
                    DefaultOrder == memory_order::acq_rel ||
                    DefaultOrder == memory_order::seq_cst,
                "the default order is relaxed, acq_rel or seq_cst");

public:
  using value_type = T;
  static constexpr std::size_t required_alignment = sizeof(T);
  static constexpr bool is_always_lock_free = true;
  static constexpr memory_order default_read_order = load_order(DefaultOrder);
  static constexpr memory_order default_write_order = store_order(DefaultOrder);
  static constexpr memory_order default_read_modify_write_order = DefaultOrder;
  static constexpr memory_scope default_scope = DefaultScope;

  explicit atomic_ref_base(T &object) noexcept : object_(&object) {}
  atomic_ref_base(const atomic_ref_base &) noexcept = default;
  atomic_ref_base &operator=(const atomic_ref_base &) = delete;

  bool is_lock_free() const noexcept { return true; }

  T load(memory_order order = default_read_order,
         memory_scope scope = default_scope) const noexcept {
    return sycl::bit_cast<T>(atomic_load(carried(), order, scope));
  }
  operator T() const noexcept { return load(); }

  void store(T value, memory_order order = default_write_order,
             memory_scope scope = default_scope) const noexcept {
    atomic_store(carried(), sycl::bit_cast<carrier>(value), order, scope);
  }
  T operator=(T value) const noexcept {
    store(value);
    return value;
  }

  T exchange(T value, memory_order order = default_read_modify_write_order,
             memory_scope scope = default_scope) const noexcept {
    return sycl::bit_cast<T>(atomic_exchange(
        carried(), sycl::bit_cast<carrier>(value), order, scope));
  }

// The weak one is the strong one.
#define __SYCL_COMPARE_EXCHANGE(NAME)                                          \
  bool NAME(T &expected, T desired, memory_order success,                      \
            memory_order failure, memory_scope scope = default_scope)          \
      const noexcept {                                                         \
    return compare_exchange(expected, desired,                                 \
                            joined_order(success, failure), scope);            \
  }                                                                            \
  bool NAME(T &expected, T desired,                                            \
            memory_order order = default_read_modify_write_order,              \
            memory_scope scope = default_scope) const noexcept {               \
    return compare_exchange(expected, desired, order, scope);                  \
  }
  __SYCL_COMPARE_EXCHANGE(compare_exchange_weak)
  __SYCL_COMPARE_EXCHANGE(compare_exchange_strong)
#undef __SYCL_COMPARE_EXCHANGE

protected:
  using carrier = atomic_carrier<T>;

  carrier *carried() const noexcept {
    return reinterpret_cast<carrier *>(object_);
  }
  T *object() const noexcept { return object_; }

private:
  bool compare_exchange(T &expected, T desired, memory_order order,
                        memory_scope scope) const noexcept {
    carrier found = sycl::bit_cast<carrier>(expected);
    const bool done = atomic_compare_exchange(
        carried(), found, sycl::bit_cast<carrier>(desired), order, scope);
    expected = sycl::bit_cast<T>(found);
    return done;
  }

  T *object_;
};

/// Types with no arithmetic.
template <typename T, memory_order Order, memory_scope Scope, typename = void>
class atomic_ref_arithmetic : public atomic_ref_base<T, Order, Scope> {
public:
  using atomic_ref_base<T, Order, Scope>::atomic_ref_base;
  using atomic_ref_base<T, Order, Scope>::operator=;
};

#define __SYCL_FETCH_OPERATOR(OP, NAME, OPERAND)                               \
  T operator OP(OPERAND operand) const noexcept {                              \
    return static_cast<T>(fetch_##NAME(operand) __SYCL_BINARY_##NAME operand); \
  }
#define __SYCL_BINARY_add +
#define __SYCL_BINARY_sub -
#define __SYCL_BINARY_and &
#define __SYCL_BINARY_or |
#define __SYCL_BINARY_xor ^

template <typename T, memory_order Order, memory_scope Scope>
class atomic_ref_arithmetic<T, Order, Scope,
                            std::enable_if_t<std::is_integral_v<T>>>
    : public atomic_ref_base<T, Order, Scope> {
  using base = atomic_ref_base<T, Order, Scope>;

public:
  using difference_type = T;
  using base::base;
  using base::operator=;

#define __SYCL_FETCH(NAME)                                                     \
  T fetch_##NAME(T operand,                                                    \
                 memory_order order = base::default_read_modify_write_order,   \
                 memory_scope scope = base::default_scope) const noexcept {    \
    return atomic_fetch_##NAME(this->object(), operand, order, scope);         \
  }
  __SYCL_FETCH(add)
  __SYCL_FETCH(sub)
  __SYCL_FETCH(and)
  __SYCL_FETCH(or)
  __SYCL_FETCH(xor)
  __SYCL_FETCH(min)
  __SYCL_FETCH(max)
#undef __SYCL_FETCH
  __SYCL_FETCH_OPERATOR(+=, add, T)
  __SYCL_FETCH_OPERATOR(-=, sub, T)
  __SYCL_FETCH_OPERATOR(&=, and, T)
  __SYCL_FETCH_OPERATOR(|=, or, T)
  __SYCL_FETCH_OPERATOR(^=, xor, T)
  T operator++() const noexcept { return *this += T(1); }
  T operator--() const noexcept { return *this -= T(1); }
  T operator++(int) const noexcept { return fetch_add(T(1)); }
  T operator--(int) const noexcept { return fetch_sub(T(1)); }
};

template <typename T, memory_order Order, memory_scope Scope>
class atomic_ref_arithmetic<T, Order, Scope,
                            std::enable_if_t<std::is_floating_point_v<T>>>
    : public atomic_ref_base<T, Order, Scope> {
  using base = atomic_ref_base<T, Order, Scope>;

public:
  using difference_type = T;
  using base::base;
  using base::operator=;

#define __SYCL_FETCH(NAME, RESULT)                                             \
  T fetch_##NAME(T operand,                                                    \
                 memory_order order = base::default_read_modify_write_order,   \
                 memory_scope scope = base::default_scope) const noexcept {    \
    return atomic_update<T>(this->carried(), order, scope,                     \
                            [=](T old) { return RESULT; });                    \
  }
  T fetch_add(T operand,
              memory_order order = base::default_read_modify_write_order,
              memory_scope scope = base::default_scope) const noexcept {
    return atomic_add_floating(this->object(), this->carried(), operand, order,
                               scope);
  }
  T fetch_sub(T operand,
              memory_order order = base::default_read_modify_write_order,
              memory_scope scope = base::default_scope) const noexcept {
    return fetch_add(-operand, order, scope);
  }
  // The number wins over a NaN, as in fmin and fmax.
  __SYCL_FETCH(min, old <= operand || operand != operand ? old : operand)
  __SYCL_FETCH(max, old >= operand || operand != operand ? old : operand)
#undef __SYCL_FETCH
  __SYCL_FETCH_OPERATOR(+=, add, T)
  __SYCL_FETCH_OPERATOR(-=, sub, T)
};

template <typename T, memory_order Order, memory_scope Scope>
class atomic_ref_arithmetic<T *, Order, Scope, void>
    : public atomic_ref_base<T *, Order, Scope> {
  using base = atomic_ref_base<T *, Order, Scope>;

public:
  using difference_type = std::ptrdiff_t;
  using base::base;
  using base::operator=;

#define __SYCL_FETCH(NAME)                                                     \
  T *fetch_##NAME(difference_type operand,                                     \
                  memory_order order = base::default_read_modify_write_order,  \
                  memory_scope scope = base::default_scope) const noexcept {   \
    using carrier = typename base::carrier;                                    \
    return sycl::bit_cast<T *>(atomic_fetch_##NAME(                            \
        this->carried(), static_cast<carrier>(operand) * sizeof(T), order,     \
        scope));                                                               \
  }
  __SYCL_FETCH(add)
  __SYCL_FETCH(sub)
#undef __SYCL_FETCH
  T *operator+=(difference_type n) const noexcept { return fetch_add(n) + n; }
  T *operator-=(difference_type n) const noexcept { return fetch_sub(n) - n; }
  T *operator++() const noexcept { return *this += 1; }
  T *operator--() const noexcept { return *this -= 1; }
  T *operator++(int) const noexcept { return fetch_add(1); }
  T *operator--(int) const noexcept { return fetch_sub(1); }
};

#undef __SYCL_FETCH_OPERATOR
#undef __SYCL_BINARY_add
#undef __SYCL_BINARY_sub
#undef __SYCL_BINARY_and
#undef __SYCL_BINARY_or
#undef __SYCL_BINARY_xor

template <typename T, std::size_t Size, memory_order Order, memory_scope Scope>
class atomic_ref_impl : public atomic_ref_arithmetic<T, Order, Scope> {
public:
  using atomic_ref_arithmetic<T, Order, Scope>::atomic_ref_arithmetic;
  using atomic_ref_arithmetic<T, Order, Scope>::operator=;
};

template <typename T, memory_order Order, memory_scope Scope>
class __SYCL_USES_ASPECTS(aspect::atomic64) atomic_ref_impl<T, 8, Order, Scope>
    : public atomic_ref_arithmetic<T, Order, Scope> {
public:
  using atomic_ref_arithmetic<T, Order, Scope>::atomic_ref_arithmetic;
  using atomic_ref_arithmetic<T, Order, Scope>::operator=;
};

} // namespace detail

template <typename T, memory_order DefaultOrder, memory_scope DefaultScope,
          access::address_space AddressSpace =
              access::address_space::generic_space>
class atomic_ref
    : public detail::atomic_ref_impl<T, sizeof(T), DefaultOrder, DefaultScope> {
  static_assert(detail::is_global_space(AddressSpace) ||
                    AddressSpace == access::address_space::local_space ||
                    AddressSpace == access::address_space::generic_space,
                "atomic operations work on global and local memory");
  using base =
      detail::atomic_ref_impl<T, sizeof(T), DefaultOrder, DefaultScope>;

public:
  explicit atomic_ref(T &object) noexcept : base(object) {}
  atomic_ref(const atomic_ref &) noexcept = default;
  atomic_ref &operator=(const atomic_ref &) = delete;
  using base::operator=;
};

} // namespace _V1
} // namespace sycl
