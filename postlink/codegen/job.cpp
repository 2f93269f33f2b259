//===- job.cpp - One module for one target --------------------------------===//
//
// See job.h.
//
//===----------------------------------------------------------------------===//

#include "postlink/codegen/job.h"

#include "compiler/support/tool.h"
#include "postlink/retarget/kernels.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace facet {

std::string namesForUser(ArrayRef<std::string> Kernels) {
  std::vector<std::string> Names;
  for (const std::string &Kernel : Kernels)
    Names.push_back("'" + kernelNameForUser(Kernel) + "'");
  return (Names.size() == 1 ? "kernel " : "kernels ") + join(Names, ", ");
}

Error toolFailed(StringRef Tool, const AotJob &Job, const ToolResult &Result) {
  return makeError(textOf<Message::err_tool_failed>(
      Tool, namesForUser(Job.Kernels), Job.Target.aot_device, Result.ExitCode,
      Result.Output));
}

} // namespace facet
