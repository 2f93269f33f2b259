// What accessors are made of (SYCL 2020, 4.7.6): tags that deduce their modes,
// access by indices, and the mark that tells placeholders from other bytes.
#pragma once

#include <sycl/access.hpp>
#include <sycl/detail/block_iterator.hpp>
#include <sycl/detail/checked_elements.hpp>
#include <sycl/detail/runtime_calls.hpp>
#include <sycl/exception.hpp>
#include <sycl/id.hpp>
#include <sycl/property_list.hpp>
#include <sycl/range.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <type_traits>

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

  __SYCL_PLACE_OF_CALL reference
  operator[](id<Dimensions> index) const noexcept {
    return *element_at(self().data() + self().position(index), index, self());
  }
  template <int D = Dimensions, typename = std::enable_if_t<(D > 1)>>
  auto operator[](std::size_t index) const noexcept {
    id<Dimensions> start;
    start[0] = index;
    return row<Dimensions - 1>{&self(), start};
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
      return iterator(pointer_of_accessor(self().data()), self().get_range(), self().whole(),
                      static_cast<std::ptrdiff_t>(position));
    else
      return pointer_of_accessor(self().data()) + position;
  }
  /// The result of indexing with fewer indices than there are dimensions.
  template <int Rest> struct row {
    const Derived *accessor;
    id<Dimensions> start;
    __SYCL_PLACE_OF_CALL decltype(auto)
    operator[](std::size_t index) const noexcept {
      id<Dimensions> next = start;
      next[Dimensions - Rest] = index;
      if constexpr (Rest == 1)
        return (*accessor)[next];
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
  accessor_mark(bool no_init, const void *placeholder, int dimensions) noexcept
      : bits_((placeholder_mark(placeholder, dimensions) & ~std::uint64_t(1)) |
              no_init) {}
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

/// Returns the part of `whole` that starts at `data`, as rows of bytes.
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

} // namespace _V1
} // namespace sycl
