//===- attribute_reader.cpp - Values of the attributes of device code -----===//
//
// See attributes.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/frontend/attributes.h"
#include "compiler/frontend/clang_messages.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/Expr.h"

#include "llvm/Support/raw_ostream.h"

#include <limits>
#include <map>

using namespace clang;

namespace facet {

/// The function that has the attribute which a property of \p D stands for.
static const Decl *functionOfProperty(const AnnotateAttr &A, const Decl &D) {
  if (A.args_size() != 1 || (*A.args_begin())->isValueDependent())
    return nullptr;
  Expr::EvalResult Value;
  if (!(*A.args_begin())->EvaluateAsRValue(Value, D.getASTContext()) ||
      !Value.Val.isLValue())
    return nullptr;
  return Value.Val.getLValueBase().dyn_cast<const ValueDecl *>();
}

const AnnotateAttr *findAttribute(const Decl *D, llvm::StringRef Tag) {
  // Redeclarations inherit; a definition need not repeat the attribute.
  for (const Decl *Declaration : D->redecls())
    for (const auto *A : Declaration->specific_attrs<AnnotateAttr>()) {
      if (tagOf(*A) == Tag)
        return A;
      if (tagOf(*A).starts_with(tag::FunctionProperty))
        if (const Decl *Property = functionOfProperty(*A, *D))
          if (const AnnotateAttr *Found = findAttribute(Property, Tag))
            return Found;
    }
  return nullptr;
}

std::optional<AspectSet> AttributeReader::aspects(const Decl *D,
                                                  llvm::StringRef Tag) const {
  const AnnotateAttr *A = findAttribute(D, Tag);
  return A ? aspects(*A) : std::nullopt;
}

AspectSet AttributeReader::aspectsOfClass(const Decl *D) const {
  return aspects(D, tag::UsesAspects)
      .value_or(AspectSet())
      .Union(aspects(D, tag::Requires).value_or(AspectSet()));
}

std::optional<AspectSet> AttributeReader::aspects(const AnnotateAttr &A) const {
  AspectSet Result;
  for (const Expr *E : A.args()) {
    const auto *Type = E->getType()->getAsCanonical<EnumType>();
    Expr::EvalResult Value;
    if (!Type || E->isValueDependent() ||
        !findAttribute(Type->getDecl()->getDefinitionOrSelf(), tag::SyclType) ||
        !E->EvaluateAsInt(Value, Context)) {
      complain(A, Message::err_aspect_argument, {tagOf(A).str()});
      return std::nullopt;
    }
    Result.Insert(static_cast<Aspect>(Value.Val.getInt().getExtValue()));
  }
  return Result;
}

std::optional<llvm::SmallVector<int64_t, 3>>
AttributeReader::integers(const AnnotateAttr &A) const {
  llvm::SmallVector<int64_t, 3> Result;
  for (const Expr *E : A.args()) {
    Expr::EvalResult Value;
    if (E->isValueDependent() || !E->EvaluateAsInt(Value, Context)) {
      complain(A, Message::err_integer_argument, {tagOf(A).str()});
      return std::nullopt;
    }
    // Of any integer type: it may have more than 64 bits.
    const llvm::APSInt &Number = Value.Val.getInt();
    if (!Number.isStrictlyPositive()) {
      complain(A, Message::err_positive_argument,
               {tagOf(A).str(), llvm::toString(Number, 10)});
      return std::nullopt;
    }
    // No device has such sizes, and they are refused alike.
    Result.push_back(static_cast<int64_t>(
        Number.getLimitedValue(std::numeric_limits<uint32_t>::max())));
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

std::optional<std::string> AttributeReader::text(const AnnotateAttr &A) const {
  return A.args_size() == 1 ? stringOf(*A.args_begin(), Context) : std::nullopt;
}

/// The arguments as text: strings as they are, numbers in decimal.
std::optional<AttributeReader::Words>
AttributeReader::words(const AnnotateAttr &A) const {
  Words Result;
  for (const Expr *E : A.args()) {
    Expr::EvalResult Value;
    if (std::optional<std::string> Text = stringOf(E, Context))
      Result.push_back(*Text);
    else if (!E->isValueDependent() &&
             E->getType()->isIntegralOrEnumerationType() &&
             E->EvaluateAsInt(Value, Context))
      Result.push_back(llvm::toString(Value.Val.getInt(), 10));
    else
      return std::nullopt;
  }
  if (Result.size() % 2 != 0)
    return std::nullopt;
  return Result;
}

llvm::SmallVector<std::pair<std::string, std::string>>
AttributeReader::irAttributes(const Decl *D) const {
  llvm::SmallVector<std::pair<std::string, std::string>> Result;
  std::map<std::string, std::pair<std::string, const AnnotateAttr *>> Known;
  // Redeclarations inherit copies.
  std::set<SourceLocation> Seen;
  for (const Decl *Declaration : D->redecls())
    for (const auto *A : Declaration->specific_attrs<AnnotateAttr>()) {
      if (tagOf(*A) != tag::IRAttributes ||
          !Seen.insert(A->getLocation()).second)
        continue;
      std::optional<Words> Texts = words(*A);
      if (!Texts) {
        complain(*A, Message::err_ir_attribute_arguments,
                 {tag::IRAttributes.str()});
        continue;
      }
      size_t Count = Texts->size() / 2;
      for (size_t I = 0; I < Count; ++I) {
        const std::string &Value = (*Texts)[Count + I];
        auto [Entry, IsNew] = Known.try_emplace((*Texts)[I], Value, A);
        if (IsNew)
          Result.push_back({(*Texts)[I], Value});
        else if (Entry->second.first != Value &&
                 Reported.insert(A->getLocation()).second)
          reportDisagreement(*A, *Entry->second.second, Diags);
      }
    }
  return Result;
}

void AttributeReader::complain(const AnnotateAttr &A, Message M,
                               llvm::ArrayRef<std::string> Arguments) const {
  if (!Reported.insert(A.getLocation()).second)
    return;
  diagnose(Diags, A.getLocation(), M, Arguments);
  noteInstantiation(Subject, Diags);
}

/// The instance that \p D is, and where the source asks for it.
static std::pair<std::string, SourceLocation> instanceOf(const Decl &D) {
  auto Named = [&](llvm::StringRef Kind, const NamedDecl &Instance) {
    std::string Text;
    llvm::raw_string_ostream Out(Text);
    Out << Kind << " '";
    Instance.getNameForDiagnostic(
        Out, D.getASTContext().getPrintingPolicy(), /*Qualified=*/true);
    Out << "'";
    return Text;
  };
  if (const auto *F = dyn_cast<FunctionDecl>(&D); F && F->isTemplateInstantiation())
    return {Named(F->getPrimaryTemplate() ? "function template specialization"
                                          : "member function",
                  *F),
            F->getPointOfInstantiation()};
  if (const auto *C = dyn_cast<ClassTemplateSpecializationDecl>(&D);
      C && isTemplateInstantiation(C->getSpecializationKind()))
    return {Named("template class", *C), C->getPointOfInstantiation()};
  return {};
}

void noteInstantiation(const Decl *D, DiagnosticsEngine &Diags) {
  // A lambda expression is in an instance; its call operator is none.
  for (; D; D = dyn_cast_or_null<Decl>(D->getDeclContext()))
    if (auto [Name, Where] = instanceOf(*D); Where.isValid())
      return diagnose(Diags, Where, Message::note_in_instantiation, {Name});
}

} // namespace facet
