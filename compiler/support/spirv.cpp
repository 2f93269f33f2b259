//===- spirv.cpp - SPIR-V modules in files and buffers of LLVM ------------===//
//
// See spirv.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/support/spirv.h"

#include "compiler/support/tool.h"

#include <vector>

using namespace llvm;

namespace facet {

Expected<SmallVector<char, 0>>
rewriteSpirv(ArrayRef<char> Bytes, Message Failure,
             function_ref<std::optional<spirv::Module>(const spirv::Module &,
                                                       std::string *)>
                 Rewrite) {
  std::string Problem;
  std::optional<spirv::Module> Module = spirv::Module::Parse(
      {reinterpret_cast<const unsigned char *>(Bytes.data()), Bytes.size()},
      &Problem);
  if (Module)
    Module = Rewrite(*Module, &Problem);
  if (!Module)
    return makeError(textOf(Failure, {Problem}));
  std::vector<unsigned char> Result = spirv::ToBytes(*Module);
  return SmallVector<char, 0>(Result.begin(), Result.end());
}

} // namespace facet
