// The registered families of targets.
//
// In:  the name of a family, the number of an image's format, an image's bytes.
// Out: the family, the format.
// Why: the one list of families; clients iterate it. std only.

#ifndef FACET_TARGETS_FAMILIES_H_
#define FACET_TARGETS_FAMILIES_H_

#include <cstdint>
#include <span>
#include <string_view>

#include "targets/family.h"

namespace facet {

// Returns all registered families, in the order in which formats are
// recognized.
std::span<const TargetFamily* const> Families();

// Returns null if there is none of that name.
const TargetFamily* FindFamily(std::string_view name);

// Returns whether `option` is one that tools of other families have, or other
// compilers' tools for such targets, and this one's do not:
// "-cl-fast-relaxed-math" of ptxas. False where nothing is known of the option.
bool IsForeignOption(std::string_view option, const TargetFamily& family);

// Returns null for SYCL_IMAGE_FORMAT_NONE and unknown numbers.
const ImageFormat* FindImageFormat(std::uint32_t number);

// Returns the format of `code` by its first bytes; null if no family recognizes
// it.
const ImageFormat* RecognizeImageFormat(std::string_view code);

// Registers one more family while it lives. For tests; not thread-safe.
class ScopedFamily {
 public:
  explicit ScopedFamily(const TargetFamily& family);
  ~ScopedFamily();
  ScopedFamily(const ScopedFamily&) = delete;
};

}  // namespace facet

#endif  // FACET_TARGETS_FAMILIES_H_
