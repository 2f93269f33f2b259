//===- function_kernels.cpp - Functions that are kernels ------------------===//
//
// See function_kernels.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/frontend/function_kernels.h"

#include "compiler/frontend/attributes.h"
#include "compiler/frontend/header_classes.h"
#include "compiler/frontend/plugins/early_action.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/Expr.h"
#include "clang/Frontend/FrontendPluginRegistry.h"

using namespace clang;

namespace facet {
namespace {

/// What kernel_dimensions is of a function without the property.
constexpr int NoKernel = -1;

int dimensionsOf(const Decl &D, const ASTContext &Context) {
  const AnnotateAttr *A = findAttribute(&D, tag::FunctionKernel);
  if (!A || A->args_size() != 1)
    return NoKernel;
  const Expr *E = *A->args_begin();
  Expr::EvalResult Value;
  if (E->isValueDependent() || !E->EvaluateAsInt(Value, Context))
    return NoKernel;
  return static_cast<int>(Value.Val.getInt().getExtValue());
}

class KernelDimensionsConsumer : public ASTConsumer {
public:
  void Initialize(ASTContext &C) override { Context = &C; }

  // Clang calls it as soon as the variable is instantiated, before the constant
  // is used.
  void HandleCXXStaticMemberVarInstantiation(VarDecl *D) override {
    auto *Var = dyn_cast<VarTemplateSpecializationDecl>(D);
    if (!Var || !isDetailOfHeaders(*Var, "kernel_dimensions"))
      return;
    const TemplateArgument &Function = Var->getTemplateArgs().get(0);
    const int Dimensions = Function.getKind() == TemplateArgument::Declaration
                               ? dimensionsOf(*Function.getAsDecl(), *Context)
                               : NoKernel;
    const QualType Type = Var->getType().getUnqualifiedType();
    Var->setInit(IntegerLiteral::Create(
        *Context,
        llvm::APInt(Context->getTypeSize(Type),
                    static_cast<uint64_t>(int64_t(Dimensions)),
                    /*isSigned=*/true),
        Type, Var->getLocation()));
    SmallVector<PartialDiagnosticAt, 1> Notes;
    Var->checkForConstantInitialization(Notes);
  }

private:
  ASTContext *Context = nullptr;
};

} // namespace

void setKernelDimensions() {
  static FrontendPluginRegistry::Add<ConsumerAction<KernelDimensionsConsumer>>
      Registered("facet-kernel-dimensions", "");
}

} // namespace facet
