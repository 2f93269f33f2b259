//===- clang_arguments.h - What sycl-clang++ adds to command lines --------===//
//
// In: the user's options, the installation and the targets. Out: what Clang's
// driver, its compilations and the linker are given beside the user's own
// arguments.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_COMPILER_DRIVER_CLANG_ARGUMENTS_H
#define FACET_COMPILER_DRIVER_CLANG_ARGUMENTS_H

#include "compiler/driver/host_jobs.h"
#include "compiler/driver/installation.h"
#include "compiler/driver/options.h"
#include "compiler/driver/runner.h"
#include "compiler/driver/targets.h"
#include "llvm/ADT/ArrayRef.h"

#include <string>
#include <vector>

namespace facet {

/// Returns what Clang's driver is given: the user's arguments, and where things
/// are that lie beside this program, unless the user says otherwise.
std::vector<std::string> hostArguments(const Installation &Install,
                                       const DriverOptions &Options);

/// Macros of every compilation of SYCL source, for host and devices: SPEC 003
/// and 004, "Changes to compiler driver".
std::vector<std::string>
sourceMacros(const DriverOptions &Options,
             llvm::ArrayRef<TargetDescription> Targets);

/// Returns what a program or a shared library links of the runtime. \p Link:
/// the linker's arguments.
std::vector<std::string> runtimeArguments(const Installation &Install,
                                          const DriverOptions &Options,
                                          llvm::ArrayRef<std::string> Link);

/// Returns the command of \p Link with \p Runtime in front of the C++ library,
/// which the runtime needs.
ToolCommand linkWithRuntime(const HostJob &Link,
                            llvm::ArrayRef<std::string> Runtime);

} // namespace facet

#endif // FACET_COMPILER_DRIVER_CLANG_ARGUMENTS_H
