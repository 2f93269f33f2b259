//===- device_code.cpp - The functions that device code reaches -----------===//
//
// See device_code.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/frontend/device_code.h"

#include "compiler/frontend/alias_requirements.h"
#include "compiler/frontend/header_classes.h"
#include "compiler/frontend/library_functions.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/AST/StmtSYCL.h"
#include "clang/Basic/Builtins.h"
#include "clang/Basic/SourceManager.h"

#include <utility>

using namespace clang;

namespace facet {
namespace {

/// Whether \p Type is one that devices do not have. With -mlong-double-64, long
/// double is double.
bool isLongDouble(QualType Type, const ASTContext &Context) {
  return Type->isSpecificBuiltinType(BuiltinType::LongDouble) &&
         Context.getLangOpts().LongDoubleSize != 64;
}

bool isDouble(QualType Type, const ASTContext &Context) {
  return Type->isSpecificBuiltinType(BuiltinType::Double) ||
         (Type->isSpecificBuiltinType(BuiltinType::LongDouble) &&
          !isLongDouble(Type, Context));
}

/// Whether \p E consists of literals, constants and operators: code generation
/// or the optimizer computes it, on no device.
bool isPlainConstant(const Expr &E, ASTContext &Context) {
  if (E.isValueDependent())
    return false;
  SmallVector<const Stmt *, 8> Open{&E};
  while (!Open.empty()) {
    const Stmt *S = Open.pop_back_val();
    if (const auto *Ref = dyn_cast<DeclRefExpr>(S);
        Ref && Ref->refersToEnclosingVariableOrCapture())
      return false;
    if (!isa<IntegerLiteral, FloatingLiteral, CharacterLiteral,
             CXXBoolLiteralExpr, ParenExpr, CastExpr, UnaryOperator,
             BinaryOperator, ConditionalOperator, InitListExpr, DeclRefExpr,
             ArraySubscriptExpr, MemberExpr, UnaryExprOrTypeTraitExpr,
             ConstantExpr, SubstNonTypeTemplateParmExpr>(S))
      return false;
    for (const Stmt *Child : S->children())
      if (Child)
        Open.push_back(Child);
  }
  Expr::EvalResult Result;
  return E.EvaluateAsRValue(Result, Context) && !Result.HasSideEffects;
}

/// Whether \p E turns a constant of type long double into a value that devices
/// have: a conversion, or a comparison.
bool consumesLongDouble(const Expr &E, ASTContext &Context) {
  if (isLongDouble(E.getType(), Context))
    return false;
  const Expr *Operand = nullptr;
  if (const auto *Cast = dyn_cast<CastExpr>(&E);
      Cast && llvm::is_contained({CK_FloatingCast, CK_FloatingToIntegral,
                                  CK_FloatingToBoolean},
                                 Cast->getCastKind()))
    Operand = Cast->getSubExpr();
  else if (const auto *Binary = dyn_cast<BinaryOperator>(&E);
           Binary && Binary->isComparisonOp())
    Operand = Binary->getLHS();
  return Operand && isLongDouble(Operand->getType(), Context) &&
         isPlainConstant(E, Context);
}

/// Whether \p Var is a constant of type long double: what matters is how it is
/// used.
bool isLongDoubleConstant(const VarDecl &Var, ASTContext &Context) {
  if (!isLongDouble(Context.getBaseElementType(Var.getType()), Context))
    return false;
  return Var.isConstexpr() ||
         (Var.getType().isConstQualified() && Var.getInit() &&
          isLongDouble(Var.getType(), Context) &&
          isPlainConstant(*Var.getInit(), Context));
}

class BodyWalker {
public:
  BodyWalker(ASTContext &Context, AliasRequirements &Aliases)
      : Context(Context), Aliases(Aliases) {}

  /// \p F is a definition.
  DeviceBody walk(const FunctionDecl &F) {
    IsLibrary = Context.getSourceManager().isInSystemHeader(F.getLocation());
    for (const ParmVarDecl *Parameter : F.parameters())
      useType(Parameter->getType(), Parameter->getLocation());
    useType(F.getReturnType(), F.getLocation());
    // Pushed last is walked first.
    push(F.getBody());
    if (const auto *Constructor = dyn_cast<CXXConstructorDecl>(&F)) {
      SmallVector<const Stmt *, 4> Inits;
      for (const CXXCtorInitializer *Init : Constructor->inits())
        Inits.push_back(Init->getInit());
      for (const Stmt *Init : llvm::reverse(Inits))
        push(Init);
    }
    while (!Stack.empty())
      visit(*Stack.pop_back_val());
    if (const auto *Destructor = dyn_cast<CXXDestructorDecl>(&F))
      destroyParts(*Destructor);
    return std::move(Body);
  }

private:
  void push(const Stmt *S) {
    if (S)
      Stack.push_back(S);
  }

  void pushChildren(const Stmt &S) {
    size_t Begin = Stack.size();
    for (const Stmt *Child : S.children())
      push(Child);
    std::reverse(Stack.begin() + Begin, Stack.end());
  }

  void problem(Message What, SourceLocation Where,
               std::vector<std::string> Arguments = {},
               const Decl *Declaration = nullptr) {
    Body.Problems.push_back({What, Where, std::move(Arguments), Declaration});
  }

  void call(const FunctionDecl *Callee, SourceLocation Where) {
    if (Callee && !Callee->isTrivial() && !Callee->isConsteval() &&
        !Callee->isPureVirtual())
      Body.Calls.push_back({Callee, Where});
  }

  void destroy(QualType Type, SourceLocation Where) {
    const CXXRecordDecl *Record =
        Context.getBaseElementType(Type)->getAsCXXRecordDecl();
    if (Record && Record->hasDefinition() && !Record->hasTrivialDestructor())
      call(Record->getDestructor(), Where);
  }

  void destroyParts(const CXXDestructorDecl &Destructor) {
    for (const FieldDecl *Field : Destructor.getParent()->fields())
      destroy(Field->getType(), Destructor.getLocation());
    for (const CXXBaseSpecifier &Base : Destructor.getParent()->bases())
      destroy(Base.getType(), Destructor.getLocation());
  }

  /// Nullopt if \p Condition depends on the execution.
  std::optional<bool> constantOf(const Expr *Condition) const {
    bool Value;
    if (!Condition || Condition->isValueDependent() ||
        !Condition->EvaluateAsBooleanCondition(Value, Context))
      return std::nullopt;
    return Value;
  }

  void visitIf(const IfStmt &If) {
    std::optional<bool> Taken = constantOf(If.getCond());
    if (Taken)
      push(*Taken ? If.getThen() : If.getElse());
    else {
      push(If.getElse());
      push(If.getThen());
      push(If.getCond());
    }
    push(If.getConditionVariableDeclStmt());
    push(If.getInit());
  }

  void visitConditional(const ConditionalOperator &E) {
    std::optional<bool> Taken = constantOf(E.getCond());
    if (Taken)
      return push(*Taken ? E.getTrueExpr() : E.getFalseExpr());
    pushChildren(E);
  }

  void visitBinary(const BinaryOperator &E) {
    std::optional<bool> Left;
    if (E.isLogicalOp())
      Left = constantOf(E.getLHS());
    else if (E.isPtrMemOp() && E.getType()->isFunctionType())
      problem(Message::err_device_function_pointer, E.getOperatorLoc());
    if (Left && *Left == (E.getOpcode() == BO_LOr))
      return;
    pushChildren(E);
  }

  void visitDeclarations(const DeclStmt &S) {
    SmallVector<const Expr *, 4> Inits;
    for (const Decl *D : S.decls()) {
      const auto *Var = dyn_cast<VarDecl>(D);
      if (!Var)
        continue;
      if (Var->isStaticLocal()) {
        visitVariable(*Var, Var->getLocation());
        continue;
      }
      if (isLongDoubleConstant(*Var, Context))
        continue;
      checkType(Var->getType(), Var->getLocation());
      destroy(Var->getType(), Var->getLocation());
      // A constexpr variable is computed by the compiler.
      if (!Var->isConstexpr() && Var->getInit())
        Inits.push_back(Var->getInit());
    }
    for (const Expr *Init : llvm::reverse(Inits))
      push(Init);
  }

  /// A use of a variable that outlives functions.
  void visitVariable(const VarDecl &Var, SourceLocation Where) {
    // What has an address space was made for devices.
    if (Var.getType().getAddressSpace() != LangAS::Default)
      return;
    std::string Name = Var.getQualifiedNameAsString();
    const Decl *Note = Where == Var.getLocation() ? nullptr : &Var;
    if (Var.getTLSKind() != VarDecl::TLS_None)
      return problem(Message::err_device_thread_local, Where, {Name}, Note);
    QualType Type = Var.getType();
    if (Type->isReferenceType())
      Type = Type.getNonReferenceType();
    const CXXRecordDecl *Record =
        Context.getBaseElementType(Type)->getAsCXXRecordDecl();
    if (Record && !Var.getType()->isReferenceType() &&
        isWorkGroupStatic(*Record))
      return;
    if (isDeviceGlobal(Var)) {
      // Those that are SYCL_EXTERNAL are found by the device link.
      if (!Var.getDefinition() && !Var.getInitializingDeclaration() &&
          !Var.hasAttr<SYCLExternalAttr>())
        problem(Message::err_device_undefined_global, Where, {Name}, Note);
      return;
    }
    bool Mutable =
        Record && Record->hasDefinition() && Record->hasMutableFields();
    if ((!Context.getBaseElementType(Type).isConstQualified() &&
         !Var.isConstexpr()) ||
        Mutable)
      return problem(Var.isStaticLocal() ? Message::err_device_static
                                         : Message::err_device_global,
                     Where, {Name}, Note);
    const VarDecl *Definition = Var.getInitializingDeclaration();
    if (!Definition || !Definition->getInit())
      Definition = Var.getDefinition();
    if (!Definition)
      return problem(Message::err_device_undefined_variable, Where, {Name},
                     Note);
    // Not only constant expressions: Clang folds `const float b = 1 / a`, too,
    // for the host and for devices.
    if (!Definition->isConstexpr() && Definition->getInit() &&
        !Definition->getInit()->isValueDependent() &&
        !Definition->hasConstantInitialization() &&
        !Definition->evaluateValue())
      problem(Message::err_device_dynamic_constant, Where, {Name}, Note);
  }

  void visitReference(const ValueDecl *D, SourceLocation Where,
                      bool IsValueOnly) {
    if (const auto *F = dyn_cast<FunctionDecl>(D))
      return call(F, Where);
    const auto *Var = dyn_cast<VarDecl>(D);
    // A constant whose value alone is used needs no memory.
    if (Var && Var->hasGlobalStorage() && !IsValueOnly && !Var->isConstexpr())
      visitVariable(*Var, Where);
  }

  void visitMember(const MemberExpr &E) {
    visitReference(E.getMemberDecl(), E.getMemberLoc(),
                   E.isNonOdrUse() != NOUR_None);
    push(E.getBase());
  }

  bool visitMemberCall(const CXXMemberCallExpr &E) {
    const CXXMethodDecl *Method = E.getMethodDecl();
    const auto *Member = dyn_cast<MemberExpr>(E.getCallee()->IgnoreParens());
    if (!Method || !Member || !Method->isVirtual() ||
        !Member->performsVirtualDispatch(Context.getLangOpts()))
      return false;
    const CXXMethodDecl *Known = Method->getDevirtualizedMethod(
        E.getImplicitObjectArgument(), /*IsAppleKext=*/false);
    if (Known) {
      call(Known, E.getExprLoc());
    } else {
      problem(Message::err_device_virtual_call, Member->getMemberLoc(),
              {Method->getQualifiedNameAsString()}, Method);
    }
    SmallVector<const Stmt *, 4> Parts{Member->getBase()};
    Parts.append(E.arg_begin(), E.arg_end());
    for (const Stmt *Part : llvm::reverse(Parts))
      push(Part);
    return true;
  }

  /// A call of operator new or delete by its name, which std::allocator makes
  /// by a builtin.
  bool visitAllocation(const CallExpr &E) {
    const FunctionDecl *F = E.getDirectCallee();
    if (!F)
      return false;
    const unsigned Builtin = F->getBuiltinID();
    const bool IsGlobal = F->isReplaceableGlobalAllocationFunction();
    const OverloadedOperatorKind Kind = F->getOverloadedOperator();
    if (Builtin == Builtin::BI__builtin_operator_new ||
        (IsGlobal && (Kind == OO_New || Kind == OO_Array_New)))
      problem(Message::err_device_new, E.getBeginLoc());
    else if (Builtin == Builtin::BI__builtin_operator_delete || IsGlobal)
      problem(Message::err_device_delete, E.getBeginLoc());
    else
      return false;
    for (const Expr *Argument : llvm::reverse(E.arguments()))
      push(Argument);
    return true;
  }

  void visitCall(const CallExpr &E) {
    if (visitAllocation(E))
      return;
    const Expr *Callee = E.getCallee()->IgnoreParenImpCasts();
    if (!E.getCalleeDecl() || !isa<FunctionDecl>(E.getCalleeDecl()))
      if (!isa<CXXPseudoDestructorExpr>(Callee) && !isa<BinaryOperator>(Callee))
        callThroughPointer(E);
    if (!isPrintf(E))
      return pushChildren(E);
    for (const Expr *Argument : llvm::reverse(E.arguments()))
      push(withoutPromotion(*Argument));
    push(E.getCallee());
  }

  /// A pointer that is a constant, such as a constexpr variable, is another
  /// name of its function.
  void callThroughPointer(const CallExpr &E) {
    const Expr *Callee = E.getCallee();
    APValue Value;
    if (!Callee->isValueDependent() &&
        Callee->isCXX11ConstantExpr(Context, &Value) && Value.isLValue())
      if (const auto *F = dyn_cast_or_null<FunctionDecl>(
              Value.getLValueBase().dyn_cast<const ValueDecl *>()))
        return call(F, E.getBeginLoc());
    problem(Message::err_device_function_pointer, E.getBeginLoc());
  }

  static bool isPrintf(const CallExpr &E) {
    const FunctionDecl *F = E.getDirectCallee();
    return F && F->isVariadic() && F->getIdentifier() &&
           F->getName() == "printf";
  }

  /// What C promotes to double for printf is printed as the float it is
  /// (compiler/passes/print_calls.h).
  static const Expr *withoutPromotion(const Expr &Argument) {
    const auto *Cast = dyn_cast<ImplicitCastExpr>(&Argument);
    return Cast && Cast->getCastKind() == CK_FloatingCast ? Cast->getSubExpr()
                                                          : &Argument;
  }

  /// void *operator new(size_t, void *) and its array twin: no allocation.
  static bool isPlacementForm(const FunctionDecl &Operator) {
    return Operator.getNumParams() == 2 && !isa<CXXMethodDecl>(Operator) &&
           Operator.getParamDecl(1)->getType()->isVoidPointerType();
  }

  void visitNew(const CXXNewExpr &E) {
    const FunctionDecl *Operator = E.getOperatorNew();
    if (Operator && Operator->isReplaceableGlobalAllocationFunction())
      problem(Message::err_device_new, E.getBeginLoc());
    else if (Operator && !isPlacementForm(*Operator))
      call(Operator, E.getBeginLoc());
    pushChildren(E);
  }

  void visitDelete(const CXXDeleteExpr &E) {
    const FunctionDecl *Operator = E.getOperatorDelete();
    if (!Operator || Operator->isReplaceableGlobalAllocationFunction())
      problem(Message::err_device_delete, E.getBeginLoc());
    else
      call(Operator, E.getBeginLoc());
    destroy(E.getDestroyedType(), E.getBeginLoc());
    pushChildren(E);
  }

  /// SPEC 000: what a program declares, passes, returns or computes.
  void useType(QualType Type, SourceLocation Where) {
    // A type that is written without any alias has no sugar and, unless it is a
    // class, no parts.
    if (!Aliases.any() || (Type.isCanonical() && !Type->isRecordType()))
      return;
    AliasRequirements::List Needed;
    Aliases.collect(Type, Needed);
    for (const AnnotateAttr *A : Needed)
      if (llvm::none_of(Body.AliasUses, [&](const AliasUse &Known) {
            return Known.Requirement == A;
          }))
        Body.AliasUses.push_back({A, Where});
  }

  void checkType(QualType Type, SourceLocation Where) {
    useType(Type, Where);
    if (Body.DoubleUse.isInvalid() && !IsLibrary && isDouble(Type, Context))
      Body.DoubleUse = Where;
    if (HasLongDouble ||
        !isLongDouble(Context.getBaseElementType(Type.getNonReferenceType()),
                      Context))
      return;
    HasLongDouble = true;
    problem(Message::err_device_long_double, Where);
  }

  void visit(const Stmt &S);

  ASTContext &Context;
  AliasRequirements &Aliases;
  DeviceBody Body;
  SmallVector<const Stmt *, 32> Stack;
  // Once in a function is enough to read.
  bool HasLongDouble = false;
  bool HasTypeid = false;
  bool IsLibrary = false;
};

void BodyWalker::visit(const Stmt &S) {
  if (const auto *E = dyn_cast<Expr>(&S)) {
    checkType(E->getType(), E->getExprLoc());
    if (consumesLongDouble(*E, Context))
      return;
  }
  switch (S.getStmtClass()) {
  // Not evaluated, or by the compiler.
  case Stmt::ConstantExprClass:
  case Stmt::UnaryExprOrTypeTraitExprClass:
  case Stmt::CXXNoexceptExprClass:
  case Stmt::TypeTraitExprClass:
  case Stmt::RequiresExprClass:
    return;
  case Stmt::IfStmtClass:
    return visitIf(cast<IfStmt>(S));
  case Stmt::ConditionalOperatorClass:
    return visitConditional(cast<ConditionalOperator>(S));
  case Stmt::BinaryOperatorClass:
    return visitBinary(cast<BinaryOperator>(S));
  case Stmt::DeclStmtClass:
    return visitDeclarations(cast<DeclStmt>(S));
  case Stmt::LambdaExprClass: {
    // The body is a function of its own.
    const auto &Lambda = cast<LambdaExpr>(S);
    for (const Expr *Init : Lambda.capture_inits())
      push(Init);
    return;
  }
  case Stmt::DeclRefExprClass: {
    const auto &Ref = cast<DeclRefExpr>(S);
    return visitReference(Ref.getDecl(), Ref.getLocation(),
                          Ref.isNonOdrUse() != NOUR_None);
  }
  case Stmt::MemberExprClass:
    return visitMember(cast<MemberExpr>(S));
  case Stmt::CXXMemberCallExprClass:
    if (!visitMemberCall(cast<CXXMemberCallExpr>(S)))
      visitCall(cast<CallExpr>(S));
    return;
  case Stmt::CallExprClass:
  case Stmt::CXXOperatorCallExprClass:
  case Stmt::UserDefinedLiteralClass:
    return visitCall(cast<CallExpr>(S));
  case Stmt::CXXConstructExprClass:
  case Stmt::CXXTemporaryObjectExprClass:
    call(cast<CXXConstructExpr>(S).getConstructor(), S.getBeginLoc());
    break;
  case Stmt::CXXInheritedCtorInitExprClass:
    call(cast<CXXInheritedCtorInitExpr>(S).getConstructor(), S.getBeginLoc());
    break;
  case Stmt::CXXBindTemporaryExprClass:
    destroy(cast<Expr>(S).getType(), S.getBeginLoc());
    break;
  case Stmt::CXXDefaultArgExprClass:
    return push(cast<CXXDefaultArgExpr>(S).getExpr());
  case Stmt::CXXDefaultInitExprClass:
    return push(cast<CXXDefaultInitExpr>(S).getExpr());
  case Stmt::CXXThrowExprClass:
    problem(Message::err_device_throw, S.getBeginLoc());
    return;
  case Stmt::CXXTryStmtClass:
    problem(Message::err_device_try, S.getBeginLoc());
    return push(cast<CXXTryStmt>(S).getTryBlock());
  case Stmt::CXXNewExprClass:
    return visitNew(cast<CXXNewExpr>(S));
  case Stmt::CXXDeleteExprClass:
    return visitDelete(cast<CXXDeleteExpr>(S));
  case Stmt::CXXTypeidExprClass:
    if (!std::exchange(HasTypeid, true))
      problem(Message::err_device_type_information, S.getBeginLoc(),
              {"typeid"});
    return;
  case Stmt::CXXDynamicCastExprClass:
    return problem(Message::err_device_type_information, S.getBeginLoc(),
                   {"dynamic_cast"});
  case Stmt::GCCAsmStmtClass:
  case Stmt::MSAsmStmtClass:
    return problem(Message::err_device_inline_assembly, S.getBeginLoc());
  default:
    break;
  }
  pushChildren(S);
}

} // namespace

DeviceBody walkDeviceBody(const FunctionDecl &F, ASTContext &Context) {
  AliasRequirements Aliases(Context);
  return BodyWalker(Context, Aliases).walk(F);
}

DeviceCode::DeviceCode(ASTContext &Context,
                       ArrayRef<const FunctionDecl *> Roots) {
  AliasRequirements Aliases(Context);
  for (const FunctionDecl *Root : Roots)
    add(Root, None, SourceLocation());
  for (unsigned I = 0; I < Nodes.size(); ++I) {
    const FunctionDecl *F = Nodes[I].Function;
    if (!F->doesThisDeclarationHaveABody() || F->isDependentContext() ||
        isThrower(*F))
      continue;
    DeviceBody Body = BodyWalker(Context, Aliases).walk(*F);
    std::vector<unsigned> Callees;
    for (const DeviceCall &Call : Body.Calls)
      Callees.push_back(add(Call.Callee, I, Call.Where));
    Nodes[I].Body = std::move(Body);
    Nodes[I].Callees = std::move(Callees);
  }
}

unsigned DeviceCode::find(const FunctionDecl *F) const {
  auto Found = Index.find(F->getCanonicalDecl());
  return Found == Index.end() ? None : Found->second;
}

unsigned DeviceCode::add(const FunctionDecl *F, unsigned Caller,
                         SourceLocation Where) {
  auto [It, IsNew] = Index.try_emplace(F->getCanonicalDecl(), Nodes.size());
  if (IsNew) {
    const FunctionDecl *Definition = F;
    F->hasBody(Definition);
    Nodes.push_back({Definition, Caller, Where, {}, {}});
  }
  return It->second;
}

bool isLibraryCode(const FunctionDecl &F) {
  if (F.hasAttr<SYCLKernelEntryPointAttr>())
    return true;
  for (const DeclContext *C = F.getDeclContext(); C; C = C->getParent())
    if (const auto *Namespace = dyn_cast<NamespaceDecl>(C);
        Namespace && Namespace->getName() == "sycl" &&
        Namespace->getDeclContext()->getRedeclContext()->isTranslationUnit())
      // A functor of the user may be a local class of nothing of ours.
      return true;
  return false;
}

const CXXRecordDecl *wrappedFunctor(const CXXRecordDecl &Functor) {
  for (const NamedDecl *Found :
       Functor.lookup(&Functor.getASTContext().Idents.get("wrapped_functor")))
    if (const auto *Name = dyn_cast<TypedefNameDecl>(Found))
      if (const CXXRecordDecl *Inner =
              Name->getUnderlyingType()->getAsCXXRecordDecl())
        return Inner->getDefinition();
  return nullptr;
}

} // namespace facet
