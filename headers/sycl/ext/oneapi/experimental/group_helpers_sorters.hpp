// Extension sycl_ext_oneapi_group_sort: groups with memory for their
// algorithms, and the sorters. All sorters are one merge sort
// (detail/group_merge_sort.hpp), which is stable; those of radix sort compare
// the bits of numbers.
#pragma once

#include <sycl/detail/hide_macros.inc>

#include <sycl/bit_cast.hpp>
#include <sycl/detail/group_merge_sort.hpp>
#include <sycl/device.hpp>
#include <sycl/ext/oneapi/bfloat16.hpp>
#include <sycl/ext/oneapi/experimental/group_load_store.hpp>
#include <sycl/ext/oneapi/properties/properties.hpp>
#include <sycl/group_algorithms.hpp>
#include <sycl/half.hpp>
#include <sycl/memory_enums.hpp>
#include <sycl/range.hpp>
#include <sycl/span.hpp>

#include <bitset>
#include <climits>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <tuple>
#include <type_traits>
#include <utility>

namespace sycl {
inline namespace _V1 {
namespace ext::oneapi::experimental {

/// A group and memory that its algorithms may use while they run.
template <typename Group, std::size_t Extent> class group_with_scratchpad {
public:
  group_with_scratchpad(Group group, sycl::span<std::byte, Extent> scratch)
      : group_(group), scratch_(scratch) {}
  Group get_group() const { return group_; }
  sycl::span<std::byte, Extent> get_memory() const { return scratch_; }

private:
  static_assert(is_group_v<std::decay_t<Group>>,
                "group_with_scratchpad is of a group");
  Group group_;
  sycl::span<std::byte, Extent> scratch_;
};
template <typename Group, std::size_t Extent>
group_with_scratchpad(Group, sycl::span<std::byte, Extent>)
    -> group_with_scratchpad<Group, Extent>;

/// Which elements of all are a work-item's: neighbours, or those of its number
/// in each run of as many as there are work-items.
enum class group_algorithm_data_placement { blocked, striped };

struct input_data_placement_key {
  template <group_algorithm_data_placement Placement>
  using value_t = property_value<
      input_data_placement_key,
      std::integral_constant<group_algorithm_data_placement, Placement>>;
};
struct output_data_placement_key {
  template <group_algorithm_data_placement Placement>
  using value_t = property_value<
      output_data_placement_key,
      std::integral_constant<group_algorithm_data_placement, Placement>>;
};
template <>
struct is_property_key<input_data_placement_key> : std::true_type {};
template <>
struct is_property_key<output_data_placement_key> : std::true_type {};
template <group_algorithm_data_placement Placement>
inline constexpr input_data_placement_key::value_t<Placement>
    input_data_placement;
template <group_algorithm_data_placement Placement>
inline constexpr output_data_placement_key::value_t<Placement>
    output_data_placement;

enum class sorting_order { ascending, descending };

} // namespace ext::oneapi::experimental

namespace detail {

/// Objects that have a group and memory for its algorithms.
template <typename T, typename = void>
inline constexpr bool is_group_helper = false;
template <typename T>
inline constexpr bool is_group_helper<
    T, std::void_t<decltype(std::declval<const T &>().get_group()),
                   decltype(std::declval<const T &>().get_memory())>> =
    is_group_v<std::decay_t<decltype(std::declval<const T &>().get_group())>>;

template <typename Key, typename Value> struct key_and_value {
  Key key;
  Value value;
};
template <typename Compare> struct compare_keys {
  Compare compare;
  template <typename T> bool operator()(const T &x, const T &y) {
    return compare(x.key, y.key);
  }
};

/// Where element i of each work-item's Count is among those of all.
template <typename Key, std::size_t Count, typename Properties, typename Group>
__SYCL_ALWAYS_INLINE std::ptrdiff_t place_of_element(const Group &g,
                                                     std::size_t i) {
  using placement = ext::oneapi::experimental::group_algorithm_data_placement;
  const std::size_t id = g.get_local_linear_id();
  if constexpr (property_or<Key, Properties>(placement::blocked) ==
                placement::blocked)
    return static_cast<std::ptrdiff_t>(id * Count + i);
  else
    return static_cast<std::ptrdiff_t>(i * g.get_local_linear_range() + id);
}

/// Sorts Count elements of each work-item: get(i) gives one, set(i, x) takes
/// that which belongs in its place. `scratch` has room for all, twice.
template <std::size_t Count, typename Properties, typename Group, typename T,
          typename Before, typename Get, typename Set>
void sort_private(const Group &g, T *scratch, Before before, Get get, Set set) {
  using namespace ext::oneapi::experimental;
  const auto n = static_cast<std::ptrdiff_t>(g.get_local_linear_range()) *
                 static_cast<std::ptrdiff_t>(Count);
  synchronize(g);
  for (std::size_t i = 0; i < Count; ++i)
    put_element(
        scratch,
        place_of_element<input_data_placement_key, Count, Properties>(g, i),
        get(i));
  merge_sort(g, scratch, scratch + n, n, before);
  for (std::size_t i = 0; i < Count; ++i)
    set(i,
        scratch[place_of_element<output_data_placement_key, Count, Properties>(
            g, i)]);
  synchronize(g);
}

// What sorters have in common. `Before` is the order, `scratch` what they were
// given.

template <typename Group, typename Ptr, typename Before>
void joint_sort_with(const Group &g, std::byte *scratch, Ptr first, Ptr last,
                     Before before) {
  using T = element_of<Ptr>;
  merge_sort(g, first, aligned_scratch<T>(scratch),
             static_cast<std::ptrdiff_t>(last - first), before);
}
template <typename Group, typename T, typename Before>
T sort_value_with(const Group &g, std::byte *scratch, const T &value,
                  Before before) {
  T result = value;
  sort_private<1, ext::oneapi::experimental::empty_properties_t>(
      g, aligned_scratch<T>(scratch), before,
      [&](std::size_t) -> const T & { return value; },
      [&](std::size_t, const T &x) { result = x; });
  return result;
}
template <typename Properties, typename Group, typename T, std::size_t Count,
          typename Before>
void sort_span_with(const Group &g, std::byte *scratch, span<T, Count> values,
                    Before before) {
  static_assert(Count != dynamic_extent, "the span must have a fixed extent");
  sort_private<Count, Properties>(
      g, aligned_scratch<T>(scratch), before,
      [&](std::size_t i) -> const T & { return values[i]; },
      [&](std::size_t i, const T &x) { values[i] = x; });
}
template <typename Group, typename T, typename U, typename Compare>
std::tuple<T, U> sort_key_value_with(const Group &g, std::byte *scratch,
                                     const T &key, const U &value,
                                     Compare compare) {
  using element = key_and_value<T, U>;
  element result{key, value};
  sort_private<1, ext::oneapi::experimental::empty_properties_t>(
      g, aligned_scratch<element>(scratch), compare_keys<Compare>{compare},
      [&](std::size_t) {
        return element{key, value};
      },
      [&](std::size_t, const element &x) { result = x; });
  return std::tuple<T, U>(result.key, result.value);
}
template <typename Properties, typename Group, typename T, typename U,
          std::size_t Count, typename Compare>
void sort_key_value_spans_with(const Group &g, std::byte *scratch,
                               span<T, Count> keys, span<U, Count> values,
                               Compare compare) {
  static_assert(Count != dynamic_extent, "the spans must have a fixed extent");
  using element = key_and_value<T, U>;
  sort_private<Count, Properties>(
      g, aligned_scratch<element>(scratch), compare_keys<Compare>{compare},
      [&](std::size_t i) {
        return element{keys[i], values[i]};
      },
      [&](std::size_t i, const element &x) {
        keys[i] = x.key;
        values[i] = x.value;
      });
}

/// The bits of a number, in the order of numbers.
template <typename T> __SYCL_ALWAYS_INLINE auto ordered_bits(T x) noexcept {
  static_assert(is_number_v<T>, "radix sorters sort numbers");
  using U = std::conditional_t<
      sizeof(T) == 1, std::uint8_t,
      std::conditional_t<
          sizeof(T) == 2, std::uint16_t,
          std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>>>;
  constexpr U sign = static_cast<U>(U(1) << (sizeof(U) * CHAR_BIT - 1));
  const U bits = sycl::bit_cast<U>(x);
  if constexpr (!std::is_integral_v<T>)
    return static_cast<U>(bits & sign ? ~bits : bits | sign);
  else if constexpr (std::is_signed_v<T>)
    return static_cast<U>(bits ^ sign);
  else
    return bits;
}

/// The order of radix sorters.
template <typename T, ext::oneapi::experimental::sorting_order Order>
struct compare_bits {
  std::uint64_t mask;
  bool operator()(T x, T y) const noexcept {
    const std::uint64_t a = ordered_bits(x) & mask, b = ordered_bits(y) & mask;
    return Order == ext::oneapi::experimental::sorting_order::ascending ? a < b
                                                                        : b < a;
  }
};
template <typename T> using radix_mask = std::bitset<sizeof(T) * CHAR_BIT>;
template <typename T> radix_mask<T> all_bits() {
  return radix_mask<T>(std::numeric_limits<unsigned long long>::max());
}

template <typename Group, typename Result = void>
using for_sorted_group =
    std::enable_if_t<is_group_v<std::decay_t<Group>>, Result>;

// Sorters: what those by comparison and those by bits have in common.

template <typename Compare> class sorter_base {
protected:
  sorter_base(std::byte *scratch, Compare compare)
      : scratch_(scratch), compare_(compare) {}

  std::byte *scratch_;
  Compare compare_;
};

template <typename Compare> class range_sorter : sorter_base<Compare> {
public:
  template <typename Group, typename Ptr>
  for_sorted_group<Group> operator()(Group g, Ptr first, Ptr last) {
    joint_sort_with(g, this->scratch_, first, last, this->compare_);
  }

protected:
  using sorter_base<Compare>::sorter_base;
};

template <typename T, typename Compare, std::size_t Count>
class value_sorter : sorter_base<Compare> {
public:
  template <typename Group>
  for_sorted_group<Group, T> operator()(Group g, T value) {
    return sort_value_with(g, this->scratch_, value, this->compare_);
  }
  template <typename Group,
            typename Properties = ext::oneapi::experimental::empty_properties_t>
  for_sorted_group<Group> operator()(Group g, span<T, Count> values,
                                     Properties = {}) {
    sort_span_with<Properties>(g, this->scratch_, values, this->compare_);
  }

protected:
  using sorter_base<Compare>::sorter_base;
};

template <typename T, typename U, typename Compare, std::size_t Count>
class key_value_sorter : sorter_base<Compare> {
public:
  template <typename Group>
  for_sorted_group<Group, std::tuple<T, U>> operator()(Group g, T key,
                                                       U value) {
    return sort_key_value_with(g, this->scratch_, key, value, this->compare_);
  }
  template <typename Group,
            typename Properties = ext::oneapi::experimental::empty_properties_t>
  for_sorted_group<Group> operator()(Group g, span<T, Count> keys,
                                     span<U, Count> values, Properties = {}) {
    sort_key_value_spans_with<Properties>(g, this->scratch_, keys, values,
                                          this->compare_);
  }

protected:
  using sorter_base<Compare>::sorter_base;
};

} // namespace detail

namespace ext::oneapi::experimental {

//===-- Sorters by comparison ---------------------------------------------===//

namespace default_sorters {

template <typename Compare = std::less<>>
class joint_sorter : public sycl::detail::range_sorter<Compare> {
public:
  template <std::size_t Extent>
  joint_sorter(sycl::span<std::byte, Extent> scratch, Compare comp = {})
      : joint_sorter::range_sorter(scratch.data(), comp) {}

  template <typename T>
  static std::size_t memory_required(sycl::device, sycl::memory_scope scope,
                                     std::size_t range_size) {
    return memory_required<T>(scope, range_size);
  }
  /// As in revision 4: without a device, also in kernels.
  template <typename T>
  static constexpr std::size_t memory_required(sycl::memory_scope,
                                               std::size_t range_size) {
    return sycl::detail::scratch_bytes_for<T>(range_size);
  }
};

template <typename T, typename Compare = std::less<>,
          std::size_t ElementsPerWorkItem = 1>
class group_sorter
    : public sycl::detail::value_sorter<T, Compare, ElementsPerWorkItem> {
public:
  template <std::size_t Extent>
  group_sorter(sycl::span<std::byte, Extent> scratch, Compare comp = {})
      : group_sorter::value_sorter(scratch.data(), comp) {}

  static std::size_t memory_required(sycl::device, sycl::memory_scope scope,
                                     std::size_t range_size) {
    return memory_required(scope, range_size);
  }
  static constexpr std::size_t memory_required(sycl::memory_scope,
                                               std::size_t range_size) {
    return sycl::detail::scratch_bytes_for<T>(2 * range_size *
                                              ElementsPerWorkItem);
  }
};

template <typename T, typename U, typename Compare = std::less<>,
          std::size_t ElementsPerWorkItem = 1>
class group_key_value_sorter
    : public sycl::detail::key_value_sorter<T, U, Compare,
                                            ElementsPerWorkItem> {
public:
  template <std::size_t Extent>
  group_key_value_sorter(sycl::span<std::byte, Extent> scratch,
                         Compare comp = {})
      : group_key_value_sorter::key_value_sorter(scratch.data(), comp) {}

  static std::size_t memory_required(sycl::device, sycl::memory_scope scope,
                                     std::size_t range_size) {
    return memory_required(scope, range_size);
  }
  static constexpr std::size_t memory_required(sycl::memory_scope,
                                               std::size_t range_size) {
    return sycl::detail::scratch_bytes_for<sycl::detail::key_and_value<T, U>>(
        2 * range_size * ElementsPerWorkItem);
  }
};

} // namespace default_sorters

//===-- Sorters by bits ---------------------------------------------------===//

namespace radix_sorters {

template <typename T, sorting_order Order = sorting_order::ascending,
          unsigned int BitsPerPass = 4>
class joint_sorter
    : public sycl::detail::range_sorter<sycl::detail::compare_bits<T, Order>> {
public:
  template <std::size_t Extent>
  joint_sorter(
      sycl::span<std::byte, Extent> scratch,
      const sycl::detail::radix_mask<T> mask = sycl::detail::all_bits<T>())
      : joint_sorter::range_sorter(scratch.data(), {mask.to_ullong()}) {}

  static constexpr std::size_t memory_required(sycl::memory_scope,
                                               std::size_t range_size) {
    return sycl::detail::scratch_bytes_for<T>(range_size);
  }
};

template <typename T, sorting_order Order = sorting_order::ascending,
          std::size_t ElementsPerWorkItem = 1, unsigned int BitsPerPass = 4>
class group_sorter
    : public sycl::detail::value_sorter<T, sycl::detail::compare_bits<T, Order>,
                                        ElementsPerWorkItem> {
public:
  template <std::size_t Extent>
  group_sorter(
      sycl::span<std::byte, Extent> scratch,
      const sycl::detail::radix_mask<T> mask = sycl::detail::all_bits<T>())
      : group_sorter::value_sorter(scratch.data(), {mask.to_ullong()}) {}

  static constexpr std::size_t memory_required(sycl::memory_scope,
                                               std::size_t range_size) {
    return sycl::detail::scratch_bytes_for<T>(2 * range_size *
                                              ElementsPerWorkItem);
  }
};

template <typename T, typename U,
          sorting_order Order = sorting_order::ascending,
          std::size_t ElementsPerWorkItem = 1, unsigned int BitsPerPass = 4>
class group_key_value_sorter
    : public sycl::detail::key_value_sorter<
          T, U, sycl::detail::compare_bits<T, Order>, ElementsPerWorkItem> {
public:
  template <std::size_t Extent>
  group_key_value_sorter(
      sycl::span<std::byte, Extent> scratch,
      const sycl::detail::radix_mask<T> mask = sycl::detail::all_bits<T>())
      : group_key_value_sorter::key_value_sorter(scratch.data(),
                                                 {mask.to_ullong()}) {}

  static constexpr std::size_t memory_required(sycl::memory_scope,
                                               std::size_t range_size) {
    return sycl::detail::scratch_bytes_for<sycl::detail::key_and_value<T, U>>(
        2 * range_size * ElementsPerWorkItem);
  }
};

} // namespace radix_sorters

//===-- Sorters of revisions before the fifth -----------------------------===//
// One class for all algorithms. Ranges and values need the same memory.

template <typename Compare = std::less<>> class default_sorter {
public:
  template <std::size_t Extent>
  default_sorter(sycl::span<std::byte, Extent> scratch, Compare comp = {})
      : scratch_(scratch.data()), compare_(comp) {}

  template <typename Group, typename Ptr>
  sycl::detail::for_sorted_group<Group> operator()(Group g, Ptr first,
                                                   Ptr last) {
    sycl::detail::joint_sort_with(g, scratch_, first, last, compare_);
  }
  template <typename Group, typename T>
  sycl::detail::for_sorted_group<Group, T> operator()(Group g, T value) {
    return sycl::detail::sort_value_with(g, scratch_, value, compare_);
  }

  template <typename T>
  static constexpr std::size_t memory_required(sycl::memory_scope,
                                               std::size_t range_size) {
    return sycl::detail::scratch_bytes_for<T>(2 * range_size);
  }
  template <typename T, int Dimensions>
  static constexpr std::size_t
  memory_required(sycl::memory_scope scope,
                  sycl::range<Dimensions> local_range) {
    return memory_required<T>(scope, local_range.size());
  }

private:
  std::byte *scratch_;
  Compare compare_;
};

template <typename T, sorting_order Order = sorting_order::ascending,
          unsigned int BitsPerPass = 4>
class radix_sorter {
public:
  template <std::size_t Extent>
  radix_sorter(
      sycl::span<std::byte, Extent> scratch,
      const sycl::detail::radix_mask<T> mask = sycl::detail::all_bits<T>())
      : scratch_(scratch.data()), compare_{mask.to_ullong()} {}

  template <typename Group, typename Ptr>
  sycl::detail::for_sorted_group<Group> operator()(Group g, Ptr first,
                                                   Ptr last) {
    sycl::detail::joint_sort_with(g, scratch_, first, last, compare_);
  }
  template <typename Group>
  sycl::detail::for_sorted_group<Group, T> operator()(Group g, T value) {
    return sycl::detail::sort_value_with(g, scratch_, value, compare_);
  }

  static constexpr std::size_t memory_required(sycl::memory_scope,
                                               std::size_t range_size) {
    return sycl::detail::scratch_bytes_for<T>(2 * range_size);
  }
  template <int Dimensions>
  static constexpr std::size_t
  memory_required(sycl::memory_scope scope,
                  sycl::range<Dimensions> local_range) {
    return memory_required(scope, local_range.size());
  }

private:
  std::byte *scratch_;
  sycl::detail::compare_bits<T, Order> compare_;
};

} // namespace ext::oneapi::experimental
} // namespace _V1
} // namespace sycl

#include <sycl/detail/restore_macros.inc>
