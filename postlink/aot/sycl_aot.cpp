//===- sycl_aot.cpp - The tool that makes one image -----------------------===//
//
//   sycl-aot --target-config=SLICE.toml -c X.module.cl -o X.img [options]
//
// In: a module file of sycl-post-link and the slice of the device configuration
// that describes one target. Out: an image file; without code if the target
// lacks what the module needs.
//
// The build system drives this tool as if it were a compiler, so flags that
// only a compiler has use for are accepted and mean nothing.
//
//===----------------------------------------------------------------------===//

#include "compiler/support/tool.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "postlink/aot/codegen.h"
#include "postlink/aot/compile_module.h"
#include "postlink/aot/subprocess.h"

using namespace llvm;
using namespace facet;

namespace {

constexpr char Usage[] =
    "usage: sycl-aot --target-config=SLICE.toml -c MODULE -o IMAGE [options]\n"
    "\n"
    "Makes the image of a module for a target.\n"
    "\n"
    "  --target-config=FILE      the target, as facet-config slices writes it\n"
    "  -c FILE                   module file of sycl-post-link\n"
    "  -o FILE                   image file to write\n"
    "  -MF FILE                  dependency file to write\n"
    "  --device-library-dir=DIR  where the device libraries are\n"
    "  --ocloc=FILE --lld=FILE   tools to use instead of those in PATH\n"
    "  --ptxas=FILE              make a cubin beside the PTX with it\n"
    "  --backend-option=T=OPTION an option of the tool that finishes images of\n"
    "                            target or tool chain T: ocloc, lld, ptxas\n"
    "  -w                        no warnings\n"
    "  -ftime-report             where the time went, on stderr\n"
    "  --help, --version";

struct CommandLine {
  std::string TargetConfig;
  std::string Input;
  std::string Output;
  std::string DependencyFile;
  std::vector<std::string> BackendOptions;
  CompileOptions Options;
  bool NoFilter = false;
  bool TimeReport = false;
  bool NoWarnings = false;
};

/// Build systems call compilers with flags in two words; the second word is
/// not an input of ours.
bool takesSecondWord(StringRef Flag) {
  static const StringSet<> Flags{"-I",         "-iquote",  "-isystem", "-D",
                                 "-U",         "-include", "-imacros", "-x",
                                 "-target",    "-MT",      "-MQ",      "-arch",
                                 "-idirafter", "-Xclang",  "-mllvm"};
  return Flags.contains(Flag);
}

bool isCompilerFlag(StringRef Flag) {
  static constexpr StringLiteral Prefixes[] = {
      "-I", "-i",  "-D",        "-U",       "-f", "-W",      "-M",
      "-O", "-g",  "-std=",     "-m",       "-x", "-target", "-arch",
      "-X", "-no", "--sysroot", "--target", "-s", "-p",      "-B"};
  return any_of(Prefixes,
                [&](StringRef Prefix) { return Flag.starts_with(Prefix); });
}

/// The arguments without those that only a compiler understands.
std::vector<const char *> dropCompilerFlags(int argc, char **argv) {
  std::vector<const char *> Result{argv[0]};
  for (int I = 1; I < argc; ++I) {
    StringRef Argument = argv[I];
    if (takesSecondWord(Argument)) {
      ++I;
      continue;
    }
    Result.push_back(argv[I]);
  }
  return Result;
}

Error parseCommandLine(int argc, char **argv, CommandLine &Line,
                       ArgumentParser &Arguments) {
  Arguments.value("target-config", Line.TargetConfig);
  Arguments.value("c", Line.Input);
  Arguments.value("o", Line.Output);
  Arguments.value("MF", Line.DependencyFile);
  Arguments.value("device-library-dir", Line.Options.Tools.DeviceLibraryDir);
  Arguments.value("ocloc", Line.Options.Tools.Ocloc);
  Arguments.value("lld", Line.Options.Tools.Lld);
  Arguments.value("ptxas", Line.Options.Tools.Ptxas);
  Arguments.values("backend-option", Line.BackendOptions);
  Arguments.flag("no-requirements-filter", Line.NoFilter);
  Arguments.flag("ftime-report", Line.TimeReport);
  Arguments.flag("w", Line.NoWarnings);
  Arguments.ignoreUnknown(isCompilerFlag);
  std::vector<const char *> Kept = dropCompilerFlags(argc, argv);
  if (Error E = Arguments.parse(static_cast<int>(Kept.size()), Kept.data()))
    return E;
  if (Arguments.informationRequested())
    return Error::success();
  if (!Arguments.inputs().empty())
    return facet::makeError("one module at a time", Arguments.inputs().front());
  for (const auto &[Option, Value] :
       {std::pair<StringRef, StringRef>{"--target-config", Line.TargetConfig},
        {"-c", Line.Input},
        {"-o", Line.Output}})
    if (Value.empty())
      return facet::makeError("option '" + Option + "' is missing");
  Line.Options.Filter = !Line.NoFilter;
  return Error::success();
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

/// The image would say that it is for the target, and be for another device.
bool namesDevice(StringRef Option, const TargetFamily &Family) {
  return any_of(Family.device_options, [&](StringRef Name) {
    return Name == Option.split('=').first;
  });
}

/// Adds those of \p Options that are for \p Target; a build gives all of them
/// to every run.
Error addBackendOptions(ArrayRef<std::string> Options,
                        TargetDescription &Target) {
  for (StringRef Option : Options) {
    auto [Name, Value] = Option.split('=');
    if (Name.empty() || Value.empty())
      return facet::makeError("a back-end option is written TARGET=OPTION",
                              Option);
    if (Name != Target.name && Name != Target.aot_toolchain &&
        !is_contained(Target.aliases, Name.str()))
      continue;
    if (Target.IsJit())
      return facet::makeError("no tool finishes images of target '" +
                                  Target.name +
                                  "', so none can take an option; name "
                                  "devices in '-fsycl-targets='",
                              Value);
    if (namesDevice(Value, Target.family()))
      return facet::makeError("option '" + Value +
                              "' names a device, which target '" + Target.name +
                              "' does; name each device in '-fsycl-targets='");
    Target.aot_options.push_back(Value.str());
  }
  return Error::success();
}

Error run(const CommandLine &Line) {
  initializeBackEnds();
  PhaseReport Phases("sycl-aot", Line.TimeReport);
  Phases.begin("read");
  Expected<TargetDescription> Target = readTargetSlice(Line.TargetConfig);
  if (!Target)
    return Target.takeError();
  if (Error E = addBackendOptions(Line.BackendOptions, *Target))
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
  ToolSession Tool("sycl-aot", Usage);
  CommandLine Line;
  ArgumentParser Arguments;
  if (Error E = parseCommandLine(argc, argv, Line, Arguments))
    return Tool.usageError(std::move(E));
  if (Arguments.informationRequested())
    return Tool.answer(Arguments);
  if (Line.Options.Tools.DeviceLibraryDir.empty())
    Line.Options.Tools.DeviceLibraryDir = defaultLibraryDirectory();
  if (!Line.NoWarnings)
    Line.Options.Warn = [&](const std::string &Text) { Tool.warning(Text); };
  Tool.worksOn(Line.Input);
  return Tool.finish(run(Line));
}
