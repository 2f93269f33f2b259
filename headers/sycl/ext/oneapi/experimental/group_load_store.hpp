// Extension sycl_ext_oneapi_group_load_store: the work-items of a group read or
// write a range together, each one or more elements of it.
//
// Both are group functions: what the group did before happens before the range
// is accessed, and the accesses happen before what the group does afterwards.
#pragma once

#include <sycl/detail/hide_macros.inc>

#define SYCL_EXT_ONEAPI_GROUP_LOAD_STORE 1

#include <sycl/detail/group_exchange.hpp>
#include <sycl/ext/oneapi/properties/properties.hpp>
#include <sycl/group.hpp>
#include <sycl/span.hpp>
#include <sycl/sub_group.hpp>
#include <sycl/vec.hpp>

#include <cstddef>
#include <iterator>
#include <type_traits>

namespace sycl {
inline namespace _V1 {
namespace ext::oneapi::experimental {

/// Which elements of the range are a work-item's: neighbours, or those of its
/// number in each run of as many as there are work-items.
enum class data_placement_enum { blocked, striped };

struct data_placement_key {
  template <data_placement_enum Type>
  using value_t =
      property_value<data_placement_key,
                     std::integral_constant<data_placement_enum, Type>>;
};
/// The program's word that the iterator is of contiguous memory.
struct contiguous_memory_key {
  using value_t = property_value<contiguous_memory_key>;
};
/// The program's word that the group is as large as its kind can be.
struct full_group_key {
  using value_t = property_value<full_group_key>;
};
template <> struct is_property_key<data_placement_key> : std::true_type {};
template <> struct is_property_key<contiguous_memory_key> : std::true_type {};
template <> struct is_property_key<full_group_key> : std::true_type {};

template <data_placement_enum Type>
inline constexpr data_placement_key::value_t<Type> data_placement;
inline constexpr data_placement_key::value_t<data_placement_enum::blocked>
    data_placement_blocked;
inline constexpr data_placement_key::value_t<data_placement_enum::striped>
    data_placement_striped;
inline constexpr contiguous_memory_key::value_t contiguous_memory;
inline constexpr full_group_key::value_t full_group;

} // namespace ext::oneapi::experimental

namespace detail {

/// Property lists, and single properties, which stand for a list of one.
template <typename Properties, bool IsValue> struct as_property_list {
  using type = Properties;
};
template <typename Property> struct as_property_list<Property, true> {
  using type = ext::oneapi::experimental::properties<property_pack<Property>>;
};
template <typename Properties>
using property_list_of = typename as_property_list<
    std::remove_cv_t<Properties>,
    ext::oneapi::experimental::is_property_value_v<Properties>>::type;

template <typename Properties>
inline constexpr bool is_properties_argument =
    ext::oneapi::experimental::is_property_list_v<Properties> ||
    ext::oneapi::experimental::is_property_value_v<Properties>;

/// The value of a property without a value at run time, or else `Otherwise`.
template <typename Key, typename Properties, typename T>
constexpr T property_or([[maybe_unused]] T otherwise) {
  using list = property_list_of<Properties>;
  if constexpr (list::template has_property<Key>())
    return property_of_list<Key, list>::type::value;
  else
    return otherwise;
}

template <typename Group> inline constexpr bool is_whole_group = false;
template <int D> inline constexpr bool is_whole_group<group<D>> = true;
template <> inline constexpr bool is_whole_group<sub_group> = true;

template <typename T>
inline constexpr bool is_loadable =
    std::is_trivially_copyable_v<T> &&std::is_default_constructible_v<T>;

template <typename Iterator, typename = void> struct value_of_iterator {
  using type = void;
};
template <typename Iterator>
struct value_of_iterator<
    Iterator,
    std::void_t<typename std::iterator_traits<Iterator>::value_type>> {
  // Without the address space of a decorated pointer.
  using type = typename plain<
      typename std::iterator_traits<Iterator>::value_type>::type;
};

/// Whether elements of one type move to objects of another one.
template <typename Group, typename From, typename To, typename Properties>
inline constexpr bool is_group_copy =
    is_whole_group<Group> &&is_properties_argument<Properties>
        &&std::is_convertible_v<From, To> &&is_loadable<From> &&is_loadable<To>;
template <typename Group, typename Iterator, typename To, typename Properties>
using require_group_load = std::enable_if_t<
    is_group_copy<Group, typename value_of_iterator<Iterator>::type, To,
                  Properties>,
    int>;
template <typename Group, typename From, typename Iterator, typename Properties>
using require_group_store = std::enable_if_t<
    is_group_copy<Group, std::remove_cv_t<From>,
                  typename value_of_iterator<Iterator>::type, Properties>,
    int>;

/// Calls access(position in the range, number of the work-item's element) for
/// each of its Count elements.
template <typename Properties, int Count, typename Group, typename Access>
__SYCL_ALWAYS_INLINE void access_range(const Group &g, Access access) {
  using namespace ext::oneapi::experimental;
  constexpr bool is_blocked =
      property_or<data_placement_key, Properties>(
          data_placement_enum::blocked) == data_placement_enum::blocked;
  const std::ptrdiff_t id = g.get_local_linear_id();
  synchronize(g);
  if constexpr (is_blocked || Count == 1) {
    for (int i = 0; i < Count; ++i)
      access(id * Count + i, i);
  } else {
    std::ptrdiff_t step = g.get_local_linear_range();
    // A constant on GPUs.
    if constexpr (property_list_of<Properties>::template has_property<
                      full_group_key>())
      step = g.get_max_local_range().size();
    for (int i = 0; i < Count; ++i)
      access(id + step * i, i);
  }
  synchronize(g);
}

template <typename T> inline constexpr bool is_span = false;
template <typename T, std::size_t N>
inline constexpr bool is_span<span<T, N>> = true;

} // namespace detail

namespace ext::oneapi::experimental {

//===-- Loads -------------------------------------------------------------===//

template <typename Group, typename InputIteratorT, typename OutputT,
          typename Properties = empty_properties_t,
          sycl::detail::require_group_load<Group, InputIteratorT, OutputT,
                                           Properties> = 0,
          std::enable_if_t<!sycl::detail::is_span<std::remove_cv_t<OutputT>>,
                           int> = 0>
__SYCL_ALWAYS_INLINE void group_load(Group g, InputIteratorT in_iter,
                                     OutputT &out, Properties = {}) {
  sycl::detail::access_range<Properties, 1>(
      g, [&](std::ptrdiff_t from, int) { out = in_iter[from]; });
}
template <typename Group, typename InputIteratorT, typename OutputT, int N,
          typename Properties = empty_properties_t,
          sycl::detail::require_group_load<Group, InputIteratorT, OutputT,
                                           Properties> = 0>
__SYCL_ALWAYS_INLINE void group_load(Group g, InputIteratorT in_iter,
                                     sycl::vec<OutputT, N> &out,
                                     Properties = {}) {
  sycl::detail::access_range<Properties, N>(
      g, [&](std::ptrdiff_t from, int i) { out[i] = in_iter[from]; });
}
template <
    typename Group, typename InputIteratorT, typename OutputT,
    std::size_t ElementsPerWorkItem, typename Properties = empty_properties_t,
    sycl::detail::require_group_load<Group, InputIteratorT, OutputT,
                                     Properties> = 0,
    std::enable_if_t<ElementsPerWorkItem != sycl::dynamic_extent, int> = 0>
__SYCL_ALWAYS_INLINE void
group_load(Group g, InputIteratorT in_iter,
           sycl::span<OutputT, ElementsPerWorkItem> out, Properties = {}) {
  sycl::detail::access_range<Properties, static_cast<int>(ElementsPerWorkItem)>(
      g, [&](std::ptrdiff_t from, int i) {
        out[static_cast<std::size_t>(i)] = in_iter[from];
      });
}

//===-- Stores ------------------------------------------------------------===//

template <
    typename Group, typename InputT, typename OutputIteratorT,
    typename Properties = empty_properties_t,
    sycl::detail::require_group_store<Group, InputT, OutputIteratorT,
                                      Properties> = 0,
    std::enable_if_t<!sycl::detail::is_span<std::remove_cv_t<InputT>>, int> = 0>
__SYCL_ALWAYS_INLINE void group_store(Group g, const InputT &in,
                                      OutputIteratorT out_iter,
                                      Properties = {}) {
  sycl::detail::access_range<Properties, 1>(
      g, [&](std::ptrdiff_t to, int) { out_iter[to] = in; });
}
template <typename Group, typename InputT, int N, typename OutputIteratorT,
          typename Properties = empty_properties_t,
          sycl::detail::require_group_store<Group, InputT, OutputIteratorT,
                                            Properties> = 0>
__SYCL_ALWAYS_INLINE void group_store(Group g, const sycl::vec<InputT, N> &in,
                                      OutputIteratorT out_iter,
                                      Properties = {}) {
  sycl::detail::access_range<Properties, N>(
      g, [&](std::ptrdiff_t to, int i) { out_iter[to] = in[i]; });
}
template <
    typename Group, typename InputT, std::size_t ElementsPerWorkItem,
    typename OutputIteratorT, typename Properties = empty_properties_t,
    sycl::detail::require_group_store<Group, InputT, OutputIteratorT,
                                      Properties> = 0,
    std::enable_if_t<ElementsPerWorkItem != sycl::dynamic_extent, int> = 0>
__SYCL_ALWAYS_INLINE void
group_store(Group g, sycl::span<InputT, ElementsPerWorkItem> in,
            OutputIteratorT out_iter, Properties = {}) {
  sycl::detail::access_range<Properties, static_cast<int>(ElementsPerWorkItem)>(
      g, [&](std::ptrdiff_t to, int i) {
        out_iter[to] = in[static_cast<std::size_t>(i)];
      });
}

} // namespace ext::oneapi::experimental
} // namespace _V1
} // namespace sycl

#include <sycl/detail/restore_macros.inc>
