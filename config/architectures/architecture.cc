// See architecture.h.

#include "config/architectures/architecture.h"

namespace facet {
namespace {

constexpr ArchitectureInfo kArchitectures[] = {
#include "config/architectures/architecture_table.inc"
};

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

}  // namespace facet
