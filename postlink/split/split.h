//===- split.h - Which entry points share an image ------------------------===//
//
// In:  entry points, and what -fsycl-device-code-split asks for.
// Out: groups; each becomes one module.
// Why: a driver compiles a whole image at once. One kernel that needs a feature
//      the device lacks must not take kernels with it that do not need it.
//      (SPEC 001, "Changes to the device code split algorithm" and "Must
//      preserve ability to precisely control device images".)
//
// The value of -fsycl-device-code-split gives the coarsest grouping allowed;
// within it, entry points stay together only if their requirements are equal.
// Entry points with fixed targets are put
// together by their set of targets first and then split by the value alone.
//
//   off         no grouping but requirements
//   per_source  by the source file they were compiled from
//   per_kernel  each on its own
//   auto        per_source, since then a changed source leaves the modules of
//               the others, and all their compiled images, as they were. Where
//               device code calls through pointers, off: a source does not show
//               there what its kernels may call.
//
// What a kernel needs is known better behind the link than in its source: callers
// say what entry points need of functions in other sources, and which functions
// of other images they import. That may be different for kernels whose sources
// say the same.
//
// Where kernels with different requirements are conditional in their image
// (OptionalFeatures::Conditional), requirements count no more, but for what no
// condition speaks of: internal aspects, which are for splitting alone, and what
// is used under conditions of the program's own, which an image has as a whole.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_POSTLINK_SPLIT_SPLIT_H
#define FACET_POSTLINK_SPLIT_SPLIT_H

#include "postlink/split/entry_points.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace facet {

class ModuleGraph;

enum class SplitMode { Auto, Off, PerSource, PerKernel };

/// What to do about kernels with different requirements.
enum class OptionalFeatures {
  Split,      ///< they get images of their own (SPEC 001)
  Conditional ///< they share images and are conditional there (SPEC 000)
};

/// auto, off, per_source (source), per_kernel (kernel).
std::optional<SplitMode> parseSplitMode(llvm::StringRef Text);

/// Entry points that share a module; never empty. Their requirements are equal,
/// unless they are conditional in their image.
struct ModuleGroup {
  std::vector<EntryPoint> Entries;
  const EntryPoint &first() const { return Entries.front(); }
};

/// What else entry points must have in common to share a module.
using FurtherKey =
    llvm::function_ref<std::vector<Requirements>(const EntryPoint &)>;

/// Groups in the order of their first entry point. \p Further counts where
/// requirements do.
std::vector<ModuleGroup> groupEntryPoints(const llvm::Module &M,
                                          std::vector<EntryPoint> Entries,
                                          SplitMode Mode,
                                          OptionalFeatures Features =
                                              OptionalFeatures::Split,
                                          FurtherKey Further = nullptr);

/// Makes modules of groups. What has to be looked up in the whole module is
/// looked up once, when this is made.
class ModuleExtractor {
public:
  /// \p M must not change while this exists.
  explicit ModuleExtractor(const llvm::Module &M);
  ~ModuleExtractor();

  /// Returns a new module in the same context with the group's entry points and
  /// \p Needed, which is what they reach. Everything but the entry points
  /// becomes internal. The cost is that of the new module, however large the
  /// whole is.
  std::unique_ptr<llvm::Module>
  extract(const ModuleGroup &Group,
          llvm::ArrayRef<const llvm::GlobalValue *> Needed) const;

  struct Index;

private:
  const llvm::Module &M;
  std::unique_ptr<const Index> Lists;
};

/// Takes the names off structure types. Linking numbers types of equal name
/// over all sources, so a module's bytes would depend on sources it has nothing
/// of. Call it once, before extracting.
void dropTypeNames(llvm::Module &M);

} // namespace facet

#endif // FACET_POSTLINK_SPLIT_SPLIT_H
