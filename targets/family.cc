// See family.h.

#include "targets/family.h"

#include <cstddef>

namespace facet {

std::optional<std::uint16_t> ElfMachine(std::string_view code) {
  constexpr std::size_t kMachine = 18;
  if (code.size() < kMachine + 2 || !code.starts_with("\x7f"
                                                      "ELF"))
    return std::nullopt;
  return static_cast<unsigned char>(code[kMachine]) |
         static_cast<unsigned char>(code[kMachine + 1]) << 8;
}

int RankSameTarget(const RankQuery& query) {
  return query.made_for == query.device ||
                 (query.device_info && query.made_for_info == query.device_info)
             ? kRankExact
             : kRankNever;
}

}  // namespace facet
