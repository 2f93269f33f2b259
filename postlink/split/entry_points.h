//===- entry_points.h - Where device code is entered, and what it needs ---===//
//
// In:  linked device code.
// Out: its kernels and exported device functions in module order, each with
//      what it requires of a device.
// Why: an image is made for entry points; everything else is included because
//      an entry point reaches it. (SPEC 001, "Changes to the device code split
//      algorithm".)
//
//===----------------------------------------------------------------------===//

#ifndef FACET_POSTLINK_SPLIT_ENTRY_POINTS_H
#define FACET_POSTLINK_SPLIT_ENTRY_POINTS_H

#include "compiler/ir/sycl_metadata.h"
#include "features/aspects/aspect_set.h"
#include "features/requirements/requirements.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Module.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace facet {

struct EntryPoint {
  llvm::Function *Function;
  bool IsKernel;
  /// The source file it was compiled from, as the user gave it.
  llvm::StringRef Source;
  /// By itself; internal aspects included, fixed targets not.
  Requirements Needs;
  /// Names, ascending, unique; empty when compiled without
  /// -fsycl-fixed-targets.
  std::vector<std::string> FixedTargets;
};

enum class Exports {
  All, ///< SYCL_EXTERNAL functions are entry points, for other images to import
  None ///< they only serve this program's own kernels
};

std::vector<EntryPoint> collectEntryPoints(llvm::Module &M, Exports Mode);

/// Ascending and unique; nullopt if a pass made the function.
std::optional<std::vector<std::string>>
fixedTargetsOf(const llvm::Function &F);

} // namespace facet

#endif // FACET_POSTLINK_SPLIT_ENTRY_POINTS_H
