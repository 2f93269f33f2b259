//===- installation.h - What lies beside this program ---------------------===//
//
// In:  the path of this program.
// Out: the tools, headers, libraries and target files of its installation:
//
//   bin/{sycl-clang++,sycl-post-link,…,ld.lld}  include/sycl/sycl.hpp
//   lib/clang/22  lib/libfacet.a  lib/libfacet.so.1
//   lib/facet/{config,targets,device_library,opencl,sysroot}
//
// Each path is empty if there is nothing there: a build system names headers,
// resources and sysroot itself.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_COMPILER_DRIVER_INSTALLATION_H
#define FACET_COMPILER_DRIVER_INSTALLATION_H

#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace facet {

struct Installation {
  explicit Installation(llvm::StringRef Program);

  /// Returns a tool beside this program, by name; the name alone if there is
  /// none.
  std::string tool(llvm::StringRef Name) const;

  std::string Program; // absolute, links resolved
  std::string BinDirectory;
  std::string HeaderDirectory;
  std::string OpenClHeaderDirectory; // for machines that have none
  std::string ResourceDirectory;
  std::string LibraryDirectory;
  std::string RuntimeLibrary;       // of programs
  std::string SharedRuntimeLibrary; // of shared libraries
  std::string DeviceLibraryDirectory;
  std::string Sysroot;
  std::string LinkerProgram;
  std::vector<std::string> TargetFiles; // *.toml, by name
};

} // namespace facet

#endif // FACET_COMPILER_DRIVER_INSTALLATION_H
