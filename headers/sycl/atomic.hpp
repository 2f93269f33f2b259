// sycl::atomic (SYCL 2020, 4.15.4): what SYCL 1.2.1 had in the place of
// atomic_ref. Deprecated.
#pragma once

#include <sycl/access.hpp>
#include <sycl/atomic_ref.hpp>
#include <sycl/memory_enums.hpp>
#include <sycl/multi_ptr.hpp>

#include <type_traits>

namespace sycl {
inline namespace _V1 {

/// Relaxed is the only order. Floating-point numbers are loaded, stored and
/// exchanged; everything else is for integers.
template <typename T,
          access::address_space Space = access::address_space::global_space>
class [[deprecated("use atomic_ref")]] atomic {
  static_assert(sizeof(T) == 4 || sizeof(T) == 8,
                "sycl::atomic needs a type of 4 or 8 bytes");
  using reference =
      atomic_ref<T, memory_order::relaxed, memory_scope::device, Space>;

public:
  template <typename U, access::decorated Decorated,
            typename = std::enable_if_t<std::is_same_v<T, U>>>
  atomic(multi_ptr<U, Space, Decorated> pointer) : object_(pointer.get_raw()) {}

  void store(T value, memory_order order = memory_order::relaxed) {
    reference(*object_).store(value, order);
  }
  T load(memory_order order = memory_order::relaxed) const {
    return reference(*object_).load(order);
  }
  T exchange(T value, memory_order order = memory_order::relaxed) {
    return reference(*object_).exchange(value, order);
  }
  template <typename U = T, typename = std::enable_if_t<std::is_integral_v<U>>>
  bool compare_exchange_strong(T & expected, T desired,
                               memory_order success = memory_order::relaxed,
                               memory_order failure = memory_order::relaxed) {
    return reference(*object_).compare_exchange_strong(expected, desired,
                                                       success, failure);
  }
#define __SYCL_FETCH(NAME)                                                     \
  template <typename U = T,                                                    \
            typename = std::enable_if_t<std::is_integral_v<U>>>                \
  T fetch_##NAME(T operand, memory_order order = memory_order::relaxed) {      \
    return reference(*object_).fetch_##NAME(operand, order);                   \
  }
  __SYCL_FETCH(add)
  __SYCL_FETCH(sub)
  __SYCL_FETCH(and)
  __SYCL_FETCH(or)
  __SYCL_FETCH(xor)
  __SYCL_FETCH(min)
  __SYCL_FETCH(max)
#undef __SYCL_FETCH

private:
  T *object_;
};

#ifdef __GNUC__
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
#endif
template <typename T, access::address_space Space>
T atomic_load(atomic<T, Space> object,
              memory_order order = memory_order::relaxed) {
  return object.load(order);
}
template <typename T, access::address_space Space>
void atomic_store(atomic<T, Space> object, T value,
                  memory_order order = memory_order::relaxed) {
  object.store(value, order);
}
template <typename T, access::address_space Space>
T atomic_exchange(atomic<T, Space> object, T value,
                  memory_order order = memory_order::relaxed) {
  return object.exchange(value, order);
}
template <typename T, access::address_space Space>
bool atomic_compare_exchange_strong(
    atomic<T, Space> object, T &expected, T desired,
    memory_order success = memory_order::relaxed,
    memory_order failure = memory_order::relaxed) {
  return object.compare_exchange_strong(expected, desired, success, failure);
}
#define __SYCL_FETCH(NAME)                                                     \
  template <typename T, access::address_space Space>                           \
  T atomic_fetch_##NAME(atomic<T, Space> object, T operand,                    \
                        memory_order order = memory_order::relaxed) {          \
    return object.fetch_##NAME(operand, order);                                \
  }
__SYCL_FETCH(add)
__SYCL_FETCH(sub)
__SYCL_FETCH(and)
__SYCL_FETCH(or)
__SYCL_FETCH(xor)
__SYCL_FETCH(min)
__SYCL_FETCH(max)
#undef __SYCL_FETCH
#ifdef __GNUC__
#pragma GCC diagnostic pop
#endif

} // namespace _V1
} // namespace sycl
