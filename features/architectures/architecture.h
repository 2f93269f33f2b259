// Architectures: names and ids of `enum class architecture`.
//
// In:  architecture_table.inc, which facet-config makes from
//      config/architectures.toml (a test compares). It is checked in because
//      facet-config itself needs it.
// Out: ids by name and names by id. std only; the runtime uses it.
//
// SPEC 003, "Changes to the device headers".
//
// Conditions hold 32-bit integers, ids have 64 bits; there an architecture is
// its *ordinal*: its place in frozen_architectures.inc, counted from 0. That
// list only ever grows at its end, so ordinals never change. An alias has the
// ordinal of the canonical name.

#ifndef FACET_FEATURES_ARCHITECTURES_ARCHITECTURE_H_
#define FACET_FEATURES_ARCHITECTURES_ARCHITECTURE_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace facet {

struct ArchitectureInfo {
  std::uint64_t id;
  std::string_view name;
  std::string_view alias_of;  // the canonical name of this id, or ""
};

inline constexpr std::string_view kUnknownArchitecture = "unknown";

// Returns the canonical names in the order of ids, each before its aliases.
std::span<const ArchitectureInfo> AllArchitectures();

std::optional<std::uint64_t> ArchitectureByName(std::string_view name);

// Returns the canonical name, or "".
std::string_view ArchitectureName(std::uint64_t id);

// The ordinal that "unknown" and ids without a name have. No condition holds
// for it.
inline constexpr std::int32_t kUnknownArchitectureOrdinal = 0;

std::int32_t ArchitectureOrdinal(std::uint64_t id);

// Returns the canonical name, or "".
std::string_view ArchitectureNameOfOrdinal(std::int32_t ordinal);

// Returns the id an Intel GPU with this GMDID would have; it need not be a
// known one. From ze_device_ip_version_ext_t and CL_DEVICE_IP_VERSION_INTEL.
constexpr std::uint64_t ArchitectureOfGmdid(std::uint32_t gmdid) {
  return std::uint64_t{gmdid} << 8;
}

}  // namespace facet

#endif  // FACET_FEATURES_ARCHITECTURES_ARCHITECTURE_H_
