//===- fixed_targets.h - What a fixed target lacks for a function ---------===//
//
// In:  a function with its metadata, and what is known of the targets of
//      -fsycl-fixed-targets.
// Out: a warning for each aspect and each size that a target lacks. What is
//      used under a condition counts only for targets that satisfy it.
// Why: the front end and the plugin for opt must warn of the same.
//
// SPEC 001, "Compiler switch to diagnose optional feature usage".
//
//===----------------------------------------------------------------------===//

#ifndef FACET_COMPILER_PASSES_FIXED_TARGETS_H
#define FACET_COMPILER_PASSES_FIXED_TARGETS_H

#include "features/conditions/conditions.h"
#include "features/requirements/requirements.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/IR/Function.h"

#include <optional>
#include <string>
#include <vector>

namespace facet {

struct FixedTarget {
  std::string Name;
  ConditionFacts Facts;
};

struct FixedTargetProblem {
  std::string Text;            // the complete message
  std::optional<Aspect> Needs; // an aspect, if it is one
  std::string AttributeTag;    // else the attribute that asks too much
  const FixedTarget *Target;
};

std::vector<FixedTargetProblem>
checkFixedTargets(const llvm::Function &F,
                  llvm::ArrayRef<FixedTarget> Targets);

} // namespace facet

#endif // FACET_COMPILER_PASSES_FIXED_TARGETS_H
