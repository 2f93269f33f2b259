//===- driver.cpp - sycl-clang++ ------------------------------------------===//
//
// See driver.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/driver/driver.h"

#include "compiler/driver/cc1_arguments.h"
#include "compiler/driver/clang_arguments.h"
#include "compiler/driver/device_arguments.h"
#include "compiler/driver/device_link_steps.h"
#include "compiler/driver/frontend_options.h"
#include "compiler/driver/host_jobs.h"
#include "compiler/driver/intel_devices.h"
#include "compiler/driver/openmp.h"
#include "compiler/driver/plain_link.h"
#include "compiler/driver/precompiled_headers.h"
#include "compiler/driver/preprocessed.h"
#include "compiler/driver/reproducer.h"
#include "compiler/driver/runner.h"
#include "compiler/driver/scratch.h"
#include "compiler/driver/side_by_side.h"
#include "compiler/driver/target_triples.h"
#include "compiler/driver/targets.h"
#include "compiler/support/message_style.h"
#include "compiler/support/tool.h"
#include "messages/messages.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace facet {
namespace {

class Driver {
public:
  Driver(const Installation &Install, DriverOptions Options)
      : Install(Install), Options(std::move(Options)),
        Run(this->Options.PrintOnly, this->Options.Verbose),
        Headers(Install, this->Options, Run),
        Temps(this->Options.Save, this->Options.PrintOnly) {}

  Error run();

private:
  Error reportWarnings(ArrayRef<std::string> Warnings) const;
  Error prepareTargets();
  Error addFrontendOptions(HostJobs &Host);
  Error chooseDeviceIf();
  Error runJob(const HostJob &Job);
  Error compileForDevices(const HostJob &Job);
  Error compile(const HostJob &Job);
  Error preprocess(const HostJob &Job);
  Error joinLists(StringRef Host, const std::string &Device);
  Error addImages(const HostJob &Job, const std::string &HostObject,
                  ArrayRef<DevicePiece> Pieces, StringRef Prefix);
  Error link(const HostJob &Job);
  Error linkDevices(const HostJob &Job);
  Error createTemps(const HostJobs &Host);
  Error readStandardInput(const HostJobs &Host);
  Error compileForTargets(const HostJob &Job, DeviceOutput Output,
                          std::vector<DevicePiece> &Pieces) const;
  bool runsSideBySide(ArrayRef<std::string> HostArguments) const;
  Error runBeside(const HostJob &Job, const ToolCommand &Device,
                  const ToolCommand &Host, WaitingCompilation &Beside) const;
  ToolCommand hostCommand(const HostJob &Job) const;
  ToolCommand deviceCommand(const HostJob &Job, DeviceOutput Output) const;
  std::string uniquePrefix(const HostJob &Job) const;

  const Installation &Install;
  DriverOptions Options;
  Runner Run;
  PrecompiledHeaders Headers;
  Scratch Temps;
  std::vector<TargetDescription> Targets;
  std::vector<std::string> Macros;
  std::string StandardInput; // a copy, if a source is read from there
  /// Targets for which each source is compiled anew, with conditions decided.
  std::vector<std::string> Early;
  unsigned Compiled = 0;
};

/// Device macros and the link need the targets; a build system that compiles
/// for devices by itself gives the macros by itself, too.
Error Driver::prepareTargets() {
  const bool IsOneOfSteps = Options.DeviceOnly || !Options.TargetMacros.empty();
  if (IsOneOfSteps && !Options.TargetsGiven && Options.FixedTargets.empty())
    return Error::success();
  Expected<DeviceConfig> Config =
      loadDeviceConfig(Install, Options.ConfigFiles);
  if (!Config)
    return Config.takeError();
  // Post-link and the program know a target by its name alone.
  for (std::vector<std::string> *Names :
       {&Options.FixedTargets, &Options.Emulated})
    if (Error E = replaceAliases(*Config, *Names))
      return E;
  if (IsOneOfSteps && !Options.TargetsGiven)
    return Error::success();
  if (Error E = replaceTriples(*Config, Options))
    return E;
  if (Error E = expandIntelDevices(*Config, Options))
    return E;
  Expected<std::vector<TargetDescription>> Resolved =
      resolveTargets(*Config, Options.Targets);
  if (!Resolved)
    return Resolved.takeError();
  // For devices that none of the other images fits.
  if (Options.EmbedIr && none_of(*Resolved, [](const TargetDescription &T) {
        return T.IsJit();
      })) {
    Options.Targets.push_back("spir64");
    // -Xs is for targets that were asked for.
    erase_if(Options.BackendOptions, [](StringRef Option) {
      const TargetFamily *Family = FindFamily(Option.split('=').first);
      return Family && Family->is_jit();
    });
    Resolved = resolveTargets(*Config, Options.Targets);
    if (!Resolved)
      return Resolved.takeError();
  }
  Targets = std::move(*Resolved);
  if (Error E = checkBackendOptions(Options.BackendOptions, *Config))
    return E;
  // A compilation alone is given the options of the link that will follow.
  if (linksNothing(Options) && Options.Relocatable)
    return Error::success();
  std::vector<std::string> Warnings;
  if (Error E =
          selectBackendOptions(Targets, Options.BackendOptions, Warnings))
    return E;
  return reportWarnings(Warnings);
}

/// -Xsycl-target-frontend: Clang's driver translates the options, as if they
/// were among those of the host.
Error Driver::addFrontendOptions(HostJobs &Host) {
  Options.Warnings.clear(); // reported
  Expected<std::vector<std::string>> More = frontendOptionsForAll(Options);
  if (!More)
    return More.takeError();
  if (!More->empty()) {
    std::vector<std::string> Arguments = hostArguments(Install, Options);
    append_range(Arguments, *More);
    Arguments.push_back("-Qunused-arguments"); // it has said so of the host's
    HostJobs Device = makeHostJobs(Install.Program, Arguments);
    if (Device.Failed)
      return make_error<AlreadyReported>(1);
    bool Fit = Device.Jobs.size() == Host.Jobs.size(), Matter = false;
    for (size_t I = 0; Fit && I != Host.Jobs.size(); ++I) {
      HostJob &Job = Host.Jobs[I];
      Fit = Job.Type == Device.Jobs[I].Type;
      if (Job.Type == HostJob::Kind::Other || Job.Type == HostJob::Kind::Link)
        continue;
      Job.DeviceArguments = Device.Jobs[I].Arguments;
      DeviceOutput Same;
      Matter |= makeDeviceArguments(Job.DeviceArguments, Options, Same) !=
                makeDeviceArguments(Job.Arguments, Options, Same);
    }
    std::string Text = "-Xsycl-target-frontend " + join(*More, " ");
    if (!Fit)
      return makeError(textOf<Message::err_refused_option>(
          Text, "it changes what is done with the source, not how"));
    if (!Matter && any_of(Host.Jobs, [](const HostJob &Job) {
          return !Job.DeviceArguments.empty();
        }))
      Options.Warnings.push_back(textOf<Message::warn_option_without_effect>(
          Text, "device code is compiled alike with it; it is always "
                "optimized, and for all targets"));
  }
  return reportWarnings(Options.Warnings);
}

/// Where the conditions of if_device_has and if_architecture_is are decided.
/// SPEC 003: phase 1 (headers), the alternate design for AOT targets (early),
/// and phase 2 (late). What auto means is left to the headers.
Error Driver::chooseDeviceIf() {
  if (Options.DeviceIf != "early")
    return Error::success();
  for (const TargetDescription &Target : Targets)
    if (!Target.IsJit())
      Early.push_back(Target.name);
  if (Options.DeviceOnly && Early.size() != 1)
    return makeError(textOf<Message::err_early_device_only>());
  return Error::success();
}

/// What the build says that tells a source's kernels from those of others.
std::string Driver::uniquePrefix(const HostJob &Job) const {
  if (Options.UniqueRule.empty() || Job.Inputs.empty())
    return Options.UniquePrefix;
  return Options.UniqueRule + "/" + Job.Inputs.front();
}

ToolCommand Driver::hostCommand(const HostJob &Job) const {
  ToolCommand Command{Job.Program, Job.Arguments};
  std::vector<std::string> Ours = Macros;
  Ours.push_back("-fsycl-is-host");
  if (std::string Prefix = uniquePrefix(Job); !Prefix.empty())
    Ours.push_back("-fsycl-unique-prefix=" + Prefix);
  Command.Arguments.insert(Command.Arguments.begin() + 1, Ours.begin(),
                           Ours.end());
  if (is_contained(Job.Inputs, "-"))
    Command.Stdin = StandardInput;
  return Command;
}

ToolCommand Driver::deviceCommand(const HostJob &Job,
                                  DeviceOutput Output) const {
  Output.UniquePrefix = uniquePrefix(Job);
  ToolCommand Command{Job.Program,
                      makeDeviceArguments(Job.DeviceArguments.empty()
                                              ? Job.Arguments
                                              : Job.DeviceArguments,
                                          Options, Output)};
  Command.Arguments.insert(Command.Arguments.begin() + 1, Macros.begin(),
                           Macros.end());
  if (is_contained(Job.Inputs, "-"))
    Command.Stdin = StandardInput;
  return Command;
}

/// Device code only: the job's own output.
Error Driver::compileForDevices(const HostJob &Job) {
  DeviceOutput Output;
  Output.Path = Job.Output;
  Output.AsText = is_contained(Job.Arguments, "-emit-llvm");
  Output.GeneratesCode = Job.Type == HostJob::Kind::Compile;
  Output.HostFollows = false;
  Output.ResolveFor = Early.empty() ? Options.ResolveFor : Early.front();
  return Headers.run(Job, deviceCommand(Job, Output));
}

/// What follows the first compilation for devices, whose output Pieces has: one
/// for each target for which conditions are decided.
Error Driver::compileForTargets(const HostJob &Job, DeviceOutput Output,
                                std::vector<DevicePiece> &Pieces) const {
  const std::string First =
      StringRef(Pieces.front().Path).drop_back(3).str(); // without ".bc"
  Output.ReadPrefix = std::exchange(Output.WritePrefix, "");
  Output.WriteWarnings.clear();
  Output.WriteCounters.clear();
  Output.IsRepeated = true;
  for (const std::string &Target : Early) {
    Output.ResolveFor = Target;
    Output.Path = First + "-" + Target + ".bc";
    if (Error E = Headers.run(Job, deviceCommand(Job, Output)))
      return E;
    Pieces.push_back({Output.Path, Target, {}});
  }
  return Error::success();
}

bool Driver::runsSideBySide(ArrayRef<std::string> HostArguments) const {
  if (Options.PrintOnly || Options.MaxCompileJobs == 1 ||
      !mayRunSideBySide(HostArguments))
    return false;
  return Options.MaxCompileJobs > 1 || hasIdleProcessor();
}

/// Runs \p Device, and meanwhile \p Host in \p Beside up to where it needs
/// what \p Device makes.
Error Driver::runBeside(const HostJob &Job, const ToolCommand &Device,
                        const ToolCommand &Host,
                        WaitingCompilation &Beside) const {
  Run.announce(Device);
  Expected<StartedCommand> Started = Run.start(Device);
  if (!Started)
    return Started.takeError();
  Error HostProblem = Beside.start(Headers.with(Job, Host));
  if (Error E = Run.finish(*Started)) {
    consumeError(std::move(HostProblem));
    return E;
  }
  return HostProblem;
}

Error Driver::compile(const HostJob &Job) {
  ToolCommand Host = hostCommand(Job);
  if (Options.HostOnly)
    return Headers.run(Job, Host);
  if (Job.IsPreprocessed)
    if (Error E = checkPreprocessed(Job.Inputs))
      return E;
  const std::string Name = "compiled" + std::to_string(Compiled++);
  auto AddToHost = [&](std::initializer_list<std::string> Ours) {
    Host.Arguments.insert(Host.Arguments.begin() + 1, Ours);
  };
  DeviceOutput Output;
  Output.Path = Temps.path(Name + ".bc");
  Output.WriteWarnings = Temps.path(Name + ".diagnostics");
  AddToHost({"-fsycl-read-diagnostics=" + Output.WriteWarnings});
  // What tells this source's kernels from those of other sources. Headers that
  // are compiled or preprocessed already do not know it.
  if (uniquePrefix(Job).empty() &&
      none_of(Job.Arguments, [](StringRef Text) {
        return Text == "-include-pch" || Text == "c++-cpp-output";
      })) {
    Output.WritePrefix = Temps.path(Name + ".prefix");
    AddToHost({"-fsycl-read-unique-prefix=" + Output.WritePrefix});
  }
  if (countsExecutions(Job.Arguments) &&
      any_of(Job.Arguments, isCodeGeneration)) {
    Output.WriteCounters = Temps.path(Name + "-counters.bc");
    AddToHost({"-mlink-bitcode-file", Output.WriteCounters});
  }
  StringRef Dependencies = valueOf(Job.Arguments, "-dependency-file");
  if (!Dependencies.empty())
    Output.DependencyFile = Temps.path(Name + ".d");
  // What is no object yet takes its device code along.
  const bool HasImages =
      !Options.Relocatable && is_contained(Job.Arguments, "-emit-obj");
  const std::string Packed = Temps.path(Name + ".offload");
  const std::string HostObject = Temps.path(Name + "-host.o");
  if (HasImages)
    setValue(Host.Arguments, "-o", HostObject);
  else
    AddToHost({"-fembed-offload-object=" + Packed});

  const ToolCommand Device = Headers.with(Job, deviceCommand(Job, Output));
  WaitingCompilation Beside(Run);
  const bool SideBySide = runsSideBySide(Host.Arguments);
  if (Error E = SideBySide ? runBeside(Job, Device, Host, Beside)
                           : Run.run(Device))
    return E;
  std::vector<DevicePiece> Pieces = {{Output.Path, "", Early}};
  if (Error E = compileForTargets(Job, Output, Pieces))
    return E;
  if (!HasImages) {
    ToolCommand Pack{Install.Program, {"-cc1pack", Output.Path, Packed}};
    for (const DevicePiece &Piece : drop_begin(Pieces))
      Pack.Arguments.push_back(Piece.Target + "=" + Piece.Path);
    if (Error E = Run.run(Pack))
      return E;
  }
  if (Error E = SideBySide ? Beside.finish() : Headers.run(Job, Host))
    return E;
  if (HasImages)
    if (Error E = addImages(Job, HostObject, Pieces, Name + "-"))
      return E;
  return joinLists(Dependencies, Output.DependencyFile);
}

/// One object of the host's code and of images, made of nothing but this
/// source. Its SYCL_EXTERNAL functions are found when the program runs.
Error Driver::addImages(const HostJob &Job, const std::string &HostObject,
                        ArrayRef<DevicePiece> Pieces, StringRef Prefix) {
  DeviceLink Steps{Install,          Options,    Targets,     Run, Temps,
                   /*Exports=*/true, Job.Output, Prefix.str()};
  Expected<std::string> Images = Steps.linkPieces(Pieces);
  if (!Images)
    return Images.takeError();
  ToolCommand Join{Install.LinkerProgram.empty() ? "ld" : Install.LinkerProgram,
                   {"-r", HostObject, "-o", Job.Output}};
  if (!Images->empty())
    Join.Arguments.insert(Join.Arguments.begin() + 2, *Images);
  return Run.run(Join);
}

/// Device code may include what the host's does not.
Error Driver::joinLists(StringRef Host, const std::string &Device) {
  if (Host.empty() || Host == "-")
    return Error::success();
  return Run.run(
      {Install.Program, {"-cc1deps", Host.str(), Device, Host.str()}});
}

/// Preprocessed source is the host's and the device's, each under a condition:
/// who compiles it gets what the source gives, and a cache that hashes it sees
/// what either depends on. Lists of dependencies are of both, too.
Error Driver::preprocess(const HostJob &Job) {
  bool ListsFiles = Job.Type != HostJob::Kind::Preprocess;
  StringRef Option = ListsFiles ? "-dependency-file" : "-o";
  StringRef Target = valueOf(Job.Arguments, Option);
  if (Options.HostOnly || (ListsFiles && Target.empty()))
    return Run.run(hostCommand(Job));
  std::string Path = Target.empty() ? "-" : Target.str();
  std::string Number = std::to_string(Compiled++);
  std::string HostPath = Temps.path("preprocessed" + Number + ".host");
  std::string DevicePath = Temps.path("preprocessed" + Number + ".device");
  ToolCommand Host = hostCommand(Job);
  setValue(Host.Arguments, Option, HostPath);
  DeviceOutput Output;
  Output.GeneratesCode = false;
  (ListsFiles ? Output.DependencyFile : Output.Path) = DevicePath;
  // With -MD preprocessing has a list besides.
  StringRef List =
      ListsFiles ? StringRef() : valueOf(Job.Arguments, "-dependency-file");
  if (!List.empty())
    Output.DependencyFile = Temps.path("preprocessed" + Number + ".d");
  if (Error E = Run.run(Host))
    return E;
  if (Error E = Run.run(deviceCommand(Job, Output)))
    return E;
  if (Error E = joinLists(List, Output.DependencyFile))
    return E;
  return Run.run(
      {Install.Program,
       {ListsFiles ? "-cc1deps" : "-cc1join", HostPath, DevicePath, Path}});
}

/// -fsycl-link: an object of the images alone, for a link that knows nothing of
/// device code.
Error Driver::linkDevices(const HostJob &Job) {
  ToolCommand Host{Job.Program, Job.Arguments};
  Host.Translated = true;
  DeviceLink Steps{Install, Options,           Targets,   Run,
                   Temps,   /*Exports=*/false, Job.Output};
  Expected<std::string> Images = Steps.link(Host);
  if (!Images)
    return Images.takeError();
  if (Images->empty())
    return makeError(textOf<Message::err_no_device_code_to_link>());
  Run.printShell("cp \"" + *Images + "\" \"" + Job.Output + "\"");
  if (Options.PrintOnly)
    return Error::success();
  if (std::error_code Code = sys::fs::copy_file(*Images, Job.Output))
    return makeError(textOf<Message::err_write_failed>(Code.message()),
                     Job.Output);
  return Error::success();
}

Error Driver::link(const HostJob &Job) {
  if (Options.DeviceLinkOnly)
    return linkDevices(Job);
  if (Job.makesObject()) // it carries the device code of all
    return Run.run({Job.Program, Job.Arguments});
  // Kernels and drivers are libraries that the program loads.
  if (is_contained(Job.Arguments, "-static"))
    return makeError(textOf<Message::err_static_program>());
  bool IsShared = is_contained(Job.Arguments, "-shared");
  // As on the host: a library finds what the program exports. With
  // -fno-sycl-rdc an object is such a library.
  bool Exports = IsShared || !Options.Relocatable ||
                 any_of(Job.Arguments, [](StringRef Argument) {
                   return Argument == "-E" || Argument == "-export-dynamic" ||
                          Argument == "--export-dynamic";
                 });
  std::vector<std::string> Runtime =
      runtimeArguments(Install, Options, Job.Arguments);
  auto With = [&](ArrayRef<std::string> Ours) {
    ToolCommand Command = linkWithRuntime(Job, Ours);
    Command.Translated = true;
    return Command;
  };
  DeviceLink Steps{Install, Options, Targets, Run, Temps, Exports, Job.Output};
  Expected<std::string> Images = Steps.link(With(Runtime));
  if (!Images)
    return Images.takeError();
  if (!Images->empty())
    Runtime.insert(Runtime.begin(), *Images);
  return Run.run(With(Runtime));
}

Error Driver::runJob(const HostJob &Job) {
  switch (Options.Sycl ? Job.Type : HostJob::Kind::Other) {
  case HostJob::Kind::Compile:
    return Options.DeviceOnly ? compileForDevices(Job) : compile(Job);
  case HostJob::Kind::Preprocess:
    return Options.DeviceOnly ? compileForDevices(Job) : preprocess(Job);
  case HostJob::Kind::CppOnly:
    if (Options.DeviceOnly)
      return compileForDevices(Job);
    return is_contained(Job.Arguments, "-Eonly") ? preprocess(Job)
                                                 : Run.run(hostCommand(Job));
  case HostJob::Kind::Link:
    return link(Job);
  case HostJob::Kind::Other:
    return Job.Type == HostJob::Kind::Link
               ? linkPlain(Job, Install, Options, Run)
               : Run.run({Job.Program, Job.Arguments});
  }
  return Error::success();
}

Error Driver::createTemps(const HostJobs &Host) {
  std::string Output = Host.Jobs.back().Output;
  if (Error E = Temps.create(Output))
    return E;
  Run.printShell("mkdir -p \"" + Temps.path("") + "\"");
  if (!Temps.isHidden())
    return Error::success();
  // What is left of the names below are those that -save-temps gives.
  Run.callInMessages(Temps.path(""), "");
  for (const HostJob &Job : Host.Jobs)
    if (Job.Type == HostJob::Kind::Compile && !Job.Inputs.empty() &&
        is_contained(Host.TemporaryFiles, Job.Output))
      Run.callInMessages(Job.Output, Job.Inputs.front());
  return Error::success();
}

/// Host and device read it.
Error Driver::readStandardInput(const HostJobs &Host) {
  if (none_of(Host.Jobs, [](const HostJob &Job) {
        return Job.Type != HostJob::Kind::Other &&
               Job.Type != HostJob::Kind::Link && is_contained(Job.Inputs, "-");
      }))
    return Error::success();
  StandardInput = Temps.path("stdin");
  Run.printShell("cat > \"" + StandardInput + "\"");
  if (Options.PrintOnly)
    return Error::success();
  Expected<std::unique_ptr<MemoryBuffer>> Text = openInput("-");
  if (!Text)
    return Text.takeError();
  return writeOutput(StandardInput, (*Text)->getBuffer());
}

Error Driver::reportWarnings(ArrayRef<std::string> Warnings) const {
  WarningLevel Level = Options.OptionWarnings.level();
  if (Level == WarningLevel::Off || Warnings.empty())
    return Error::success();
  bool IsError = Level == WarningLevel::Error;
  for (const std::string &Text : Warnings)
    errs() << styledMessage("sycl-clang++", IsError ? "error" : "warning", Text)
           << '\n';
  return IsError ? Error(make_error<AlreadyReported>(1)) : Error::success();
}

Error Driver::run() {
  if (Error E = reportWarnings(Options.Warnings))
    return E;
  if (usesOpenMP(Options.Clang) && !linksNothing(Options))
    if (Error E = checkOpenMP(Options.Clang, "/usr"))
      return E;
  if (Options.Sycl)
    if (Error E = prepareTargets())
      return E;
  if (Options.Sycl && !linksNothing(Options))
    if (Error E = reportWarnings(warningsOfKernels(Options, Targets)))
      return E;
  HostJobs Host =
      makeHostJobs(Install.Program, hostArguments(Install, Options));
  if (Host.Failed)
    return make_error<AlreadyReported>(1);
  if (Options.Sycl && !Options.FrontendOptions.empty())
    if (Error E = addFrontendOptions(Host))
      return E;
  if (Options.Sycl && !Host.Jobs.empty()) {
    if (Error E = createTemps(Host))
      return E;
    if (Error E = readStandardInput(Host))
      return E;
    if (Error E = chooseDeviceIf())
      return E;
    Macros = sourceMacros(Options, Targets);
  }
  Error Result = Error::success();
  for (const HostJob &Job : Host.Jobs) {
    Result = runJob(Job);
    if (Result)
      break;
  }
  bool Failed = static_cast<bool>(Result);
  if (Options.Sycl)
    keepReproducer(Run, Temps);
  if (!Options.PrintOnly) {
    for (const std::string &File : Host.TemporaryFiles)
      sys::fs::remove(File);
    if (Failed)
      for (const std::string &File : Host.Outputs)
        sys::fs::remove(File);
  }
  return Result;
}

} // namespace

Error runDriver(const Installation &Install, DriverOptions Options) {
  return Driver(Install, std::move(Options)).run();
}

} // namespace facet
