//===- main.cpp - sycl-device-link ----------------------------------------===//
//
//   sycl-device-link [-S] [-targets=T,...] -o linked.bc a.bc b.bc ...
//
// See device_link.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/support/phases.h"
#include "compiler/support/tool.h"
#include "llvm/ADT/StringExtras.h"
#include "postlink/link/device_link.h"

#include <optional>

using namespace llvm;
using namespace facet;

static Error run(StringRef Output, bool AsText, ArrayRef<std::string> Inputs,
                 ArrayRef<std::string> Targets, PhaseReport &Phases) {
  DeviceContext Context;
  auto Timed = std::make_optional(Phases.enter("link"));
  Expected<std::unique_ptr<Module>> Linked =
      linkDeviceCode(Inputs, Context, Targets);
  if (!Linked)
    return Linked.takeError();
  Timed.reset();
  Timed.emplace(Phases.enter("write"));
  if (AsText)
    return writeOutput(Output, writeAssembly(**Linked));
  SmallVector<char, 0> Bytes = writeBitcode(**Linked);
  return writeOutput(Output, StringRef(Bytes.data(), Bytes.size()));
}

int main(int argc, char **argv) {
  ToolSession Tool(
      "sycl-device-link",
      "usage: sycl-device-link [options] -o OUTPUT INPUT.bc...\n"
      "\n"
      "Links device code of several sources.\n"
      "\n"
      "  -o FILE         bitcode file to write\n"
      "  -targets=T,...  targets that some inputs have code of their own for\n"
      "  -S              text instead of bitcode\n"
      "  -ftime-report   where the time went, on stderr\n"
      "  --help, --version");
  std::string Output, TargetList;
  bool AsText = false, TimeReport = false;
  ArgumentParser Args;
  Args.value("o", Output);
  Args.value("targets", TargetList);
  Args.flag("S", AsText);
  Args.flag("ftime-report", TimeReport);
  if (Error E = Args.parse(argc, argv))
    return Tool.usageError(std::move(E));
  if (Args.informationRequested())
    return Tool.answer(Args);
  if (Output.empty())
    return Tool.usageError(makeError("no output: give -o"));
  if (Args.inputs().empty())
    return Tool.usageError(makeError("no input files"));
  Tool.worksOn(join(Args.inputs(), ", "));
  SmallVector<StringRef> Names;
  StringRef(TargetList).split(Names, ',', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  std::vector<std::string> Targets(Names.begin(), Names.end());
  PhaseReport Phases("sycl-device-link", TimeReport);
  return Tool.finish(run(Output, AsText, Args.inputs(), Targets, Phases));
}
