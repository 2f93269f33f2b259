//===- device_rules.h - What device code cannot do ------------------------===//
//
// In:  the functions that device code reaches (device_code.h), and the kernels.
// Out: an error for each breach, with the path from the kernel as notes.
//
// SYCL 2020, 5.4 and 3.13.1 (device copyable).
//
//===----------------------------------------------------------------------===//

#ifndef FACET_COMPILER_FRONTEND_DEVICE_RULES_H
#define FACET_COMPILER_FRONTEND_DEVICE_RULES_H

#include "compiler/frontend/device_code.h"
#include "llvm/ADT/DenseSet.h"

namespace clang {
class CodeGenerator;
class DiagnosticsEngine;
class Sema;
} // namespace clang

namespace facet {

/// \p NotRecursive are functions whose calls of themselves are no more
/// (library_functions.h).
void checkDeviceRules(
    const DeviceCode &Code,
    const llvm::DenseSet<const clang::Decl *> &NotRecursive,
    clang::CodeGenerator &Generator, clang::ASTContext &Context,
    clang::DiagnosticsEngine &Diags);

/// Captures and members of the functor of \p EntryPoint.
void checkKernelArguments(const clang::FunctionDecl &EntryPoint,
                          clang::Sema &S);

/// Notes that lead from node \p Index of \p Code to the kernel or SYCL_EXTERNAL
/// function that reaches it. Steps inside the SYCL library are left out.
void noteCallChain(const DeviceCode &Code, unsigned Index,
                   clang::ASTContext &Context,
                   clang::DiagnosticsEngine &Diags);

/// Returns what users call the kernel of \p EntryPoint.
std::string kernelNameForUser(const clang::FunctionDecl &EntryPoint,
                              clang::ASTContext &Context);

} // namespace facet

#endif // FACET_COMPILER_FRONTEND_DEVICE_RULES_H
