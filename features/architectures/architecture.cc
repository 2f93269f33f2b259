// See architecture.h.

#include "features/architectures/architecture.h"

#include <algorithm>
#include <cstddef>
#include <iterator>

namespace facet {
namespace {

constexpr ArchitectureInfo kArchitectures[] = {
#include "features/architectures/architecture_table.inc"
};

// By ordinal.
struct FrozenArchitecture {
  std::string_view name;
  std::uint64_t id;
};

constexpr FrozenArchitecture kFrozen[] = {
#include "features/architectures/frozen_architectures.inc"
};
static_assert(kFrozen[kUnknownArchitectureOrdinal].name ==
              kUnknownArchitecture);

}  // namespace

std::span<const ArchitectureInfo> AllArchitectures() { return kArchitectures; }

std::optional<std::uint64_t> ArchitectureByName(std::string_view name) {
  for (const ArchitectureInfo& info : kArchitectures) {
    if (info.name == name) return info.id;
  }
  return std::nullopt;
}

std::string_view ArchitectureName(std::uint64_t id) {
  for (const ArchitectureInfo& info : kArchitectures) {
    if (info.id == id && info.alias_of.empty()) return info.name;
  }
  return "";
}

std::int32_t ArchitectureOrdinal(std::uint64_t id) {
  const auto* found = std::ranges::find(kFrozen, ArchitectureName(id),
                                        &FrozenArchitecture::name);
  return found == std::end(kFrozen)
             ? kUnknownArchitectureOrdinal
             : static_cast<std::int32_t>(found - std::begin(kFrozen));
}

std::string_view ArchitectureNameOfOrdinal(std::int32_t ordinal) {
  if (ordinal < 0 ||
      static_cast<std::size_t>(ordinal) >= std::size(kFrozen)) {
    return "";
  }
  return ArchitectureName(kFrozen[ordinal].id);
}

}  // namespace facet
