// What programs of csmith include: arithmetic without undefined behavior, from csmith's own headers, which are
// written for C, and the names of its checksum.
#pragma once

#include <cfloat>
#include <climits>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <type_traits>

#define STATIC [[maybe_unused]] static inline
#define UNDEFINED(value) (value)
#define LOG_INDEX
#define LOG_EXEC
#define FUNC_NAME(name) (safe_##name)
#include "safe_math.h"

#define INT_BIT (sizeof(int) * CHAR_BIT)
#define _CSMITH_BITFIELD(x) (((x) > INT_BIT) ? ((x) % INT_BIT) : (x))
#define transparent_crc(value, name, flag) item.note(value)

namespace csmith {

/// The part of a work-item that needs no device: its checksum.
struct checksum {
  std::uint64_t value = 0xcbf29ce484222325u;
  void note(std::uint64_t x) {
    value = (value ^ x) * 0x100000001b3u;
    value ^= value >> 29;
  }
};

/// Calls `f` and records what it returns, if it is a number.
template <typename Item, typename F> void call(Item &item, F f) {
  if constexpr (std::is_arithmetic_v<std::decay_t<decltype(f())>>)
    item.note(f());
  else
    f();
}

} // namespace csmith
