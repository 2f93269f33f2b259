//===- aspect_reporter.h - Warnings about aspects, with places ------------===//
//
// In:  what the propagation found, and what a fixed target lacks.
// Out: warnings of the group -Wsycl-aspects: at the use, with the chain of
//      calls, and a note at the attribute.
//
// Places do not need -g: a compilation that has something to report compiles
// the source once more, silently, with the locations of instructions.
//
// SPEC 001, "New LLVM IR pass to propagate aspect usage", "Compiler switch to
// diagnose optional feature usage".
//
//===----------------------------------------------------------------------===//

#ifndef FACET_COMPILER_FRONTEND_ASPECT_REPORTER_H
#define FACET_COMPILER_FRONTEND_ASPECT_REPORTER_H

#include "compiler/diagnostics/aspect_report.h"
#include "compiler/frontend/device_metadata.h"
#include "compiler/frontend/frontend.h"
#include "clang/Basic/SourceLocation.h"

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace clang {
class CompilerInstance;
}

namespace facet {

/// What a module with locations is asked: how does this symbol reach that
/// aspect on such a device?
struct AspectQuestion {
  std::string Symbol;
  Aspect Needs;
  ConditionFacts Device;
};
struct LocatedUses {
  std::vector<AspectUse> Undeclared;
  std::vector<std::optional<AspectUse>> Answers; // one for each question
};
/// \p Target: the one that conditions are decided for, if there is one.
LocatedUses locateUses(llvm::Module &M,
                       const std::vector<AspectQuestion> &Questions,
                       const std::optional<FixedTarget> &Target);

class AspectReporter {
public:
  /// Compiles the source again with locations and calls locateUses.
  using Locate =
      std::function<LocatedUses(const std::vector<AspectQuestion> &)>;

  AspectReporter(clang::CompilerInstance &CI, clang::CodeGenerator &Generator,
                 const DeviceSource &Source, WarningGroup Warnings,
                 Locate FindPlaces)
      : CI(CI), Generator(Generator), Source(Source), Warnings(Warnings),
        FindPlaces(std::move(FindPlaces)) {}

  void reportUndeclared(std::vector<AspectUse> Found);
  /// After simplification: a double that was folded away is no problem.
  void reportFixedTargets(llvm::ArrayRef<FixedTarget> Targets);

private:
  const clang::FunctionDecl *kernelOf(llvm::StringRef Symbol) const;
  const clang::AnnotateAttr *attributeOf(llvm::StringRef Symbol,
                                         llvm::StringRef Tag) const;
  clang::SourceLocation declarationOf(llvm::StringRef Symbol) const;
  clang::SourceLocation locationOf(const SourcePlace &Place) const;
  bool listsAspect(llvm::StringRef Symbol, int Number) const;
  clang::SourceLocation aliasUse(llvm::StringRef Symbol, int Number) const;
  bool isLibraryPlace(clang::SourceLocation Where) const;
  clang::SourceLocation placeOf(const AspectUse &Use) const;
  AspectUse withoutLibrary(AspectUse Use) const;
  WarningLevel levelAt(clang::SourceLocation Where) const;
  bool mayWarn() const;
  /// Returns false if nobody wants to read it.
  bool warn(clang::SourceLocation Where, llvm::StringRef Text);
  void noteAttribute(llvm::StringRef Symbol, llvm::StringRef Tag);

  clang::CompilerInstance &CI;
  clang::CodeGenerator &Generator;
  const DeviceSource &Source;
  WarningGroup Warnings;
  Locate FindPlaces;
};

} // namespace facet

#endif // FACET_COMPILER_FRONTEND_ASPECT_REPORTER_H
