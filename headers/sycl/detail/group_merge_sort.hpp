// How the work-items of a group sort: a merge sort, which is stable, for the
// sorters of sycl_ext_oneapi_group_sort.
//
// Each work-item sorts short runs alone. Then runs are merged in pairs, from
// the elements to spare memory and back, with a barrier after each pass: a
// work-item writes an equal share of neighbours, and finds by bisection which
// elements of the two runs they are. N elements take N log(N) comparisons for
// the merging, and log(N) for each bisection.
#pragma once

#include <sycl/detail/group_exchange.hpp>

#include <cstddef>
#include <cstdint>
#include <new>
#include <type_traits>

namespace sycl {
inline namespace _V1 {
namespace detail {

/// Elements go to memory where there may be no object yet, or through an
/// iterator whose reference may be an object that stands for one.
template <typename T, typename Source>
__SYCL_ALWAYS_INLINE void put_element(T *to, std::ptrdiff_t i,
                                      const Source &x) {
  ::new (static_cast<void *>(to + i)) T(x);
}
template <typename Iterator, typename Source>
__SYCL_ALWAYS_INLINE void put_element(Iterator to, std::ptrdiff_t i,
                                      const Source &x) {
  to[i] = x;
}

/// Sorts the elements [first, last) of `from` to the same places of `to`.
template <typename T, typename From, typename To, typename Before>
void sort_run(From from, To to, std::ptrdiff_t first, std::ptrdiff_t last,
              Before &before) {
  for (std::ptrdiff_t next = first; next < last; ++next) {
    const T x = from[next];
    std::ptrdiff_t place = next;
    for (; place > first; --place) {
      const T previous = to[place - 1];
      if (!before(x, previous))
        break;
      put_element(to, place, previous);
    }
    put_element(to, place, x);
  }
}

/// Writes the elements [first, last) of what pairs of sorted runs give. The
/// runs have `length` elements, but for the last of the n elements.
template <typename T, typename From, typename To, typename Before>
void merge_runs(From from, To to, std::ptrdiff_t first, std::ptrdiff_t last,
                std::ptrdiff_t length, std::ptrdiff_t n, Before &before) {
  while (first < last) {
    const std::ptrdiff_t pair = first - first % (2 * length);
    const std::ptrdiff_t middle = n - pair < length ? n : pair + length;
    const std::ptrdiff_t end = n - middle < length ? n : middle + length;
    // How many of those before `first` are of the first run.
    const std::ptrdiff_t number = first - pair;
    std::ptrdiff_t low =
        number > end - middle ? number - (end - middle) : std::ptrdiff_t(0);
    std::ptrdiff_t high = number < middle - pair ? number : middle - pair;
    while (low < high) {
      const std::ptrdiff_t half = low + (high - low) / 2;
      const T &right = from[middle + number - 1 - half];
      const T &left = from[pair + half];
      if (before(right, left))
        high = half;
      else
        low = half + 1;
    }
    std::ptrdiff_t i = pair + low, j = middle + number - low;
    const std::ptrdiff_t stop = end < last ? end : last;
    for (; first < stop; ++first) {
      bool takes_left = j >= end;
      if (!takes_left && i < middle) {
        const T &right = from[j];
        const T &left = from[i];
        takes_left = !before(right, left);
      }
      const T &next = from[takes_left ? i : j];
      put_element(to, first, next);
      (takes_left ? i : j) += 1;
    }
  }
}

/// Sorts the first n elements of `data`, with room for n elements in `spare`.
/// T is their type, which has no destructor of its own.
template <typename Group, typename Data, typename T, typename Before>
void merge_sort(const Group &g, Data data, T *spare, std::ptrdiff_t n,
                Before before) {
  static_assert(std::is_trivially_destructible_v<T>,
                "only device copyable elements are sorted");
  constexpr std::ptrdiff_t longest_run = 8;
  const std::ptrdiff_t size = g.get_local_linear_range();
  const std::ptrdiff_t id = g.get_local_linear_id();
  const std::ptrdiff_t share = n / size + (n % size != 0 ? 1 : 0);
  const std::ptrdiff_t run = share < longest_run ? share : longest_run;
  // The last pass leaves the elements where they belong.
  bool in_spare = false;
  for (std::ptrdiff_t length = run; length < n; length *= 2)
    in_spare = !in_spare;
  synchronize(g);
  for (std::ptrdiff_t first = id * run; first < n; first += size * run) {
    const std::ptrdiff_t last = n - first < run ? n : first + run;
    if (in_spare)
      sort_run<T>(data, spare, first, last, before);
    else
      sort_run<T>(data, data, first, last, before);
  }
  synchronize(g);
  const std::ptrdiff_t first = id * share < n ? id * share : n;
  const std::ptrdiff_t last = n - first < share ? n : first + share;
  for (std::ptrdiff_t length = run; length < n; length *= 2) {
    if (in_spare)
      merge_runs<T>(spare, data, first, last, length, n, before);
    else
      merge_runs<T>(data, spare, first, last, length, n, before);
    in_spare = !in_spare;
    synchronize(g);
  }
}

/// Bytes of memory for so many objects, wherever the memory begins.
template <typename T>
constexpr std::size_t scratch_bytes_for(std::size_t count) {
  return count * sizeof(T) + alignof(T);
}
/// The first place for an object in the memory.
template <typename T>
__SYCL_ALWAYS_INLINE T *aligned_scratch(std::byte *bytes) noexcept {
  const auto address = reinterpret_cast<std::uintptr_t>(bytes);
  return reinterpret_cast<T *>(bytes + (-address & (alignof(T) - 1)));
}

} // namespace detail
} // namespace _V1
} // namespace sycl
