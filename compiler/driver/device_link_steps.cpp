//===- device_link_steps.cpp - Device code of a program to one object -----===//
//
// See device_link_steps.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/driver/device_link_steps.h"

#include "compiler/driver/offload_section.h"
#include "compiler/driver/targets.h"
#include "postlink/support/tool.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/Threading.h"

#include <cstdlib>

using namespace llvm;

namespace facet {
namespace {

Expected<std::vector<std::string>> filesIn(const std::string &Directory) {
  std::vector<std::string> Files;
  std::error_code Code;
  for (sys::fs::directory_iterator I(Directory, Code), End; I != End && !Code;
       I.increment(Code))
    Files.push_back(I->path());
  if (Code)
    return makeError("cannot list directory (" + Code.message() + ")",
                     Directory);
  llvm::sort(Files);
  return Files;
}

/// NVIDIA's assembler: \p Given, else that of $CUDA_HOME, else in PATH. Empty
/// if there is none; then programs carry PTX alone.
std::string findPtxas(StringRef Given) {
  if (!Given.empty())
    return Given.str();
  if (const char *Home = std::getenv("CUDA_HOME")) {
    SmallString<128> Path(Home);
    sys::path::append(Path, "bin", "ptxas");
    if (sys::fs::can_execute(Path))
      return Path.str().str();
  }
  ErrorOr<std::string> Found = sys::findProgramByName("ptxas");
  return Found ? *Found : "";
}

/// The name without ".module.cl".
StringRef moduleName(StringRef Path) {
  return sys::path::filename(Path).split('.').first;
}

} // namespace

Expected<std::vector<std::string>>
DeviceLink::makeModules(const Group &G) const {
  std::string Linked = Temps.path("linked" + G.Suffix + ".bc");
  ToolCommand LinkCommand{Install.tool("sycl-device-link"), {"-o", Linked}};
  std::vector<std::string> Names;
  for (const TargetDescription &Target : G.Targets)
    Names.push_back(Target.name);
  LinkCommand.Arguments.push_back("-targets=" + join(Names, ","));
  append_range(LinkCommand.Arguments, G.Bitcode);
  if (Options.TimeReport)
    LinkCommand.Arguments.push_back("-ftime-report");
  if (Error E = Run.run(LinkCommand))
    return std::move(E);

  std::string Directory = Temps.path("modules" + G.Suffix);
  ToolCommand PostLink{Install.tool("sycl-post-link"),
                       {"--modules-dir=" + Directory, "-split=" + Options.Split,
                        Exports ? "-exports=all" : "-exports=none"}};
  if (Options.DeviceIfJit != "add-on")
    PostLink.Arguments.push_back("-device-if-jit=" + Options.DeviceIfJit);
  if (Options.OptionalFeatures != "split")
    PostLink.Arguments.push_back("-optional-features=" +
                                 Options.OptionalFeatures);
  for (const std::string &File : Options.ConfigFiles)
    PostLink.Arguments.push_back("-device-config-file=" + File);
  append_range(PostLink.Arguments, Options.linkWarnings());
  if (Options.TimeReport)
    PostLink.Arguments.push_back("-ftime-report");
  PostLink.Arguments.push_back(Linked);
  if (!Run.printsOnly())
    sys::fs::remove_directories(Directory); // of an earlier -save-temps
  if (Error E = Run.run(PostLink))
    return std::move(E);
  if (Run.printsOnly())
    return std::vector<std::string>{Directory + "/*.module.cl"};
  return filesIn(Directory);
}

Expected<std::vector<std::string>>
DeviceLink::makeImages(const Group &G, ArrayRef<std::string> Modules) const {
  std::string SliceDirectory = Temps.path("slices");
  std::vector<ToolCommand> Commands;
  std::vector<std::string> Images;
  if (!Run.printsOnly())
    if (Expected<std::vector<std::string>> Slices =
            writeSlices(G.Targets, SliceDirectory);
        !Slices)
      return Slices.takeError();
  for (const TargetDescription &Target : G.Targets) {
    std::string Directory = Temps.path("images/" + Target.name);
    if (!Run.printsOnly())
      if (Error E = createDirectory(Directory))
        return std::move(E);
    for (const std::string &Module : Modules) {
      std::string Image = (Directory + "/" + moduleName(Module) + ".img").str();
      ToolCommand Command{
          Install.tool("sycl-aot"),
          {"--target-config=" + SliceDirectory + "/" + Target.name + ".toml"}};
      if (!Install.DeviceLibraryDirectory.empty())
        Command.Arguments.push_back("--device-library-dir=" +
                                    Install.DeviceLibraryDirectory);
      if (!Install.LinkerProgram.empty() &&
          is_contained({"x86_64", "amdgcn"}, Target.aot_toolchain))
        Command.Arguments.push_back("--lld=" + Install.LinkerProgram);
      if (Target.aot_toolchain == "ocloc")
        if (std::string Path = Install.tool("ocloc"); Path != "ocloc")
          Command.Arguments.push_back("--ocloc=" + Path);
      if (Target.aot_toolchain == "nvptx" && Options.Cubin)
        if (std::string Path = findPtxas(Options.Ptxas); !Path.empty())
          Command.Arguments.push_back("--ptxas=" + Path);
      if (Options.TimeReport)
        Command.Arguments.push_back("-ftime-report");
      for (const std::string &Option : Options.BackendOptions)
        Command.Arguments.push_back("--backend-option=" + Option);
      append_range(Command.Arguments, std::initializer_list<std::string>{
                                          "-c", Module, "-o", Image});
      Commands.push_back(std::move(Command));
      Images.push_back(std::move(Image));
    }
  }
  unsigned Jobs = Options.MaxLinkJobs;
  if (Jobs == 0)
    Jobs = hardware_concurrency().compute_thread_count();
  if (Error E = Run.runAll(Commands, Jobs))
    return std::move(E);
  return Images;
}

/// Targets with the same pieces share a group, in the order of the targets.
Expected<std::vector<DeviceLink::Group>>
DeviceLink::unpack(ArrayRef<std::string> HostInputs) const {
  if (Run.printsOnly()) {
    // What is in the objects is not known, but what this driver would put
    // there.
    ToolCommand Unpack{Install.Program, {"-cc1unpack", Temps.path("")}};
    append_range(Unpack.Arguments, HostInputs);
    if (Error E = Run.run(Unpack))
      return std::move(E);
    std::vector<Group> Groups;
    for (const TargetDescription &Target : Targets) {
      bool Own = Options.DeviceIf == "early" && !Target.IsJit();
      if (Groups.empty() || Own)
        Groups.push_back({Groups.empty() ? "" : "-" + Target.name,
                          {Temps.path("device*.bc")},
                          {}});
      Groups.back().Targets.push_back(Target);
    }
    return Groups;
  }
  Expected<std::vector<DevicePiece>> Pieces =
      unpackDeviceCode(HostInputs, Temps.path(""));
  if (!Pieces)
    return Pieces.takeError();
  std::vector<Group> Groups;
  for (const TargetDescription &Target : Targets) {
    std::vector<std::string> Bitcode;
    for (const DevicePiece &Piece : *Pieces)
      if (Piece.isFor(Target.name))
        Bitcode.push_back(Piece.Path);
    if (Bitcode.empty())
      continue;
    auto Same =
        find_if(Groups, [&](const Group &G) { return G.Bitcode == Bitcode; });
    if (Same == Groups.end())
      Same = Groups.insert(
          Same, {Groups.empty() ? "" : "-" + Target.name, Bitcode, {}});
    Same->Targets.push_back(Target);
  }
  return Groups;
}

Expected<std::string> DeviceLink::link(ArrayRef<std::string> HostInputs) const {
  Expected<std::vector<Group>> Groups = unpack(HostInputs);
  if (!Groups)
    return Groups.takeError();
  std::vector<std::string> Images;
  for (const Group &G : *Groups) {
    Expected<std::vector<std::string>> Modules = makeModules(G);
    if (!Modules)
      return Modules.takeError();
    Expected<std::vector<std::string>> Made = makeImages(G, *Modules);
    if (!Made)
      return Made.takeError();
    append_range(Images, *Made);
  }
  if (Images.empty())
    return "";
  std::string Object = Temps.path("images.o");
  ToolCommand Wrap{Install.tool("sycl-offload-wrapper"), {}};
  if (!Options.Emulated.empty())
    Wrap.Arguments.push_back("-emulate=" + join(Options.Emulated, ","));
  if (Options.TimeReport)
    Wrap.Arguments.push_back("-ftime-report");
  if (Options.CompressImages)
    Wrap.Arguments.push_back("-compress");
  append_range(Wrap.Arguments,
               std::initializer_list<std::string>{"-o", Object});
  append_range(Wrap.Arguments, Images);
  if (Error E = Run.run(Wrap))
    return std::move(E);
  return Object;
}

} // namespace facet
