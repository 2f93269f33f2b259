//===- device_link_steps.cpp - Device code of a program to one object -----===//
//
// See device_link_steps.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/driver/device_link_steps.h"

#include "compiler/driver/device_inputs.h"
#include "compiler/driver/linker_answer.h"
#include "compiler/driver/targets.h"
#include "compiler/support/tool.h"
#include "targets/cpu/family.h"
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
    return makeError(textOf<Message::err_list_directory>(Code.message()),
                     Directory);
  llvm::sort(Files);
  return Files;
}

/// A tool of the machine's: \p Given, else as \p Tool says. Empty if there is
/// none; then images are finished when the program runs.
std::string findOptionalTool(const FinishingTool &Tool, StringRef Given) {
  if (!Given.empty())
    return Given.str();
  const char *Home =
      Tool.home_variable ? std::getenv(Tool.home_variable) : nullptr;
  // An empty variable would name the working directory.
  if (Home && *Home) {
    SmallString<128> Path(Home);
    sys::path::append(Path, "bin", StringRef(Tool.name));
    if (sys::fs::can_execute(Path))
      return Path.str().str();
  }
  ErrorOr<std::string> Found = sys::findProgramByName(Tool.name);
  return Found ? *Found : "";
}

std::string quoted(StringRef Text) {
  std::string Result;
  raw_string_ostream Stream(Result);
  sys::printArg(Stream, Text, /*Quote=*/true);
  return Result;
}

/// The options of a command line of Clang's, without what it hands to others.
std::vector<StringRef> ownOptions(ArrayRef<std::string> Clang) {
  std::vector<StringRef> Found;
  for (size_t I = 0; I < Clang.size(); ++I) {
    if (Clang[I] == "-Xclang" || Clang[I] == "-Xlinker")
      ++I; // its value is not for this driver
    else
      Found.push_back(Clang[I]);
  }
  return Found;
}

/// Those that say for which processor the host's code is.
std::vector<std::string> processorOptions(ArrayRef<std::string> Clang) {
  std::vector<std::string> Found;
  for (StringRef Option : ownOptions(Clang))
    if (IsProcessorOption(Option))
      Found.push_back(Option.str());
  return Found;
}

/// Those for LLVM.
std::vector<std::string> llvmOptions(ArrayRef<std::string> Clang) {
  std::vector<std::string> Found;
  const std::vector<StringRef> Own = ownOptions(Clang);
  for (size_t I = 0; I < Own.size(); ++I) {
    StringRef Text = Own[I];
    if (Text == "-mllvm" && I + 1 < Own.size())
      Found.push_back(Own[++I].str());
    else if (Text.consume_front("-mllvm="))
      Found.push_back(Text.str());
  }
  return Found;
}

/// The name without ".module.cl".
StringRef moduleName(StringRef Path) {
  return sys::path::filename(Path).split('.').first;
}

} // namespace

std::string DeviceLink::path(const Twine &Name) const {
  return Temps.path(Prefix + Name);
}

Expected<std::vector<std::string>>
DeviceLink::makeModules(const Group &G) const {
  std::string Linked = path("linked" + G.Suffix + ".bc");
  ToolCommand LinkCommand{Install.tool("sycl-device-link"), {"-o", Linked}};
  LinkCommand.Translated = true;
  Run.callInMessages(Linked, Output);
  std::vector<std::string> Names;
  for (const TargetDescription &Target : G.Targets)
    Names.push_back(Target.name);
  LinkCommand.Arguments.push_back("-targets=" + join(Names, ","));
  append_range(LinkCommand.Arguments, G.Bitcode);
  if (Options.TimeReport)
    LinkCommand.Arguments.push_back("-ftime-report");
  if (Error E = Run.run(LinkCommand))
    return std::move(E);

  std::string Directory = path("modules" + G.Suffix);
  ToolCommand PostLink{Install.tool("sycl-post-link"),
                       {"--modules-dir=" + Directory, "-split=" + Options.Split,
                        Exports ? "-exports=all" : "-exports=none"}};
  PostLink.Translated = true;
  if (Options.DeviceIfJit != "add-on")
    PostLink.Arguments.push_back("-device-if-jit=" + Options.DeviceIfJit);
  if (Options.OptionalFeatures != "split")
    PostLink.Arguments.push_back("-optional-features=" +
                                 Options.OptionalFeatures);
  for (const std::string &File : Options.ConfigFiles)
    PostLink.Arguments.push_back("-device-config-file=" + File);
  append_range(PostLink.Arguments, Options.AspectWarnings.options());
  if (!G.SharedMayDefine) {
    PostLink.Arguments.push_back("-imports=none");
    append_range(PostLink.Arguments, Options.UndefinedWarnings.options());
  }
  if (Options.TimeReport)
    PostLink.Arguments.push_back("-ftime-report");
  PostLink.Arguments.push_back(Linked);
  if (!Run.printsOnly())
    sys::fs::remove_directories(Directory); // of an earlier -save-temps
  if (Error E = Run.run(PostLink))
    return std::move(E);
  if (Run.printsOnly())
    return std::vector<std::string>{Directory};
  Expected<std::vector<std::string>> Modules = filesIn(Directory);
  if (Modules)
    for (const std::string &Module : *Modules)
      Run.callInMessages(Module, Output);
  return Modules;
}

/// Empty: sycl-aot finds it in PATH, or does without.
std::string DeviceLink::pathOf(const FinishingTool &Tool) const {
  if (Tool.name == "lld")
    return Install.LinkerProgram;
  if (!Tool.is_required)
    return Options.Cubin ? findOptionalTool(Tool, Options.Ptxas) : "";
  std::string Path = Install.tool(Tool.name);
  return Path == Tool.name ? "" : Path;
}

/// For one target; without the module and the image.
ToolCommand DeviceLink::aotCommand(const TargetDescription &Target) const {
  ToolCommand Command{
      Install.tool("sycl-aot"),
      {"--target-config=" + path("slices/" + Target.name + ".toml")}};
  Command.Translated = true;
  if (!Install.DeviceLibraryDirectory.empty())
    Command.Arguments.push_back("--device-library-dir=" +
                                Install.DeviceLibraryDirectory);
  for (const FinishingTool &Tool : Target.family().tools)
    if (std::string Path = pathOf(Tool); !Path.empty())
      Command.Arguments.push_back("--" + std::string(Tool.name) + "=" + Path);
  if (Options.TimeReport)
    Command.Arguments.push_back("-ftime-report");
  if (is_contained(Options.Clang, "-w"))
    Command.Arguments.push_back("-w");
  for (const std::string &Option : llvmOptions(Options.Clang))
    append_range(Command.Arguments,
                 std::initializer_list<std::string>{"-mllvm", Option});
  if (Target.family().code.is_host && !Target.emulated)
    for (const std::string &Option : processorOptions(Options.Clang))
      Command.Arguments.push_back("--backend-option=" + Target.name + "=" +
                                  Option);
  for (StringRef Option : Options.BackendOptions)
    if (Option.starts_with(Target.name + "="))
      Command.Arguments.push_back("--backend-option=" + Option.str());
  return Command;
}

/// How many modules there are is not known: a loop of the shell's.
void DeviceLink::printImageCommands(const TargetDescription &Target,
                                    StringRef Modules,
                                    const std::string &Directory) const {
  ToolCommand Command = aotCommand(Target);
  append_range(Command.Arguments,
               std::initializer_list<std::string>{
                   "-c", (ShellPattern + "\"$module\"").str(), "-o",
                   (ShellPattern + quoted(Directory) +
                    "/$(basename \"$module\" .module.cl).img")
                       .str()});
  Run.printShell("for module in " + quoted(Modules) + "/*.module.cl; do " +
                 shellText(Command) + " || exit; done");
}

Expected<std::vector<std::string>>
DeviceLink::makeImages(const Group &G, ArrayRef<std::string> Modules) const {
  std::vector<ToolCommand> Commands;
  std::vector<std::string> Images;
  bool IsFirst = G.Suffix.empty();
  for (const TargetDescription &Target : G.Targets) {
    std::string Directory = path("images/" + Target.name);
    if (Run.printsOnly()) {
      Run.printShell("mkdir -p " + quoted(Directory));
      printImageCommands(Target, Modules.front(), Directory);
      Images.push_back((ShellPattern + quoted(Directory) + "/*.img").str());
      continue;
    }
    if (Error E = createDirectory(Directory))
      return std::move(E);
    for (const std::string &Module : Modules) {
      std::string Image = (Directory + "/" + moduleName(Module) + ".img").str();
      ToolCommand Command = aotCommand(Target);
      append_range(Command.Arguments, std::initializer_list<std::string>{
                                          "-c", Module, "-o", Image});
      Run.callInMessages(Image, Output);
      Command.Makes = "image for target '" + Target.name + "'";
      if (!std::exchange(IsFirst, false))
        Command.Arguments.push_back("--no-option-warnings");
      Commands.push_back(std::move(Command));
      Images.push_back(std::move(Image));
    }
  }
  unsigned Jobs = Options.MaxLinkJobs;
  if (Jobs == 0)
    Jobs = hardware_concurrency().compute_thread_count();
  // Processors that no image of its own has.
  if (const size_t Threads = Jobs / std::max<size_t>(1, Commands.size());
      Threads > 1)
    for (ToolCommand &Command : Commands)
      Command.Arguments.push_back("--threads=" + std::to_string(Threads));
  if (Error E = Run.runAll(Commands, Jobs))
    return std::move(E);
  return Images;
}

/// With -###: what is in the objects is not known, but what this driver would
/// put there.
std::vector<DeviceLink::Group> DeviceLink::expectedGroups() const {
  std::vector<Group> Groups;
  auto Add = [&](const TargetDescription &Target, StringRef Folder) {
    Groups.push_back(
        {Groups.empty() ? "" : "-" + Target.name,
         {(ShellPattern + quoted(Temps.path(Folder)) + "/*.bc").str()},
         {Target}});
  };
  size_t Jit = std::string::npos;
  for (const TargetDescription &Target : Targets) {
    if (Options.DeviceIf == "early" && !Target.IsJit()) {
      Add(Target, "device-" + Target.name);
    } else if (Jit == std::string::npos) {
      Jit = Groups.size();
      Add(Target, "device");
    } else {
      Groups[Jit].Targets.push_back(Target);
    }
  }
  return Groups;
}

Expected<std::vector<DeviceLink::Group>>
DeviceLink::unpack(const ToolCommand &Host) const {
  ToolCommand Unpack{Install.Program,
                     {"-cc1unpack", Temps.path(""), "--", Host.Program}};
  append_range(Unpack.Arguments, Host.Arguments);
  Run.announce(Unpack);
  if (Run.printsOnly())
    return expectedGroups();
  Expected<UnpackedLink> Unpacked = unpackLink(Host, Temps.path(""), Run);
  if (!Unpacked)
    return Unpacked.takeError();
  for (const DevicePiece &Piece : Unpacked->Pieces)
    Run.callInMessages(Piece.Path, Run.nameInMessages(Piece.Origin));
  std::vector<Group> Groups = groupsOf(Unpacked->Pieces);
  // A library's functions may be defined by whoever loads it, those of an object
  // of images by what it is linked with.
  for (Group &G : Groups)
    G.SharedMayDefine =
        Exports || Options.DeviceLinkOnly || Unpacked->HasOtherImages;
  return Groups;
}

/// Targets with the same pieces share a group, in the order of the targets.
std::vector<DeviceLink::Group>
DeviceLink::groupsOf(ArrayRef<DevicePiece> Pieces) const {
  std::vector<Group> Groups;
  for (const TargetDescription &Target : Targets) {
    std::vector<std::string> Bitcode;
    for (const DevicePiece &Piece : Pieces)
      if (Piece.isFor(Target.name))
        Bitcode.push_back(Piece.Path);
    if (Bitcode.empty())
      continue;
    auto Same =
        find_if(Groups, [&](const Group &G) { return G.Bitcode == Bitcode; });
    if (Same == Groups.end())
      Same = Groups.insert(
          Same, {Groups.empty() ? "" : "-" + Target.name, Bitcode, {}, true});
    Same->Targets.push_back(Target);
  }
  return Groups;
}

/// Slices, which sycl-aot reads, of all targets.
Error DeviceLink::makeSlices() const {
  ToolCommand Command{Install.Program, {"-cc1slices", path("slices")}};
  for (const std::string &File : Options.ConfigFiles)
    Command.Arguments.push_back("-fsycl-device-config-file=" + File);
  for (const TargetDescription &Target : Targets)
    Command.Arguments.push_back(Target.name);
  Run.announce(Command);
  if (Run.printsOnly())
    return Error::success();
  return writeSlices(Targets, path("slices")).takeError();
}

Expected<std::string> DeviceLink::link(const ToolCommand &Host) const {
  Expected<std::vector<Group>> Groups = unpack(Host);
  return Groups ? makeObject(*Groups) : Groups.takeError();
}

Expected<std::string>
DeviceLink::linkPieces(ArrayRef<DevicePiece> Pieces) const {
  return makeObject(groupsOf(Pieces));
}

Expected<std::string> DeviceLink::makeObject(ArrayRef<Group> Groups) const {
  if (Groups.empty())
    return "";
  if (Error E = makeSlices())
    return std::move(E);
  std::vector<std::string> Images;
  for (const Group &G : Groups) {
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
  std::string Object = path("images.o");
  ToolCommand Wrap{Install.tool("sycl-offload-wrapper"), {}};
  Wrap.Translated = true;
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

Expected<UnpackedLink> unpackLink(const ToolCommand &Link, StringRef Directory,
                                  const Runner &Run) {
  if (Error E = createDirectory(Directory))
    return std::move(E);
  Expected<LinkerAnswer> Answer = askLinker(Link, Directory, Run);
  if (!Answer)
    return Answer.takeError();
  Expected<std::vector<DeviceObject>> Objects = findDeviceInputs(*Answer);
  if (!Objects)
    return Objects.takeError();
  Expected<std::vector<DevicePiece>> Pieces =
      writeDevicePieces(*Objects, Directory);
  if (!Pieces)
    return Pieces.takeError();
  return UnpackedLink{std::move(*Pieces),
                      any_of(Answer->Files, hasDeviceImages) ||
                          any_of(Answer->Archives, hasDeviceImages)};
}

} // namespace facet
