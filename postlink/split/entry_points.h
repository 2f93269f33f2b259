//===- entry_points.h - Where device code is entered, and what it needs ---===//
//
// In:  linked device code.
// Out: its kernels and exported device functions in module order, each with
//      what it requires of a device.
// Why: an image is made for entry points; everything else comes along because
//      an entry point reaches it. (SPEC 001, "Changes to the device code split
//      algorithm".)
//
//===----------------------------------------------------------------------===//

#ifndef FACET_POSTLINK_SPLIT_ENTRY_POINTS_H
#define FACET_POSTLINK_SPLIT_ENTRY_POINTS_H

#include "compiler/ir/sycl_metadata.h"
#include "features/aspects/aspect_set.h"
#include "features/needs/requirements.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Module.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace facet {

/// What decides which entry points may share an image.
struct EntryRequirements {
  /// The specification's UsedAspects: used and declared ones, internal
  /// (negative) ones included.
  AspectSet Aspects;
  /// What it needs only where a condition holds, by ascending condition.
  std::vector<ConditionalAspects> WhenAspects;
  /// A numeric size only: named sizes (automatic, primary) require nothing.
  std::optional<uint32_t> SubGroupSize;
  std::optional<WorkGroupSize> WorkGroup;
  /// Ascending, unique; empty when compiled without -fsycl-fixed-targets.
  std::vector<std::string> FixedTargets;

  /// Two entry points may share an image exactly when this says "equal". With
  /// fixed targets nothing else counts.
  friend bool operator==(const EntryRequirements &A,
                         const EntryRequirements &B);
};

struct EntryPoint {
  llvm::Function *Function;
  bool IsKernel;
  /// The source file it was compiled from, as the user gave it.
  llvm::StringRef Source;
  EntryRequirements Needs;
};

enum class Exports {
  All, ///< SYCL_EXTERNAL functions are entry points, for other images to import
  None ///< they only serve this program's own kernels
};

std::vector<EntryPoint> collectEntryPoints(llvm::Module &M, Exports Mode);

/// What \p F, whose body is here, requires by itself.
EntryRequirements entryRequirementsOf(const llvm::Function &F);

/// The specification's UsedAspects of one function.
AspectSet aspectsOf(const llvm::Function &F);
/// Numeric sizes only.
std::optional<uint32_t> subGroupSizeOf(const llvm::Function &F);
/// Ascending and unique; nullopt if a pass made the function.
std::optional<std::vector<std::string>>
fixedTargetsOf(const llvm::Function &F);

} // namespace facet

#endif // FACET_POSTLINK_SPLIT_ENTRY_POINTS_H
