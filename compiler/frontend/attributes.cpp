//===- attributes.cpp - The C++ attributes of device code -----------------===//
//
// See attributes.h. Parsing and checks; values are read in
// attribute_reader.cpp.
//
//===----------------------------------------------------------------------===//

#include "compiler/frontend/attributes.h"

#include "compiler/frontend/attribute_constants.h"
#include "compiler/frontend/clang_messages.h"
#include "compiler/frontend/header_classes.h"
#include "compiler/frontend/host_attributes.h"
#include "compiler/frontend/workarounds/requires_has.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/ParsedAttrInfo.h"
#include "clang/Sema/EnterExpressionEvaluationContext.h"
#include "clang/Sema/ParsedAttr.h"
#include "clang/Sema/Sema.h"

using namespace clang;

namespace facet {
namespace {

enum class Subject { Function, FunctionOrClass, FunctionOrType, Enumeration };

bool isSubject(Subject Kind, const Decl *D) {
  bool Function = isa<FunctionDecl>(D) || isa<FunctionTemplateDecl>(D);
  switch (Kind) {
  case Subject::Function:
    return Function;
  case Subject::FunctionOrClass:
    return Function || isa<CXXRecordDecl>(D);
  case Subject::FunctionOrType:
    return Function || isa<CXXRecordDecl>(D) || isa<TypedefNameDecl>(D);
  case Subject::Enumeration:
    return isa<EnumDecl>(D);
  }
  return false;
}

const char *subjectsOf(Subject Kind) {
  switch (Kind) {
  case Subject::Function:
    return "functions";
  case Subject::FunctionOrClass:
    return "functions and classes";
  case Subject::FunctionOrType:
    return "functions, classes and alias declarations";
  case Subject::Enumeration:
    return "enumerations";
  }
  return "";
}

bool isCallOperator(const Decl *D) {
  if (const auto *Template = dyn_cast<FunctionTemplateDecl>(D))
    D = Template->getTemplatedDecl();
  const auto *Method = dyn_cast<CXXMethodDecl>(D);
  return Method && Method->getOverloadedOperator() == OO_Call &&
         Method->getParent()->isLambda();
}

/// What all attributes share. Derived classes say which arguments are right.
class SyclAttribute : public ParsedAttrInfo {
public:
  SyclAttribute(llvm::StringRef Tag, Subject Kind, ArrayRef<Spelling> Names)
      : Tag(Tag), Kind(Kind) {
    Spellings = Names;
    // Plugin attributes cannot be variadic; this is the most Clang can count.
    OptArgs = 15;
    AcceptsExprPack = 1;
    NumArgMembers = 1;
  }

  bool isParamExpr(size_t) const override { return true; }

  /// Outside of SYCL the attributes are known, and mean nothing.
  static bool concerns(Sema &S) {
    return S.getLangOpts().SYCLIsDevice || S.getLangOpts().SYCLIsHost;
  }

  bool diagAppertainsToDecl(Sema &S, const ParsedAttr &A,
                            const Decl *D) const override {
    if (isSubject(Kind, D) || !concerns(S))
      return true;
    diagnose(S.getDiagnostics(), A.getLoc(), Message::err_wrong_subject,
             {Tag.str(), subjectsOf(Kind)});
    return false;
  }

  AttrHandling handleDeclAttribute(Sema &S, Decl *D,
                                   const ParsedAttr &A) const override {
    if (!concerns(S))
      return AttributeNotApplied;
    // The unscoped name is registered only so that Clang parses arguments.
    if (!A.hasScope()) {
      error(S, A.getLoc(), Message::err_unscoped_attribute,
            {Tag.str(), Spellings.front().NormalizedFullName});
      return AttributeNotApplied;
    }
    // Moved here from a type (workarounds/lambda_attributes.h): only a lambda's
    // call operator may have it there.
    if (A.isGNUAttribute() && !isCallOperator(D)) {
      error(S, A.getLoc(), Message::err_attribute_on_type, {Tag.str()});
      return AttributeNotApplied;
    }
    SmallVector<Expr *, 8> Arguments;
    if (!collect(S, A, Arguments) || !unwrap(S, A, Arguments) ||
        !check(S, A, Arguments))
      return AttributeNotApplied;
    if (isCallOperator(D)) {
      forgetCaptures(S, Arguments);
      makeConstants(S, Arguments);
    }
    // Code generation of annotations insists on folded constants.
    bool ForDevice = S.getLangOpts().SYCLIsDevice;
    if (ForDevice && !S.ConstantFoldAttrArgs(A, Arguments))
      return AttributeNotApplied;
    auto *New =
        AnnotateAttr::Create(S.Context, (llvm::Twine(tag::Prefix) + Tag).str(),
                             Arguments.data(), Arguments.size(), A.getRange());
    if (!ForDevice) {
      noteHostAttribute(*D, *New);
      return AttributeNotApplied;
    }
    for (const auto *Other : D->specific_attrs<AnnotateAttr>())
      if (!agree(*New, *Other, S.Context)) {
        reportDisagreement(*New, *Other, S.getDiagnostics());
        return AttributeNotApplied;
      }
    D->addAttr(New);
    noteApplied(S, D);
    return AttributeApplied;
  }

protected:
  /// Replaces the arguments as written by those that are meant.
  virtual bool unwrap(Sema &, const ParsedAttr &,
                      SmallVectorImpl<Expr *> &) const {
    return true;
  }
  virtual void noteApplied(Sema &, Decl *) const {}
  virtual bool check(Sema &S, const ParsedAttr &A,
                     ArrayRef<Expr *> Arguments) const = 0;
  /// An identifier that is a word of the attribute, not an expression.
  virtual Expr *word(Sema &, const IdentifierLoc &) const { return nullptr; }

  void error(Sema &S, SourceLocation Where, Message M,
             ArrayRef<std::string> Arguments) const {
    diagnose(S.getDiagnostics(), Where, M, Arguments);
  }

  llvm::StringRef Tag;

private:
  /// Clang hands over a lone leading identifier unresolved.
  Expr *resolve(Sema &S, const IdentifierLoc &Name) const {
    if (Expr *Word = word(S, Name))
      return Word;
    EnterExpressionEvaluationContext Constant(
        S, Sema::ExpressionEvaluationContext::ConstantEvaluated);
    UnqualifiedId Id;
    Id.setIdentifier(Name.getIdentifierInfo(), Name.getLoc());
    CXXScopeSpec Scope;
    ExprResult Result =
        S.ActOnIdExpression(S.getCurScope(), Scope, SourceLocation(), Id,
                            /*HasTrailingLParen=*/false,
                            /*IsAddressOfOperand=*/false);
    // The value is meant: a lambda without a capture-default may name it.
    if (!Result.isInvalid())
      Result = S.DefaultLvalueConversion(Result.get());
    return Result.isInvalid() ? nullptr : Result.get();
  }

  bool collect(Sema &S, const ParsedAttr &A,
               SmallVectorImpl<Expr *> &Arguments) const {
    for (unsigned I = 0; I < A.getNumArgs(); ++I) {
      Expr *E = A.isArgIdent(I)  ? resolve(S, *A.getArgAsIdent(I))
                : A.isArgExpr(I) ? A.getArgAsExpr(I)
                                 : nullptr;
      if (!E)
        return false;
      Arguments.push_back(E);
    }
    return true;
  }

  Subject Kind;
};

bool isDependent(const Expr *E) {
  return E->isTypeDependent() || E->isValueDependent() ||
         isa<PackExpansionExpr>(E);
}

class AspectsAttribute : public SyclAttribute {
public:
  using SyclAttribute::SyclAttribute;

protected:
  bool check(Sema &S, const ParsedAttr &,
             ArrayRef<Expr *> Arguments) const override {
    for (const Expr *E : Arguments)
      if (!isDependent(E) && !isAspect(E)) {
        error(S, E->getExprLoc(), Message::err_aspect_argument, {Tag.str()});
        return false;
      }
    return true;
  }

private:
  static bool isAspect(const Expr *E) {
    const auto *Type = E->getType()->getAsCanonical<EnumType>();
    if (!Type)
      return false;
    const EnumDecl *Enum = Type->getDecl()->getDefinitionOrSelf();
    if (Enum->getASTContext().getLangOpts().SYCLIsDevice)
      return findAttribute(Enum, tag::SyclType);
    // The mark is for devices only: a host compiler may not know it.
    const auto *Scope = dyn_cast<NamespaceDecl>(
        Enum->getDeclContext()->getEnclosingNamespaceContext());
    while (Scope && Scope->isInline())
      Scope = dyn_cast<NamespaceDecl>(Scope->getParent());
    return Enum->getName() == "aspect" && Scope && Scope->getName() == "sycl";
  }
};

class IntegersAttribute : public SyclAttribute {
public:
  IntegersAttribute(llvm::StringRef Tag, ArrayRef<Spelling> Names,
                    unsigned Highest)
      : SyclAttribute(Tag, Subject::Function, Names), Highest(Highest) {}

protected:
  bool check(Sema &S, const ParsedAttr &A,
             ArrayRef<Expr *> Arguments) const override {
    if (Arguments.empty() || Arguments.size() > Highest) {
      error(S, A.getLoc(), Message::err_argument_count,
            {Tag.str(), Highest == 1 ? "one argument" : "one to three arguments",
             std::to_string(Arguments.size())});
      return false;
    }
    for (const Expr *E : Arguments)
      if (!checkOne(S, E))
        return false;
    return true;
  }

private:
  bool checkOne(Sema &S, const Expr *E) const {
    if (isDependent(E))
      return true;
    Expr::EvalResult Value;
    if (!E->getType()->isIntegralOrUnscopedEnumerationType() ||
        !E->EvaluateAsInt(Value, S.Context)) {
      error(S, E->getExprLoc(), Message::err_integer_argument, {Tag.str()});
      return false;
    }
    if (Value.Val.getInt().isStrictlyPositive())
      return true;
    error(S, E->getExprLoc(), Message::err_positive_argument,
          {Tag.str(), llvm::toString(Value.Val.getInt(), 10)});
    return false;
  }

  unsigned Highest;
};

/// Attributes with one word of a fixed list, kept as a string literal.
class WordAttribute : public SyclAttribute {
public:
  WordAttribute(llvm::StringRef Tag, Subject Kind, ArrayRef<Spelling> Names,
                std::initializer_list<llvm::StringRef> Known, Message Complaint)
      : SyclAttribute(Tag, Kind, Names), Known(Known), Complaint(Complaint) {}

protected:
  Expr *word(Sema &S, const IdentifierLoc &Name) const override {
    StringRef Text = Name.getIdentifierInfo()->getName();
    QualType Type = S.Context.getStringLiteralArrayType(
        S.Context.CharTy.withConst(), Text.size());
    return makeString(S, Text, Type, Name.getLoc());
  }

  bool check(Sema &S, const ParsedAttr &A,
             ArrayRef<Expr *> Arguments) const override {
    const auto *Text = Arguments.size() == 1
                           ? dyn_cast<clang::StringLiteral>(
                                 Arguments[0]->IgnoreParenImpCasts())
                           : nullptr;
    if (Text && llvm::is_contained(Known, Text->getString()))
      return true;
    error(S, A.getLoc(), Complaint, {Tag.str()});
    return false;
  }

private:
  static Expr *makeString(Sema &S, StringRef Text, QualType Type,
                          SourceLocation Where) {
    return clang::StringLiteral::Create(S.Context, Text,
                                        StringLiteralKind::Ordinary,
                                        /*Pascal=*/false, Type, Where);
  }

  SmallVector<llvm::StringRef, 2> Known;
  Message Complaint;
};

class IRAttributesAttribute : public SyclAttribute {
public:
  using SyclAttribute::SyclAttribute;

protected:
  bool check(Sema &, const ParsedAttr &, ArrayRef<Expr *>) const override {
    return true; // names and values are counted at emission, packs expanded
  }
};

using Name = ParsedAttrInfo::Spelling;
constexpr auto CXX = ParsedAttr::AS_CXX11;

struct DeviceHas : AspectsAttribute {
  static constexpr Name Names[] = {{CXX, "sycl::device_has"},
                                   {CXX, "device_has"},
                                   // workarounds/attribute_packs.h
                                   {CXX, "sycl::locks_excluded"},
                                   {CXX, "locks_excluded"}};
  DeviceHas() : AspectsAttribute(tag::DeviceHas, Subject::Function, Names) {}
};

/// SPEC 000: [[sycl::requires(has(aspect…))]].
struct Requires : AspectsAttribute {
  static constexpr Name Names[] = {{CXX, "sycl::requires"}, {CXX, "requires"}};
  Requires() : AspectsAttribute(tag::Requires, Subject::FunctionOrType, Names) {}

protected:
  /// "has(…)" is parsed as a call: workarounds/requires_has.h.
  bool unwrap(Sema &S, const ParsedAttr &A,
              SmallVectorImpl<Expr *> &Arguments) const override {
    const auto *Has = Arguments.size() == 1
                          ? dyn_cast<CallExpr>(Arguments[0]->IgnoreImpCasts())
                          : nullptr;
    if (!Has || !callsRequiresHas(*Has)) {
      error(S, A.getLoc(), Message::err_requires_argument, {});
      return false;
    }
    Arguments.clear();
    for (const Expr *E : Has->arguments())
      Arguments.push_back(const_cast<Expr *>(E->IgnoreImpCasts()));
    return true;
  }

  void noteApplied(Sema &S, Decl *D) const override {
    Decl *Unit = S.Context.getTranslationUnitDecl();
    if (!isa<TypedefNameDecl>(D) || findAttribute(Unit, tag::HasDecoratedAlias))
      return;
    Unit->addAttr(AnnotateAttr::CreateImplicit(
        S.Context, (llvm::Twine(tag::Prefix) + tag::HasDecoratedAlias).str(),
        nullptr, 0, SourceRange()));
  }
};

struct UsesAspects : AspectsAttribute {
  static constexpr Name Names[] = {{CXX, "__sycl_detail__::__uses_aspects__"},
                                   {CXX, "__sycl_detail__::uses_aspects"},
                                   // workarounds/attribute_packs.h
                                   {CXX, "__sycl_detail__::locks_excluded"},
                                   {CXX, "locks_excluded"},
                                   {CXX, "uses_aspects"}};
  UsesAspects()
      : AspectsAttribute(tag::UsesAspects, Subject::FunctionOrClass, Names) {}
};

struct SyclType : WordAttribute {
  static constexpr Name Names[] = {{CXX, "__sycl_detail__::__sycl_type__"},
                                   {CXX, "__sycl_detail__::sycl_type"},
                                   {CXX, "sycl_type"}};
  SyclType()
      : WordAttribute(tag::SyclType, Subject::Enumeration, Names, {"aspect"},
                      Message::err_sycl_type_argument) {}
};

struct ReqdWorkGroupSize : IntegersAttribute {
  static constexpr Name Names[] = {{CXX, "sycl::reqd_work_group_size"},
                                   {CXX, "reqd_work_group_size"}};
  ReqdWorkGroupSize() : IntegersAttribute(tag::WorkGroupSize, Names, 3) {}
};

struct WorkGroupSizeHint : IntegersAttribute {
  static constexpr Name Names[] = {{CXX, "sycl::work_group_size_hint"},
                                   {CXX, "work_group_size_hint"}};
  WorkGroupSizeHint() : IntegersAttribute(tag::WorkGroupSizeHint, Names, 3) {}
};

struct ReqdSubGroupSize : IntegersAttribute {
  static constexpr Name Names[] = {{CXX, "sycl::reqd_sub_group_size"},
                                   {CXX, "intel::reqd_sub_group_size"},
                                   {CXX, "reqd_sub_group_size"}};
  ReqdSubGroupSize() : IntegersAttribute(tag::SubGroupSize, Names, 1) {}
};

struct NamedSubGroupSize : WordAttribute {
  static constexpr Name Names[] = {{CXX, "intel::named_sub_group_size"},
                                   {CXX, "sycl::named_sub_group_size"},
                                   {CXX, "named_sub_group_size"}};
  NamedSubGroupSize()
      : WordAttribute(tag::NamedSubGroupSize, Subject::Function, Names,
                      {"automatic", "primary"}, Message::err_sub_group_name) {}
};

struct AddIRAttributes : IRAttributesAttribute {
  static constexpr Name Names[] = {
      {CXX, "__sycl_detail__::__add_ir_attributes_function__"},
      {CXX, "__sycl_detail__::add_ir_attributes_function"},
      // workarounds/attribute_packs.h
      {CXX, "__sycl_detail__::requires_capability"},
      {CXX, "requires_capability"},
      {CXX, "add_ir_attributes_function"}};
  AddIRAttributes()
      : IRAttributesAttribute(tag::IRAttributes, Subject::Function, Names) {}
};

/// SYCL_EXTERNAL of any position: workarounds/external_pragma.h. A device_global
/// that has it may be defined in another source.
struct External : ParsedAttrInfo {
  static constexpr Name Names[] = {{ParsedAttr::AS_GNU, "sycl_external"},
                                   {CXX, "facet::sycl_external"}};
  External() { Spellings = Names; }

  bool diagAppertainsToDecl(Sema &S, const ParsedAttr &A,
                            const Decl *D) const override {
    const auto *Variable = dyn_cast<VarDecl>(D);
    if (isSubject(Subject::Function, D) ||
        (Variable && isDeviceGlobal(*Variable)))
      return true;
    diagnose(S.getDiagnostics(), A.getLoc(), Message::err_wrong_subject,
             {"SYCL_EXTERNAL", subjectsOf(Subject::Function)});
    return false;
  }
  AttrHandling handleDeclAttribute(Sema &S, Decl *D,
                                   const ParsedAttr &A) const override {
    if (!S.getLangOpts().SYCLIsDevice)
      return AttributeNotApplied;
    D->addAttr(SYCLExternalAttr::Create(S.Context, A));
    return AttributeApplied;
  }
};

} // namespace

void registerAttributes() {
  static ParsedAttrInfoRegistry::Add<DeviceHas> A("facet-device-has", "");
  static ParsedAttrInfoRegistry::Add<UsesAspects> B("facet-uses-aspects", "");
  static ParsedAttrInfoRegistry::Add<Requires> I("facet-requires", "");
  static ParsedAttrInfoRegistry::Add<SyclType> C("facet-sycl-type", "");
  static ParsedAttrInfoRegistry::Add<ReqdWorkGroupSize> D("facet-reqd-wg", "");
  static ParsedAttrInfoRegistry::Add<WorkGroupSizeHint> E("facet-wg-hint", "");
  static ParsedAttrInfoRegistry::Add<ReqdSubGroupSize> F("facet-reqd-sg", "");
  static ParsedAttrInfoRegistry::Add<NamedSubGroupSize> G("facet-named-sg", "");
  static ParsedAttrInfoRegistry::Add<AddIRAttributes> H("facet-ir-attrs", "");
  static ParsedAttrInfoRegistry::Add<External> J("facet-sycl-external", "");
}

} // namespace facet
