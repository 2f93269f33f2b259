// accessor and host_accessor (SYCL 2020, 4.7.6); with them local_accessor.
//
// A device accessor is a pointer with sizes: it is part of the kernel's functor
// and copied to the device byte by byte. Ordering and data movement belong to
// the command group that it was made in.
#pragma once

#include <sycl/access.hpp>
#include <sycl/buffer.hpp>
#include <sycl/detail/block_iterator.hpp>
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

template <typename T, int Dimensions = 1> class local_accessor;

template <access_mode> struct mode_tag_t {
  explicit mode_tag_t() = default;
};
inline constexpr mode_tag_t<access_mode::read> read_only{};
inline constexpr mode_tag_t<access_mode::read_write> read_write{};
inline constexpr mode_tag_t<access_mode::write> write_only{};
template <access_mode, target> struct mode_target_tag_t {
  explicit mode_target_tag_t() = default;
};
inline constexpr mode_target_tag_t<access_mode::read, target::host_task>
    read_only_host_task{};
inline constexpr mode_target_tag_t<access_mode::read_write, target::host_task>
    read_write_host_task{};
inline constexpr mode_target_tag_t<access_mode::write, target::host_task>
    write_only_host_task{};

namespace detail {

template <typename T>
inline constexpr access_mode default_mode =
    std::is_const_v<T> ? access_mode::read : access_mode::read_write;

/// What all accessors to elements in rows have in common. Derived gives
/// `data()`, get_range(), and, if it may be a part, whole().
template <typename Derived, typename Value, int Dimensions, bool MayBePart>
class indexable {
  static constexpr bool in_rows = MayBePart && Dimensions > 1;

public:
  using value_type = Value;
  using reference = Value &;
  using const_reference = const Value &;
  using iterator =
      std::conditional_t<in_rows, block_iterator<Value, Dimensions>, Value *>;
  using const_iterator =
      std::conditional_t<in_rows, block_iterator<const Value, Dimensions>,
                         const Value *>;
  using reverse_iterator = std::reverse_iterator<iterator>;
  using const_reverse_iterator = std::reverse_iterator<const_iterator>;
  using difference_type = std::ptrdiff_t;
  using size_type = std::size_t;

  reference operator[](id<Dimensions> index) const noexcept {
    return self().data()[self().position(index)];
  }
  template <int D = Dimensions, typename = std::enable_if_t<(D > 1)>>
  auto operator[](std::size_t index) const noexcept {
    return row<Dimensions - 1>{&self(), index};
  }

  size_type size() const noexcept { return self().get_range().size(); }
  size_type byte_size() const noexcept { return size() * sizeof(Value); }
  size_type max_size() const noexcept { return size(); }
  bool empty() const noexcept { return size() == 0; }
  [[deprecated("use byte_size()")]] size_type get_size() const {
    return byte_size();
  }
  [[deprecated("use size()")]] size_type get_count() const { return size(); }
  iterator begin() const noexcept { return at(0); }
  iterator end() const noexcept { return at(size()); }
  const_iterator cbegin() const noexcept { return begin(); }
  const_iterator cend() const noexcept { return end(); }
  reverse_iterator rbegin() const noexcept { return reverse_iterator(end()); }
  reverse_iterator rend() const noexcept { return reverse_iterator(begin()); }
  const_reverse_iterator crbegin() const noexcept { return rbegin(); }
  const_reverse_iterator crend() const noexcept { return rend(); }

private:
  iterator at(std::size_t position) const noexcept {
    if constexpr (in_rows)
      return iterator(self().data(), self().get_range(), self().whole(),
                      static_cast<std::ptrdiff_t>(position));
    else
      return self().data() + position;
  }
  /// The result of indexing with fewer indices than there are dimensions.
  template <int Rest> struct row {
    const Derived *accessor;
    std::size_t start;
    decltype(auto) operator[](std::size_t index) const noexcept {
      const std::size_t next =
          start * accessor->extent(Dimensions - Rest) + index;
      if constexpr (Rest == 1)
        return (accessor->data()[next]);
      else
        return row<Rest - 1>{accessor, next};
    }
  };
  const Derived &self() const noexcept {
    return static_cast<const Derived &>(*this);
  }
};

/// The access_mode of a tag argument.
template <typename Tag, typename T>
inline constexpr access_mode mode_of = default_mode<T>;
template <access_mode M, typename T>
inline constexpr access_mode mode_of<mode_tag_t<M>, T> = M;
template <access_mode M, target G, typename T>
inline constexpr access_mode mode_of<mode_target_tag_t<M, G>, T> = M;
template <typename Tag> inline constexpr target target_of = target::device;
template <access_mode M, target G>
inline constexpr target target_of<mode_target_tag_t<M, G>> = G;
template <typename T> inline constexpr bool is_tag = false;
template <access_mode M> inline constexpr bool is_tag<mode_tag_t<M>> = true;
template <access_mode M, target G>
inline constexpr bool is_tag<mode_target_tag_t<M, G>> = true;
template <typename T> using require_tag = std::enable_if_t<is_tag<T>>;

template <typename T, access_mode Mode>
using element = std::conditional_t<Mode == access_mode::read, const T, T>;

/// Whether an accessor to T in Mode can be made from one to U in From, of
/// another type (SYCL 2020, 4.7.6.9.3 and 4.7.6.10.2).
template <typename T, access_mode Mode, typename U, access_mode From>
inline constexpr bool reads_as =
    std::is_same_v<std::remove_const_t<T>, std::remove_const_t<U>> &&
    ((Mode == access_mode::read &&
      (From == access_mode::read ||
       (From == access_mode::read_write && !std::is_const_v<U>))) ||
     (std::is_same_v<T, U> && Mode == From));

/// The last word of an accessor for devices: whether it has no_init, and, of a
/// placeholder, what tells it from other bytes of a kernel's functor that
/// happen to have its address (padding, say, which has what was there before).
/// Accessors for host tasks are in no functor of a kernel and have the host's
/// address at once: placeholders among them keep the one that stands for their
/// buffer here.
class accessor_mark {
public:
  constexpr accessor_mark() noexcept = default;
  explicit accessor_mark(bool no_init) noexcept : bits_(no_init) {}
  accessor_mark(bool no_init, const void *placeholder) noexcept
      : bits_((placeholder_mark(placeholder) & ~std::uint64_t(1)) | no_init) {}
  /// `placeholder` is the first address of a buffer, an even number.
  static accessor_mark for_host_task(bool no_init,
                                     const void *placeholder) noexcept {
    accessor_mark mark(no_init);
    mark.bits_ |= reinterpret_cast<std::uintptr_t>(placeholder);
    return mark;
  }
  constexpr bool no_init() const noexcept { return bits_ & 1; }
  /// In kernels, too, where the accessor's address is a buffer's.
  constexpr bool is_placeholder() const noexcept {
    return bits_ & ~std::uint64_t(1);
  }
  /// Of a mark for host tasks; null if the accessor is no placeholder.
  const void *placeholder() const noexcept {
    return reinterpret_cast<const void *>(bits_ & ~std::uint64_t(1));
  }

private:
  std::uint64_t bits_ = 0;
};

/// What std::hash says of an accessor.
struct accessor_hash {
  template <typename A> std::size_t operator()(const A &a) const noexcept {
    return std::hash<const void *>()(a.data()) * 31 + a.size();
  }
};

/// SYCL 2020, 4.7.6.4: whoever only reads has to read what is there.
template <access_mode Mode>
bool checked_no_init(const property_list &properties) {
  const bool no_init = properties.has_property<property::no_init>();
  if (Mode == access_mode::read && no_init)
    throw exception(make_error_code(errc::invalid),
                    "accessor: property::no_init with access_mode::read");
  return no_init;
}

/// SYCL 2020, 4.7.6.9: accessors must lie within their buffer.
template <int Dimensions>
void check_part(const range<Dimensions> &part, const id<Dimensions> &offset,
                const range<Dimensions> &whole) {
  for (int d = 0; d < Dimensions; ++d)
    if (offset[d] > whole[d] || part[d] > whole[d] - offset[d])
      throw exception(make_error_code(errc::invalid),
                      "accessor: range and offset exceed the buffer");
}

/// The part of `whole` that starts at `data`, as rows of bytes.
template <int Dimensions>
memory_block make_block(const void *data, std::size_t element_size,
                        const range<Dimensions> &part,
                        const range<Dimensions> &whole) {
  memory_block block;
  block.data = const_cast<void *>(data);
  block.row = part[Dimensions - 1] * element_size;
  std::size_t stride = whole[Dimensions - 1] * element_size;
  for (int d = Dimensions - 2, b = 1; d >= 0; --d, --b) {
    block.counts[b] = part[d];
    block.strides[b] = stride;
    stride *= whole[d];
  }
  return block;
}

} // namespace detail

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
    return accessor_ptr<Decorated>(start());
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
                    : detail::accessor_mark(no_init, data_);
  }
  detail::memory_block block() const {
    return detail::make_block(data_, sizeof(T), part_, whole_);
  }
  const range<Dimensions> &whole() const noexcept { return whole_; }
  std::size_t extent(int dimension) const noexcept { return whole_[dimension]; }
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
  std::size_t extent(int dimension) const noexcept { return whole_[dimension]; }
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
