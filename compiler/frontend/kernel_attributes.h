//===- kernel_attributes.h - Sizes that kernels get from what they call ---===//
//
// In:  the functions that device code reaches, with their attributes.
// Out: for each of them the required work-group and sub-group size, its own or
//      that of a function which it calls, directly or not; an error where two
//      disagree.
// Why: a size may stand on the functor's call operator or on the function that
//      this only calls, as in SYCL 1.2.1; a kernel has one. Each function is
//      met once, whatever the number of kernels.
//
// SYCL 2020, 5.8.1, "Kernel attributes".
//
//===----------------------------------------------------------------------===//

#ifndef FACET_COMPILER_FRONTEND_KERNEL_ATTRIBUTES_H
#define FACET_COMPILER_FRONTEND_KERNEL_ATTRIBUTES_H

#include "compiler/frontend/attributes.h"
#include "compiler/frontend/device_code.h"

#include <set>
#include <utility>
#include <vector>

namespace facet {

class KernelAttributes {
public:
  KernelAttributes(const DeviceCode &Code, const clang::ASTContext &Context,
                   clang::DiagnosticsEngine &Diags);

  /// Returns the attribute \p Tag of \p F, a kernel's entry point or a device
  /// function; null if nothing that it reaches has one, or if kernels do not
  /// get \p Tag from what they call. tag::SubGroupSize means
  /// named_sub_group_size, too.
  const clang::AnnotateAttr *find(llvm::StringRef Tag,
                                  const clang::FunctionDecl &F) const;

private:
  /// For each node of the code; empty if nobody has such an attribute.
  using Attributes = std::vector<const clang::AnnotateAttr *>;

  Attributes collect(llvm::ArrayRef<llvm::StringRef> Tags, bool MustAgree);
  void reportDisagreement(const clang::AnnotateAttr &A,
                          const clang::AnnotateAttr &B);

  const DeviceCode &Code;
  const clang::ASTContext &Context;
  clang::DiagnosticsEngine &Diags;
  std::vector<std::vector<unsigned>> Callers; // made when first needed
  std::set<std::pair<clang::SourceLocation, clang::SourceLocation>> Reported;
  std::vector<std::pair<llvm::StringRef, Attributes>> ByTag;
};

} // namespace facet

#endif // FACET_COMPILER_FRONTEND_KERNEL_ATTRIBUTES_H
