//===- library_functions.cpp - Functions of the standard library ----------===//
//
// See library_functions.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/frontend/library_functions.h"

#include "compiler/passes/library_failures.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"
#include "clang/Basic/SourceManager.h"
#include "clang/CodeGen/ModuleBuilder.h"
#include "llvm/Support/Path.h"

using namespace clang;

namespace facet {
namespace {

constexpr llvm::StringLiteral ThrowerPrefix = "__throw_";

/// An engine with as few as 2^22 results makes any 64-bit integer of three.
constexpr unsigned DistributionLevels = 2;

bool isParameter(const Expr *E, const ParmVarDecl &Parameter) {
  const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
  return Ref && Ref->getDecl() == &Parameter;
}

bool isZero(const Expr *E) {
  const auto *Literal = dyn_cast<IntegerLiteral>(E->IgnoreParenImpCasts());
  return Literal && Literal->getValue().isZero();
}

const Stmt *firstOf(const Stmt *S) {
  const auto *Block = dyn_cast_or_null<CompoundStmt>(S);
  return Block && !Block->body_empty() ? Block->body_front() : nullptr;
}

const Stmt *lastOf(const Stmt *S) {
  const auto *Block = dyn_cast_or_null<CompoundStmt>(S);
  return Block && !Block->body_empty() ? Block->body_back() : S;
}

/// std::__introsort_loop(first, last, depth, compare), which sorts a range by
/// its heap and returns where depth is 0:
///     while (last - first > …) { if (depth == 0) { …; return; } … }
bool endsAtDepthZero(const FunctionDecl &F) {
  if (!F.getIdentifier() || F.getName() != "__introsort_loop" ||
      !F.isInStdNamespace() || F.getNumParams() != 4)
    return false;
  const auto *Loop = dyn_cast_or_null<WhileStmt>(firstOf(F.getBody()));
  const auto *If =
      Loop ? dyn_cast_or_null<IfStmt>(firstOf(Loop->getBody())) : nullptr;
  const auto *Test =
      If ? dyn_cast<BinaryOperator>(If->getCond()->IgnoreParenImpCasts())
         : nullptr;
  return Test && Test->getOpcode() == BO_EQ &&
         isParameter(Test->getLHS(), *F.getParamDecl(2)) &&
         isZero(Test->getRHS()) &&
         isa_and_nonnull<ReturnStmt>(lastOf(If->getThen()));
}

/// std::uniform_int_distribution::operator(), which calls itself for the higher
/// part of a number that is beyond the range of the engine.
bool isIntegerDistribution(const FunctionDecl &F) {
  const auto *Method = dyn_cast<CXXMethodDecl>(&F);
  return Method && Method->getOverloadedOperator() == OO_Call &&
         Method->getParent()->isInStdNamespace() &&
         Method->getParent()->getIdentifier() &&
         Method->getParent()->getName() == "uniform_int_distribution";
}

/// `nothing throws std::out_of_range`, for std::__throw_out_of_range_fmt.
std::string expectationOf(const FunctionDecl &Thrower) {
  llvm::StringRef Name = Thrower.getName();
  Name.consume_front(ThrowerPrefix);
  Name.consume_back("_fmt");
  return "nothing throws std::" + Name.str();
}

LibraryFailure failureIn(const FunctionDecl *Caller, std::string Expression,
                         const ASTContext &Context) {
  LibraryFailure Failure;
  Failure.Expression = std::move(Expression);
  if (!Caller)
    return Failure;
  const SourceManager &Sources = Context.getSourceManager();
  PresumedLoc Place = Sources.getPresumedLoc(Caller->getLocation());
  if (Place.isValid()) {
    Failure.File = llvm::sys::path::filename(Place.getFilename()).str();
    Failure.Line = Place.getLine();
  }
  llvm::raw_string_ostream Name(Failure.Function);
  Caller->getNameForDiagnostic(Name, Context.getPrintingPolicy(),
                               /*Qualified=*/true);
  return Failure;
}

} // namespace

bool isThrower(const FunctionDecl &F) {
  return F.getIdentifier() && F.getName().starts_with(ThrowerPrefix) &&
         F.isInStdNamespace() && F.getReturnType()->isVoidType() &&
         !isa<CXXMethodDecl>(F);
}

llvm::DenseSet<const Decl *>
replaceLibraryFunctions(CodeGenerator &Generator, const ASTContext &Context) {
  auto DeclOf = [&](const llvm::Function &F) {
    return dyn_cast_or_null<FunctionDecl>(
        const_cast<Decl *>(Generator.GetDeclForMangledName(F.getName())));
  };
  llvm::SmallVector<std::pair<llvm::Function *, const FunctionDecl *>> Found;
  for (llvm::Function &F : *Generator.GetModule())
    if (const FunctionDecl *D = F.isIntrinsic() ? nullptr : DeclOf(F))
      if (isThrower(*D) || (!F.isDeclaration() &&
                            (endsAtDepthZero(*D) || isIntegerDistribution(*D))))
        Found.push_back({&F, D});
  llvm::DenseSet<const Decl *> Ended;
  for (auto [F, D] : Found) {
    const int Depth = onlyIntegerArgument(*F);
    if (isThrower(*D)) {
      replaceThrower(*F, [&](const llvm::Function &Caller) {
        return failureIn(DeclOf(Caller), expectationOf(*D), Context);
      });
    } else if (isIntegerDistribution(*D)) {
      limitRecursion(*F, DistributionLevels,
                     failureIn(D, "the engine has enough results", Context));
      Ended.insert(D->getCanonicalDecl());
    } else if (Depth >= 0) {
      endRecursionByZero(*F, static_cast<unsigned>(Depth));
      Ended.insert(D->getCanonicalDecl());
    }
  }
  return Ended;
}

} // namespace facet
