//===- header_classes.cpp - Classes of SYCL's headers in the AST ----------===//
//
// See header_classes.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/frontend/header_classes.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
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

std::optional<unsigned> dimensionsOfEntry(const FunctionDecl &EntryPoint) {
  if (isDetailOfHeaders(EntryPoint, "kernel_single_task"))
    return 0;
  constexpr llvm::StringLiteral OfRanges[] = {
      "kernel_range", "kernel_offset_range", "kernel_nd_range"};
  const TemplateArgumentList *Arguments =
      EntryPoint.getTemplateSpecializationArgs();
  // Behind the kernel's name.
  constexpr unsigned Position = 1;
  if (!Arguments || Arguments->size() <= Position ||
      Arguments->get(Position).getKind() != TemplateArgument::Integral ||
      llvm::none_of(OfRanges, [&](llvm::StringRef Name) {
        return isDetailOfHeaders(EntryPoint, Name);
      }))
    return std::nullopt;
  return static_cast<unsigned>(
      Arguments->get(Position).getAsIntegral().getZExtValue());
}

} // namespace facet
