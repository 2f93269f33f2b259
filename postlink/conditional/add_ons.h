//===- add_ons.h - Which add-on images a module has -----------------------===//
//
// In:  what a module reaches without following its conditional calls.
// Out: the actions of those calls in groups. Each group becomes a pair of
//      add-on modules: one with the code, one with empty functions.
// Why: SPEC 003, "Changes to the sycl-post-link tool (non-AOT)": a program for
//      devices that are not known yet decides conditions when it runs, by
//      linking one or the other image of each pair.
//
// The specification's association table is (condition, action, used aspects,
// generation). Condition and aspects are the group, and the group's identifier
// is the generation: an action called under two conditions is in two groups,
// one that is also called directly stays in the main module besides, under its
// own name.
//
// An identifier is a hash of the group's condition and code, so that it does
// not depend on the rest of the program, and modules that share a group share
// its images.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_POSTLINK_CONDITIONAL_ADD_ONS_H
#define FACET_POSTLINK_CONDITIONAL_ADD_ONS_H

#include "compiler/ir/module_graph.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"
#include "postlink/split/split.h"

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace facet {

/// Actions with one condition and the same requirements, in the order of their
/// first calls.
struct AddOnGroup {
  Condition When;
  ModuleGroup Actions;
};

/// Returns the groups of a module whose unconditional part is \p Reached, in
/// the order of their first calls. Error: a malformed conditional call.
llvm::Expected<std::vector<AddOnGroup>>
findAddOns(llvm::ArrayRef<const llvm::GlobalValue *> Reached);

/// A group with its identifier and code.
struct AddOn {
  AddOnGroup Group;
  std::string Id;
  std::unique_ptr<llvm::Module> Code;
};

/// The add-ons of one program, each made once.
class AddOnSet {
public:
  AddOnSet(const ModuleExtractor &Extractor, ModuleGraph &References)
      : Extractor(Extractor), References(References) {}

  /// Returns the identifiers of \p Groups. New ones wait to be taken.
  std::vector<std::string> add(std::vector<AddOnGroup> Groups);
  /// Add-ons that nobody has taken yet, first come first. Their own conditional
  /// calls are not resolved yet.
  std::vector<AddOn> take() { return std::exchange(Waiting, {}); }

private:
  using Key = std::pair<Condition, std::vector<const llvm::Function *>>;
  const ModuleExtractor &Extractor;
  ModuleGraph &References;
  std::map<Key, std::string> Ids;
  std::vector<AddOn> Waiting;
};

/// Marks the actions among \p Users, which reach the local arena: modules that
/// call them and modules that have them must agree on their parameters.
void markArenaUsers(llvm::Module &M,
                    const llvm::DenseSet<const llvm::GlobalValue *> &Users);

/// Says on each conditional call of \p Code, the copy of \p Reached, which
/// function resolves it. \p Ids are those of \p Groups.
void resolveByAddOns(llvm::Module &Code,
                            llvm::ArrayRef<const llvm::GlobalValue *> Reached,
                            llvm::ArrayRef<AddOnGroup> Groups,
                            llvm::ArrayRef<std::string> Ids);

/// Gives the actions of \p A in \p Code, which is its code, the names by which
/// other modules call them.
void nameActions(const AddOn &A, llvm::Module &Code);

/// Returns the module of \p A that does nothing.
std::unique_ptr<llvm::Module> makeStub(const AddOn &A);

} // namespace facet

#endif // FACET_POSTLINK_CONDITIONAL_ADD_ONS_H
