//===- host_attributes.h - Attributes that host code does not keep --------===//
//
// In:  attributes of device code, as a compilation for the host meets them.
// Out: errors for those that disagree.
// Why: host code has no use for the attributes, and what stands in its syntax
//      tree would get into its objects. What is wrong with them must be said
//      all the same: a user may compile the host half alone.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_COMPILER_FRONTEND_HOST_ATTRIBUTES_H
#define FACET_COMPILER_FRONTEND_HOST_ATTRIBUTES_H

namespace clang {
class AnnotateAttr;
class Decl;
} // namespace clang

namespace facet {

/// \p A stands on \p D. Reports it if it disagrees with another one there.
void noteHostAttribute(const clang::Decl &D, const clang::AnnotateAttr &A);

/// Each compilation of this process compares, at its end, the attributes of
/// redeclarations: earlier, nobody knows what a declaration redeclares.
void checkHostAttributesAtEnd();

} // namespace facet

#endif // FACET_COMPILER_FRONTEND_HOST_ATTRIBUTES_H
