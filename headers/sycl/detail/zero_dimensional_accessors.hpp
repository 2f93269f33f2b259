// Accessors of zero dimensions (SYCL 2020, 4.7.6.9, 4.7.6.10, 4.7.6.11): one
// element, used like a reference to it. Included by sycl/accessor.hpp.
#pragma once

#include <sycl/accessor.hpp>

namespace sycl {
inline namespace _V1 {
namespace detail {

/// Derived gives `data()`.
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
  size_type size() const noexcept { return 1; }
  size_type byte_size() const noexcept { return sizeof(Value); }
  size_type max_size() const noexcept { return 1; }
  bool empty() const noexcept { return false; }
  iterator begin() const noexcept { return self().data(); }
  iterator end() const noexcept { return self().data() + 1; }
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
      : data_(full(b, properties).data()),
        mark_(properties.has_property<property::no_init>(), data_) {}
  template <typename A>
  accessor(buffer<T, 1, A> &b, handler &group,
           const property_list &properties = {})
      : data_(full(b, group, range<1>(1), properties).data()),
        mark_(properties.has_property<property::no_init>()) {}
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

  element_type *data() const noexcept { return data_; }
  bool is_placeholder() const noexcept {
    return detail::is_placeholder_address(data_);
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

private:
  template <typename> friend class detail::no_init_property;
  friend class handler;
  detail::memory_block block() const {
    return detail::make_block(data_, sizeof(T), range<1>(1), range<1>(1));
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
      : whole_(b, range<1>(1), id<1>(), properties) {}
  template <typename A, typename Tag, typename = detail::require_tag<Tag>>
  host_accessor(buffer<T, 1, A> &b, Tag, const property_list &properties = {})
      : host_accessor(b, properties) {}

  const host_accessor &operator=(const T &value) const {
    *data() = value;
    return *this;
  }
  host_accessor(const host_accessor &) = default;
  host_accessor &operator=(const host_accessor &) = default;

  detail::element<T, Mode> *data() const noexcept { return whole_.data(); }
  detail::element<T, Mode> *get_pointer() const noexcept { return data(); }
  template <typename Property> bool has_property() const noexcept {
    return whole_.template has_property<Property>();
  }
  template <typename Property> Property get_property() const {
    return whole_.template get_property<Property>();
  }

private:
  host_accessor<T, 1, Mode> whole_;
};

template <typename T>
class local_accessor<T, 0>
    : public detail::single_element<local_accessor<T, 0>, T>,
      public detail::without_properties {
public:
  local_accessor() = default;
  local_accessor(handler &group, const property_list & = {})
      : offset_(detail::allocate_local(group, sizeof(T), alignof(T))) {}

  const local_accessor &operator=(const T &value) const {
    *data() = value;
    return *this;
  }
  local_accessor(const local_accessor &) = default;
  local_accessor &operator=(const local_accessor &) = default;

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

private:
  std::size_t offset_ = 0;
};

} // namespace _V1
} // namespace sycl
