// Where in the source an object is declared, as a number that the compilations
// for host and device agree on.
#pragma once

#include <sycl/detail/defines.hpp>

#include <cstddef>
#include <cstdint>

#ifdef __has_builtin
#if __has_builtin(__builtin_COLUMN)
#define __SYCL_COLUMN __builtin_COLUMN()
#endif
#endif
#ifndef __SYCL_COLUMN
#define __SYCL_COLUMN 0
#endif

namespace sycl {
inline namespace _V1 {
namespace detail {

/// FNV-1a.
constexpr std::uint64_t add_to_hash(std::uint64_t hash, std::uint64_t byte) {
  return (hash ^ byte) * 0x100000001b3u;
}
constexpr std::uint64_t hash_of_text(std::uint64_t hash, const char *text) {
  for (; *text; ++text)
    hash = add_to_hash(hash, static_cast<unsigned char>(*text));
  return add_to_hash(hash, 0);
}

#ifdef __SYCL_LATE_SOURCE__
/// This header is precompiled, for sources that say later which they are: by a
/// partial specialization for `void`.
#define __SYCL_HAS_LATE_SOURCE__ 1
template <typename T, typename = void>
inline constexpr const char *late_source = "";
#define __SYCL_SOURCE(T) ::sycl::detail::late_source<T>
#else
#define __SYCL_SOURCE(T) __BASE_FILE__
#endif

struct source_place {
  /// Of the name of the file without its folder, line and column.
  std::uint64_t place;
  /// Of the paths of that file and of the source that includes it: tells
  /// objects of one place apart.
  std::uint64_t source;

  /// As a default argument in a template with a parameter T: the place of the
  /// call.
  template <typename T>
  static constexpr source_place
  current(const char *file = __builtin_FILE(),
          unsigned line = __builtin_LINE(), unsigned column = __SYCL_COLUMN,
          const char *source = __SYCL_SOURCE(T)) {
    constexpr std::uint64_t start = 0xcbf29ce484222325u;
    const char *name = file;
    for (const char *c = file; *c; ++c)
      if (*c == '/')
        name = c + 1;
    std::uint64_t place = hash_of_text(start, name);
    for (int shift = 0; shift < 32; shift += 8)
      place = add_to_hash(place, line >> shift & 255);
    for (int shift = 0; shift < 32; shift += 8)
      place = add_to_hash(place, column >> shift & 255);
    return {place, hash_of_text(hash_of_text(start, file), source)};
  }

  /// For an object whose value has so many bytes: members of templates are at
  /// one place.
  constexpr source_place of_size(std::size_t size) const {
    return {add_to_hash(place, size), source};
  }
};

#undef __SYCL_SOURCE

} // namespace detail
} // namespace _V1
} // namespace sycl
