//===- device_metadata.h - From attributes to metadata --------------------===//
//
// In:  the syntax tree of a source and the module Clang made from it.
// Out: the module with the metadata of compiler/ir/sycl_metadata.h, and without
//      the annotations that carried the attributes.
//
// SPEC 001, "New LLVM IR metadata", "Changes to the DPC++ front-end".
//
//===----------------------------------------------------------------------===//

#ifndef FACET_COMPILER_FRONTEND_DEVICE_METADATA_H
#define FACET_COMPILER_FRONTEND_DEVICE_METADATA_H

#include "compiler/frontend/attributes.h"
#include "compiler/frontend/device_code.h"
#include "compiler/frontend/kernel_attributes.h"
#include "clang/AST/ASTConsumer.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/IR/Module.h"

#include <string>
#include <vector>

namespace clang {
class CodeGenerator;
class CXXRecordDecl;
class EnumDecl;
class FunctionDecl;
class TagDecl;
} // namespace clang

namespace facet {

/// Remembers, while the source is parsed, the declarations that matter.
class DeviceDeclarations {
public:
  void addTopLevel(clang::DeclGroupRef Group);
  void addTag(clang::TagDecl *Tag, clang::DiagnosticsEngine &Diags);
  /// Adds \p Types, which a precompiled header has (header_record.h).
  void addPrecompiled(llvm::ArrayRef<std::string> Types,
                      clang::ASTContext &Context,
                      clang::DiagnosticsEngine &Diags);

  std::vector<clang::FunctionDecl *> Kernels;
  std::vector<clang::TagDecl *> DecoratedTypes;
  /// Classes with what their IR does not show: bases and members of empty
  /// classes that need aspects. In the order of their definitions.
  llvm::MapVector<const clang::CXXRecordDecl *,
                  llvm::SmallVector<const clang::CXXRecordDecl *, 2>>
      HiddenParts;
  clang::EnumDecl *AspectEnum = nullptr;

private:
  void addHiddenParts(const clang::CXXRecordDecl &Record);

  bool HasEmptyDecoratedTypes = false;
};

/// What is known of a source once it is parsed and its module is complete.
struct DeviceSource {
  const DeviceDeclarations &Declarations;
  const DeviceCode &Code;
  const KernelAttributes &Sizes;
};

/// Returns the symbol of a kernel, and the call operators of its functor that
/// it calls.
std::string kernelSymbol(const clang::FunctionDecl &EntryPoint);
llvm::SmallVector<const clang::FunctionDecl *, 2>
callOperatorsOf(const clang::FunctionDecl &EntryPoint, const DeviceCode &Code);

/// \p SourceName: what "sycl-module-id" says.
void emitDeviceMetadata(const DeviceDeclarations &Declarations,
                        const DeviceCode &Code, const KernelAttributes &Sizes,
                        clang::CodeGenerator &Generator,
                        clang::ASTContext &Context,
                        clang::DiagnosticsEngine &Diags,
                        llvm::StringRef SourceName);

} // namespace facet

#endif // FACET_COMPILER_FRONTEND_DEVICE_METADATA_H
