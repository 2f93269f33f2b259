// Spells scalar null constants as zeros; see null_constants.h.

#include "spirv/null_constants.h"

#include <unordered_map>

namespace facet::spirv {

Module RewriteScalarNulls(const Module& module) {
  std::unordered_map<uint32_t, uint32_t> widths;  // of scalar types, by id
  ModuleWriter writer(module);
  for (Instruction i : module) {
    if ((i.opcode() == kOpTypeInt || i.opcode() == kOpTypeFloat) &&
        i.word(2) >= 1 && i.word(2) <= 64)
      widths[i.word(1)] = i.word(2);
    const auto width = i.opcode() == kOpConstantNull && i.size() == 3
                           ? widths.find(i.word(1))
                           : widths.end();
    if (width == widths.end()) {
      writer.Append(i);
      continue;
    }
    const uint32_t operands[] = {i.word(1), i.word(2), 0, 0};
    writer.Append(kOpConstant, std::span(operands, width->second > 32 ? 4 : 3));
  }
  return std::move(writer).Finish();
}

}  // namespace facet::spirv
