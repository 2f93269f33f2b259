//===- clang_arguments.cpp - What sycl-clang++ adds to command lines ------===//
//
// See clang_arguments.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/driver/clang_arguments.h"

#include "compiler/driver/openmp.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

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

/// Whether a folder of -isystem, by a relative path, has the same headers as \p
/// Headers, perhaps as links to them.
bool namesHeaders(ArrayRef<std::string> Arguments, StringRef Headers) {
  auto Main = [](StringRef Folder) {
    SmallString<256> Path(Folder);
    sys::path::append(Path, "sycl", "sycl.hpp");
    return Path;
  };
  for (size_t I = 0; I + 1 < Arguments.size(); ++I)
    if (Arguments[I] == "-isystem" &&
        sys::path::is_relative(Arguments[I + 1]) &&
        sys::fs::equivalent(Main(Arguments[I + 1]), Main(Headers)))
      return true;
  return false;
}

/// Options for LLVM that Clang's link has no use for are ones of the images.
std::vector<std::string> withoutUnusedLLVMOptions(ArrayRef<std::string> Given) {
  std::vector<std::string> Arguments;
  for (size_t I = 0; I < Given.size(); ++I) {
    const bool HasValue = I + 1 < Given.size();
    const bool IsPair = Given[I] == "-mllvm" && HasValue;
    const bool IsOurs = IsPair || StringRef(Given[I]).starts_with("-mllvm=");
    if (IsOurs)
      Arguments.push_back("--start-no-unused-arguments");
    Arguments.push_back(Given[I]);
    // The value of -Xclang may read "-mllvm".
    if (IsPair || (HasValue && is_contained({"-Xclang", "-Xlinker"}, Given[I])))
      Arguments.push_back(Given[++I]);
    if (IsOurs)
      Arguments.push_back("--end-no-unused-arguments");
  }
  return Arguments;
}

} // namespace

std::vector<std::string> hostArguments(const Installation &Install,
                                       const DriverOptions &Options) {
  std::vector<std::string> Arguments = Options.Clang;
  // Not every source and every link has a use for what is added.
  auto Add = [&Arguments](std::vector<std::string> More) {
    Arguments.push_back("--start-no-unused-arguments");
    append_range(Arguments, More);
    Arguments.push_back("--end-no-unused-arguments");
  };
  // The sysroot is a fallback: the machine's own headers fit its libraries.
  if (!Install.Sysroot.empty() && !startsAny(Arguments, "--sysroot") &&
      !sys::fs::exists("/usr/include/c++"))
    Add({"--sysroot=" + Install.Sysroot});
  bool Links = !Options.DeviceOnly && !linksNothing(Options);
  if (Links && !Install.LinkerProgram.empty() &&
      !startsAny(Arguments, "-fuse-ld"))
    Add({"-fuse-ld=lld"});
  if (usesOpenMP(Arguments))
    if (std::optional<OpenMP> Found = findOpenMP("/usr"))
      Add({"-idirafter", Found->HeaderDirectory,
           "-L" + Found->LibraryDirectory});
  if (!Options.Sycl)
    return Arguments;
  if (Links)
    Arguments = withoutUnusedLLVMOptions(Arguments);
  // Nothing but the inputs: what they leave undefined is for a later link.
  if (Options.DeviceLinkOnly && Links)
    Arguments.push_back("-r");
  // A build whose steps run in many places names the headers itself.
  if (!Install.HeaderDirectory.empty() &&
      !namesHeaders(Arguments, Install.HeaderDirectory)) {
    Add({"-isystem", Install.HeaderDirectory});
    if (!Install.OpenClHeaderDirectory.empty())
      Add({"-idirafter", Install.OpenClHeaderDirectory});
  }
  // The name of DPC++'s runtime: the link takes its own.
  erase(Arguments, "-lsycl");
  // Called like clang, but the runtime is C++.
  if (Links && !Options.DeviceLinkOnly &&
      is_contained(Arguments, "--driver-mode=gcc"))
    Add({"-lstdc++", "-lm"});
  if (Options.DeviceOnly) {
    if (none_of(Arguments, [](StringRef Text) {
          return is_contained({"-c", "-S", "-E", "-M", "-MM", "-fsyntax-only"},
                              Text);
        }))
      Arguments.push_back("-c");
    if (!is_contained(Arguments, "-E") &&
        !is_contained(Arguments, "-fsyntax-only"))
      Arguments.push_back("-emit-llvm");
  }
  return Arguments;
}

std::vector<std::string> sourceMacros(const DriverOptions &Options,
                                      ArrayRef<TargetDescription> Targets) {
  std::vector<std::string> Macros = {"-D__FACET__=1"};
  // Without a list the targets are the default ones, and spir64 among them says
  // nothing of its devices.
  if (Options.DeviceOnly && !Options.TargetsGiven &&
      Options.TargetMacros.empty() && !startsAny(Options.Clang, "-imacros"))
    Macros.push_back("-D__SYCL_ANY_DEVICE_HAS_ANY_ASPECT__=1");
  if (!Options.TargetMacros.empty())
    Macros.push_back("-fsycl-target-macros=" + Options.TargetMacros);
  // With auto the headers decide if the other macros name one device.
  if (Options.DeviceIf == "headers")
    Macros.push_back("-D__SYCL_DEVICE_IF_HEADERS__=1");
  if (Options.IdQueriesFitInInt)
    Macros.push_back("-D__SYCL_ID_QUERIES_FIT_IN_INT__=1");
  if (!Options.Check.empty())
    Macros.push_back("-D__SYCL_CHECKS__=1");
  if (Options.DeviceIf == "auto")
    Macros.push_back("-D__SYCL_DEVICE_IF_AUTO__=1");
  if (!Targets.empty())
    append_range(Macros, targetMacros(Targets));
  return Macros;
}

std::vector<std::string> runtimeArguments(const Installation &Install,
                                          const DriverOptions &Options,
                                          ArrayRef<std::string> Link) {
  const std::string &Libraries = Install.LibraryDirectory;
  const bool IsShared = is_contained(Link, "-shared");
  // Beside the program, as facet-deploy leaves it, or in a tree of bin and lib;
  // else in the installation.
  std::vector<std::string> Runtime = {"-L" + Libraries};
  for (const std::string &Folder :
       {std::string("$ORIGIN"), std::string("$ORIGIN/../lib"), Libraries})
    append_range(Runtime, std::initializer_list<std::string>{"-rpath", Folder});
  // One runtime in the process, whoever loads what.
  // With an unwinder of its own a program cannot catch what a library throws.
  const bool HasUnwinder = is_contained(Link, "-lgcc_eh");
  if (!Options.StaticRuntime && !HasUnwinder &&
      !Install.SharedRuntimeLibrary.empty()) {
    // With -static-libstdc++ the C++ library's place is one of archives only.
    append_range(Runtime, std::initializer_list<std::string>{
                              "--push-state", "--as-needed", "-Bdynamic",
                              Install.SharedRuntimeLibrary, "--pop-state"});
    return Runtime;
  }
  if (Install.RuntimeLibrary.empty())
    return {};
  if (IsShared) {
    // A plug-in that keeps to itself.
    append_range(Runtime,
                 std::initializer_list<std::string>{
                     Install.RuntimeLibrary,
                     "--exclude-libs=" +
                         sys::path::filename(Install.RuntimeLibrary).str()});
  } else {
    // All of it: a library that the program opens later may call what the
    // program itself does not.
    append_range(Runtime, std::initializer_list<std::string>{
                              "--whole-archive", Install.RuntimeLibrary,
                              "--no-whole-archive"});
    for (const char *Pattern : RuntimeExports)
      Runtime.push_back(std::string("--export-dynamic-symbol=") + Pattern);
  }
  append_range(Runtime, std::initializer_list<std::string>{
                            "--push-state", "-Bdynamic", "-ltbb", "-lpthread",
                            "-ldl", "--pop-state"});
  return Runtime;
}

ToolCommand linkWithRuntime(const HostJob &Link,
                            ArrayRef<std::string> Runtime) {
  ToolCommand Command{Link.Program, Link.Arguments};
  auto Place = find(Command.Arguments, "-lstdc++");
  if (Place == Command.Arguments.end())
    Place = find(Command.Arguments, "-lc++");
  Command.Arguments.insert(Place, Runtime.begin(), Runtime.end());
  return Command;
}

} // namespace facet
