// Takes the declaration of an extension away; see extensions.h.

#include "spirv/extensions.h"

namespace facet::spirv {

Module WithoutExtension(const Module& module, std::string_view name) {
  ModuleWriter writer(module);
  for (Instruction i : module)
    if (i.opcode() != kOpExtension || i.String(1) != name) writer.Append(i);
  return std::move(writer).Finish();
}

}  // namespace facet::spirv
