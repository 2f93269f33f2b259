// Lists what a module declares; see listing.h.
// SPIR-V 1.6, sections 3.2 (execution models), 3.6 (execution modes), 3.20
// (decorations).

#include "spirv/listing.h"

namespace facet::spirv {

std::vector<uint32_t> Capabilities(const Module& module) {
  std::vector<uint32_t> result;
  for (Instruction i : module)
    if (i.opcode() == kOpCapability && i.size() == 2)
      result.push_back(i.word(1));
  return result;
}

std::vector<std::string> Extensions(const Module& module) {
  std::vector<std::string> result;
  for (Instruction i : module)
    if (i.opcode() == kOpExtension) result.push_back(i.String(1));
  return result;
}

std::vector<EntryPoint> EntryPoints(const Module& module) {
  std::vector<EntryPoint> result;
  for (Instruction i : module) {
    if (i.opcode() == kOpEntryPoint && i.size() >= 4) {
      result.push_back({i.word(1), i.word(2), i.String(3), {0, 0, 0}, 0});
      continue;
    }
    if (i.opcode() != kOpExecutionMode) continue;
    // Execution modes follow all entry points in a module.
    for (EntryPoint& entry : result) {
      if (entry.function != i.word(1)) continue;
      if (i.word(2) == kExecutionModeLocalSize && i.size() == 6)
        for (int d = 0; d < 3; ++d) entry.local_size[d] = i.word(3 + d);
      if (i.word(2) == kExecutionModeSubgroupSize && i.size() == 4)
        entry.sub_group_size = i.word(3);
    }
  }
  return result;
}

std::vector<LinkedSymbol> LinkedSymbols(const Module& module) {
  std::vector<LinkedSymbol> result;
  for (Instruction i : module) {
    if (i.opcode() != kOpDecorate || i.word(2) != kDecorationLinkageAttributes)
      continue;
    size_t type = 0;
    LinkedSymbol symbol;
    symbol.id = i.word(1);
    symbol.name = i.String(3, &type);
    if (type >= i.size()) continue;  // no linkage type: cut short
    symbol.imported = i.word(type) == 1;
    result.push_back(std::move(symbol));
  }
  return result;
}

}  // namespace facet::spirv
