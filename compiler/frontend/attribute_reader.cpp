//===- attribute_reader.cpp - Values of the attributes of device code -----===//
//
// See attributes.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/frontend/attributes.h"
#include "compiler/frontend/clang_messages.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Expr.h"

using namespace clang;

namespace facet {

const AnnotateAttr *findAttribute(const Decl *D, llvm::StringRef Tag) {
  // Redeclarations inherit; a definition need not repeat the attribute.
  for (const Decl *Declaration : D->redecls())
    for (const auto *A : Declaration->specific_attrs<AnnotateAttr>()) {
      llvm::StringRef Name = A->getAnnotation();
      if (Name.consume_front(tag::Prefix) && Name == Tag)
        return A;
    }
  return nullptr;
}

std::optional<AspectSet> AttributeReader::aspects(const Decl *D,
                                                  llvm::StringRef Tag) const {
  const AnnotateAttr *A = findAttribute(D, Tag);
  if (!A)
    return std::nullopt;
  AspectSet Result;
  for (const Expr *E : A->args()) {
    const auto *Type = E->getType()->getAsCanonical<EnumType>();
    Expr::EvalResult Value;
    if (!Type || E->isValueDependent() ||
        !findAttribute(Type->getDecl()->getDefinitionOrSelf(), tag::SyclType) ||
        !E->EvaluateAsInt(Value, Context)) {
      diagnose(Diags, A->getLocation(), Message::err_aspect_argument,
               {Tag.str()});
      return std::nullopt;
    }
    Result.Insert(static_cast<Aspect>(Value.Val.getInt().getExtValue()));
  }
  return Result;
}

std::optional<llvm::SmallVector<int64_t, 3>>
AttributeReader::integers(const Decl *D, llvm::StringRef Tag) const {
  const AnnotateAttr *A = findAttribute(D, Tag);
  if (!A)
    return std::nullopt;
  llvm::SmallVector<int64_t, 3> Result;
  for (const Expr *E : A->args()) {
    Expr::EvalResult Value;
    if (E->isValueDependent() || !E->EvaluateAsInt(Value, Context)) {
      diagnose(Diags, A->getLocation(), Message::err_integer_argument,
               {Tag.str()});
      return std::nullopt;
    }
    int64_t Number = Value.Val.getInt().getExtValue();
    if (Number <= 0) {
      diagnose(Diags, A->getLocation(), Message::err_positive_argument,
               {Tag.str(), std::to_string(Number)});
      return std::nullopt;
    }
    Result.push_back(Number);
  }
  return Result;
}

/// A string literal, possibly inside the constant that Clang folded it to.
static std::optional<std::string> stringOf(const Expr *E, ASTContext &Context) {
  const Expr *Inner = E->IgnoreParenImpCasts();
  if (const auto *Folded = dyn_cast<ConstantExpr>(Inner))
    Inner = Folded->getSubExpr()->IgnoreParenImpCasts();
  if (const auto *Literal = dyn_cast<StringLiteral>(Inner))
    return Literal->getString().str();
  if (E->getType()->isPointerType())
    return E->tryEvaluateString(Context);
  return std::nullopt;
}

std::optional<std::string> AttributeReader::text(const Decl *D,
                                                 llvm::StringRef Tag) const {
  const AnnotateAttr *A = findAttribute(D, Tag);
  if (!A || A->args_size() != 1)
    return std::nullopt;
  return stringOf(*A->args_begin(), Context);
}

llvm::SmallVector<std::pair<std::string, std::string>>
AttributeReader::irAttributes(const Decl *D) const {
  llvm::SmallVector<std::pair<std::string, std::string>> Result;
  const AnnotateAttr *A = findAttribute(D, tag::IRAttributes);
  if (!A)
    return Result;
  llvm::SmallVector<std::string> Words;
  bool Valid = A->args_size() % 2 == 0;
  for (const Expr *E : A->args()) {
    Expr::EvalResult Value;
    if (std::optional<std::string> Text = stringOf(E, Context))
      Words.push_back(*Text);
    else if (!E->isValueDependent() &&
             E->getType()->isIntegralOrEnumerationType() &&
             E->EvaluateAsInt(Value, Context))
      Words.push_back(llvm::toString(Value.Val.getInt(), 10));
    else
      Valid = false;
  }
  if (!Valid) {
    diagnose(Diags, A->getLocation(), Message::err_ir_attribute_arguments,
             {tag::IRAttributes.str()});
    return Result;
  }
  for (size_t I = 0; I < Words.size() / 2; ++I)
    Result.push_back({Words[I], Words[Words.size() / 2 + I]});
  return Result;
}

} // namespace facet
