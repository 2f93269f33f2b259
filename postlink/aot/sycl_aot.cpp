//===- sycl_aot.cpp - The tool that makes one image -----------------------===//
//
//   sycl-aot --target-config=SLICE.toml -c X.module.cl -o X.img [options]
//
// In: a module file of sycl-post-link and the slice of the device configuration
// that describes one target. Out: an image file; without code if the target
// lacks what the module needs.
//
//===----------------------------------------------------------------------===//

#include "compiler/support/llvm_options.h"
#include "compiler/support/tool.h"
#include "config/device_config/backend_options.h"
#include "postlink/aot/compile_module.h"
#include "postlink/codegen/codegen.h"
#include "postlink/codegen/subprocess.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#define FACET_OPTIONS "options/aot.inc"
#include "options/define_table.inc"

using namespace llvm;
using namespace facet;

namespace {

constexpr char Usage[] =
    "usage: sycl-aot --target-config=SLICE.toml -c MODULE -o IMAGE [options]\n"
    "\n"
    "Makes the image of a module for a target.";

struct CommandLine {
  std::string TargetConfig;
  std::string Input;
  std::string Output;
  std::string DependencyFile;
  std::vector<std::string> BackendOptions, LLVMOptions;
  CompileOptions Options;
  bool TimeReport;
  bool WarnsOfOptions;
};

Error checkUsage(const ToolOptions &Arguments) {
  if (!Arguments.inputs().empty())
    return facet::makeError(textOf<Message::err_one_module>(),
                            Arguments.inputs().front());
  for (unsigned Id : {OPT_target_config, OPT_c, OPT_o})
    if (Arguments.value(Id).empty())
      return facet::makeError(textOf<Message::err_option_missing>(
          optionTable().getOptionPrefixedName(Id).rtrim('=')));
  return Error::success();
}

Expected<CommandLine> readOptions(const ToolOptions &Arguments) {
  CommandLine Line;
  Line.TargetConfig = Arguments.value(OPT_target_config);
  Line.Input = Arguments.value(OPT_c);
  Line.Output = Arguments.value(OPT_o);
  Line.DependencyFile = Arguments.value(OPT_MF);
  Line.BackendOptions = Arguments.values(OPT_backend_option);
  Line.LLVMOptions = Arguments.values(OPT_mllvm);
  Line.Options.Tools.DeviceLibraryDir = Arguments.value(OPT_device_library_dir);
  Line.Options.Tools.Ocloc = Arguments.value(OPT_ocloc, "ocloc");
  Line.Options.Tools.Lld = Arguments.value(OPT_lld);
  Line.Options.Tools.Ptxas = Arguments.value(OPT_ptxas);
  Line.Options.Filter = !Arguments.has(OPT_no_requirements_filter);
  if (const std::string Threads = Arguments.value(OPT_threads);
      !Threads.empty() &&
      (StringRef(Threads).getAsInteger(10, Line.Options.Threads) ||
       Line.Options.Threads == 0))
    return facet::makeError(textOf<Message::err_positive_number>("--threads="),
                            Threads);
  Line.TimeReport = Arguments.has(OPT_ftime_report);
  Line.WarnsOfOptions = !Arguments.has(OPT_no_option_warnings);
  return Line;
}

/// Where the libraries are when nobody says: in a build beside the tool, in an
/// installation in lib/.
std::string defaultLibraryDirectory() {
  SmallString<128> Built(ownDirectory());
  sys::path::append(Built, "device_library");
  if (sys::fs::is_directory(Built))
    return Built.str().str();
  SmallString<128> Installed(ownDirectory());
  sys::path::append(Installed, "..", "lib", "facet", "device_library");
  return Installed.str().str();
}

std::string escapeForMake(StringRef Path) {
  std::string Result;
  for (char C : Path) {
    if (C == ' ' || C == '#')
      Result += '\\';
    if (C == '$')
      Result += '$';
    Result += C;
  }
  return Result;
}

/// Adds those of \p Options that are for \p Target; a build gives all of them
/// to every run.
Error addBackendOptions(const std::vector<std::string> &Options,
                        TargetDescription &Target,
                        const std::function<void(const std::string &)> &Warn) {
  for (StringRef Option : Options)
    if (auto [Name, Value] = Option.split('='); Name.empty() || Value.empty())
      return facet::makeError(textOf<Message::err_backend_option>(), Option);
  const SelectedBackendOptions Selected =
      SelectBackendOptions(Options, Target);
  if (!Selected.naming_a_device.empty())
    return facet::makeError(textOf<Message::err_option_names_device>(
        Selected.naming_a_device.front(), Target.name));
  if (Warn)
    for (const std::string &Foreign : Selected.foreign)
      Warn(textOf<Message::warn_backend_option_without_effect>(
          Foreign, "target '" + Target.name + "'"));
  append_range(Target.aot_options, Selected.own);
  return Error::success();
}

/// -mllvm. Those that only a compilation has are for none of these steps.
Error setLLVMOptions(std::vector<std::string> Options,
                     const std::function<void(const std::string &)> &Warn) {
  for (const std::string &Unknown : takeUnknownLLVMOptions(Options))
    if (Warn)
      Warn(textOf<Message::warn_mllvm_without_effect>(Unknown));
  if (!parseLLVMOptions("sycl-aot", Options))
    return facet::makeError(textOf<Message::err_llvm_option>());
  return Error::success();
}

Error run(const CommandLine &Line) {
  initializeBackEnds();
  std::function<void(const std::string &)> WarnOfOption;
  if (Line.WarnsOfOptions)
    WarnOfOption = Line.Options.Warn;
  if (Error E = setLLVMOptions(Line.LLVMOptions, WarnOfOption))
    return E;
  PhaseReport Phases("sycl-aot", Line.TimeReport);
  Phases.begin("read");
  Expected<TargetDescription> Target = readTargetSlice(Line.TargetConfig);
  if (!Target)
    return Target.takeError();
  if (Error E = addBackendOptions(Line.BackendOptions, *Target, WarnOfOption))
    return E;
  Expected<DeviceModule> Module = readDeviceModuleFile(Line.Input);
  if (!Module)
    return Module.takeError();
  Expected<std::vector<DeviceImage>> Images =
      compileModule(*Module, *Target, Line.Options, Phases);
  if (!Images)
    return Images.takeError();
  Phases.begin("write");
  if (Error E = writeDeviceImages(*Images, Line.Output))
    return E;
  if (Line.DependencyFile.empty())
    return Error::success();
  return writeOutput(Line.DependencyFile, escapeForMake(Line.Output) + ": " +
                                              escapeForMake(Line.Input) + "\n");
}

} // namespace

int main(int argc, char **argv) {
  ToolSession Tool("sycl-aot", helpText(Usage, optionTable()));
  ToolOptions Arguments(optionTable());
  if (Error E = Arguments.parse(argc, argv))
    return Tool.usageError(std::move(E));
  if (Arguments.informationRequested())
    return Tool.answer(Arguments);
  if (Error E = checkUsage(Arguments))
    return Tool.usageError(std::move(E));
  Expected<CommandLine> Read = readOptions(Arguments);
  if (!Read)
    return Tool.usageError(Read.takeError());
  CommandLine &Line = *Read;
  if (Line.Options.Tools.DeviceLibraryDir.empty())
    Line.Options.Tools.DeviceLibraryDir = defaultLibraryDirectory();
  if (!Arguments.has(OPT_w))
    Line.Options.Warn = [&](const std::string &Text) { Tool.warning(Text); };
  Tool.worksOn(Line.Input);
  return Tool.finish(run(Line));
}
