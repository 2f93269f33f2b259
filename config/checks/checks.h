// What checked kernels report when they run (docs/checked-kernels.md).
//
// In:  names of checks.
// Out: a flag for each, and a word of bits.
// Why: the driver, sycl-aot and the runtime pass them on to each other.
#ifndef FACET_CONFIG_CHECKS_CHECKS_H_
#define FACET_CONFIG_CHECKS_CHECKS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace facet {

// As -fsycl-check= names it.
struct Checks {
  bool memory = false;         // accesses outside of an object
  bool uninitialized = false;  // uses of values that nobody has written
  bool races = false;          // accesses of two work-items without an order
  bool barriers = false;       // barriers that a part of a group reaches

  bool Any() const { return memory || uninitialized || races || barriers; }
  // Names with commas between them, in the order above; "" for none.
  std::string ToString() const;
  // Returns a bit for each, in the order above, the lowest first.
  uint32_t ToBits() const;
  static Checks FromBits(uint32_t bits);

  friend bool operator==(const Checks&, const Checks&) = default;
};

// For messages: what may be in a list.
inline constexpr const char kCheckNames[] = 
    "memory, uninitialized, races, barriers or all";

// Reads names with commas between them; "all" is each of them. Otherwise
// nothing, and the first part that is no name, in *unknown.
std::optional<Checks> ParseChecks(std::string_view text, std::string* unknown);

// Reads a list that is known to be one; none for any other text.
Checks ChecksNamed(std::string_view text);

}  // namespace facet

#endif  // FACET_CONFIG_CHECKS_CHECKS_H_
