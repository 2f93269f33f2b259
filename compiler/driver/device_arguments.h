//===- device_arguments.h - From the host's -cc1 to the device's ----------===//
//
// In:  the -cc1 command that compiles a source for the host.
// Out: the one that compiles it for devices: same source, same include paths
// and
//      macros, same language; other triple, code generation and output.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_COMPILER_DRIVER_DEVICE_ARGUMENTS_H
#define FACET_COMPILER_DRIVER_DEVICE_ARGUMENTS_H

#include "compiler/driver/options.h"

namespace facet {

struct DeviceOutput {
  std::string Path;
  bool AsText = false;
  /// Otherwise the job preprocesses, or only checks the source.
  bool GeneratesCode = true;
  /// The host compilation of the same source prints Clang's warnings and writes
  /// the user's dependency file.
  bool HostFollows = true;
  /// Lists what the compilation includes, to be merged into the host's list.
  std::string DependencyFile;
  /// A target for which the conditions of conditional code are decided.
  std::string ResolveFor;
  /// What tells the source's kernels from other sources', if that is known.
  std::string UniquePrefix;
  /// Otherwise a file for it: made by the
  /// first compilation, read by the others.
  std::string WritePrefix;
  std::string ReadPrefix;
  /// A file for the counters of a source that is compiled for coverage, which the
  /// host's object gets.
  std::string WriteCounters;
  /// A file for warnings, which the host's compilation prints with its own.
  std::string WriteWarnings;
  /// A compilation of the same source has warned already.
  bool IsRepeated = false;
};

/// Returns whether \p HostArguments ask for coverage, which kernels of CPUs
/// have too.
bool countsExecutions(llvm::ArrayRef<std::string> HostArguments);

/// \p HostArguments begins with "-cc1", as does the result.
std::vector<std::string>
makeDeviceArguments(llvm::ArrayRef<std::string> HostArguments,
                    const DriverOptions &Options, const DeviceOutput &Output);

} // namespace facet

#endif // FACET_COMPILER_DRIVER_DEVICE_ARGUMENTS_H
