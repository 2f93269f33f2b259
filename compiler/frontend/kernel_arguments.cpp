//===- kernel_arguments.cpp - What a kernel may capture -------------------===//
//
// See device_rules.h. The functor is copied to the device byte by byte: its
// captures and members must be device copyable (SYCL 2020, 3.13.1), and none a
// reference. The same goes for a functor that the headers pass inside of one of
// their own, whose member type wrapped_functor says so.
//
//===----------------------------------------------------------------------===//

#include "compiler/frontend/clang_messages.h"
#include "compiler/frontend/device_rules.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Sema/EnterExpressionEvaluationContext.h"
#include "clang/Sema/Lookup.h"
#include "clang/Sema/Sema.h"

using namespace clang;

namespace facet {
namespace {

/// The template sycl::is_device_copyable, if the headers have it.
ClassTemplateDecl *findTrait(ASTContext &Context) {
  const DeclContext *Scope = Context.getTranslationUnitDecl();
  for (const char *Name : {"sycl", "is_device_copyable"}) {
    auto Found = Scope->lookup(&Context.Idents.get(Name));
    if (Found.empty())
      return nullptr;
    if (auto *Trait = dyn_cast<ClassTemplateDecl>(Found.front()))
      return Trait;
    Scope = dyn_cast<NamespaceDecl>(Found.front());
    if (!Scope)
      return nullptr;
  }
  return nullptr;
}

class ArgumentChecker {
public:
  ArgumentChecker(Sema &S, std::string Kernel)
      : S(S), Context(S.Context), Diags(S.getDiagnostics()),
        Kernel(std::move(Kernel)) {}

  void check(const CXXRecordDecl &Functor) {
    QualType Type = Context.getCanonicalTagType(&Functor);
    if (!Type.isTriviallyCopyableType(Context) && isAllowed(Type))
      return;
    if (Functor.isLambda()) {
      for (const LambdaCapture &C : Functor.captures())
        if (C.capturesVariable() && C.getCaptureKind() == LCK_ByRef) {
          const ValueDecl *Var = C.getCapturedVar();
          SourceLocation Where = C.getLocation();
          diagnose(Diags, Where, Message::err_kernel_reference_capture,
                   {Kernel, Var->getNameAsString()});
          diagnose(Diags, Var->getLocation(), Message::note_declared_here,
                   {Var->getNameAsString()});
        }
    }
    const auto *Capture = Functor.isLambda() ? Functor.captures_begin() : nullptr;
    for (const FieldDecl *Field : Functor.fields()) {
      SourceLocation Where = Field->getLocation();
      std::string Name = Field->getNameAsString();
      bool ByReference = false;
      if (Capture) {
        Where = Capture->getLocation();
        if (Capture->capturesVariable())
          Name = Capture->getCapturedVar()->getNameAsString();
        ByReference = Capture->getCaptureKind() == LCK_ByRef;
        ++Capture;
      }
      if (ByReference)
        continue;
      const CXXRecordDecl *Class = Field->getType()->getAsCXXRecordDecl();
      if (Class && Class->hasDefinition() &&
          Class->getDefinition() == wrappedFunctor(Functor))
        check(*Class->getDefinition());
      else
        checkMember(Field->getType(), Where, Name);
    }
    for (const CXXBaseSpecifier &Base : Functor.bases())
      if (const CXXRecordDecl *B = Base.getType()->getAsCXXRecordDecl())
        if (B->hasDefinition())
          check(*B->getDefinition());
  }

private:
  void checkMember(QualType Type, SourceLocation Where,
                   const std::string &Name) {
    if (Type->isReferenceType())
      return diagnose(Diags, Where, Message::err_kernel_reference_member,
                      {Kernel, Name});
    std::string Why = reason(Type, 0);
    if (!Why.empty())
      diagnose(Diags, Where, Message::err_kernel_argument,
               {Kernel, Name,
                Context.getBaseElementType(Type).getUnqualifiedType()
                    .getAsString(Context.getPrintingPolicy()),
                Why});
  }

  /// What sycl::is_device_copyable<Type> says, which programs specialise.
  bool isAllowed(QualType Type) {
    ClassTemplateDecl *Trait = findTrait(Context);
    if (!Trait)
      return false;
    SourceLocation Where = Trait->getLocation();
    TemplateArgumentListInfo Arguments(Where, Where);
    Arguments.addArgument(S.getTrivialTemplateArgumentLoc(
        TemplateArgument(Type), QualType(), Where));
    QualType Made = S.CheckTemplateIdType(
        ElaboratedTypeKeyword::None, TemplateName(Trait), Where, Arguments,
        /*Scope=*/nullptr, /*ForNestedNameSpecifier=*/false);
    if (Made.isNull() || !S.isCompleteType(Where, Made))
      return false;
    LookupResult Value(S, &Context.Idents.get("value"), Where,
                       Sema::LookupOrdinaryName);
    if (!S.LookupQualifiedName(Value, Made->getAsCXXRecordDecl()))
      return false;
    EnterExpressionEvaluationContext Constant(
        S, Sema::ExpressionEvaluationContext::ConstantEvaluated);
    ExprResult Result =
        S.BuildDeclarationNameExpr(CXXScopeSpec(), Value, /*NeedsADL=*/false);
    bool IsTrue = false;
    return !Result.isInvalid() &&
           Result.get()->EvaluateAsBooleanCondition(IsTrue, Context) && IsTrue;
  }

  /// SYCL 2020, 3.13.1: copyable if their elements are.
  static bool isStandardAggregate(const CXXRecordDecl &Record) {
    return Record.isInStdNamespace() && Record.getIdentifier() &&
           llvm::is_contained({"pair", "tuple", "optional", "variant", "array"},
                              Record.getName());
  }

  /// Why \p Type cannot be copied; empty if it can.
  std::string reason(QualType Type, unsigned Depth) {
    Type = Context.getBaseElementType(Type);
    const CXXRecordDecl *Record = Type->getAsCXXRecordDecl();
    if (!Record || !Record->hasDefinition() ||
        Type.isTriviallyCopyableType(Context) || isAllowed(Type))
      return "";
    if (const auto *Made = dyn_cast<ClassTemplateSpecializationDecl>(Record);
        Made && isStandardAggregate(*Record) && Depth < 16) {
      SmallVector<TemplateArgument, 4> Arguments;
      for (const TemplateArgument &A : Made->getTemplateArgs().asArray())
        if (A.getKind() == TemplateArgument::Pack)
          Arguments.append(A.pack_begin(), A.pack_end());
        else
          Arguments.push_back(A);
      for (const TemplateArgument &A : Arguments)
        if (A.getKind() == TemplateArgument::Type)
          if (std::string Why = reason(A.getAsType(), Depth + 1); !Why.empty())
            return Why;
      return "";
    }
    // A closure is copied by copying its captures, and nothing else is done.
    if (Record->isLambda() && Depth < 16) {
      const LambdaCapture *Capture = Record->captures_begin();
      for (const FieldDecl *Field : Record->fields()) {
        const LambdaCapture &C = *Capture++;
        if (C.getCaptureKind() != LCK_ByRef &&
            !reason(Field->getType(), Depth + 1).empty())
          return "its capture '" +
                 (C.capturesVariable() ? C.getCapturedVar()->getNameAsString()
                                       : std::string("this")) +
                 "' is not either";
      }
      return "";
    }
    if (!Record->hasTrivialDestructor() && hasOwnDestructor(*Record))
      return "it has a destructor of its own";
    if (Record->isPolymorphic())
      return "it has virtual functions";
    if (hasOwnCopy(*Record))
      return "copying it runs a constructor or an assignment of its own";
    for (const FieldDecl *Field : Record->fields())
      if (Depth < 16 && !reason(Field->getType(), Depth + 1).empty())
        return "its member '" + Field->getNameAsString() + "' is not either";
    return "copying it is not copying its bytes";
  }

  static bool hasOwnDestructor(const CXXRecordDecl &Record) {
    const CXXDestructorDecl *D = Record.getDestructor();
    return D && D->isUserProvided();
  }

  static bool hasOwnCopy(const CXXRecordDecl &Record) {
    for (const CXXConstructorDecl *C : Record.ctors())
      if (C->isCopyOrMoveConstructor() && C->isUserProvided())
        return true;
    for (const CXXMethodDecl *M : Record.methods())
      if ((M->isCopyAssignmentOperator() || M->isMoveAssignmentOperator()) &&
          M->isUserProvided())
        return true;
    return false;
  }

  Sema &S;
  ASTContext &Context;
  DiagnosticsEngine &Diags;
  std::string Kernel;
};

} // namespace

void checkKernelArguments(const FunctionDecl &EntryPoint, Sema &S) {
  if (EntryPoint.getNumParams() == 0)
    return;
  QualType Type = EntryPoint.getParamDecl(0)->getType().getNonReferenceType();
  const CXXRecordDecl *Functor = Type->getAsCXXRecordDecl();
  if (Functor && Functor->hasDefinition())
    ArgumentChecker(S, kernelNameForUser(EntryPoint, S.Context))
        .check(*Functor->getDefinition());
}

} // namespace facet
