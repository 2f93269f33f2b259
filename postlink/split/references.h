//===- references.h - What reaches what -----------------------------------===//
//
// In:  a module that does not change.
// Out: for any entry points, every function, variable and alias they need.
// Why: splitting asks this once for each image. Each body is scanned once for
//      all images, and a question costs as much as its answer is long.
//
// A reference is any mention, not just a call: a function whose address is
// taken comes along. Whether the action of a conditional call counts is the
// asker's choice: it comes along for targets that decide its condition, and
// stays apart where the program decides it when it runs (SPEC 003, "Changes to
// the sycl-post-link tool").
//
//===----------------------------------------------------------------------===//

#ifndef FACET_POSTLINK_SPLIT_REFERENCES_H
#define FACET_POSTLINK_SPLIT_REFERENCES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Module.h"

#include <vector>

namespace facet {

enum class Actions {
  Follow, ///< conditional calls refer to their actions
  Skip    ///< they do not
};

class GlobalReferences {
public:
  explicit GlobalReferences(const llvm::Module &M,
                          Actions Conditional = Actions::Follow);

  /// The roots and everything they reach, each in the order in which it is met:
  /// what two sources share may be anywhere in the module.
  std::vector<const llvm::GlobalValue *>
  reachableFrom(llvm::ArrayRef<const llvm::GlobalValue *> Roots);

  /// What \p Value itself mentions. Good until the next question.
  llvm::ArrayRef<const llvm::GlobalValue *>
  from(const llvm::GlobalValue &Value) {
    return direct(Value);
  }

  /// For each of \p Targets, every function that reaches it (itself included).
  /// Scans the whole module, once.
  std::vector<llvm::DenseSet<const llvm::GlobalValue *>>
  whatReaches(llvm::ArrayRef<const llvm::Function *> Targets);

private:
  using References = llvm::SmallVector<const llvm::GlobalValue *, 8>;
  const References &direct(const llvm::GlobalValue &Value);

  const llvm::Module &M;
  Actions Conditional;
  llvm::DenseMap<const llvm::GlobalValue *, References> Direct;
};

} // namespace facet

#endif // FACET_POSTLINK_SPLIT_REFERENCES_H
