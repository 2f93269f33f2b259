//===- lambda_attributes.h - [=]() [[sycl::x]] {} -------------------------===//
//
// What it depends on: in that position C++17 attributes belong to the type of
// the
//   call operator, where Clang refuses ours with err_attribute_not_type_attr.
//   The diagnostic carries the parsed attribute; spelled as a GNU attribute it
//   moves on to the declaration.
// Why: SYCL 2020 (5.8.1) puts kernel attributes there.
// When Clang changes: frontend/test/lambda-position.cpp fails.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_COMPILER_FRONTEND_WORKAROUNDS_LAMBDA_ATTRIBUTES_H
#define FACET_COMPILER_FRONTEND_WORKAROUNDS_LAMBDA_ATTRIBUTES_H

namespace clang {
class DiagnosticsEngine;
}

namespace facet {

/// Puts itself before the consumer of \p Diags. Foreign attributes in that
/// place are still errors.
void acceptLambdaAttributes(clang::DiagnosticsEngine &Diags);

} // namespace facet

#endif // FACET_COMPILER_FRONTEND_WORKAROUNDS_LAMBDA_ATTRIBUTES_H
