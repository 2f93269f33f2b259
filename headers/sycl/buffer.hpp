// sycl::buffer (SYCL 2020, 4.7.2).
#pragma once

#include <sycl/access.hpp>
#include <sycl/detail/common_reference.hpp>
#include <sycl/detail/runtime_calls.hpp>
#include <sycl/detail/sizes.hpp>
#include <sycl/device_copyable.hpp>
#include <sycl/id.hpp>
#include <sycl/property_list.hpp>
#include <sycl/range.hpp>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <functional>
#include <iterator>
#include <memory>
#include <type_traits>
#include <vector>

namespace sycl {
inline namespace _V1 {

template <typename T> using buffer_allocator = std::allocator<T>;

template <typename T, int Dimensions, access_mode Mode, target Target,
          access::placeholder IsPlaceholder>
class accessor;
template <typename T, int Dimensions, access_mode Mode> class host_accessor;

namespace detail {
template <typename C>
using container_value =
    std::remove_pointer_t<decltype(std::data(std::declval<C &>()))>;
template <typename P> inline constexpr bool is_shared_pointer = false;
template <typename T>
inline constexpr bool is_shared_pointer<std::shared_ptr<T>> = true;
template <typename P> inline constexpr bool is_weak_pointer = false;
template <typename T>
inline constexpr bool is_weak_pointer<std::weak_ptr<T>> = true;

/// The elements of an iterator range, one after the other: also of iterators
/// that go through once, and bools, of which std::vector makes bits.
template <typename T> class contiguous_copy {
  using stored = std::conditional_t<std::is_same_v<T, bool>, unsigned char, T>;
  static_assert(sizeof(stored) == sizeof(T));

public:
  template <typename InputIterator>
  contiguous_copy(InputIterator first, InputIterator last) {
    if constexpr (std::is_same_v<T, bool>)
      for (; first != last; ++first)
        elements_.push_back(static_cast<bool>(*first));
    else
      elements_.assign(first, last);
  }
  std::size_t size() const { return elements_.size(); }
  const void *data() const { return elements_.data(); }

private:
  std::vector<stored> elements_;
};

struct buffer_access;
/// Whether these are what a range and an offset are made of.
template <int Dimensions, typename... Part>
inline constexpr bool is_part_of_access =
    sizeof...(Part) <= 2 &&
    ((std::is_convertible_v<Part, range<Dimensions>> ||
      std::is_convertible_v<Part, id<Dimensions>>)&&...);
} // namespace detail

template <typename T, int Dimensions = 1,
          typename AllocatorT = buffer_allocator<std::remove_const_t<T>>>
class buffer {
  static_assert(is_device_copyable_v<T>,
                "elements of a buffer must be device copyable");

public:
  using value_type = T;
  using reference = value_type &;
  using const_reference = const value_type &;
  using allocator_type = AllocatorT;

  __SYCL_DESTROYED_BY_CALL(buffer)
  buffer(const range<Dimensions> &r, const property_list &properties = {},
         detail::place from = detail::place::of_call())
      : buffer(nullptr, false, r, nullptr, properties, from) {}
  buffer(const range<Dimensions> &r, AllocatorT,
         const property_list &properties = {},
         detail::place from = detail::place::of_call())
      : buffer(r, properties, from) {}
  buffer(T *host, const range<Dimensions> &r,
         const property_list &properties = {},
         detail::place from = detail::place::of_call())
      : buffer(const_cast<std::remove_const_t<T> *>(host),
               !std::is_const_v<T>, r, nullptr, properties, from) {}
  buffer(T *host, const range<Dimensions> &r, AllocatorT,
         const property_list &properties = {},
         detail::place from = detail::place::of_call())
      : buffer(host, r, properties, from) {}
  template <typename U = T, typename = std::enable_if_t<!std::is_const_v<U>>>
  buffer(const T *host, const range<Dimensions> &r,
         const property_list &properties = {},
         detail::place from = detail::place::of_call())
      : buffer(const_cast<T *>(host), false, r, nullptr, properties, from) {}
  template <typename U = T, typename = std::enable_if_t<!std::is_const_v<U>>>
  buffer(const T *host, const range<Dimensions> &r, AllocatorT,
         const property_list &properties = {},
         detail::place from = detail::place::of_call())
      : buffer(host, r, properties, from) {}
  buffer(const std::shared_ptr<T> &host, const range<Dimensions> &r,
         const property_list &properties = {},
         detail::place from = detail::place::of_call())
      : buffer(host.get(), true, r, host, properties, from) {}
  buffer(const std::shared_ptr<T[]> &host, const range<Dimensions> &r,
         const property_list &properties = {},
         detail::place from = detail::place::of_call())
      : buffer(host.get(), true, r, host, properties, from) {}
  template <typename Pointer,
            typename = std::enable_if_t<
                std::is_same_v<Pointer, std::shared_ptr<T>> ||
                std::is_same_v<Pointer, std::shared_ptr<T[]>>>>
  buffer(const Pointer &host, const range<Dimensions> &r, AllocatorT,
         const property_list &properties = {},
         detail::place from = detail::place::of_call())
      : buffer(host, r, properties, from) {}
  /// A contiguous container; changes are written back unless it is const.
  template <typename Container, int D = Dimensions,
            typename = std::enable_if_t<
                D == 1 && std::is_convertible_v<
                              detail::container_value<Container> (*)[],
                              const T (*)[]>>>
  buffer(Container &container, const property_list &properties = {},
         detail::place from = detail::place::of_call())
      : buffer(const_cast<std::remove_const_t<T> *>(std::data(container)),
               !std::is_const_v<detail::container_value<Container>>,
               range<1>(std::size(container)), nullptr, properties, from) {}
  template <typename Container, int D = Dimensions,
            typename = std::enable_if_t<
                D == 1 && std::is_convertible_v<
                              detail::container_value<Container> (*)[],
                              const T (*)[]>>>
  buffer(Container &container, AllocatorT,
         const property_list &properties = {},
         detail::place from = detail::place::of_call())
      : buffer(container, properties, from) {}
  template <typename InputIterator, int D = Dimensions,
            typename = std::enable_if_t<D == 1>,
            typename =
                typename std::iterator_traits<InputIterator>::iterator_category>
  buffer(InputIterator first, InputIterator last,
         const property_list &properties = {},
         detail::place from = detail::place::of_call())
      : properties_(properties) {
    refuse_pinned(properties);
    const detail::contiguous_copy<std::remove_const_t<T>> copy(first, last);
    range_ = range<1>(copy.size());
    detail::buffer_source source;
    source.host = const_cast<void *>(copy.data());
    source.made = from;
    implementation_ = detail::make_buffer(source, byte_size(), alignof(T));
  }
  template <typename InputIterator, int D = Dimensions,
            typename = std::enable_if_t<D == 1>,
            typename =
                typename std::iterator_traits<InputIterator>::iterator_category>
  buffer(InputIterator first, InputIterator last, AllocatorT,
         const property_list &properties = {},
         detail::place from = detail::place::of_call())
      : buffer(first, last, properties, from) {}
  /// A part of another buffer: contiguous in memory.
  buffer(buffer &parent, const id<Dimensions> &base,
         const range<Dimensions> &part)
      : implementation_(parent.implementation_), range_(part),
        offset_(linear(base, parent.range_) * sizeof(T)),
        is_sub_buffer_(true), properties_(parent.properties_) {
    if (parent.is_sub_buffer_)
      throw exception(make_error_code(errc::invalid),
                      "buffer: a sub-buffer of a sub-buffer");
    if (!contiguous(base, part, parent.range_))
      throw exception(make_error_code(errc::invalid),
                      "buffer: a sub-buffer must be contiguous and lie within "
                      "its parent");
  }

  range<Dimensions> get_range() const { return range_; }
  std::size_t size() const noexcept { return range_.size(); }
  std::size_t byte_size() const noexcept { return size() * sizeof(T); }
  [[deprecated("use size()")]] std::size_t get_count() const { return size(); }
  [[deprecated("use byte_size()")]] std::size_t get_size() const {
    return byte_size();
  }
  bool is_sub_buffer() const { return is_sub_buffer_; }
  template <typename Property> bool has_property() const noexcept {
    return properties_.template has_property<Property>();
  }
  template <typename Property> Property get_property() const {
    return properties_.template get_property<Property>();
  }
  AllocatorT get_allocator() const { return {}; }

  template <access_mode Mode = access_mode::read_write,
            target Target = target::device, typename Handler,
            typename... Part,
            std::enable_if_t<std::is_same_v<Handler, handler> &&
                                 detail::is_part_of_access<Dimensions, Part...>,
                             int> = 0>
  auto get_access(Handler &group, Part... part) {
    return accessor<T, Dimensions, Mode, Target, access::placeholder::false_t>(
        *this, group, part...);
  }
  /// The arguments of a constructor of accessor, with a tag.
  template <typename Handler, typename... Arguments,
            std::enable_if_t<std::is_same_v<Handler, handler> &&
                                 !detail::is_part_of_access<Dimensions,
                                                            Arguments...>,
                             int> = 0>
  auto get_access(Handler &group, Arguments... arguments) {
    return accessor(*this, group, arguments...);
  }
  /// A placeholder, again by the arguments of a constructor of accessor.
  template <typename First, typename... Rest,
            std::enable_if_t<!std::is_same_v<First, handler>, int> = 0>
  auto get_access(First first, Rest... rest) {
    return accessor(*this, first, rest...);
  }
  template <access_mode Mode, typename... Part,
            std::enable_if_t<detail::is_part_of_access<Dimensions, Part...>,
                             int> = 0>
  [[deprecated("use get_host_access")]] auto get_access(Part... part) {
    return accessor<T, Dimensions, Mode, target::host_buffer,
                    access::placeholder::false_t>(*this, part...);
  }
  template <typename... Arguments>
  auto get_host_access(Arguments... arguments) {
    return host_accessor(*this, arguments...);
  }

  template <typename Destination = std::nullptr_t>
  void set_final_data(Destination destination = nullptr) {
    if constexpr (std::is_same_v<Destination, std::nullptr_t>) {
      detail::set_final_data(*implementation_, nullptr);
    } else if constexpr (detail::is_shared_pointer<Destination>) {
      // It is not kept alive: as if it were the weak_ptr that should be here.
      set_final_data(std::weak_ptr<typename Destination::element_type>(
          std::shared_ptr<typename Destination::element_type>(
              destination, destination.get())));
    } else {
      if constexpr (std::is_pointer_v<Destination>)
        if (!destination)
          return set_final_data(nullptr);
      detail::set_final_data(
          *implementation_,
          [destination, n = size(), offset = offset_](const void *data) {
            const T *first = reinterpret_cast<const T *>(
                static_cast<const char *>(data) + offset);
            if constexpr (detail::is_weak_pointer<Destination>) {
              using target_type = typename Destination::element_type;
              const auto target = destination.lock();
              if (!target)
                return;
              if constexpr (std::is_assignable_v<target_type &, const T &>)
                std::copy(first, first + n, target.get());
              else { // one object of many elements, such as a std::array
                static_assert(std::is_trivially_copyable_v<target_type>);
                std::memcpy(target.get(), first,
                            std::min(sizeof(target_type), n * sizeof(T)));
              }
            } else {
              std::copy(first, first + n, destination);
            }
          });
    }
  }
  void set_write_back(bool on = true) {
    detail::set_write_back(*implementation_, on);
  }

  /// The same bytes as elements of another type or shape.
  template <typename ReinterpretT, int ReinterpretDimensions>
  auto reinterpret(range<ReinterpretDimensions> r) const {
    return buffer<ReinterpretT, ReinterpretDimensions,
                  typename std::allocator_traits<
                      AllocatorT>::template rebind_alloc<
                      std::remove_const_t<ReinterpretT>>>(
        implementation_, r, offset_, is_sub_buffer_, byte_size(), properties_);
  }
  template <typename ReinterpretT, int ReinterpretDimensions = Dimensions,
            typename = std::enable_if_t<ReinterpretDimensions == 1 ||
                                        (ReinterpretDimensions == Dimensions &&
                                         sizeof(ReinterpretT) == sizeof(T))>>
  auto reinterpret() const {
    if constexpr (ReinterpretDimensions == 1)
      return reinterpret<ReinterpretT, 1>(
          range<1>(byte_size() / sizeof(ReinterpretT)));
    else
      return reinterpret<ReinterpretT, Dimensions>(range_);
  }

private:
  friend struct detail::buffer_access;
  template <typename, int, typename> friend class buffer;
  __SYCL_REFERENCE_SEMANTICS(buffer)

  buffer(std::shared_ptr<facet::Buffer> implementation,
         const range<Dimensions> &r, std::size_t offset, bool is_sub_buffer,
         std::size_t bytes, const property_list &properties)
      : implementation_(std::move(implementation)), range_(r), offset_(offset),
        is_sub_buffer_(is_sub_buffer), properties_(properties) {
    if (detail::bytes_of<T>(r) != bytes)
      throw exception(make_error_code(errc::invalid),
                      "buffer: reinterpret must keep the size in bytes");
    if (offset % alignof(T) != 0)
      throw exception(make_error_code(errc::invalid),
                      "buffer: the sub-buffer is not aligned for the type that "
                      "it is reinterpreted as");
  }

  buffer(void *host, bool writable, const range<Dimensions> &r,
         std::shared_ptr<void> keep, const property_list &properties,
         detail::place from)
      : range_(r), properties_(properties) {
    if (host)
      refuse_pinned(properties);
    detail::buffer_source source;
    source.host = host;
    source.writable = writable;
    source.keep = std::move(keep);
    source.made = from;
    source.use_host_pointer =
        properties.has_property<property::buffer::use_host_ptr>();
    if (properties.has_property<property::buffer::use_mutex>())
      source.mutex = properties.get_property<property::buffer::use_mutex>()
                         .get_mutex_ptr();
    implementation_ =
        detail::make_buffer(source, detail::bytes_of<T>(r), alignof(T));
  }

  static void refuse_pinned(const property_list &properties) {
    if (properties.has_property<
            ext::oneapi::property::buffer::use_pinned_host_memory>())
      throw exception(make_error_code(errc::invalid),
                      "buffer: use_pinned_host_memory is for buffers without "
                      "memory of the host");
  }

  static std::size_t linear(const id<Dimensions> &i,
                            const range<Dimensions> &r) {
    std::size_t result = i[0];
    for (int d = 1; d < Dimensions; ++d)
      result = result * r[d] + i[d];
    return result;
  }
  // After the first dimension that has more than one element, all must be full.
  static bool contiguous(const id<Dimensions> &base,
                         const range<Dimensions> &part,
                         const range<Dimensions> &whole) {
    bool must_be_full = false;
    for (int d = 0; d < Dimensions; ++d) {
      if (base[d] > whole[d] || part[d] > whole[d] - base[d])
        return false;
      if (must_be_full && part[d] != whole[d])
        return false;
      must_be_full |= part[d] > 1;
    }
    return true;
  }

  std::shared_ptr<facet::Buffer> implementation_;
  range<Dimensions> range_;
  std::size_t offset_ = 0; // of the first element, in bytes
  bool is_sub_buffer_ = false;
  property_list properties_;
};

template <typename Container>
buffer(Container &, const property_list & = {})
    -> buffer<std::remove_const_t<detail::container_value<Container>>, 1>;
template <typename T, int Dimensions>
buffer(const T *, const range<Dimensions> &, const property_list & = {})
    -> buffer<T, Dimensions>;
template <typename T, int Dimensions>
buffer(T *, const range<Dimensions> &, const property_list & = {})
    -> buffer<T, Dimensions>;
template <typename Container, typename AllocatorT>
buffer(Container &, AllocatorT, const property_list & = {})
    -> buffer<std::remove_const_t<detail::container_value<Container>>, 1,
              AllocatorT>;
template <typename T, int Dimensions, typename AllocatorT>
buffer(const T *, const range<Dimensions> &, AllocatorT,
       const property_list & = {}) -> buffer<T, Dimensions, AllocatorT>;
template <typename T, int Dimensions, typename AllocatorT>
buffer(T *, const range<Dimensions> &, AllocatorT, const property_list & = {})
    -> buffer<T, Dimensions, AllocatorT>;
template <typename InputIterator, typename AllocatorT,
          typename =
              typename std::iterator_traits<InputIterator>::iterator_category>
buffer(InputIterator, InputIterator, AllocatorT, const property_list & = {})
    -> buffer<typename std::iterator_traits<InputIterator>::value_type, 1,
              AllocatorT>;
template <typename InputIterator,
          typename =
              typename std::iterator_traits<InputIterator>::iterator_category>
buffer(InputIterator, InputIterator, const property_list & = {})
    -> buffer<typename std::iterator_traits<InputIterator>::value_type, 1>;

namespace detail {
struct buffer_access {
  template <typename B> static const auto &implementation(const B &b) {
    return b.implementation_;
  }
  /// The first element, in the memory that the whole buffer has at `base`.
  template <typename T, int D, typename A>
  static T *first(const buffer<T, D, A> &b, void *base) {
    // A placeholder's memory may not be touched, but has addresses.
    return reinterpret_cast<T *>(static_cast<char *>(base) + b.offset_);
  }
};
} // namespace detail

template <typename T, int D, typename A>
struct is_property_of<property::buffer::use_host_ptr, buffer<T, D, A>>
    : std::true_type {};
template <typename T, int D, typename A>
struct is_property_of<property::buffer::use_mutex, buffer<T, D, A>>
    : std::true_type {};
template <typename T, int D, typename A>
struct is_property_of<property::buffer::context_bound, buffer<T, D, A>>
    : std::true_type {};

} // namespace _V1
} // namespace sycl

template <typename T, int D, typename A>
struct std::hash<sycl::buffer<T, D, A>> : sycl::detail::implementation_hash {
};
