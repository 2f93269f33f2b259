//===- library_functions.h - Functions of the standard library ------------===//
//
// In:  the functions of the standard library in device code, by their names in
//      libstdc++ and their shapes.
// Out: which throw for others, so that a failed assertion stands for a call of
//      them; and no recursion in those whose recursion can end.
// Why: without it much of the library would be refused in kernels that never
//      come to its exceptions, and std::sort everywhere.
//
// What has the name and not the shape stays as it is, and is refused.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_COMPILER_FRONTEND_LIBRARY_FUNCTIONS_H
#define FACET_COMPILER_FRONTEND_LIBRARY_FUNCTIONS_H

#include "llvm/ADT/DenseSet.h"

namespace clang {
class ASTContext;
class CodeGenerator;
class Decl;
class FunctionDecl;
} // namespace clang

namespace facet {

/// Returns whether \p F is a function of the standard library that throws and
/// does nothing else, as std::__throw_out_of_range.
bool isThrower(const clang::FunctionDecl &F);

/// Replaces calls of throwers in \p Generator's module, and ends the recursion
/// of std::__introsort_loop and of std::uniform_int_distribution. Returns the
/// functions whose calls of themselves are no more; canonical declarations.
llvm::DenseSet<const clang::Decl *>
replaceLibraryFunctions(clang::CodeGenerator &Generator,
                        const clang::ASTContext &Context);

} // namespace facet

#endif // FACET_COMPILER_FRONTEND_LIBRARY_FUNCTIONS_H
