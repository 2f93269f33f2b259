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

  /// The attribute of \p F, a kernel's entry point or a device function; null if
  /// nothing that it reaches has one.
  const clang::AnnotateAttr *workGroupSize(const clang::FunctionDecl &F) const {
    return find(WorkGroupSizes, F);
  }
  const clang::AnnotateAttr *
  workGroupSizeHint(const clang::FunctionDecl &F) const {
    return find(Hints, F);
  }
  /// reqd_sub_group_size or named_sub_group_size.
  const clang::AnnotateAttr *subGroupSize(const clang::FunctionDecl &F) const {
    return find(SubGroupSizes, F);
  }

private:
  /// For each node of the code; empty if nobody has such an attribute.
  using Attributes = std::vector<const clang::AnnotateAttr *>;

  const clang::AnnotateAttr *find(const Attributes &All,
                                  const clang::FunctionDecl &F) const;
  Attributes collect(llvm::ArrayRef<llvm::StringRef> Tags, bool MustAgree);
  void reportDisagreement(const clang::AnnotateAttr &A,
                          const clang::AnnotateAttr &B);

  const DeviceCode &Code;
  const clang::ASTContext &Context;
  clang::DiagnosticsEngine &Diags;
  std::vector<std::vector<unsigned>> Callers; // made when first needed
  std::set<std::pair<clang::SourceLocation, clang::SourceLocation>> Reported;
  Attributes WorkGroupSizes, Hints, SubGroupSizes;
};

} // namespace facet

#endif // FACET_COMPILER_FRONTEND_KERNEL_ATTRIBUTES_H
