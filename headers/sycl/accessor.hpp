// accessor and host_accessor (SYCL 2020, 4.7.6); with them local_accessor.
//
// A device accessor is a pointer with sizes: it is part of the kernel's functor
// and copied to the device byte by byte. Ordering and data movement belong to
// the command group that it was made in.
#pragma once

#include <sycl/access.hpp>
#include <sycl/buffer.hpp>
#include <sycl/detail/accessor_parts.hpp>
#include <sycl/detail/owner_order.hpp>
#include <sycl/detail/runtime_calls.hpp>
#include <sycl/detail/sizes.hpp>
#include <sycl/id.hpp>
#include <sycl/multi_ptr.hpp>
#include <sycl/property_list.hpp>
#include <sycl/range.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <memory>
#include <type_traits>
#include <utility>

namespace sycl {
inline namespace _V1 {

template <typename T, int Dimensions = 1,
          access_mode Mode = detail::default_mode<T>,
          target Target = target::device,
          access::placeholder IsPlaceholder = access::placeholder::false_t>
class accessor
    : public detail::indexable<
          accessor<T, Dimensions, Mode, Target, IsPlaceholder>,
          detail::element<T, Mode>, Dimensions, true>,
      public detail::no_init_property<
          accessor<T, Dimensions, Mode, Target, IsPlaceholder>> {
  static_assert(Dimensions >= 1 && Dimensions <= 3,
                "accessors have one, two or three dimensions");
  using element_type = detail::element<T, Mode>;

public:
  static constexpr int dimensions = Dimensions;
  static constexpr sycl::access_mode access_mode = Mode;
  static constexpr target access_target = Target;

  accessor() = default;

  // Placeholders: handler::require tells which command group uses them.
  template <typename A>
  accessor(buffer<T, Dimensions, A> &b, const property_list &properties = {})
      : accessor(placeholder_tag(), b, b.get_range(), id<Dimensions>(),
                 properties) {}
  template <typename A, typename Tag, typename = detail::require_tag<Tag>>
  accessor(buffer<T, Dimensions, A> &b, Tag, const property_list &properties = {})
      : accessor(placeholder_tag(), b, b.get_range(), id<Dimensions>(),
                 properties) {}
  template <typename A>
  accessor(buffer<T, Dimensions, A> &b, range<Dimensions> part,
           const property_list &properties = {})
      : accessor(placeholder_tag(), b, part, id<Dimensions>(), properties) {}
  template <typename A, typename Tag, typename = detail::require_tag<Tag>>
  accessor(buffer<T, Dimensions, A> &b, range<Dimensions> part, Tag,
           const property_list &properties = {})
      : accessor(placeholder_tag(), b, part, id<Dimensions>(), properties) {}
  template <typename A>
  accessor(buffer<T, Dimensions, A> &b, range<Dimensions> part,
           id<Dimensions> offset, const property_list &properties = {})
      : accessor(placeholder_tag(), b, part, offset, properties) {}
  template <typename A, typename Tag, typename = detail::require_tag<Tag>>
  accessor(buffer<T, Dimensions, A> &b, range<Dimensions> part,
           id<Dimensions> offset, Tag, const property_list &properties = {})
      : accessor(placeholder_tag(), b, part, offset, properties) {}

  template <typename A>
  accessor(buffer<T, Dimensions, A> &b, handler &group,
           const property_list &properties = {})
      : accessor(b, group, b.get_range(), id<Dimensions>(), properties) {}
  template <typename A, typename Tag, typename = detail::require_tag<Tag>>
  accessor(buffer<T, Dimensions, A> &b, handler &group, Tag,
           const property_list &properties = {})
      : accessor(b, group, properties) {}
  template <typename A>
  accessor(buffer<T, Dimensions, A> &b, handler &group,
           range<Dimensions> part, const property_list &properties = {})
      : accessor(b, group, part, id<Dimensions>(), properties) {}
  template <typename A, typename Tag, typename = detail::require_tag<Tag>>
  accessor(buffer<T, Dimensions, A> &b, handler &group,
           range<Dimensions> part, Tag, const property_list &properties = {})
      : accessor(b, group, part, id<Dimensions>(), properties) {}
  template <typename A, typename Tag, typename = detail::require_tag<Tag>>
  accessor(buffer<T, Dimensions, A> &b, handler &group,
           range<Dimensions> part, id<Dimensions> offset, Tag,
           const property_list &properties = {})
      : accessor(b, group, part, offset, properties) {}
  template <typename A>
  accessor(buffer<T, Dimensions, A> &b, handler &group,
           range<Dimensions> part, id<Dimensions> offset,
           const property_list &properties = {})
      : whole_(b.get_range()), part_(part), offset_(offset),
        mark_(detail::checked_no_init<Mode>(properties)) {
    detail::check_part(part, offset, whole_);
    const bool partial = part != b.get_range();
    void *address = detail::acquire_buffer(
        group, detail::buffer_access::implementation(b), Mode,
        // What a partial accessor does not cover must survive.
        mark_.no_init() && !partial && !b.is_sub_buffer(),
        Target == target::host_task);
    data_ = detail::buffer_access::first(b, address) + position(offset);
  }

  void swap(accessor &other) noexcept { std::swap(*this, other); }
  element_type *data() const noexcept { return data_; }
  range<Dimensions> get_range() const noexcept { return part_; }
  id<Dimensions> get_offset() const noexcept { return offset_; }
  bool is_placeholder() const noexcept {
    return mark_.is_placeholder();
  }
  friend bool operator==(const accessor &a, const accessor &b) noexcept {
    return a.data_ == b.data_ && a.part_ == b.part_ && a.offset_ == b.offset_;
  }
  friend bool operator!=(const accessor &a, const accessor &b) noexcept {
    return !(a == b);
  }

  template <access::decorated Decorated>
  using accessor_ptr =
      multi_ptr<element_type, access::address_space::global_space, Decorated>;
  template <access::decorated Decorated>
  accessor_ptr<Decorated> get_multi_ptr() const noexcept {
    return accessor_ptr<Decorated>(detail::pointer_of_accessor(start()));
  }
  /// Host tasks get a plain pointer.
  auto get_pointer() const noexcept {
    if constexpr (Target == target::device)
      return get_multi_ptr<access::decorated::legacy>();
    else
      return start();
  }

  /// Reading alone, of what can be written too; const or not is the same then.
  template <typename U, sycl::access_mode M, access::placeholder P,
            typename = std::enable_if_t<
                detail::reads_as<T, Mode, U, M> &&
                !std::is_same_v<accessor<U, Dimensions, M, Target, P>,
                                accessor>>>
  accessor(const accessor<U, Dimensions, M, Target, P> &other)
      : data_(other.data_), whole_(other.whole_), part_(other.part_),
        offset_(other.offset_), mark_(other.mark_) {}

  __SYCL_OWNER_BEFORE(accessor)

private:
  template <typename, typename, int, bool> friend class detail::indexable;
  template <typename, int, sycl::access_mode, target, access::placeholder>
  friend class accessor;
  template <typename> friend class detail::no_init_property;
  friend class handler;
  friend class interop_handle;
  /// All of the buffer: where it is, and how many bytes.
  std::pair<void *, std::size_t> memory() const noexcept {
    return {const_cast<std::remove_const_t<T> *>(start()),
            whole_.size() * sizeof(T)};
  }
  /// Of the buffer, whichever part of it this is.
  element_type *start() const noexcept { return data_ - position(offset_); }
  bool has_no_init() const noexcept { return mark_.no_init(); }
  struct placeholder_tag {};
  template <typename A>
  accessor(placeholder_tag, buffer<T, Dimensions, A> &b, range<Dimensions> part,
           id<Dimensions> offset, const property_list &properties)
      : whole_(b.get_range()), part_(part), offset_(offset) {
    detail::check_part(part, offset, whole_);
    const bool no_init = detail::checked_no_init<Mode>(properties);
    const auto &memory = detail::buffer_access::implementation(b);
    void *const placeholder = detail::placeholder_address(memory);
    const bool on_host = Target == target::host_task;
    void *const address = on_host ? detail::host_address(memory) : placeholder;
    data_ = detail::buffer_access::first(b, address) + position(offset);
    mark_ = on_host ? detail::accessor_mark::for_host_task(no_init, placeholder)
                    : detail::accessor_mark(no_init, data_, Dimensions);
  }
  detail::memory_block block() const {
    return detail::make_block(data_, sizeof(T), part_, whole_);
  }
  const range<Dimensions> &whole() const noexcept { return whole_; }
  std::size_t position(const id<Dimensions> &i) const noexcept {
    std::size_t result = i[0];
    for (int d = 1; d < Dimensions; ++d)
      result = result * whole_[d] + i[d];
    return result;
  }

  element_type *data_ = nullptr; // of the first element of the part
  range<Dimensions> whole_;
  range<Dimensions> part_;
  id<Dimensions> offset_;
  detail::accessor_mark mark_;
};

template <typename T, int D, typename A>
accessor(buffer<T, D, A> &, const property_list & = {})
    -> accessor<T, D, detail::default_mode<T>, target::device>;
template <typename T, int D, typename A, typename Tag,
          typename = detail::require_tag<Tag>>
accessor(buffer<T, D, A> &, Tag, const property_list & = {})
    -> accessor<T, D, detail::mode_of<Tag, T>, detail::target_of<Tag>>;
template <typename T, int D, typename A>
accessor(buffer<T, D, A> &, range<D>, const property_list & = {})
    -> accessor<T, D, detail::default_mode<T>, target::device>;
template <typename T, int D, typename A, typename Tag,
          typename = detail::require_tag<Tag>>
accessor(buffer<T, D, A> &, range<D>, Tag, const property_list & = {})
    -> accessor<T, D, detail::mode_of<Tag, T>, detail::target_of<Tag>>;
template <typename T, int D, typename A>
accessor(buffer<T, D, A> &, range<D>, id<D>, const property_list & = {})
    -> accessor<T, D, detail::default_mode<T>, target::device>;
template <typename T, int D, typename A, typename Tag,
          typename = detail::require_tag<Tag>>
accessor(buffer<T, D, A> &, range<D>, id<D>, Tag, const property_list & = {})
    -> accessor<T, D, detail::mode_of<Tag, T>, detail::target_of<Tag>>;

template <typename T, int D, typename A>
accessor(buffer<T, D, A> &, handler &, const property_list & = {})
    -> accessor<T, D, detail::default_mode<T>, target::device>;
template <typename T, int D, typename A, typename Tag,
          typename = detail::require_tag<Tag>>
accessor(buffer<T, D, A> &, handler &, Tag, const property_list & = {})
    -> accessor<T, D, detail::mode_of<Tag, T>, detail::target_of<Tag>>;
template <typename T, int D, typename A>
accessor(buffer<T, D, A> &, handler &, range<D>, const property_list & = {})
    -> accessor<T, D, detail::default_mode<T>, target::device>;
template <typename T, int D, typename A, typename Tag,
          typename = detail::require_tag<Tag>>
accessor(buffer<T, D, A> &, handler &, range<D>, Tag,
         const property_list & = {})
    -> accessor<T, D, detail::mode_of<Tag, T>, detail::target_of<Tag>>;
template <typename T, int D, typename A, typename Tag,
          typename = detail::require_tag<Tag>>
accessor(buffer<T, D, A> &, handler &, range<D>, id<D>, Tag,
         const property_list & = {})
    -> accessor<T, D, detail::mode_of<Tag, T>, detail::target_of<Tag>>;
template <typename T, int D, typename A>
accessor(buffer<T, D, A> &, handler &, range<D>, id<D>,
         const property_list & = {})
    -> accessor<T, D, detail::default_mode<T>, target::device>;

template <typename T, int Dimensions = 1,
          access_mode Mode = detail::default_mode<T>>
class host_accessor
    : public detail::indexable<host_accessor<T, Dimensions, Mode>,
                               detail::element<T, Mode>, Dimensions, true>,
      public detail::no_init_property<host_accessor<T, Dimensions, Mode>> {
  using element_type = detail::element<T, Mode>;

public:
  host_accessor() = default;
  __SYCL_DESTROYED_BY_CALL(host_accessor)

  template <typename A>
  host_accessor(buffer<T, Dimensions, A> &b,
                const property_list &properties = {})
      : host_accessor(b, b.get_range(), id<Dimensions>(), properties) {}
  template <typename A, typename Tag, typename = detail::require_tag<Tag>>
  host_accessor(buffer<T, Dimensions, A> &b, Tag,
                const property_list &properties = {})
      : host_accessor(b, properties) {}
  template <typename A, typename Tag, typename = detail::require_tag<Tag>>
  host_accessor(buffer<T, Dimensions, A> &b, range<Dimensions> part, Tag,
                const property_list &properties = {})
      : host_accessor(b, part, id<Dimensions>(), properties) {}
  template <typename A, typename Tag, typename = detail::require_tag<Tag>>
  host_accessor(buffer<T, Dimensions, A> &b, range<Dimensions> part,
                id<Dimensions> offset, Tag,
                const property_list &properties = {})
      : host_accessor(b, part, offset, properties) {}
  template <typename A>
  host_accessor(buffer<T, Dimensions, A> &b, range<Dimensions> part,
                const property_list &properties = {})
      : host_accessor(b, part, id<Dimensions>(), properties) {}
  template <typename A>
  host_accessor(buffer<T, Dimensions, A> &b, range<Dimensions> part,
                id<Dimensions> offset, const property_list &properties = {})
      : whole_(b.get_range()), part_(part), offset_(offset),
        no_init_(detail::checked_no_init<Mode>(properties)) {
    detail::check_part(part, offset, whole_);
    void *address = nullptr;
    const bool partial = part != b.get_range();
    lock_ = detail::lock_buffer(
        detail::buffer_access::implementation(b), Mode,
        no_init_ && !partial && !b.is_sub_buffer(),
        &address);
    data_ = detail::buffer_access::first(b, address) + position(offset);
  }

  element_type *data() const noexcept { return data_; }
  /// To the start of the buffer, whichever part of it this is.
  element_type *get_pointer() const noexcept {
    return data_ - position(offset_);
  }
  range<Dimensions> get_range() const noexcept { return part_; }
  id<Dimensions> get_offset() const noexcept { return offset_; }
  void swap(host_accessor &other) noexcept { std::swap(*this, other); }
  friend bool operator==(const host_accessor &a,
                         const host_accessor &b) noexcept {
    return a.data_ == b.data_ && a.part_ == b.part_ && a.lock_ == b.lock_;
  }
  friend bool operator!=(const host_accessor &a,
                         const host_accessor &b) noexcept {
    return !(a == b);
  }
  /// As with accessor.
  template <typename U, access_mode M,
            typename = std::enable_if_t<
                detail::reads_as<T, Mode, U, M> &&
                !std::is_same_v<host_accessor<U, Dimensions, M>,
                                host_accessor>>>
  host_accessor(const host_accessor<U, Dimensions, M> &other)
      : data_(other.data_), whole_(other.whole_), part_(other.part_),
        offset_(other.offset_), no_init_(other.no_init_), lock_(other.lock_) {}

  __SYCL_OWNER_BEFORE(host_accessor)

private:
  template <typename, typename, int, bool> friend class detail::indexable;
  template <typename, int, access_mode> friend class host_accessor;
  template <typename> friend class detail::no_init_property;
  bool has_no_init() const noexcept { return no_init_; }
  const range<Dimensions> &whole() const noexcept { return whole_; }
  std::size_t position(const id<Dimensions> &i) const noexcept {
    std::size_t result = i[0];
    for (int d = 1; d < Dimensions; ++d)
      result = result * whole_[d] + i[d];
    return result;
  }

  element_type *data_ = nullptr;
  range<Dimensions> whole_;
  range<Dimensions> part_;
  id<Dimensions> offset_;
  bool no_init_ = false;
  std::shared_ptr<facet::HostLock> lock_;
};

template <typename T, int D, typename A>
host_accessor(buffer<T, D, A> &, const property_list & = {})
    -> host_accessor<T, D, detail::default_mode<T>>;
template <typename T, int D, typename A>
host_accessor(buffer<T, D, A> &, range<D>, const property_list & = {})
    -> host_accessor<T, D, detail::default_mode<T>>;
template <typename T, int D, typename A>
host_accessor(buffer<T, D, A> &, range<D>, id<D>, const property_list & = {})
    -> host_accessor<T, D, detail::default_mode<T>>;
template <typename T, int D, typename A, typename Tag,
          typename = detail::require_tag<Tag>>
host_accessor(buffer<T, D, A> &, Tag, const property_list & = {})
    -> host_accessor<T, D, detail::mode_of<Tag, T>>;
template <typename T, int D, typename A, typename Tag,
          typename = detail::require_tag<Tag>>
host_accessor(buffer<T, D, A> &, range<D>, Tag, const property_list & = {})
    -> host_accessor<T, D, detail::mode_of<Tag, T>>;
template <typename T, int D, typename A, typename Tag,
          typename = detail::require_tag<Tag>>
host_accessor(buffer<T, D, A> &, range<D>, id<D>, Tag,
              const property_list & = {})
    -> host_accessor<T, D, detail::mode_of<Tag, T>>;

namespace detail {
template <typename T, int D, access_mode M, access::placeholder P>
inline constexpr bool
    is_accessor_into<accessor<T, D, M, target::device, P>,
                     access::address_space::global_space> = true;
} // namespace detail
template <typename T, int D, access_mode M, access::placeholder P>
multi_ptr(const accessor<T, D, M, target::device, P> &)
    -> multi_ptr<detail::element<T, M>, access::address_space::global_space,
                 access::decorated::no>;

template <typename T, int D, access_mode M, target G, access::placeholder P>
struct is_property_of<property::no_init, accessor<T, D, M, G, P>>
    : std::true_type {};
template <typename T, int D, access_mode M>
struct is_property_of<property::no_init, host_accessor<T, D, M>>
    : std::true_type {};

} // namespace _V1
} // namespace sycl

template <typename T, int D, sycl::access_mode M, sycl::target G,
          sycl::access::placeholder P>
struct std::hash<sycl::accessor<T, D, M, G, P>> : sycl::detail::accessor_hash {
};
template <typename T, int D, sycl::access_mode M>
struct std::hash<sycl::host_accessor<T, D, M>> : sycl::detail::accessor_hash {};

#include <sycl/detail/local_accessors.hpp>
#include <sycl/detail/zero_dimensional_accessors.hpp>

#include <sycl/detail/deprecated_accessors.hpp>
