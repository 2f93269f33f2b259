//===- header_classes.cpp - Classes of SYCL's headers in the AST ----------===//
//
// See header_classes.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/frontend/header_classes.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/Type.h"

using namespace clang;

namespace facet {

static bool isOfHeaders(const NamedDecl &Declared, llvm::StringRef Name) {
  return Declared.getIdentifier() && Declared.getName() == Name &&
         llvm::StringRef(Declared.getQualifiedNameAsString())
             .starts_with("sycl::");
}

bool isWorkGroupStatic(const CXXRecordDecl &Class) {
  return isOfHeaders(Class, "work_group_static");
}

bool isDeviceGlobal(const VarDecl &Var) {
  const CXXRecordDecl *Class = Var.getType()->getAsCXXRecordDecl();
  return Class && Var.hasGlobalStorage() && !Var.isStaticLocal() &&
         isOfHeaders(*Class, "device_global");
}

bool isDetailOfHeaders(const NamedDecl &Declared, llvm::StringRef Name) {
  const auto *Scope =
      dyn_cast<NamespaceDecl>(Declared.getDeclContext()->getRedeclContext());
  return Scope && Scope->getName() == "detail" && isOfHeaders(Declared, Name);
}

bool isSingleTaskEntry(const FunctionDecl &EntryPoint) {
  return isDetailOfHeaders(EntryPoint, "kernel_single_task");
}

} // namespace facet
