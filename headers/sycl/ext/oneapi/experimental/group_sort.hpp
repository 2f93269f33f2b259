// Extension sycl_ext_oneapi_group_sort: the work-items of a group sort a range,
// values of their own, or values by keys. Without a sorter, a group helper has
// the memory that the default sorter needs.
#pragma once

#include <sycl/detail/hide_macros.inc>

#define SYCL_EXT_ONEAPI_GROUP_SORT 2

#include <sycl/ext/oneapi/experimental/group_helpers_sorters.hpp>

namespace sycl {
inline namespace _V1 {
namespace detail {

template <typename Helper, typename Result = void>
using for_group_helper = std::enable_if_t<is_group_helper<Helper>, Result>;
template <typename T>
inline constexpr bool is_fixed_span = is_span<std::remove_cv_t<T>>;

template <typename Helper, typename T>
using require_values_of_helper =
    std::enable_if_t<is_group_helper<Helper> && !is_fixed_span<T>, int>;
template <typename Group, typename T>
using require_values_of_group =
    std::enable_if_t<is_group_v<std::decay_t<Group>> && !is_fixed_span<T>, int>;
template <typename Helper, typename Properties>
using require_spans_of_helper = std::enable_if_t<
    is_group_helper<Helper> && is_properties_argument<Properties>, int>;
template <typename Helper, typename Compare, typename Properties>
using require_compared_spans =
    std::enable_if_t<is_group_helper<Helper> &&
                         !is_properties_argument<Compare> &&
                         is_properties_argument<Properties>,
                     int>;
template <typename Group, typename Properties>
using require_spans_of_group = std::enable_if_t<
    is_group_v<std::decay_t<Group>> && is_properties_argument<Properties>, int>;

} // namespace detail

namespace ext::oneapi::experimental {

//===-- Ranges ------------------------------------------------------------===//

template <typename GroupHelper, typename Ptr, typename Compare>
sycl::detail::for_group_helper<GroupHelper>
joint_sort(GroupHelper gh, Ptr first, Ptr last, Compare comp) {
  sycl::detail::joint_sort_with(gh.get_group(), gh.get_memory().data(), first,
                                last, comp);
}
template <typename GroupHelper, typename Ptr>
sycl::detail::for_group_helper<GroupHelper> joint_sort(GroupHelper gh,
                                                       Ptr first, Ptr last) {
  joint_sort(gh, first, last, std::less<>());
}
template <typename Group, typename Ptr, typename Sorter>
sycl::detail::for_sorted_group<Group> joint_sort(Group g, Ptr first, Ptr last,
                                                 Sorter sorter) {
  sorter(g, first, last);
}

//===-- Values of work-items ----------------------------------------------===//

template <typename GroupHelper, typename T, typename Compare,
          sycl::detail::require_values_of_helper<GroupHelper, T> = 0>
T sort_over_group(GroupHelper gh, T value, Compare comp) {
  return sycl::detail::sort_value_with(gh.get_group(), gh.get_memory().data(),
                                       value, comp);
}
template <typename GroupHelper, typename T,
          sycl::detail::require_values_of_helper<GroupHelper, T> = 0>
T sort_over_group(GroupHelper gh, T value) {
  return experimental::sort_over_group(gh, value, std::less<>());
}
template <typename Group, typename T, typename Sorter,
          sycl::detail::require_values_of_group<Group, T> = 0>
T sort_over_group(Group g, T value, Sorter sorter) {
  return sorter(g, value);
}

template <
    typename GroupHelper, typename T, std::size_t ElementsPerWorkItem,
    typename Compare, typename Properties = empty_properties_t,
    sycl::detail::require_compared_spans<GroupHelper, Compare, Properties> = 0>
void sort_over_group(GroupHelper gh, sycl::span<T, ElementsPerWorkItem> values,
                     Compare comp, Properties = {}) {
  sycl::detail::sort_span_with<Properties>(
      gh.get_group(), gh.get_memory().data(), values, comp);
}
template <typename GroupHelper, typename T, std::size_t ElementsPerWorkItem,
          typename Properties = empty_properties_t,
          sycl::detail::require_spans_of_helper<GroupHelper, Properties> = 0>
void sort_over_group(GroupHelper gh, sycl::span<T, ElementsPerWorkItem> values,
                     Properties properties = {}) {
  experimental::sort_over_group(gh, values, std::less<>(), properties);
}
template <typename Group, typename T, std::size_t ElementsPerWorkItem,
          typename Sorter, typename Properties = empty_properties_t,
          sycl::detail::require_spans_of_group<Group, Properties> = 0>
void sort_over_group(Group g, sycl::span<T, ElementsPerWorkItem> values,
                     Sorter sorter, Properties properties = {}) {
  sorter(g, values, properties);
}

//===-- Values by keys ----------------------------------------------------===//

template <typename GroupHelper, typename T, typename U, typename Compare,
          sycl::detail::require_values_of_helper<GroupHelper, T> = 0>
std::tuple<T, U> sort_key_value_over_group(GroupHelper gh, T key, U value,
                                           Compare comp) {
  return sycl::detail::sort_key_value_with(
      gh.get_group(), gh.get_memory().data(), key, value, comp);
}
template <typename GroupHelper, typename T, typename U,
          sycl::detail::require_values_of_helper<GroupHelper, T> = 0>
std::tuple<T, U> sort_key_value_over_group(GroupHelper gh, T key, U value) {
  return experimental::sort_key_value_over_group(gh, key, value, std::less<>());
}
template <typename Group, typename T, typename U, typename Sorter,
          sycl::detail::require_values_of_group<Group, T> = 0>
std::tuple<T, U> sort_key_value_over_group(Group g, T key, U value,
                                           Sorter sorter) {
  return sorter(g, key, value);
}

template <
    typename GroupHelper, typename T, typename U,
    std::size_t ElementsPerWorkItem, typename Compare,
    typename Properties = empty_properties_t,
    sycl::detail::require_compared_spans<GroupHelper, Compare, Properties> = 0>
void sort_key_value_over_group(GroupHelper gh,
                               sycl::span<T, ElementsPerWorkItem> keys,
                               sycl::span<U, ElementsPerWorkItem> values,
                               Compare comp, Properties = {}) {
  sycl::detail::sort_key_value_spans_with<Properties>(
      gh.get_group(), gh.get_memory().data(), keys, values, comp);
}
template <typename GroupHelper, typename T, typename U,
          std::size_t ElementsPerWorkItem,
          typename Properties = empty_properties_t,
          sycl::detail::require_spans_of_helper<GroupHelper, Properties> = 0>
void sort_key_value_over_group(GroupHelper gh,
                               sycl::span<T, ElementsPerWorkItem> keys,
                               sycl::span<U, ElementsPerWorkItem> values,
                               Properties properties = {}) {
  experimental::sort_key_value_over_group(gh, keys, values, std::less<>(),
                                          properties);
}
template <typename Group, typename T, typename U,
          std::size_t ElementsPerWorkItem, typename Sorter,
          typename Properties = empty_properties_t,
          sycl::detail::require_spans_of_group<Group, Properties> = 0>
void sort_key_value_over_group(Group g, sycl::span<T, ElementsPerWorkItem> keys,
                               sycl::span<U, ElementsPerWorkItem> values,
                               Sorter sorter, Properties properties = {}) {
  sorter(g, keys, values, properties);
}

} // namespace ext::oneapi::experimental
} // namespace _V1
} // namespace sycl

#include <sycl/detail/restore_macros.inc>
