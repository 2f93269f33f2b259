//===- alias_requirements.h - Aspects of alias declarations ---------------===//
//
// In:  a type as a program writes it.
// Out: the sycl::requires attributes of the alias declarations that it is
//      written with: its own, its elements', and those of the members and bases
//      of a class. Pointers and references to a type are no use of it.
// Why: the IR has no aliases; what they need must be found in the syntax tree.
//
// SPEC 000, "Changes to DPC++ headers".
//
//===----------------------------------------------------------------------===//

#ifndef FACET_COMPILER_FRONTEND_ALIAS_REQUIREMENTS_H
#define FACET_COMPILER_FRONTEND_ALIAS_REQUIREMENTS_H

#include "clang/AST/Type.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

namespace clang {
class ASTContext;
class AnnotateAttr;
class CXXRecordDecl;
} // namespace clang

namespace facet {

class AliasRequirements {
public:
  using List = llvm::SmallVector<const clang::AnnotateAttr *, 2>;

  explicit AliasRequirements(clang::ASTContext &Context);

  /// Returns whether the source has such declarations at all.
  bool any() const { return Any; }
  /// Adds to \p Out what is not in it yet.
  void collect(clang::QualType Type, List &Out);

private:
  /// Follows the sugar of \p Type; the class that it ends in, or null.
  const clang::CXXRecordDecl *collectWritten(clang::QualType Type, List &Out);
  const List &ofClass(const clang::CXXRecordDecl *Class);

  clang::ASTContext &Context;
  bool Any;
  llvm::DenseMap<const clang::CXXRecordDecl *, List> Classes;
};

} // namespace facet

#endif // FACET_COMPILER_FRONTEND_ALIAS_REQUIREMENTS_H
