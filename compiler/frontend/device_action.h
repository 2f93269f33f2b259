//===- device_action.h - Source to device bitcode -------------------------===//
//
// In:  an invocation of Clang for spirv64 with -fsycl-is-device.
// Out: the output file: kernels and SYCL_EXTERNAL functions with metadata,
//      aspects propagated, simplified.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_COMPILER_FRONTEND_DEVICE_ACTION_H
#define FACET_COMPILER_FRONTEND_DEVICE_ACTION_H

#include "compiler/frontend/frontend.h"
#include "compiler/precompiled/header_record.h"

#include <memory>

namespace clang {
class CompilerInstance;
class CompilerInvocation;
} // namespace clang

namespace facet {

class DeviceWarnings;

/// False after errors. \p Headers is of what is precompiled, if anything is.
/// \p Warnings, if not null, are written to the file of \p Options.
bool compileForDevice(clang::CompilerInstance &CI, const DeviceOptions &Options,
                      const TargetKnowledge &Targets,
                      const HeaderRecord &Headers, DeviceWarnings *Warnings);

} // namespace facet

#endif // FACET_COMPILER_FRONTEND_DEVICE_ACTION_H
