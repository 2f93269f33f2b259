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

static bool isClassOfHeaders(const CXXRecordDecl &Class, llvm::StringRef Name) {
  return Class.getIdentifier() && Class.getName() == Name &&
         llvm::StringRef(Class.getQualifiedNameAsString())
             .starts_with("sycl::");
}

bool isWorkGroupStatic(const CXXRecordDecl &Class) {
  return isClassOfHeaders(Class, "work_group_static");
}

bool isDeviceGlobal(const VarDecl &Var) {
  const CXXRecordDecl *Class = Var.getType()->getAsCXXRecordDecl();
  return Class && Var.hasGlobalStorage() && !Var.isStaticLocal() &&
         isClassOfHeaders(*Class, "device_global");
}

} // namespace facet
