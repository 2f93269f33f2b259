//===- installation.cpp - What lies beside this program -------------------===//
//
// See installation.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/driver/installation.h"

#include "config/device_config/device_config.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace facet {
namespace {

std::string joined(StringRef Root, ArrayRef<StringRef> Parts) {
  SmallString<256> Path(Root);
  for (StringRef Part : Parts)
    sys::path::append(Path, Part);
  return std::string(Path);
}

std::string ifExists(std::string Path) {
  return sys::fs::exists(Path) ? Path : "";
}

/// Slices of emulated targets are left out: each target is its own emulation's
/// description.
std::vector<std::string> tomlFilesIn(const std::string &Directory) {
  std::vector<std::string> Files;
  std::error_code Code;
  for (sys::fs::directory_iterator I(Directory, Code), End; I != End && !Code;
       I.increment(Code))
    if (StringRef File = sys::path::filename(I->path());
        File.ends_with(".toml") && !File.starts_with(kEmulationPrefix))
      Files.push_back(I->path());
  llvm::sort(Files);
  return Files;
}

} // namespace

Installation::Installation(StringRef ProgramPath) : Program(ProgramPath) {
  BinDirectory = sys::path::parent_path(Program).str();
  std::string Root = sys::path::parent_path(BinDirectory).str();
  if (!ifExists(joined(Root, {"include", "sycl", "sycl.hpp"})).empty())
    HeaderDirectory = joined(Root, {"include"});
  OpenClHeaderDirectory =
      ifExists(joined(Root, {"lib", "facet", "opencl", "include"}));
  ResourceDirectory = ifExists(joined(Root, {"lib", "clang", "22"}));
  LibraryDirectory = joined(Root, {"lib"});
  RuntimeLibrary = ifExists(joined(LibraryDirectory, {"libfacet.a"}));
  SharedRuntimeLibrary = ifExists(joined(LibraryDirectory, {"libfacet.so.1"}));
  DeviceLibraryDirectory =
      ifExists(joined(Root, {"lib", "facet", "device_library"}));
  Sysroot = ifExists(joined(Root, {"lib", "facet", "sysroot"}));
  LinkerProgram = ifExists(joined(BinDirectory, {"ld.lld"}));
  // The few files people edit, or else one slice for each target.
  TargetFiles = tomlFilesIn(joined(Root, {"lib", "facet", "config"}));
  if (TargetFiles.empty())
    TargetFiles = tomlFilesIn(joined(Root, {"lib", "facet", "targets"}));
}

std::string Installation::tool(StringRef Name) const {
  std::string Path = ifExists(joined(BinDirectory, {Name}));
  return Path.empty() ? Name.str() : Path;
}

} // namespace facet
