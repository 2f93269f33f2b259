//===- external_functions.h - What an image needs in the end --------------===//
//
// In:  a group of entry points and everything they reach, after linking.
// Out: the image's requirements, and warnings where a SYCL_EXTERNAL function
//      needs more than its caller's source knew.
// Why: each source was checked alone, where the body of a SYCL_EXTERNAL function
//      of another source was not to be seen. (SPEC 001, "Error checking for
//      SYCL_EXTERNAL functions"; the texts are that section's.)
//
//===----------------------------------------------------------------------===//

#ifndef FACET_POSTLINK_CHECKS_EXTERNAL_FUNCTIONS_H
#define FACET_POSTLINK_CHECKS_EXTERNAL_FUNCTIONS_H

#include "compiler/ir/sycl_metadata.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"
#include "postlink/split/split.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace facet {

/// FinalUsedAspects, FinalSubGroup, FinalWorkGroup, or FinalFixedTargets.
struct FinalRequirements {
  /// Without the internal aspects, which end here.
  AspectSet Aspects;
  std::vector<uint32_t> SubGroupSizes;
  std::vector<WorkGroupSize> WorkGroupSizes;
  /// Present, perhaps empty, when compiled with -fsycl-fixed-targets; then the
  /// rest is empty.
  std::optional<std::vector<std::string>> FixedTargets;
};

/// Each message once, however many images hold the function.
class Warnings {
public:
  /// \p Where is asked for a new message alone: more lines, or nothing.
  void add(std::string Message, llvm::function_ref<std::string()> Where) {
    if (!Seen.insert(Message).second)
      return;
    Message += Group;
    Message += Where();
    InOrder.push_back(std::move(Message));
  }
  llvm::ArrayRef<std::string> messages() const { return InOrder; }

private:
  static constexpr llvm::StringLiteral Group = " [-Wsycl-aspects]";
  llvm::StringSet<> Seen;
  std::vector<std::string> InOrder;
};

/// The entry point of a group that reaches a function.
using CallerOf =
    llvm::function_ref<const llvm::Function *(const llvm::Function &)>;

/// \p Names: the module's own names of aspects. \p Given: what all devices have
/// that get the image; nobody is warned of these.
FinalRequirements checkGroup(const ModuleGroup &Group, const AspectTable &Names,
                             const AspectSet &Given,
                             llvm::ArrayRef<const llvm::GlobalValue *> Needed,
                             Warnings &Messages, CallerOf Caller);

} // namespace facet

#endif // FACET_POSTLINK_CHECKS_EXTERNAL_FUNCTIONS_H
