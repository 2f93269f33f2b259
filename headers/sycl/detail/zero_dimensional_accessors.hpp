// Accessors of zero dimensions (SYCL 2020, 4.7.6.9, 4.7.6.10, 4.7.6.11): one
// element, used like a reference to it. Included by sycl/accessor.hpp.
#pragma once

#include <sycl/accessor.hpp>
#include <sycl/detail/local_memory.hpp>

namespace sycl {
inline namespace _V1 {
namespace detail {

/// Derived gives `data()`, and `is_empty()`: of no buffer, or of one that has
/// no elements.
template <typename Derived, typename Value> class single_element {
public:
  using value_type = Value;
  using reference = Value &;
  using const_reference = const Value &;
  using iterator = Value *;
  using const_iterator = const Value *;
  using reverse_iterator = std::reverse_iterator<iterator>;
  using const_reverse_iterator = std::reverse_iterator<const_iterator>;
  using difference_type = std::ptrdiff_t;
  using size_type = std::size_t;

  operator reference() const noexcept { return *self().data(); }
  size_type size() const noexcept { return self().is_empty() ? 0 : 1; }
  size_type byte_size() const noexcept { return size() * sizeof(Value); }
  size_type max_size() const noexcept { return size(); }
  bool empty() const noexcept { return self().is_empty(); }
  [[deprecated("use byte_size()")]] size_type get_size() const {
    return byte_size();
  }
  [[deprecated("use size()")]] size_type get_count() const { return size(); }
  iterator begin() const noexcept { return self().data(); }
  iterator end() const noexcept { return self().data() + size(); }
  const_iterator cbegin() const noexcept { return begin(); }
  const_iterator cend() const noexcept { return end(); }
  reverse_iterator rbegin() const noexcept { return reverse_iterator(end()); }
  reverse_iterator rend() const noexcept { return reverse_iterator(begin()); }
  const_reverse_iterator crbegin() const noexcept { return rbegin(); }
  const_reverse_iterator crend() const noexcept { return rend(); }
  void swap(Derived &other) noexcept {
    std::swap(static_cast<Derived &>(*this), other);
  }

private:
  const Derived &self() const noexcept {
    return static_cast<const Derived &>(*this);
  }
};

} // namespace detail

template <typename T, access_mode Mode, target Target,
          access::placeholder IsPlaceholder>
class accessor<T, 0, Mode, Target, IsPlaceholder>
    : public detail::single_element<accessor<T, 0, Mode, Target, IsPlaceholder>,
                                    detail::element<T, Mode>>,
      public detail::no_init_property<
          accessor<T, 0, Mode, Target, IsPlaceholder>> {
  using element_type = detail::element<T, Mode>;
  using full = accessor<T, 1, Mode, Target, IsPlaceholder>;

public:
  static constexpr int dimensions = 0;
  static constexpr sycl::access_mode access_mode = Mode;
  static constexpr target access_target = Target;

  accessor() = default;
  template <typename A>
  accessor(buffer<T, 1, A> &b, const property_list &properties = {})
      : accessor(b, full(b, properties)) {}
  template <typename A>
  accessor(buffer<T, 1, A> &b, handler &group,
           const property_list &properties = {})
      : data_(first_of(b, full(b, group, range<1>(b.size() != 0), properties))),
        mark_(detail::checked_no_init<Mode>(properties)) {}
  template <typename A, typename Tag, typename = detail::require_tag<Tag>>
  accessor(buffer<T, 1, A> &b, handler &group, Tag,
           const property_list &properties = {})
      : accessor(b, group, properties) {}

  const accessor &operator=(const T &value) const
    noexcept(noexcept(*data_ = value)) {
    *data_ = value;
    return *this;
  }
  accessor(const accessor &) = default;
  accessor &operator=(const accessor &) = default;
  /// As with other accessors: to one that only reads.
  template <typename U, sycl::access_mode M, access::placeholder P,
            typename = std::enable_if_t<
                detail::reads_as<T, Mode, U, M> &&
                !std::is_same_v<accessor<U, 0, M, Target, P>, accessor>>>
  accessor(const accessor<U, 0, M, Target, P> &other)
      : data_(other.data_), mark_(other.mark_) {}
  friend bool operator==(const accessor &a, const accessor &b) noexcept {
    return a.data_ == b.data_;
  }
  friend bool operator!=(const accessor &a, const accessor &b) noexcept {
    return !(a == b);
  }

  element_type *data() const noexcept { return data_; }
  bool is_placeholder() const noexcept {
    return mark_.is_placeholder();
  }
  template <access::decorated Decorated>
  using accessor_ptr =
      multi_ptr<element_type, access::address_space::global_space, Decorated>;
  template <access::decorated Decorated>
  accessor_ptr<Decorated> get_multi_ptr() const noexcept {
    return accessor_ptr<Decorated>(data_);
  }
  /// Host tasks get a plain pointer.
  auto get_pointer() const noexcept {
    if constexpr (Target == target::device)
      return get_multi_ptr<access::decorated::legacy>();
    else
      return data_;
  }

  __SYCL_OWNER_BEFORE(accessor)

private:
  template <typename, typename> friend class detail::single_element;
  template <typename> friend class detail::no_init_property;
  template <typename, int, sycl::access_mode, target, access::placeholder>
  friend class accessor;
  friend class handler;
  template <typename A>
  accessor(const buffer<T, 1, A> &b, const full &placeholder)
      : data_(first_of(b, placeholder)),
        mark_(Target == target::device
                  ? detail::accessor_mark(placeholder.has_no_init(), data_, 0)
                  : placeholder.mark_) {}
  template <typename A>
  static element_type *first_of(const buffer<T, 1, A> &b, const full &all) {
    return b.size() != 0 ? all.data() : nullptr;
  }
  bool is_empty() const noexcept { return data_ == nullptr; }
  detail::memory_block block() const {
    const range<1> elements(!is_empty());
    return detail::make_block(data_, sizeof(T), elements, elements);
  }
  bool has_no_init() const noexcept { return mark_.no_init(); }
  element_type *data_ = nullptr;
  detail::accessor_mark mark_;
};

template <typename T, access_mode Mode>
class host_accessor<T, 0, Mode>
    : public detail::single_element<host_accessor<T, 0, Mode>,
                                    detail::element<T, Mode>> {
public:
  host_accessor() = default;
  template <typename A>
  host_accessor(buffer<T, 1, A> &b, const property_list &properties = {})
      : whole_(b, range<1>(b.size() != 0), id<1>(), properties) {}
  template <typename A, typename Tag, typename = detail::require_tag<Tag>>
  host_accessor(buffer<T, 1, A> &b, Tag, const property_list &properties = {})
      : host_accessor(b, properties) {}

  const host_accessor &operator=(const T &value) const {
    *data() = value;
    return *this;
  }
  host_accessor(const host_accessor &) = default;
  host_accessor &operator=(const host_accessor &) = default;
  /// As with accessor.
  template <typename U, access_mode M,
            typename = std::enable_if_t<
                detail::reads_as<T, Mode, U, M> &&
                !std::is_same_v<host_accessor<U, 0, M>, host_accessor>>>
  host_accessor(const host_accessor<U, 0, M> &other) : whole_(other.whole_) {}
  friend bool operator==(const host_accessor &a,
                         const host_accessor &b) noexcept {
    return a.whole_ == b.whole_;
  }
  friend bool operator!=(const host_accessor &a,
                         const host_accessor &b) noexcept {
    return !(a == b);
  }

  detail::element<T, Mode> *data() const noexcept { return whole_.data(); }
  detail::element<T, Mode> *get_pointer() const noexcept { return data(); }
  template <typename Property> bool has_property() const noexcept {
    return whole_.template has_property<Property>();
  }
  template <typename Property> Property get_property() const {
    return whole_.template get_property<Property>();
  }

  __SYCL_OWNER_BEFORE(host_accessor)

private:
  template <typename, typename> friend class detail::single_element;
  template <typename, int, access_mode> friend class host_accessor;
  bool is_empty() const noexcept { return whole_.empty(); }
  host_accessor<T, 1, Mode> whole_;
};

template <typename T>
class local_accessor<T, 0>
    : public detail::single_element<local_accessor<T, 0>, T>,
      public detail::without_properties {
public:
  local_accessor() = default;
  local_accessor(handler &group, const property_list & = {})
      : offset_(detail::allocate_local(group, sizeof(T), alignof(T))),
        mark_(detail::local_accessor_mark(group, offset_)) {}
  /// To one that only reads.
  template <typename U,
            typename = std::enable_if_t<std::is_same_v<const U, T> &&
                                        !std::is_same_v<U, T>>>
  local_accessor(const local_accessor<U, 0> &other)
      : offset_(other.offset_), mark_(other.mark_) {}

  const local_accessor &operator=(const T &value) const {
    *data() = value;
    return *this;
  }
  local_accessor(const local_accessor &) = default;
  local_accessor &operator=(const local_accessor &) = default;
  friend bool operator==(const local_accessor &a,
                         const local_accessor &b) noexcept {
    return a.offset_ == b.offset_;
  }
  friend bool operator!=(const local_accessor &a,
                         const local_accessor &b) noexcept {
    return !(a == b);
  }

  T *data() const noexcept { return detail::local_memory<T>(offset_); }
  template <access::decorated Decorated>
  using accessor_ptr =
      multi_ptr<T, access::address_space::local_space, Decorated>;
  template <access::decorated Decorated>
  accessor_ptr<Decorated> get_multi_ptr() const noexcept {
    return accessor_ptr<Decorated>(data());
  }
  accessor_ptr<access::decorated::legacy> get_pointer() const noexcept {
    return get_multi_ptr<access::decorated::legacy>();
  }

  __SYCL_OWNER_BEFORE(local_accessor)

private:
  template <typename, typename> friend class detail::single_element;
  template <typename, int> friend class local_accessor;
  friend struct std::hash<local_accessor>;
  static constexpr std::size_t nowhere = SIZE_MAX;
  bool is_empty() const noexcept { return offset_ == nowhere; }
  std::size_t offset_ = nowhere;
  std::uint64_t mark_ = 0;
};

} // namespace _V1
} // namespace sycl
