// What must be true of device code behind the propagation of aspects.
//
// In:  a module before the pass, what the pass reports, the module behind it.
// Out: the process ends with exit code 3 and the module on stderr where that is
//      wrong.
//
// A double that the front end folded away (FoldedDoubleAspect) is for reports
// alone: it is reported as fp64, and saved only where a declaration lists its
// number, or where it was before.

#ifndef FACET_TESTING_FUZZ_PASSES_ORACLE_H
#define FACET_TESTING_FUZZ_PASSES_ORACLE_H

#include <map>
#include <set>
#include <string>

#include "compiler/diagnostics/aspect_report.h"
#include "features/conditions/conditions.h"
#include "llvm/IR/Module.h"

namespace facet {

[[noreturn]] void Wrong(const llvm::Module &module, const char *what);

// Of any run that is not the first of two.
void CheckPropagated(const llvm::Module &module);

// Also of a run that excludes aspects: declared ones are there.
void CheckDeclared(const llvm::Module &module);

// Of one run of the pass over one module.
class FoldedDoubleOracle {
 public:
  explicit FoldedDoubleOracle(const llvm::Module &module);
  void Note(const AspectUse &use);
  // `reported`: the run was not silent.
  void Check(bool reported) const;

 private:
  struct Saved {
    bool always = false;
    std::set<Condition> when;
    bool operator==(const Saved &) const = default;
  };
  static Saved SavedOf(const llvm::Function &function);
  bool MustReport(const llvm::Function &function, Aspect fp64) const;

  const llvm::Module &module_;
  // With what a declaration lists anything may have it.
  bool is_declared_ = false;
  std::map<const llvm::Function *, Saved> before_;
  std::map<std::string, std::map<Aspect, int>> reports_;  // by symbol
};

}  // namespace facet

#endif  // FACET_TESTING_FUZZ_PASSES_ORACLE_H
