//===- attribute_constants.cpp - Arguments that are no uses of variables --===//
//
// See attribute_constants.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/frontend/attribute_constants.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/Expr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Sema/ScopeInfo.h"
#include "clang/Sema/Sema.h"

using namespace clang;

namespace facet {
namespace {

class NamedVariables : public DynamicRecursiveASTVisitor {
public:
  bool VisitDeclRefExpr(DeclRefExpr *E) override {
    if (auto *Variable = dyn_cast<VarDecl>(E->getDecl()))
      Found.push_back(Variable);
    return true;
  }
  SmallVector<VarDecl *, 4> Found;
};

/// CaptureMap has the captures' numbers, from 1.
void forgetCapture(sema::LambdaScopeInfo &Lambda, VarDecl *Variable) {
  const auto Known = Lambda.CaptureMap.find(Variable);
  if (Known == Lambda.CaptureMap.end())
    return;
  const unsigned Number = Known->second;
  if (Number <= Lambda.NumExplicitCaptures)
    return;
  Lambda.CaptureMap.erase(Known);
  Lambda.Captures.erase(Lambda.Captures.begin() + (Number - 1));
  for (auto &[Other, OtherNumber] : Lambda.CaptureMap)
    if (OtherNumber > Number)
      --OtherNumber;
}

Expr *valueOf(Sema &S, Expr *E) {
  Expr::EvalResult Value;
  const QualType Type = E->getType().getNonReferenceType().getUnqualifiedType();
  if (!Type->isIntegralOrEnumerationType() ||
      !E->EvaluateAsInt(Value, S.Context))
    return E;
  const SourceLocation Where = E->getExprLoc();
  const auto *Enum = Type->getAsCanonical<EnumType>();
  QualType Number =
      Enum ? Enum->getDecl()->getDefinitionOrSelf()->getIntegerType() : Type;
  // There are literals of no smaller type, and none of bool.
  llvm::APSInt Bits = Value.Val.getInt();
  if (S.Context.getIntWidth(Number) < S.Context.getIntWidth(S.Context.IntTy)) {
    Number = S.Context.IntTy;
    Bits = Bits.extend(S.Context.getIntWidth(Number));
  }
  Expr *Literal = IntegerLiteral::Create(S.Context, Bits, Number, Where);
  if (!Enum)
    return Literal;
  // An explicit cast: implicit ones are not kept in instantiations.
  return CStyleCastExpr::Create(S.Context, Type, VK_PRValue, CK_IntegralCast,
                                Literal, nullptr, FPOptionsOverride(),
                                S.Context.getTrivialTypeSourceInfo(Type, Where),
                                Where, Where);
}

/// static_cast<__typeof_unqual__(E)>(E): a value, for which Clang reads
/// variables, members and elements instead of using them.
Expr *dependentValueOf(Sema &S, Expr *E) {
  if (!E->isTypeDependent() && !E->getType()->isIntegralOrEnumerationType())
    return E;
  const SourceLocation Where = E->getExprLoc();
  const QualType Type = S.Context.getTypeOfExprType(E, TypeOfKind::Unqualified);
  const ExprResult Cast =
      S.BuildCXXNamedCast(Where, tok::kw_static_cast,
                          S.Context.getTrivialTypeSourceInfo(Type, Where), E,
                          SourceRange(Where, Where), SourceRange(Where, Where));
  return Cast.isInvalid() ? E : Cast.get();
}

} // namespace

void forgetCaptures(Sema &S, ArrayRef<Expr *> Arguments) {
  sema::LambdaScopeInfo *Lambda = S.getCurLambda();
  if (!Lambda)
    return;
  NamedVariables Variables;
  for (Expr *E : Arguments)
    Variables.TraverseStmt(E);
  for (VarDecl *Variable : Variables.Found)
    forgetCapture(*Lambda, Variable);
}

void makeConstants(Sema &S, MutableArrayRef<Expr *> Arguments) {
  for (Expr *&E : Arguments)
    if (!isa<PackExpansionExpr>(E))
      E = E->isTypeDependent() || E->isValueDependent() ? dependentValueOf(S, E)
                                                        : valueOf(S, E);
}

} // namespace facet
