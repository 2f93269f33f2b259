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

/// The aspect that stands for a target, by the target's name.
using TargetAspectOf =
    llvm::function_ref<std::optional<Aspect>(llvm::StringRef)>;

/// Each message once, however many images hold the function.
class Warnings {
public:
  /// \p Group: as it stands behind -W.
  explicit Warnings(llvm::StringLiteral Group) : Group(Group) {}

  /// \p Where is asked for a new message alone: more lines, or nothing.
  void add(std::string Message, llvm::function_ref<std::string()> Where) {
    if (!Seen.insert(Message).second)
      return;
    Message += " [-W" + Group.str() + "]";
    Message += Where();
    InOrder.push_back(std::move(Message));
  }
  llvm::ArrayRef<std::string> messages() const { return InOrder; }

private:
  llvm::StringLiteral Group;
  llvm::StringSet<> Seen;
  std::vector<std::string> InOrder;
};

/// The entry point of a group that reaches a function.
using CallerOf =
    llvm::function_ref<const llvm::Function *(const llvm::Function &)>;

/// \p Names: the module's own names of aspects. \p Given: what all devices have
/// that get the image; nobody is warned of these.
///
/// The result is the specification's FinalUsedAspects without the internal ones,
/// which end here, FinalSubGroup and FinalWorkGroup; or, when compiled with
/// -fsycl-fixed-targets, FinalFixedTargets alone, which may be empty. Error: a
/// fixed target nobody knows.
llvm::Expected<Requirements>
checkGroup(const ModuleGroup &Group, const AspectTable &Names,
           const AspectSet &Given,
           llvm::ArrayRef<const llvm::GlobalValue *> Needed,
           Warnings &Messages, CallerOf Caller, TargetAspectOf Lookup);

} // namespace facet

#endif // FACET_POSTLINK_CHECKS_EXTERNAL_FUNCTIONS_H
