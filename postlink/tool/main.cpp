//===- main.cpp - sycl-post-link ------------------------------------------===//
//
//   sycl-post-link --modules-dir=DIR [options] linked.bc
//   sycl-post-link -o=[TARGET,]FILE.table ... [options] linked.bc
//   sycl-post-link -ir-output-only -o=FILE.bc [options] linked.bc
//
// Splits linked device code into modules. The first form knows of no targets:
// filtering is then sycl-aot's. See docs/post-link.md.
//
//===----------------------------------------------------------------------===//

#include "postlink/support/bitcode.h"
#include "postlink/support/tool.h"
#include "postlink/tool/outputs.h"
#include "postlink/tool/post_link.h"
#include "postlink/tool/targets.h"

using namespace llvm;
using namespace facet;

namespace {

constexpr char Usage[] =
    "usage: sycl-post-link [options] INPUT.bc\n"
    "  --modules-dir=DIR         one module file per module into DIR\n"
    "  -o=[TARGET,]FILE.table    a file table, filtered for TARGET; repeatable\n"
    "  -split=MODE               auto, off, per_source (source), per_kernel "
    "(kernel)\n"
    "  -exports=MODE             all: SYCL_EXTERNAL functions are entry points "
    "(default);\n"
    "                            none: an executable nobody imports from\n"
    "  -properties, -symbols     these columns in the file tables\n"
    "  -S                        text instead of bitcode in file tables\n"
    "  -ir-output-only           one module, written to the file of -o\n"
    "  -device-config-file=FILE  targets; repeatable";

struct CommandLine {
  std::string ModulesDirectory;
  std::vector<std::string> Outputs;
  std::string Split = "auto";
  std::string ExportMode = "all";
  std::vector<std::string> ConfigFiles;
  TableFormat Format;
  bool SingleModule = false;
};

/// `[target,]file`
std::pair<StringRef, StringRef> splitOutput(StringRef Output) {
  auto [First, Second] = Output.split(',');
  if (Output.contains(','))
    return {First, Second};
  return {"", First};
}

Error checkUsage(const CommandLine &Command, ArrayRef<std::string> Inputs) {
  if (Inputs.size() != 1)
    return makeError("expected one input file, got " + Twine(Inputs.size()));
  bool Tables = !Command.Outputs.empty();
  if (Tables == !Command.ModulesDirectory.empty())
    return makeError("give either --modules-dir or -o");
  if (!parseSplitMode(Command.Split))
    return makeError("unknown value '" + Command.Split +
                     "' for -split; known: auto, off, per_source, per_kernel");
  if (Command.ExportMode != "all" && Command.ExportMode != "none")
    return makeError("unknown value '" + Command.ExportMode +
                     "' for -exports; known: all, none");
  if (Command.SingleModule && Command.Outputs.size() != 1)
    return makeError("-ir-output-only needs exactly one -o");
  for (StringRef Output : Command.Outputs)
    if (splitOutput(Output).second.empty())
      return makeError("no file in option '-o=" + Output + "'");
  return Error::success();
}

Error writeSingle(StringRef Path, ArrayRef<PostLinkModule> Modules,
                  bool Assembly, OutputFiles &Files) {
  if (Modules.size() != 1)
    return makeError("-ir-output-only needs exactly one module, but the input "
                     "splits into " +
                     Twine(Modules.size()));
  const PostLinkModule &M = Modules.front();
  return Files.write(Path, Assembly ? StringRef(M.Assembly)
                                    : StringRef(M.Module.Bitcode.data(),
                                                M.Module.Bitcode.size()));
}

Error writeTables(const CommandLine &Command, const KnownTargets &Targets,
                  ArrayRef<PostLinkModule> Modules, const Module &Input,
                  OutputFiles &Files) {
  std::unique_ptr<Module> Empty = emptyModule(Input);
  for (StringRef Output : Command.Outputs) {
    auto [TargetName, Path] = splitOutput(Output);
    const TargetDescription *Target = nullptr;
    if (!TargetName.empty()) {
      Expected<const TargetDescription *> Found = Targets.find(TargetName);
      if (!Found)
        return Found.takeError();
      Target = *Found;
    }
    auto IsCompatible = [&](const Requirements &Needs) {
      return !Target || Target->WhyFilteredOut(Needs).empty();
    };
    if (Error E = writeTable(Path, Modules, *Empty, Command.Format,
                             IsCompatible, Files))
      return E;
  }
  return Error::success();
}

Error run(const CommandLine &Command, StringRef InputPath,
          const ToolSession &Tool) {
  KnownTargets Targets;
  if (Error E = Targets.load(Command.ConfigFiles))
    return E;
  // A misspelt target is said before the work is done.
  for (StringRef Output : Command.Outputs)
    if (StringRef Name = splitOutput(Output).first; !Name.empty())
      if (auto Found = Targets.find(Name); !Found)
        return Found.takeError();

  DeviceContext Context;
  Expected<std::unique_ptr<Module>> Input = readDeviceCode(InputPath, Context);
  if (!Input)
    return Input.takeError();
  PostLinkOptions Options;
  Options.Split = *parseSplitMode(Command.Split);
  Options.ExportMode =
      Command.ExportMode == "none" ? Exports::None : Exports::All;
  Options.WantAssembly = Command.Format.Assembly;
  Expected<PostLinkResult> Result =
      postLink(**Input, Options,
               [&](StringRef Name) { return Targets.aspectOf(Name); });
  if (!Result)
    return makeError(toString(Result.takeError()), InputPath);
  for (const std::string &Message : Result->Messages.messages())
    Tool.warning(Message);

  OutputFiles Files;
  ArrayRef<PostLinkModule> Modules = Result->Modules;
  Error E =
      !Command.ModulesDirectory.empty()
          ? writeModulesDirectory(Command.ModulesDirectory, Modules, Files)
      : Command.SingleModule
          ? writeSingle(splitOutput(Command.Outputs.front()).second, Modules,
                        Command.Format.Assembly, Files)
          : writeTables(Command, Targets, Modules, **Input, Files);
  if (!E)
    Files.keep();
  return E;
}

} // namespace

int main(int argc, char **argv) {
  ToolSession Tool("sycl-post-link", Usage);
  CommandLine Command;
  ArgumentParser Args;
  Args.value("modules-dir", Command.ModulesDirectory);
  Args.values("o", Command.Outputs);
  Args.value("split", Command.Split);
  Args.value("exports", Command.ExportMode);
  Args.values("device-config-file", Command.ConfigFiles);
  Args.flag("properties", Command.Format.Properties);
  Args.flag("symbols", Command.Format.Symbols);
  Args.flag("S", Command.Format.Assembly);
  Args.flag("ir-output-only", Command.SingleModule);
  if (Error E = Args.parse(argc, argv))
    return Tool.usageError(std::move(E));
  if (Args.helpRequested())
    return Tool.help();
  if (Error E = checkUsage(Command, Args.inputs()))
    return Tool.usageError(std::move(E));
  return Tool.finish(run(Command, Args.inputs().front(), Tool));
}
