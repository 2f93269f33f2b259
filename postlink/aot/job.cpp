//===- job.cpp - One module for one target --------------------------------===//
//
// See job.h.
//
//===----------------------------------------------------------------------===//

#include "postlink/aot/job.h"

#include "postlink/retarget/family.h"
#include "postlink/support/tool.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

#include <chrono>

using namespace llvm;

namespace facet {
namespace {

double secondsNow() {
  return std::chrono::duration<double>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

} // namespace

void PhaseTimer::begin(StringRef Phase) {
  if (!Enabled)
    return;
  double Now = secondsNow();
  if (!Current.empty())
    Phases.push_back({Current, Now - Start});
  Current = Phase.str();
  Start = Now;
}

void PhaseTimer::report() {
  if (!Enabled)
    return;
  begin("");
  double Total = 0;
  for (const auto &[Name, Seconds] : Phases) {
    errs() << format("%9.1f ms  ", Seconds * 1000) << Name << '\n';
    Total += Seconds;
  }
  errs() << format("%9.1f ms  ", Total * 1000) << "total\n";
}

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
  return makeError("no back end '" + Job.Target.aot_toolchain +
                   "'; known are spirv, ocloc, nvptx, amdgcn and x86_64");
}

} // namespace facet
