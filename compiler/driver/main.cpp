//===- main.cpp - sycl-clang++ --------------------------------------------===//
//
//   sycl-clang++ [-fsycl …] …        like clang++ (docs/compiler.md)
//   sycl-clang, clang, icx …         the same program by a link: like clang
//   dpcpp …                          with -fsycl
//   sycl-clang++ -cc1 …              one compilation (frontend/frontend.h)
//   sycl-clang++ -cc1as …            one source of an assembler (assembler.h)
//   sycl-clang++ -cc1pack BC OUT [TARGET=BC]...
//                                    device bitcode to a section's contents
//   sycl-clang++ -cc1unpack DIR OBJ… the device bitcode of objects
//   sycl-clang++ -cc1unpack DIR -- LINKER ARG…
//                                    that of what a link takes
//   sycl-clang++ -cc1slices DIR TARGET…
//                                    a configuration file for each target
//   sycl-clang++ -cc1join HOST DEVICE OUT
//                                    preprocessed source of both
//   sycl-clang++ -cc1deps HOST DEVICE OUT
//                                    dependency files of both
//
//===----------------------------------------------------------------------===//

#include "compiler/driver/assembler.h"
#include "compiler/driver/device_link_steps.h"
#include "compiler/driver/driver.h"
#include "compiler/driver/help.h"
#include "compiler/driver/host_jobs.h"
#include "compiler/driver/offload_section.h"
#include "compiler/driver/preprocessed.h"
#include "compiler/driver/runner.h"
#include "compiler/driver/targets.h"
#include "compiler/frontend/frontend.h"
#include "compiler/support/message_style.h"
#include "compiler/support/tool.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/StringSaver.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace facet;

static int reportError(Error E) {
  int Exit = 0;
  handleAllErrors(
      std::move(E), [&](const AlreadyReported &R) { Exit = R.ExitCode; },
      [&](const ErrorInfoBase &Info) {
        // Places come first where there is one: that is what editors read.
        std::string Text = Info.message();
        errs() << (StringRef(Text).contains(": error: ")
                       ? Text
                       : styledMessage("sycl-clang++", "error", Text))
               << '\n';
        Exit = 1;
      });
  return Exit;
}

static int runCC1(const Installation &Install, ArrayRef<std::string> Arguments,
                  void *MainAddress) {
  return runFrontend(Arguments.vec(), Install.Program.c_str(), MainAddress,
                     [&](const DeviceOptions &Options) {
                       Expected<TargetKnowledge> Targets =
                           makeTargetKnowledge(Install, Options);
                       if (Targets)
                         return std::move(*Targets);
                       exit(reportError(Targets.takeError()));
                     });
}

static Error runPack(ArrayRef<std::string> Arguments) {
  if (Arguments.size() < 2)
    return makeError(textOf<Message::err_pack_usage>());
  std::vector<DevicePiece> OfTargets;
  for (StringRef Argument : Arguments.drop_front(2)) {
    auto [Target, Path] = Argument.split('=');
    OfTargets.push_back({Path.str(), Target.str(), {}});
  }
  return packDeviceCode(Arguments[0], OfTargets, Arguments[1]);
}

static Error runUnpack(ArrayRef<std::string> Arguments) {
  if (Arguments.empty())
    return makeError(textOf<Message::err_unpack_usage>());
  if (Error E = createDirectory(Arguments.front()))
    return E;
  StringRef Directory = Arguments.front();
  ArrayRef<std::string> Rest = Arguments.drop_front();
  if (Rest.size() > 1 && Rest.front() == "--")
    return unpackLink({Rest[1], Rest.drop_front(2).vec()}, Directory,
                      Runner(/*PrintOnly=*/false, /*Verbose=*/false))
        .takeError();
  Expected<std::vector<DeviceObject>> Objects = readDeviceObjects(Rest);
  if (!Objects)
    return Objects.takeError();
  return writeDevicePieces(*Objects, Directory).takeError();
}

static Error runSlices(const Installation &Install,
                       ArrayRef<std::string> Arguments) {
  Expected<DriverOptions> Options =
      parseOptions(Arguments.drop_front(!Arguments.empty()));
  if (!Options)
    return Options.takeError();
  if (Arguments.empty() || Options->Clang.empty())
    return makeError(textOf<Message::err_slices_usage>());
  Expected<DeviceConfig> Config =
      loadDeviceConfig(Install, Options->ConfigFiles);
  if (!Config)
    return Config.takeError();
  Expected<std::vector<TargetDescription>> Targets =
      resolveTargets(*Config, Options->Clang);
  if (!Targets)
    return Targets.takeError();
  return writeSlices(*Targets, Arguments.front()).takeError();
}

static Error runJoin(JoinFunction Join, ArrayRef<std::string> Arguments) {
  if (Arguments.size() != 3)
    return makeError(textOf<Message::err_join_usage>());
  return joinFiles(Join, Arguments[0], Arguments[1], Arguments[2]);
}

/// What the name says by which the program was called.
static std::vector<std::string> argumentsOfName(StringRef Path) {
  StringRef Name = sys::path::filename(Path);
  if (is_contained({"sycl-clang", "clang", "icx"}, Name))
    return {"--driver-mode=gcc"};
  if (Name == "dpcpp")
    return {"-fsycl"};
  return {};
}

int main(int argc, char **argv) {
  InitLLVM Init(argc, argv);
  ToolSession Tool("sycl-clang++", "usage: sycl-clang++ [options] file...");
  BumpPtrAllocator Allocator;
  SmallVector<const char *, 64> Argv(argv + 1, argv + argc);
  cl::ExpansionContext Expansion(Allocator, cl::TokenizeGNUCommandLine);
  if (Error E = Expansion.expandResponseFiles(Argv))
    return reportError(std::move(E));
  std::vector<std::string> Arguments(Argv.begin(), Argv.end());

  void *MainAddress = reinterpret_cast<void *>(&reportError);
  Installation Install(sys::fs::getMainExecutable(argv[0], MainAddress));
  StringRef Mode = Arguments.empty() ? StringRef() : StringRef(Arguments[0]);
  ArrayRef<std::string> Rest = ArrayRef(Arguments).drop_front(!Mode.empty());
  if (Mode == "-cc1")
    return runCC1(Install, Rest, MainAddress);
  if (Mode == "-cc1as")
    return reportError(assemble(Rest));
  if (Mode == "-cc1pack")
    return reportError(runPack(Rest));
  if (Mode == "-cc1unpack")
    return reportError(runUnpack(Rest));
  if (Mode == "-cc1slices")
    return reportError(runSlices(Install, Rest));
  if (Mode == "-cc1join")
    return reportError(runJoin(joinPreprocessed, Rest));
  if (Mode == "-cc1deps")
    return reportError(runJoin(joinDependencies, Rest));

  if (is_contained(Arguments, "-fsycl-help")) {
    printSyclHelp(outs());
    return 0;
  }
  if (is_contained(Arguments, "-fsycl-clangd-config")) {
    printClangdConfig(Install, outs());
    return 0;
  }

  std::vector<std::string> Implied = argumentsOfName(argv[0]);
  Arguments.insert(Arguments.begin(), Implied.begin(), Implied.end());
  setColors(wantsColors(Arguments));
  Expected<DriverOptions> Options = parseOptions(Arguments);
  if (!Options) {
    reportError(Options.takeError());
    return 2;
  }
  if (int Exit = reportError(runDriver(Install, std::move(*Options))))
    return Exit;
  if (is_contained(Arguments, "--help") || is_contained(Arguments, "-help"))
    printSyclHelp(outs());
  // Behind Clang's, which build systems read.
  return is_contained(Arguments, "--version") ? Tool.version() : 0;
}
