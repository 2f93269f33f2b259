// sycl::multi_ptr: a pointer that knows its address space (SYCL 2020, 4.7.7.1).
//
// It holds a plain (generic) pointer: address spaces are inferred after
// inlining, so a decorated pointer buys nothing inside one kernel. The
// decorated type exists for code that asks for it.
#pragma once

#include <sycl/access.hpp>

#include <cstddef>
#include <iterator>
#include <type_traits>
#include <utility>

namespace sycl {
inline namespace _V1 {

namespace detail {

template <typename T, access::address_space Space, typename = void>
struct decorate {
  using type = T;
};
#ifdef __SYCL_DEVICE_ONLY__
template <typename T, access::address_space Space>
struct decorate<T, Space, std::enable_if_t<is_global_space(Space)>> {
  using type = __attribute__((opencl_global)) T;
};
template <typename T> struct decorate<T, access::address_space::local_space> {
  using type = __attribute__((opencl_local)) T;
};
template <typename T> struct decorate<T, access::address_space::private_space> {
  using type = __attribute__((opencl_private)) T;
};
#endif
template <typename T, access::address_space Space>
using decorate_t = typename decorate<T, Space>::type;

template <typename T> struct plain {
  using type = T;
};
#ifdef __SYCL_DEVICE_ONLY__
template <typename T> struct plain<__attribute__((opencl_global)) T> {
  using type = T;
};
template <typename T> struct plain<__attribute__((opencl_local)) T> {
  using type = T;
};
template <typename T> struct plain<__attribute__((opencl_private)) T> {
  using type = T;
};
#endif

/// Whether T is Element in the space, and not Element itself.
template <typename T, typename Element, access::address_space Space>
inline constexpr bool is_only_decorated =
    std::is_same_v<T, decorate_t<Element, Space>> &&
    !std::is_same_v<T, Element>;

/// The names that only legacy pointers have.
template <typename T, access::address_space Space,
          access::decorated DecorateAddress>
struct legacy_names {};
template <typename T, access::address_space Space>
struct legacy_names<T, Space, access::decorated::legacy> {
  using element_type = T;
  using pointer_t = decorate_t<T, Space> *;
  using const_pointer_t = decorate_t<const T, Space> *;
  using reference_t = std::add_lvalue_reference_t<decorate_t<T, Space>>;
  using const_reference_t =
      std::add_lvalue_reference_t<decorate_t<const T, Space>>;
};

/// Returns whether a pointer into From is also one into To.
constexpr bool converts_to_space(access::address_space from,
                                 access::address_space to) noexcept {
  return from == to ||
         (to == access::address_space::generic_space &&
          from != access::address_space::constant_space) ||
         (to == access::address_space::global_space && is_global_space(from));
}

/// Whether a pointer into From may be one into To, which only the caller knows.
constexpr bool may_be_in_space(access::address_space from,
                               access::address_space to) noexcept {
  return !converts_to_space(from, to) &&
         (from == access::address_space::generic_space ||
          converts_to_space(to, from));
}

/// Legacy pointers are compared with plain ones, which they turn into.
template <typename A, typename B, access::decorated Decorated>
using require_comparable =
    std::enable_if_t<Decorated == access::decorated::legacy,
                     decltype(std::declval<A *>() == std::declval<B *>())>;

/// Whether A is an accessor to elements in the space: accessor.hpp knows.
template <typename A, access::address_space Space>
inline constexpr bool is_accessor_into = false;
template <typename A>
inline constexpr bool is_accessor_into<
    A, access::address_space::ext_intel_global_device_space> =
    is_accessor_into<A, access::address_space::global_space>;

} // namespace detail

/// Pointers and references without their address space.
template <typename T> struct remove_decoration : detail::plain<T> {};
template <typename T> struct remove_decoration<T *> {
  using type = typename detail::plain<T>::type *;
};
template <typename T> struct remove_decoration<T *const> {
  using type = typename detail::plain<T>::type *const;
};
template <typename T> struct remove_decoration<T &> {
  using type = typename detail::plain<T>::type &;
};
template <typename T>
using remove_decoration_t = typename remove_decoration<T>::type;

template <typename ElementType, access::address_space Space,
          access::decorated DecorateAddress = access::decorated::legacy>
class multi_ptr
    : public detail::legacy_names<ElementType, Space, DecorateAddress> {
  using decorated_element = detail::decorate_t<ElementType, Space>;

public:
  static constexpr bool is_decorated =
      DecorateAddress == access::decorated::yes;
  static constexpr access::address_space address_space = Space;

  using value_type = ElementType;
  using pointer =
      std::conditional_t<is_decorated, decorated_element *, ElementType *>;
  using reference = std::add_lvalue_reference_t<ElementType>;
  using iterator_category = std::random_access_iterator_tag;
  using difference_type = std::ptrdiff_t;

  constexpr multi_ptr() noexcept : pointer_(nullptr) {}
  constexpr multi_ptr(std::nullptr_t) noexcept : pointer_(nullptr) {}
  constexpr multi_ptr(const multi_ptr &) noexcept = default;
  constexpr multi_ptr &operator=(const multi_ptr &) noexcept = default;
  template <access::decorated D = DecorateAddress,
            std::enable_if_t<D != access::decorated::legacy, int> = 0>
  explicit multi_ptr(ElementType *pointer) noexcept : pointer_(pointer) {}
  template <access::decorated D = DecorateAddress,
            std::enable_if_t<D == access::decorated::legacy, int> = 0>
  multi_ptr(ElementType *pointer) noexcept : pointer_(pointer) {}
#ifdef __SYCL_DEVICE_ONLY__
  template <typename T, access::decorated D = DecorateAddress,
            std::enable_if_t<detail::is_only_decorated<T, ElementType, Space> &&
                                 D != access::decorated::legacy,
                             int> = 0>
  explicit multi_ptr(T *pointer) noexcept
      : pointer_(static_cast<ElementType *>(pointer)) {}
  template <typename T, access::decorated D = DecorateAddress,
            std::enable_if_t<detail::is_only_decorated<T, ElementType, Space> &&
                                 D == access::decorated::legacy,
                             int> = 0>
  multi_ptr(T *pointer) noexcept
      : pointer_(static_cast<ElementType *>(pointer)) {}
#endif
  /// To more const, to void, to the generic space, to another decoration.
  template <
      typename T, access::address_space S, access::decorated D,
      typename = std::enable_if_t<std::is_convertible_v<T *, ElementType *> &&
                                  detail::converts_to_space(S, Space)>>
  multi_ptr(const multi_ptr<T, S, D> &other) noexcept
      : pointer_(other.get_raw()) {}
  /// When the caller knows where the pointer points.
  template <typename T, access::address_space S, access::decorated D,
            std::enable_if_t<std::is_convertible_v<T *, ElementType *> &&
                                 detail::may_be_in_space(S, Space),
                             int> = 0>
  explicit multi_ptr(const multi_ptr<T, S, D> &other) noexcept
      : pointer_(other.get_raw()) {}

  /// To constants, through the accessor's pointer to elements that are not const.
  template <typename A,
            std::enable_if_t<Space == access::address_space::constant_space &&
                                 detail::is_accessor_into<A, Space>,
                             int> = 0,
            typename P = decltype(std::declval<const A &>().get_pointer()),
            typename = std::enable_if_t<std::is_convertible_v<
                typename P::value_type *, ElementType *>>>
  multi_ptr(const A &accessor) noexcept
      : pointer_(accessor.get_pointer().get_raw()) {}
  /// To the first element of an accessor's buffer.
  template <typename A,
            std::enable_if_t<
                (Space != access::address_space::constant_space &&
                 detail::is_accessor_into<A, Space>) ||
                    (Space == access::address_space::generic_space &&
                     (detail::is_accessor_into<
                          A, access::address_space::global_space> ||
                      detail::is_accessor_into<
                          A, access::address_space::local_space>)),
                int> = 0,
            typename = std::enable_if_t<
                std::is_convertible_v<typename A::value_type *, ElementType *>>>
  multi_ptr(const A &accessor) noexcept
      : pointer_(accessor.template get_multi_ptr<access::decorated::no>()
                     .get_raw()) {}

  multi_ptr &operator=(std::nullptr_t) noexcept {
    pointer_ = nullptr;
    return *this;
  }

  ElementType *get_raw() const noexcept { return pointer_; }
  decorated_element *get_decorated() const noexcept {
    // Through void: a generic pointer goes to its space only by a C-style cast.
    return (decorated_element *)(pointer_);
  }
  /// Legacy pointers give their pointer_t, as in SYCL 1.2.1.
  auto get() const noexcept {
    if constexpr (DecorateAddress == access::decorated::no)
      return pointer_;
    else
      return get_decorated();
  }

  /// Implicit; SYCL 2020 prefers get(). Legacy pointers give plain ones. No
  /// template: the result may be converted further, to bool or void *.
  operator std::conditional_t<DecorateAddress == access::decorated::legacy,
                              ElementType *, pointer>() const noexcept {
    if constexpr (DecorateAddress == access::decorated::legacy)
      return pointer_;
    else
      return get();
  }
  /// From void, when the caller knows what is there.
  template <typename T, typename E = ElementType,
            typename = std::enable_if_t<std::is_void_v<E> &&
                                        !std::is_void_v<T> &&
                                        (!std::is_const_v<E> ||
                                         std::is_const_v<T>)>>
  explicit operator multi_ptr<T, Space, DecorateAddress>() const noexcept {
    return multi_ptr<T, Space, DecorateAddress>(static_cast<T *>(pointer_));
  }
  /// Only a hint.
  void prefetch(std::size_t) const noexcept {}

  template <typename T = ElementType,
            typename = std::enable_if_t<!std::is_void_v<T>>>
  T &operator*() const noexcept {
    return *pointer_;
  }
  pointer operator->() const noexcept { return (pointer)(pointer_); }
  template <typename T = ElementType,
            typename = std::enable_if_t<!std::is_void_v<T>>>
  T &operator[](difference_type index) const noexcept {
    return pointer_[index];
  }

  multi_ptr &operator++() noexcept { return *this += 1; }
  multi_ptr &operator--() noexcept { return *this -= 1; }
  multi_ptr operator++(int) noexcept { return multi_ptr(pointer_++); }
  multi_ptr operator--(int) noexcept { return multi_ptr(pointer_--); }
  multi_ptr &operator+=(difference_type n) noexcept {
    pointer_ += n;
    return *this;
  }
  multi_ptr &operator-=(difference_type n) noexcept {
    pointer_ -= n;
    return *this;
  }
  friend multi_ptr operator+(const multi_ptr &p, difference_type n) noexcept {
    return multi_ptr(p.pointer_ + n);
  }
  friend multi_ptr operator-(const multi_ptr &p, difference_type n) noexcept {
    return multi_ptr(p.pointer_ - n);
  }
  friend difference_type operator-(const multi_ptr &a,
                                   const multi_ptr &b) noexcept {
    return a.pointer_ - b.pointer_;
  }

  // With pointers of legacy multi_ptrs, null and plain ones would otherwise be
  // ambiguous.
#define __SYCL_POINTER_COMPARISON(OP)                                          \
  friend bool operator OP(const multi_ptr &a, const multi_ptr &b) noexcept {   \
    return a.pointer_ OP b.pointer_;                                           \
  }                                                                            \
  friend bool operator OP(const multi_ptr &a, std::nullptr_t) noexcept {       \
    return a.pointer_ OP static_cast<ElementType *>(nullptr);                  \
  }                                                                            \
  friend bool operator OP(std::nullptr_t, const multi_ptr &b) noexcept {       \
    return static_cast<ElementType *>(nullptr) OP b.pointer_;                  \
  }                                                                            \
  template <typename T, typename = detail::require_comparable<                 \
                            ElementType, T, DecorateAddress>>                  \
  friend bool operator OP(const multi_ptr &a, T *b) noexcept {                 \
    return a.pointer_ OP b;                                                    \
  }                                                                            \
  template <typename T, typename = detail::require_comparable<                 \
                            ElementType, T, DecorateAddress>>                  \
  friend bool operator OP(T *a, const multi_ptr &b) noexcept {                 \
    return a OP b.pointer_;                                                    \
  }
  __SYCL_POINTER_COMPARISON(==)
  __SYCL_POINTER_COMPARISON(!=)
  __SYCL_POINTER_COMPARISON(<)
  __SYCL_POINTER_COMPARISON(>)
  __SYCL_POINTER_COMPARISON(<=)
  __SYCL_POINTER_COMPARISON(>=)
#undef __SYCL_POINTER_COMPARISON

private:
  ElementType *pointer_;
};

template <typename T, access::decorated D = access::decorated::legacy>
using global_ptr = multi_ptr<T, access::address_space::global_space, D>;
template <typename T, access::decorated D = access::decorated::legacy>
using local_ptr = multi_ptr<T, access::address_space::local_space, D>;
template <typename T>
using constant_ptr = multi_ptr<T, access::address_space::constant_space>;
template <typename T, access::decorated D = access::decorated::legacy>
using private_ptr = multi_ptr<T, access::address_space::private_space, D>;
template <typename T, access::decorated D = access::decorated::legacy>
using generic_ptr = multi_ptr<T, access::address_space::generic_space, D>;
template <typename T>
using raw_global_ptr = global_ptr<T, access::decorated::no>;
template <typename T> using raw_local_ptr = local_ptr<T, access::decorated::no>;
template <typename T>
using raw_private_ptr = private_ptr<T, access::decorated::no>;
template <typename T>
using raw_generic_ptr = generic_ptr<T, access::decorated::no>;
template <typename T>
using decorated_global_ptr = global_ptr<T, access::decorated::yes>;
template <typename T>
using decorated_local_ptr = local_ptr<T, access::decorated::yes>;
template <typename T>
using decorated_private_ptr = private_ptr<T, access::decorated::yes>;
template <typename T>
using decorated_generic_ptr = generic_ptr<T, access::decorated::yes>;

/// SYCL 1.2.1 had no third argument.
template <typename ElementType, access::address_space Space,
          access::decorated DecorateAddress = access::decorated::legacy>
[[deprecated("use address_space_cast")]] multi_ptr<ElementType, Space,
                                                   DecorateAddress>
make_ptr(ElementType *pointer) noexcept {
  return multi_ptr<ElementType, Space, DecorateAddress>(pointer);
}

} // namespace _V1
} // namespace sycl
