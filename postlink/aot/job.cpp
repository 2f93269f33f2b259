//===- job.cpp - One module for one target --------------------------------===//
//
// See job.h.
//
//===----------------------------------------------------------------------===//

#include "postlink/aot/job.h"

#include "compiler/support/tool.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Module.h"
#include "postlink/retarget/kernels.h"

using namespace llvm;

namespace facet {
std::string namesForUser(ArrayRef<std::string> Kernels) {
  std::vector<std::string> Names;
  for (const std::string &Kernel : Kernels)
    Names.push_back("'" + kernelNameForUser(Kernel) + "'");
  return (Names.size() == 1 ? "kernel " : "kernels ") + join(Names, ", ");
}

Expected<CompiledCode> compileJob(AotJob &Job) {
  using BackEnd = Expected<CompiledCode> (*)(AotJob &);
  static constexpr std::pair<StringLiteral, BackEnd> BackEnds[] = {
      {"spirv", compileSpirv},
      {"ocloc", compileOcloc},
      {"nvptx", compileNvptx},
      {"amdgcn", compileAmdgcn},
      {"x86_64", compileX86}};
  for (const auto &[Name, Compile] : BackEnds)
    if (Name == Job.Target.aot_toolchain)
      return Compile(Job);
  return makeError("no back end '" + Job.Target.aot_toolchain + "'");
}

} // namespace facet
