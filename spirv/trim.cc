// Drops unneeded capabilities; see trim.h.

#include "spirv/trim.h"

#include <set>

#include "spirv/needs.h"

namespace facet::spirv {

Module TrimCapabilities(const Module& module) {
  std::string error;
  const auto index = ModuleIndex::Build(module, &error);
  if (!index) return module;  // in doubt everything stays
  std::set<uint32_t> declared, needed;
  for (const Line& line : index->lines())
    if (line.instruction.opcode() == kOpCapability)
      declared.insert(line.instruction.word(1));
  NeedsReader reader(*index);
  bool entry_points = false;
  for (const Line& line : index->lines()) {
    entry_points |= line.section == Section::kEntryPoints;
    for (Alternatives alternatives : reader.Read(line).capabilities)
      for (uint32_t capability : Satisfying(declared, alternatives))
        needed.insert(capability);
  }
  // A module without entry points is valid only as a linkable one.
  if (!entry_points) needed.insert(kCapabilityLinkage);

  ModuleWriter writer(module);
  std::set<uint32_t> written;
  for (Instruction i : module) {
    if (i.opcode() == kOpCapability) {
      const uint32_t capability = i.word(1);
      if (IsUnderstood(capability) && !needed.contains(capability)) continue;
      if (!written.insert(capability).second) continue;
    }
    writer.Append(i);
  }
  return std::move(writer).Finish();
}

}  // namespace facet::spirv
