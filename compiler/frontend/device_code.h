//===- device_code.h - The functions that device code reaches -------------===//
//
// In:  kernels and SYCL_EXTERNAL functions, as roots.
// Out: every function that they reach, the calls between them, and what device
//      code cannot do, each with its place in the source.
// Why: the syntax tree of the emitted bodies, and of nothing else, is walked
//      once: it has the places without -g and costs under a hundredth of the
//      compilation. Branches that are constant are followed as code generation
//      follows them.
//
// SYCL 2020, 5.4, "Language restrictions for device functions".
//
//===----------------------------------------------------------------------===//

#ifndef FACET_COMPILER_FRONTEND_DEVICE_CODE_H
#define FACET_COMPILER_FRONTEND_DEVICE_CODE_H

#include "messages/messages.h"
#include "clang/Basic/SourceLocation.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

#include <string>
#include <vector>

namespace clang {
class ASTContext;
class AnnotateAttr;
class CXXRecordDecl;
class Decl;
class FunctionDecl;
class VarDecl;
} // namespace clang

namespace facet {

/// Something that device code cannot do.
struct DeviceProblem {
  Message What;
  clang::SourceLocation Where;
  std::vector<std::string> Arguments;
  /// The declaration to point at, or null.
  const clang::Decl *Declaration = nullptr;
};

/// A use of an alias declaration that sycl::requires decorates.
struct AliasUse {
  const clang::AnnotateAttr *Requirement;
  clang::SourceLocation Where;
};

struct DeviceCall {
  const clang::FunctionDecl *Callee;
  clang::SourceLocation Where;
};

/// What one body does, in the order of the source.
struct DeviceBody {
  std::vector<DeviceCall> Calls;
  std::vector<DeviceProblem> Problems;
  /// The first use of each.
  std::vector<AliasUse> AliasUses;
  /// The first expression of type double, which need not leave a trace in the
  /// IR; invalid if there is none, and in code of libraries.
  clang::SourceLocation DoubleUse;
};

/// \p F is a definition.
DeviceBody walkDeviceBody(const clang::FunctionDecl &F,
                          clang::ASTContext &Context);

/// The functions that the roots reach, breadth first: the path from a root to a
/// function is a shortest one.
class DeviceCode {
public:
  static constexpr unsigned None = ~0u;

  struct Node {
    const clang::FunctionDecl *Function; // the definition, if there is one
    unsigned Caller = None;              // None for roots
    clang::SourceLocation CalledAt;
    DeviceBody Body;
    std::vector<unsigned> Callees; // of Body.Calls
  };

  DeviceCode(clang::ASTContext &Context,
             llvm::ArrayRef<const clang::FunctionDecl *> Roots);

  llvm::ArrayRef<Node> nodes() const { return Nodes; }
  /// Returns the number of the node of \p F or of another declaration of it, or
  /// None.
  unsigned find(const clang::FunctionDecl *F) const;

private:
  unsigned add(const clang::FunctionDecl *F, unsigned Caller,
               clang::SourceLocation Where);

  std::vector<Node> Nodes;
  llvm::DenseMap<const clang::FunctionDecl *, unsigned> Index;
};

/// Returns whether \p F is a kernel's entry point or another function of
/// namespace sycl: nothing that the user wrote.
bool isLibraryCode(const clang::FunctionDecl &F);

/// Returns the functor that \p Functor, one of the headers', passes inside of
/// itself: its member type wrapped_functor. Null for a functor of the program.
const clang::CXXRecordDecl *wrappedFunctor(const clang::CXXRecordDecl &Functor);

} // namespace facet

#endif // FACET_COMPILER_FRONTEND_DEVICE_CODE_H
