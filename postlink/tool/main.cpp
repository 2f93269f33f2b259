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

#include "compiler/diagnostics/warning_group.h"
#include "compiler/support/bitcode.h"
#include "compiler/support/phases.h"
#include "compiler/support/tool.h"
#include "llvm/ADT/StringSet.h"
#include "postlink/properties/undefined_functions.h"
#include "postlink/tool/outputs.h"
#include "postlink/tool/post_link.h"
#include "postlink/tool/targets.h"

#include <optional>

#define FACET_OPTIONS "options/post_link.inc"
#include "options/define_table.inc"

using namespace llvm;
using namespace facet;

namespace {

constexpr char Usage[] =
    "usage: sycl-post-link [options] INPUT.bc\n"
    "\n"
    "Divides linked device code into modules, each with its requirements.";

struct CommandLine {
  explicit CommandLine(const ToolOptions &Args);

  std::string ModulesDirectory;
  std::vector<std::string> Outputs;
  std::string Split;
  std::string ExportMode;
  std::string DeviceIfJit;
  std::string Features;
  std::vector<std::string> ConfigFiles;
  bool SharedMayDefine;
  WarningGroup AspectWarnings{AspectsGroup};
  WarningGroup UndefinedWarnings{UndefinedGroup};
  TableFormat Format;
  bool SingleModule;
  bool TimeReport;
};

CommandLine::CommandLine(const ToolOptions &Args)
    : ModulesDirectory(Args.value(OPT_modules_dir)),
      Outputs(Args.values(OPT_o)), Split(Args.value(OPT_split, "off")),
      ExportMode(Args.value(OPT_exports, "all")),
      DeviceIfJit(Args.value(OPT_device_if_jit, "add-on")),
      Features(Args.value(OPT_optional_features, "split")),
      ConfigFiles(Args.values(OPT_device_config_file)),
      SharedMayDefine(Args.value(OPT_imports, "shared") == "shared"),
      SingleModule(Args.has(OPT_ir_output_only)),
      TimeReport(Args.has(OPT_ftime_report)) {
  Format.Properties = Args.has(OPT_properties);
  Format.Symbols = Args.has(OPT_symbols);
  Format.Assembly = Args.has(OPT_S);
  for (const std::string &Spelling : Args.spellings())
    for (WarningGroup *Group : {&AspectWarnings, &UndefinedWarnings})
      Group->see(Spelling);
}

/// `[target,]file`
std::pair<StringRef, StringRef> splitOutput(StringRef Output) {
  auto [First, Second] = Output.split(',');
  if (Output.contains(','))
    return {First, Second};
  return {"", First};
}

Error checkUsage(const CommandLine &Command, ArrayRef<std::string> Inputs) {
  if (Inputs.size() != 1)
    return makeError(textOf<Message::err_one_input>(Inputs.size()));
  bool Tables = !Command.Outputs.empty();
  if (Tables == !Command.ModulesDirectory.empty())
    return makeError(textOf<Message::err_modules_or_table>());
  if (Command.SingleModule && Command.Outputs.size() != 1)
    return makeError(textOf<Message::err_ir_output_only_output>());
  for (StringRef Output : Command.Outputs)
    if (splitOutput(Output).second.empty())
      return makeError(textOf<Message::err_output_without_file>(Output));
  return Error::success();
}

/// The one module of -ir-output-only.
class SingleFile {
public:
  SingleFile(StringRef Path, bool Assembly, OutputFiles &Files)
      : Path(Path), Assembly(Assembly), Files(Files) {}
  Error add(const PostLinkModule &M) {
    if (++Count != 1)
      return Error::success();
    return Files.write(Path, Assembly ? StringRef(M.Assembly)
                                      : StringRef(M.Module.Bitcode.data(),
                                                  M.Module.Bitcode.size()));
  }
  Error finish() const {
    if (Count == 1)
      return Error::success();
    return makeError(textOf<Message::err_ir_output_only_modules>(Count));
  }

private:
  StringRef Path;
  bool Assembly;
  OutputFiles &Files;
  size_t Count = 0;
};

std::string emptyCode(const Module &Input, bool Assembly) {
  std::unique_ptr<Module> Empty = emptyModule(Input);
  if (Assembly)
    return writeAssembly(*Empty);
  SmallVector<char, 0> Bitcode = writeBitcode(*Empty);
  return std::string(Bitcode.begin(), Bitcode.end());
}

/// One table for each -o. A misspelt target is said before the work is done.
Expected<std::vector<FileTable>> makeTables(const CommandLine &Command,
                                            const KnownTargets &Targets,
                                            const std::string &EmptyCode,
                                            OutputFiles &Files) {
  std::vector<FileTable> Tables;
  StringSet<> Paths;
  for (StringRef Output : Command.Outputs) {
    auto [TargetName, Path] = splitOutput(Output);
    const TargetDescription *Target = nullptr;
    if (!TargetName.empty()) {
      Expected<const TargetDescription *> Found = Targets.find(TargetName);
      if (!Found)
        return Found.takeError();
      Target = *Found;
    }
    if (!Paths.insert(Path).second)
      return makeError(textOf<Message::err_output_twice>(), Path);
    Tables.emplace_back(Path, Target, Command.Format, EmptyCode, Files);
  }
  return Tables;
}

Exports exportsOf(const CommandLine &Command) {
  return Command.ExportMode == "none" ? Exports::None : Exports::All;
}

/// Splits \p Input and gives every module to \p Outputs.
template <class OutputList>
Error splitInto(OutputList &&Outputs, Module &Input, const CommandLine &Command,
                const KnownTargets &Targets, StringRef InputPath,
                PhaseReport &Phases, Warnings &Messages) {
  PostLinkOptions Options;
  Options.Split = *parseSplitMode(Command.Split);
  Options.ExportMode = exportsOf(Command);
  Options.Features = Command.Features == "conditional"
                         ? OptionalFeatures::Conditional
                         : OptionalFeatures::Split;
  // The single module is for tools of the user's choice, not for a program.
  Options.AddOns = Command.DeviceIfJit == "add-on" && !Command.SingleModule;
  Options.WantAssembly = Command.Format.Assembly;
  bool OutputFailed = false;
  Error E = postLink(
      Input, Options, [&](StringRef Name) { return Targets.aspectOf(Name); },
      Phases, Messages,
      [&](const PostLinkModule &M) -> Error {
        for (auto &Output : Outputs)
          if (Error Failure = Output.add(M)) {
            OutputFailed = true;
            return Failure;
          }
        return Error::success();
      });
  if (E)
    return OutputFailed ? std::move(E)
                        : makeError(toString(std::move(E)), InputPath);
  auto Timed = Phases.enter("write");
  for (auto &Output : Outputs)
    if (Error Failure = Output.finish())
      return Failure;
  return Error::success();
}

/// Prints the warnings, or makes an error of the first one.
Error report(const Warnings &Found, const WarningGroup &Group,
             const ToolSession &Tool) {
  if (Found.messages().empty() || Group.level() == WarningLevel::Off)
    return Error::success();
  bool IsError = Group.level() == WarningLevel::Error;
  // The first one fails the step, as the front end's does.
  for (const std::string &Message : Found.messages().drop_front(IsError))
    Tool.warning(Message);
  return IsError ? makeError(Found.messages().front()) : Error::success();
}

Error run(const CommandLine &Command, StringRef InputPath,
          const ToolSession &Tool, PhaseReport &Phases) {
  KnownTargets Targets;
  if (Error E = Targets.load(Command.ConfigFiles))
    return E;
  OutputFiles Files;
  std::string EmptyCode;
  Expected<std::vector<FileTable>> Tables = std::vector<FileTable>();
  if (Command.ModulesDirectory.empty() && !Command.SingleModule)
    Tables = makeTables(Command, Targets, EmptyCode, Files);
  if (!Tables)
    return Tables.takeError();

  DeviceContext Context;
  auto Timed = std::make_optional(Phases.enter("read"));
  Expected<std::unique_ptr<Module>> Input = readDeviceCode(InputPath, Context);
  Timed.reset();
  if (!Input)
    return Input.takeError();

  if (!Command.SharedMayDefine) {
    Warnings Undefined{UndefinedGroup};
    checkUndefinedFunctions(**Input, exportsOf(Command), Undefined);
    if (Error E = report(Undefined, Command.UndefinedWarnings, Tool))
      return E;
  }
  Warnings Messages{AspectsGroup};
  auto Split = [&](auto &&Outputs) {
    return splitInto(Outputs, **Input, Command, Targets, InputPath, Phases,
                     Messages);
  };
  Error E = Error::success();
  if (!Command.ModulesDirectory.empty()) {
    ModulesDirectory Directory(Command.ModulesDirectory, Files);
    E = Split(MutableArrayRef(Directory));
  } else if (Command.SingleModule) {
    SingleFile Single(splitOutput(Command.Outputs.front()).second,
                      Command.Format.Assembly, Files);
    E = Split(MutableArrayRef(Single));
  } else {
    EmptyCode = emptyCode(**Input, Command.Format.Assembly);
    E = Split(MutableArrayRef(*Tables));
  }
  if (E) {
    if (Command.AspectWarnings.level() != WarningLevel::Off)
      for (const std::string &Message : Messages.messages())
        Tool.warning(Message);
    return E;
  }
  E = report(Messages, Command.AspectWarnings, Tool);
  if (!E)
    Files.keep();
  return E;
}

} // namespace

int main(int argc, char **argv) {
  ToolSession Tool("sycl-post-link", helpText(Usage, optionTable()));
  ToolOptions Args(optionTable());
  if (Error E = Args.parse(argc, argv))
    return Tool.usageError(std::move(E));
  if (Args.informationRequested())
    return Tool.answer(Args);
  CommandLine Command(Args);
  if (Error E = checkUsage(Command, Args.inputs()))
    return Tool.usageError(std::move(E));
  Tool.worksOn(Args.inputs().front());
  PhaseReport Phases("sycl-post-link", Command.TimeReport);
  return Tool.finish(run(Command, Args.inputs().front(), Tool, Phases));
}
