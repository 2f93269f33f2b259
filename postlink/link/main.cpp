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

#define FACET_OPTIONS "options/device_link.inc"
#include "options/define_table.inc"

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
      helpText("usage: sycl-device-link [options] -o OUTPUT INPUT.bc...\n"
               "\n"
               "Links device code of several sources.",
               optionTable()));
  ToolOptions Args(optionTable());
  if (Error E = Args.parse(argc, argv))
    return Tool.usageError(std::move(E));
  if (Args.informationRequested())
    return Tool.answer(Args);
  std::string Output = Args.value(OPT_o);
  std::string TargetList = Args.value(OPT_targets);
  if (Output.empty())
    return Tool.usageError(makeError(textOf<Message::err_no_output>()));
  if (Args.inputs().empty())
    return Tool.usageError(makeError(textOf<Message::err_no_input>()));
  Tool.worksOn(join(Args.inputs(), ", "));
  SmallVector<StringRef> Names;
  StringRef(TargetList).split(Names, ',', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  std::vector<std::string> Targets(Names.begin(), Names.end());
  PhaseReport Phases("sycl-device-link", Args.has(OPT_ftime_report));
  return Tool.finish(
      run(Output, Args.has(OPT_S), Args.inputs(), Targets, Phases));
}
