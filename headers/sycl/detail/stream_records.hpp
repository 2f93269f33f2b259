// What kernels write into a stream's memory, and the host reads from it.
//
// Words of 64 bits. The first counts the words that kernels asked for, itself
// included; it may exceed those there are. Each record is a word that names the
// work-item, the kind and the size in bytes, and then the bytes.
// Why records: formatting is the host's, by std::ostream, and work-items that
// write at the same time need nothing but the counter.
#pragma once

#include <cstddef>
#include <cstdint>

namespace sycl {
inline namespace _V1 {
namespace detail {

enum class stream_record : std::uint32_t {
  none, // asked for and not written, for there was no room
  character,
  int32, // or fewer bits
  uint32,
  int64,
  uint64,
  float32,
  float64,
  pointer,
  text,
  manipulator,
  precision,
  width
};

constexpr std::size_t stream_words_of(std::size_t bytes) noexcept {
  return 1 + (bytes + 7) / 8;
}
constexpr std::uint64_t stream_header(std::uint32_t item, stream_record kind,
                                      std::uint32_t bytes) noexcept {
  return item | std::uint64_t(kind) << 32 | std::uint64_t(bytes) << 40;
}
constexpr std::uint32_t stream_item(std::uint64_t header) noexcept {
  return static_cast<std::uint32_t>(header);
}
constexpr stream_record stream_kind(std::uint64_t header) noexcept {
  return static_cast<stream_record>(header >> 32 & 255);
}
constexpr std::uint32_t stream_bytes(std::uint64_t header) noexcept {
  return static_cast<std::uint32_t>(header >> 40);
}
/// Each character may be a record of its own; manipulators need room too.
constexpr std::size_t stream_capacity(std::size_t characters) noexcept {
  return 2 * characters + 1024;
}

} // namespace detail

enum class stream_manipulator : std::uint32_t {
  flush,
  endl,
  dec,
  hex,
  oct,
  noshowbase,
  showbase,
  noshowpos,
  showpos,
  fixed,
  scientific,
  hexfloat,
  defaultfloat
};

} // namespace _V1
} // namespace sycl
