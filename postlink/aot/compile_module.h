//===- compile_module.h - A module file to an image file ------------------===//
//
// In:  a module with its properties, and a target.
// Out: images for the target.
//
// The work of sycl-aot without its command line.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_POSTLINK_AOT_COMPILE_MODULE_H
#define FACET_POSTLINK_AOT_COMPILE_MODULE_H

#include "postlink/codegen/job.h"
#include "postlink/container/container.h"

#include <functional>
#include <string>

namespace facet {

/// Reads the one target of a slice.
llvm::Expected<TargetDescription> readTargetSlice(llvm::StringRef Path);

struct CompileOptions {
  ToolPaths Tools;
  /// False compiles even what the target cannot run. For tests of back ends.
  bool Filter = true;
  /// Gets texts of warnings; null: nobody wants them.
  std::function<void(const std::string &)> Warn;
  /// For one image; it does not depend on them.
  unsigned Threads = 1;
};

/// Returns the images of \p Module for \p Target: one, or PTX and the cubin
/// made of it. One the target cannot run has no bytes but keeps its properties,
/// so that the runtime can say why.
llvm::Expected<std::vector<DeviceImage>> compileModule(const DeviceModule &Module,
                                          const TargetDescription &Target,
                                          const CompileOptions &Options,
                                          PhaseReport &Phases);

} // namespace facet

#endif // FACET_POSTLINK_AOT_COMPILE_MODULE_H
