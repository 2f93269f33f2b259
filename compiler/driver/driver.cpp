//===- driver.cpp - sycl-clang++ ------------------------------------------===//
//
// See driver.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/driver/driver.h"

#include "compiler/diagnostics/messages.h"
#include "compiler/driver/device_arguments.h"
#include "compiler/driver/device_link_steps.h"
#include "compiler/driver/host_jobs.h"
#include "compiler/driver/runner.h"
#include "compiler/driver/scratch.h"
#include "compiler/driver/targets.h"
#include "postlink/support/tool.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"

using namespace llvm;

namespace facet {
namespace {

/// What programs export of the runtime, as patterns: runtime/api/exports.bzl.
constexpr const char *RuntimeExports[] = {
#include "compiler/driver/runtime_exports.inc"
};

bool startsAny(ArrayRef<std::string> Arguments, StringRef Prefix) {
  return any_of(Arguments, [&](StringRef Text) {
    return Text == Prefix || Text.starts_with((Prefix + "=").str());
  });
}

class Driver {
public:
  Driver(const Installation &Install, DriverOptions Options)
      : Install(Install), Options(std::move(Options)),
        Run(this->Options.PrintOnly, this->Options.Verbose),
        Temps(this->Options.SaveTemps, this->Options.PrintOnly) {}

  Error run();

private:
  std::vector<std::string> hostArguments() const;
  Error prepareTargets();
  Error chooseDeviceIf();
  Error makeMacros();
  Error runJob(const HostJob &Job);
  Error compileForDevices(const HostJob &Job);
  Error compile(const HostJob &Job);
  Error link(const HostJob &Job);
  std::vector<std::string> withSyclHost(const HostJob &Job) const;
  ToolCommand deviceCommand(const HostJob &Job,
                            const DeviceOutput &Output) const;

  const Installation &Install;
  DriverOptions Options;
  Runner Run;
  Scratch Temps;
  std::vector<TargetDescription> Targets;
  std::vector<std::string> Macros;
  /// Targets for which each source is compiled anew, with conditions decided.
  std::vector<std::string> Early;
  unsigned Compiled = 0;
};

/// What Clang's driver is given: the user's arguments, and where things are
/// that lie beside this program, unless the user says otherwise.
std::vector<std::string> Driver::hostArguments() const {
  std::vector<std::string> Arguments = Options.Clang;
  if (!Options.Sycl)
    return Arguments;
  if (!Install.HeaderDirectory.empty())
    append_range(Arguments, std::initializer_list<std::string>{
                                "-isystem", Install.HeaderDirectory});
  // The sysroot is a fallback: the machine's own headers fit its libraries.
  if (!Install.Sysroot.empty() && !startsAny(Arguments, "--sysroot") &&
      !sys::fs::exists("/usr/include/c++"))
    Arguments.push_back("--sysroot=" + Install.Sysroot);
  if (Options.DeviceOnly) {
    if (none_of(Arguments, [](StringRef Text) {
          return is_contained({"-c", "-S", "-E", "-M", "-MM", "-fsyntax-only"},
                              Text);
        }))
      Arguments.push_back("-c");
    if (!is_contained(Arguments, "-E") &&
        !is_contained(Arguments, "-fsyntax-only"))
      Arguments.push_back("-emit-llvm");
  } else if (!linksNothing(Options)) {
    if (!Install.LinkerProgram.empty() && !startsAny(Arguments, "-fuse-ld"))
      Arguments.push_back("-fuse-ld=lld");
  }
  return Arguments;
}

/// Device macros and the link need the targets; a build system that compiles
/// for devices by itself gives the macros by itself, too.
Error Driver::prepareTargets() {
  if (Options.DeviceOnly && !Options.TargetsGiven &&
      Options.FixedTargets.empty())
    return Error::success();
  Expected<DeviceConfig> Config =
      loadDeviceConfig(Install, Options.ConfigFiles);
  if (!Config)
    return Config.takeError();
  if (Expected<std::vector<TargetDescription>> Fixed =
          resolveTargets(*Config, Options.FixedTargets);
      !Fixed)
    return Fixed.takeError();
  Expected<std::vector<TargetDescription>> Emulated =
      resolveTargets(*Config, Options.Emulated);
  if (!Emulated)
    return Emulated.takeError();
  // The program knows a user's own target by its name alone.
  Options.Emulated.clear();
  for (const TargetDescription &Target : *Emulated)
    Options.Emulated.push_back(Target.name);
  if (Options.DeviceOnly && !Options.TargetsGiven)
    return Error::success();
  Expected<std::vector<TargetDescription>> Resolved =
      resolveTargets(*Config, Options.Targets);
  if (!Resolved)
    return Resolved.takeError();
  Targets = std::move(*Resolved);
  return checkBackendOptions(Options.BackendOptions, *Config);
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
    return makeError(textOf(Message::err_early_device_only));
  return Error::success();
}

/// SPEC 003 and 004, "Changes to compiler driver".
Error Driver::makeMacros() {
  Macros = {"-D__FACET__=1"};
  // Without a list the targets are the default ones, and spir64 among them says
  // nothing of its devices.
  if (Options.DeviceOnly && !Options.TargetsGiven &&
      !startsAny(Options.Clang, "-imacros"))
    Macros.push_back("-D__SYCL_ANY_DEVICE_HAS_ANY_ASPECT__=1");
  // With auto the headers decide if the other macros name one device.
  if (Options.DeviceIf == "headers")
    Macros.push_back("-D__SYCL_DEVICE_IF_HEADERS__=1");
  if (Options.DeviceIf == "auto")
    Macros.push_back("-D__SYCL_DEVICE_IF_AUTO__=1");
  if (Targets.empty() || Options.PrintOnly)
    return Error::success();
  Expected<std::vector<std::string>> Slices =
      writeSlices(Targets, Temps.path("slices"));
  if (!Slices)
    return Slices.takeError();
  std::string Header = Temps.path("target_macros.h");
  ToolCommand Command{Install.tool("facet-config"), {"target-macros"}};
  for (const std::string &Slice : *Slices)
    append_range(Command.Arguments,
                 std::initializer_list<std::string>{"--slice", Slice});
  append_range(Command.Arguments,
               std::initializer_list<std::string>{"-o", Header});
  if (Error E = Run.run(Command))
    return E;
  Expected<std::vector<std::string>> Definitions = macroArguments(Header);
  if (!Definitions)
    return Definitions.takeError();
  append_range(Macros, *Definitions);
  return Error::success();
}

std::vector<std::string> Driver::withSyclHost(const HostJob &Job) const {
  std::vector<std::string> Arguments = Job.Arguments;
  std::vector<std::string> Ours = Macros;
  Ours.push_back("-fsycl-is-host");
  if (!Options.UniquePrefix.empty())
    Ours.push_back("-fsycl-unique-prefix=" + Options.UniquePrefix);
  Arguments.insert(Arguments.begin() + 1, Ours.begin(), Ours.end());
  return Arguments;
}

ToolCommand Driver::deviceCommand(const HostJob &Job,
                                  const DeviceOutput &Output) const {
  ToolCommand Command{Job.Program,
                      makeDeviceArguments(Job.Arguments, Options, Output)};
  Command.Arguments.insert(Command.Arguments.begin() + 1, Macros.begin(),
                           Macros.end());
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
  return Run.run(deviceCommand(Job, Output));
}

Error Driver::compile(const HostJob &Job) {
  ToolCommand Host{Job.Program, withSyclHost(Job)};
  if (Options.HostOnly)
    return Run.run(Host);
  std::string Number = std::to_string(Compiled++);
  std::string Packed = Temps.path("compiled" + Number + ".offload");
  DeviceOutput Output;
  Output.Path = Temps.path("compiled" + Number + ".bc");
  // What tells this source's kernels from those of other sources. Headers that
  // are compiled or preprocessed already do not know it.
  if (Options.UniquePrefix.empty() &&
      none_of(Job.Arguments, [](StringRef Text) {
        return Text == "-include-pch" || Text == "c++-cpp-output";
      })) {
    Output.WritePrefix = Temps.path("compiled" + Number + ".prefix");
    Host.Arguments.insert(Host.Arguments.begin() + 1,
                          "-fsycl-read-unique-prefix=" + Output.WritePrefix);
  }
  if (Error E = Run.run(deviceCommand(Job, Output)))
    return E;
  ToolCommand Pack{Install.Program, {"-cc1pack", Output.Path, Packed}};
  Output.ReadPrefix = std::exchange(Output.WritePrefix, "");
  Output.IsRepeated = true;
  for (const std::string &Target : Early) {
    Output.ResolveFor = Target;
    Output.Path = Temps.path("compiled" + Number + "-" + Target + ".bc");
    if (Error E = Run.run(deviceCommand(Job, Output)))
      return E;
    Pack.Arguments.push_back(Target + "=" + Output.Path);
  }
  if (Error E = Run.run(Pack))
    return E;
  Host.Arguments.insert(Host.Arguments.begin() + 1,
                        "-fembed-offload-object=" + Packed);
  return Run.run(Host);
}

Error Driver::link(const HostJob &Job) {
  bool IsShared = is_contained(Job.Arguments, "-shared");
  // As on the host: a library finds what the program exports.
  bool Exports = IsShared || any_of(Job.Arguments, [](StringRef Argument) {
                   return Argument == "-E" || Argument == "-export-dynamic" ||
                          Argument == "--export-dynamic";
                 });
  DeviceLink Steps{Install, Options, Targets, Run, Temps, Exports};
  Expected<std::string> Images = Steps.link(Job.Inputs);
  if (!Images)
    return Images.takeError();
  std::vector<std::string> Ours;
  if (!Images->empty())
    Ours.push_back(*Images);
  // A shared library finds the runtime in the program that loads it: one
  // runtime must know the images of both.
  if (!IsShared && !Install.RuntimeLibrary.empty()) {
    std::string Libraries = StringRef(Install.RuntimeLibrary)
                                .drop_back(StringRef("/libfacet.a").size())
                                .str();
    // All of it: a library that the program opens later may call what the
    // program itself does not.
    append_range(Ours, std::initializer_list<std::string>{
                           "--whole-archive", Install.RuntimeLibrary,
                           "--no-whole-archive"});
    for (const char *Pattern : RuntimeExports)
      Ours.push_back(std::string("--export-dynamic-symbol=") + Pattern);
    append_range(Ours, std::initializer_list<std::string>{
                           "-L" + Libraries, "-rpath", Libraries, "-ltbb",
                           "-lpthread", "-ldl"});
  }
  ToolCommand Command{Job.Program, Job.Arguments};
  // The runtime needs the C++ library: it stands before it.
  auto Place = find(Command.Arguments, "-lstdc++");
  if (Place == Command.Arguments.end())
    Place = find(Command.Arguments, "-lc++");
  Command.Arguments.insert(Place, Ours.begin(), Ours.end());
  return Run.run(Command);
}

Error Driver::runJob(const HostJob &Job) {
  switch (Options.Sycl ? Job.Type : HostJob::Kind::Other) {
  case HostJob::Kind::Compile:
    return Options.DeviceOnly ? compileForDevices(Job) : compile(Job);
  case HostJob::Kind::CppOnly:
    return Options.DeviceOnly ? compileForDevices(Job)
                              : Run.run({Job.Program, withSyclHost(Job)});
  case HostJob::Kind::Link:
    return link(Job);
  case HostJob::Kind::Other:
    return Run.run({Job.Program, Job.Arguments});
  }
  return Error::success();
}

Error Driver::run() {
  if (Options.Sycl)
    if (Error E = prepareTargets())
      return E;
  HostJobs Host = makeHostJobs(Install.Program, hostArguments());
  if (Host.Failed)
    return make_error<AlreadyReported>(1);
  if (Options.Sycl && !Host.Jobs.empty()) {
    if (Error E = Temps.create())
      return E;
    if (Error E = chooseDeviceIf())
      return E;
    if (Error E = makeMacros())
      return E;
  }
  Error Result = Error::success();
  for (const HostJob &Job : Host.Jobs) {
    Result = runJob(Job);
    if (Result)
      break;
  }
  bool Failed = static_cast<bool>(Result);
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
