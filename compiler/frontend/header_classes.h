//===- header_classes.h - Classes of SYCL's headers in the AST ------------===//
//
// In:  a class, variable or function of the AST.
// Out: whether it is one of those, and what follows from it.
//
// Objects of some classes of the headers are more than what their members say:
// variables of the device or of the work-group. The
// functions that are kernels say how their work-items are counted.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_COMPILER_FRONTEND_HEADER_CLASSES_H
#define FACET_COMPILER_FRONTEND_HEADER_CLASSES_H

#include <optional>

namespace clang {
class CXXRecordDecl;
class FunctionDecl;
class NamedDecl;
class VarDecl;
} // namespace clang

namespace llvm {
class StringRef;
} // namespace llvm

namespace facet {

/// Variables of this class are the work-group's (passes/local_objects.h).
bool isWorkGroupStatic(const clang::CXXRecordDecl &Class);

/// Returns whether a variable is of each device (passes/device_globals.h): an
/// object of the class device_global that is not in a function.
bool isDeviceGlobal(const clang::VarDecl &Var);

/// Returns whether \p Declared is sycl::detail::\p Name, or an instance of it.
bool isDetailOfHeaders(const clang::NamedDecl &Declared, llvm::StringRef Name);

/// Returns in how many dimensions \p EntryPoint counts its work-items, zero if
/// it is one of single_task; nothing if it is none of the headers'.
std::optional<unsigned>
dimensionsOfEntry(const clang::FunctionDecl &EntryPoint);

} // namespace facet

#endif // FACET_COMPILER_FRONTEND_HEADER_CLASSES_H
