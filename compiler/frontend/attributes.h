//===- attributes.h - The C++ attributes of device code -------------------===//
//
// In:  attributes in the source: sycl::device_has, sycl::reqd_work_group_size,
// … Out: Clang `annotate` attributes "facet:<name>" with the arguments as
//      expressions, which Clang instantiates in templates like any other; and
//      functions that read their values when the code is emitted.
// Why: stock Clang lets a plugin register attributes but not attribute classes.
//
// SPEC 001, "Changes to DPC++ headers", "Changes to the DPC++ front-end"; SYCL
// 2020, 5.8.1 and 5.8.2.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_COMPILER_FRONTEND_ATTRIBUTES_H
#define FACET_COMPILER_FRONTEND_ATTRIBUTES_H

#include "features/aspects/aspect_set.h"
#include "messages/messages.h"
#include "clang/Basic/SourceLocation.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <optional>
#include <set>
#include <string>
#include <utility>

namespace clang {
class ASTContext;
class AnnotateAttr;
class Decl;
class DiagnosticsEngine;
} // namespace clang

namespace facet {

namespace tag {
inline constexpr llvm::StringLiteral Prefix = "facet:";
inline constexpr llvm::StringLiteral DeviceHas = "device_has";
inline constexpr llvm::StringLiteral Requires = "requires";
inline constexpr llvm::StringLiteral UsesAspects = "uses_aspects";
/// On the translation unit: some alias declaration has sycl::requires.
inline constexpr llvm::StringLiteral HasDecoratedAlias = "has_decorated_alias";
inline constexpr llvm::StringLiteral SyclType = "sycl_type";
inline constexpr llvm::StringLiteral WorkGroupSize = "reqd_work_group_size";
inline constexpr llvm::StringLiteral WorkGroupSizeHint = "work_group_size_hint";
inline constexpr llvm::StringLiteral SubGroupSize = "reqd_sub_group_size";
inline constexpr llvm::StringLiteral NamedSubGroupSize = "named_sub_group_size";
inline constexpr llvm::StringLiteral IRAttributes =
    "add_ir_attributes_function";
/// SYCL_EXT_ONEAPI_FUNCTION_PROPERTY: function_kernels.h. A number follows the
/// name of the property.
inline constexpr llvm::StringLiteral FunctionKernel = "function_kernel";
inline constexpr llvm::StringLiteral FunctionProperty = "function_property";
} // namespace tag

/// Makes the attributes known to every Clang of this process. Once is enough.
void registerAttributes();

/// Returns what names the attribute; empty if it is none of ours.
llvm::StringRef tagOf(const clang::AnnotateAttr &A);

/// Returns the attribute of \p D that \p Tag names, or null. A function also has
/// those of its properties (function_kernels.h).
const clang::AnnotateAttr *findAttribute(const clang::Decl *D,
                                         llvm::StringRef Tag);

/// Returns whether both attributes can be on one function: the same values, or
/// other attributes. What is dependent agrees.
bool agree(const clang::AnnotateAttr &A, const clang::AnnotateAttr &B,
           const clang::ASTContext &Context);
void reportDisagreement(const clang::AnnotateAttr &Later,
                        const clang::AnnotateAttr &Earlier,
                        clang::DiagnosticsEngine &Diags);
using AttributeList = llvm::SmallVector<const clang::AnnotateAttr *, 2>;
/// Returns what \p D itself has, not what it has inherited.
AttributeList ownAttributes(const clang::Decl *D);
/// Reports attributes of \p D that disagree with those of its redeclarations.
void checkRedeclarations(const clang::Decl *D,
                         llvm::function_ref<AttributeList(const clang::Decl *)>
                             AttributesOf = ownAttributes);
/// Returns the first two attributes of the instance \p D of a template that
/// disagree now that their values are known; two times null without any.
std::pair<const clang::AnnotateAttr *, const clang::AnnotateAttr *>
findDisagreement(const clang::Decl *D);

/// Behind an error about an attribute: which instance of a template \p D is, or
/// is in, and where the source asks for it.
void noteInstantiation(const clang::Decl *D, clang::DiagnosticsEngine &Diags);

/// Reads values at the time of emission, when no argument is dependent any
/// more; reports those that turn out to be of the wrong kind.
class AttributeReader {
public:
  AttributeReader(clang::ASTContext &Context, clang::DiagnosticsEngine &Diags)
      : Context(Context), Diags(Diags) {}

  /// Whose attributes are read next: errors say which instance of a template
  /// they are about.
  void setSubject(const clang::Decl *D) { Subject = D; }

  /// Returns nullopt if \p D has no such attribute.
  std::optional<AspectSet> aspects(const clang::Decl *D,
                                   llvm::StringRef Tag) const;
  std::optional<AspectSet> aspects(const clang::AnnotateAttr &A) const;
  /// Returns what a use of the class \p D needs, by either of its attributes.
  AspectSet aspectsOfClass(const clang::Decl *D) const;
  std::optional<llvm::SmallVector<int64_t, 3>>
  integers(const clang::AnnotateAttr &A) const;
  std::optional<std::string> text(const clang::AnnotateAttr &A) const;
  /// Names and values of all the add_ir_attributes_function of \p D.
  llvm::SmallVector<std::pair<std::string, std::string>>
  irAttributes(const clang::Decl *D) const;

private:
  using Words = llvm::SmallVector<std::string>;
  std::optional<Words> words(const clang::AnnotateAttr &A) const;
  /// Once for an attribute: several functions may get it.
  void complain(const clang::AnnotateAttr &A, Message M,
                llvm::ArrayRef<std::string> Arguments) const;

  clang::ASTContext &Context;
  clang::DiagnosticsEngine &Diags;
  const clang::Decl *Subject = nullptr;
  mutable std::set<clang::SourceLocation> Reported;
};

} // namespace facet

#endif // FACET_COMPILER_FRONTEND_ATTRIBUTES_H
