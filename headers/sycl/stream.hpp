// sycl::stream: text from kernels (SYCL 2020, 4.16).
//
// A kernel writes records (detail/stream_records.hpp); when the command is done
// the host formats them and writes them to std::cout, the text of each work-item
// together until it says flush or endl.
#pragma once

#include <sycl/atomic_ref.hpp>
#include <sycl/detail/builtins.hpp>
#include <sycl/detail/owner_order.hpp>
#include <sycl/detail/runtime_calls.hpp>
#include <sycl/detail/stream_records.hpp>
#include <sycl/group.hpp>
#include <sycl/h_item.hpp>
#include <sycl/ext/oneapi/bfloat16.hpp>
#include <sycl/half.hpp>
#include <sycl/id.hpp>
#include <sycl/item.hpp>
#include <sycl/marray.hpp>
#include <sycl/multi_ptr.hpp>
#include <sycl/nd_item.hpp>
#include <sycl/nd_range.hpp>
#include <sycl/property_list.hpp>
#include <sycl/range.hpp>
#include <sycl/sub_group.hpp>
#include <sycl/vec.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <type_traits>

namespace sycl {
inline namespace _V1 {

inline constexpr stream_manipulator flush = stream_manipulator::flush;
inline constexpr stream_manipulator endl = stream_manipulator::endl;
inline constexpr stream_manipulator dec = stream_manipulator::dec;
inline constexpr stream_manipulator hex = stream_manipulator::hex;
inline constexpr stream_manipulator oct = stream_manipulator::oct;
inline constexpr stream_manipulator noshowbase = stream_manipulator::noshowbase;
inline constexpr stream_manipulator showbase = stream_manipulator::showbase;
inline constexpr stream_manipulator noshowpos = stream_manipulator::noshowpos;
inline constexpr stream_manipulator showpos = stream_manipulator::showpos;
inline constexpr stream_manipulator fixed = stream_manipulator::fixed;
inline constexpr stream_manipulator scientific = stream_manipulator::scientific;
inline constexpr stream_manipulator hexfloat = stream_manipulator::hexfloat;
inline constexpr stream_manipulator defaultfloat =
    stream_manipulator::defaultfloat;

namespace detail {
struct stream_precision {
  std::int32_t value;
};
struct stream_width {
  std::int32_t value;
};
} // namespace detail
constexpr detail::stream_precision setprecision(int precision) noexcept {
  return {precision};
}
constexpr detail::stream_width setw(int width) noexcept { return {width}; }

class stream : public detail::without_properties {
public:
  /// Room for so many characters of all work-items together, and of one
  /// statement.
  stream(std::size_t total_size, std::size_t work_item_size, handler &group,
         const property_list & = {})
      : words_(detail::acquire_stream(group, total_size)), size_(total_size),
        work_item_size_(work_item_size) {}

  std::size_t size() const noexcept { return size_; }
  std::size_t get_work_item_buffer_size() const noexcept {
    return work_item_size_;
  }
  [[deprecated("use size()")]] std::size_t get_size() const noexcept {
    return size_;
  }
  [[deprecated("use get_work_item_buffer_size()")]] std::size_t
  get_max_statement_size() const noexcept {
    return work_item_size_;
  }
  template <typename Property> bool has_property() const noexcept {
    return false;
  }

  friend bool operator==(const stream &a, const stream &b) noexcept {
    return a.words_ == b.words_;
  }
  friend bool operator!=(const stream &a, const stream &b) noexcept {
    return !(a == b);
  }

  const stream &operator<<(stream_manipulator m) const {
    return put(detail::stream_record::manipulator, m);
  }
  const stream &operator<<(detail::stream_precision p) const {
    return put(detail::stream_record::precision, p);
  }
  const stream &operator<<(detail::stream_width w) const {
    return put(detail::stream_record::width, w);
  }
  const stream &operator<<(const char *text) const {
    std::uint32_t length = 0;
    while (length < work_item_size_ && text[length] != '\0')
      ++length;
    if (char *to = reserve(detail::stream_record::text, length))
      for (std::uint32_t i = 0; i < length; ++i)
        to[i] = text[i];
    return *this;
  }
  const stream &operator<<(char c) const {
    return put(detail::stream_record::character, c);
  }
  const stream &operator<<(bool b) const { return *this << int(b); }
  const stream &operator<<(float x) const {
    return put(detail::stream_record::float32, x);
  }
  const stream &operator<<(double x) const {
    return put(detail::stream_record::float64, x);
  }
  const stream &operator<<(half x) const {
    return put(detail::stream_record::float32, static_cast<float>(x));
  }
  const stream &operator<<(ext::oneapi::bfloat16 x) const {
    return *this << static_cast<float>(x);
  }
  const stream &operator<<(const void *p) const {
    return put(detail::stream_record::pointer,
               reinterpret_cast<std::uint64_t>(p));
  }
  /// Numbers, also those that are characters in C++ (std::uint8_t).
  template <typename T, typename = std::enable_if_t<std::is_integral_v<T>>>
  const stream &operator<<(T x) const {
    using detail::stream_record;
    if constexpr (sizeof(T) == 8)
      return put(std::is_signed_v<T> ? stream_record::int64
                                     : stream_record::uint64,
                 x);
    else if constexpr (std::is_signed_v<T>)
      return put(stream_record::int32, x); // whose bits sycl::hex shows
    else
      return put(stream_record::uint32, static_cast<std::uint32_t>(x));
  }

  __SYCL_OWNER_BEFORE(stream)

private:
  friend struct std::hash<stream>;

  /// Memory for a record's bytes, or null when the stream is full.
  char *reserve(detail::stream_record kind, std::uint32_t bytes) const {
    const std::uint32_t words =
        static_cast<std::uint32_t>(detail::stream_words_of(bytes));
    const std::size_t capacity = detail::stream_capacity(size_);
    // The counter stays below 2^31 however much is written.
    const atomic_ref<std::uint32_t, memory_order::relaxed, memory_scope::device>
        used(*reinterpret_cast<std::uint32_t *>(words_));
    if (used.load() >= capacity)
      return nullptr;
    const std::uint32_t at = used.fetch_add(words);
    if (at + words > capacity)
      return nullptr;
    words_[at] = detail::stream_header(
        static_cast<std::uint32_t>(detail::linearize(
            detail::global_id<3>(), detail::global_range<3>())),
        kind, bytes);
    return reinterpret_cast<char *>(words_ + at + 1);
  }
  template <typename T>
  const stream &put(detail::stream_record kind, const T &value) const {
    if (char *to = reserve(kind, sizeof(T)))
      __builtin_memcpy(to, &value, sizeof(T));
    return *this;
  }

  std::uint64_t *words_;
  std::size_t size_;
  std::size_t work_item_size_;
};

template <typename T, access::address_space Space, access::decorated D>
const stream &operator<<(const stream &out, const multi_ptr<T, Space, D> &p) {
  return out << static_cast<const void *>(p.get_raw());
}
template <typename T, int N>
const stream &operator<<(const stream &out, const vec<T, N> &v) {
  for (int i = 0; i < N; ++i)
    out << (i ? ", " : "") << v[i];
  return out;
}
template <typename V, typename R, int... I>
const stream &operator<<(const stream &out,
                         const detail::swizzled_vec<V, R, I...> &v) {
  return out << static_cast<R>(v);
}
template <typename T, std::size_t N>
const stream &operator<<(const stream &out, const marray<T, N> &v) {
  for (std::size_t i = 0; i < N; ++i)
    out << (i ? ", " : "") << v[i];
  return out;
}
namespace detail {
template <int D, typename Index>
const stream &put_index(const stream &out, const Index &index) {
  for (int d = 0; d < D; ++d)
    out << (d ? ", " : "{") << index[d];
  return out << "}";
}
} // namespace detail
template <int D> const stream &operator<<(const stream &out, const id<D> &i) {
  return detail::put_index<D>(out, i);
}
template <int D>
const stream &operator<<(const stream &out, const range<D> &r) {
  return detail::put_index<D>(out, r);
}
template <int D>
const stream &operator<<(const stream &out, const nd_range<D> &r) {
  return out << "nd_range(global_range: " << r.get_global_range()
             << ", local_range: " << r.get_local_range() << ")";
}
template <int D, bool WithOffset>
const stream &operator<<(const stream &out, const item<D, WithOffset> &i) {
  return out << "item(range: " << i.get_range() << ", id: " << i.get_id()
             << ")";
}
template <int D>
const stream &operator<<(const stream &out, const nd_item<D> &i) {
  return out << "nd_item(global_id: " << i.get_global_id()
             << ", local_id: " << i.get_local_id() << ")";
}
template <int D>
const stream &operator<<(const stream &out, const h_item<D> &i) {
  return out << "h_item(global_id: " << i.get_global_id()
             << ", local_id: " << i.get_local_id() << ")";
}
template <int D>
const stream &operator<<(const stream &out, const group<D> &g) {
  return out << "group(id: " << g.get_group_id()
             << ", local_range: " << g.get_local_range() << ")";
}
inline const stream &operator<<(const stream &out, const sub_group &g) {
  return out << "sub_group(id: " << g.get_group_id()
             << ", local_range: " << g.get_local_range() << ")";
}

} // namespace _V1
} // namespace sycl

template <> struct std::hash<sycl::stream> {
  std::size_t operator()(const sycl::stream &s) const noexcept {
    return std::hash<const void *>()(s.words_);
  }
};
