//===- aspect_reporter.cpp - Warnings about aspects, with places ----------===//
//
// See aspect_reporter.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/frontend/aspect_reporter.h"

#include "compiler/frontend/attributes.h"
#include "compiler/frontend/clang_messages.h"
#include "compiler/ir/sycl_metadata.h"
#include "compiler/passes/device_pipeline.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/Basic/FileManager.h"
#include "clang/Basic/SourceManager.h"
#include "clang/CodeGen/ModuleBuilder.h"
#include "clang/Frontend/CompilerInstance.h"

#include <set>

using namespace clang;

namespace facet {

LocatedUses locateUses(llvm::Module &M,
                       const std::vector<AspectQuestion> &Questions) {
  LocatedUses Result;
  ReferenceGraph Graph(M);
  for (const AspectQuestion &Question : Questions) {
    const llvm::Function *F = M.getFunction(Question.Symbol);
    Result.Answers.push_back(
        F ? explainAspect(*F, Question.Needs, Question.Device, Graph)
          : std::nullopt);
  }
  PropagateAspectsOptions Options;
  Options.Report = [&](const AspectUse &U) { Result.Undeclared.push_back(U); };
  propagateSourceAspects(M, std::move(Options));
  return Result;
}

/// The name of the group stands where Clang puts it, behind the message.
static std::string withGroup(llvm::StringRef Text, bool IsError) {
  auto [First, Rest] = Text.split('\n');
  std::string Result = First.str() + (IsError ? " [-Werror,-Wsycl-aspects]"
                                              : " [-Wsycl-aspects]");
  if (!Rest.empty())
    Result += "\n" + Rest.str();
  return Result;
}

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

/// The declaration that carries the attribute: a kernel's is its functor's call
/// operator.
const Decl *AspectReporter::withAttribute(llvm::StringRef Symbol,
                                          llvm::StringRef Tag) const {
  if (const Decl *D = Generator.GetDeclForMangledName(Symbol))
    return findAttribute(D, Tag) ? D : nullptr;
  for (const FunctionDecl *Kernel : Declarations.Kernels)
    if (kernelSymbol(*Kernel) == Symbol)
      for (const FunctionDecl *Operator : callOperatorsOf(*Kernel))
        if (findAttribute(Operator, Tag))
          return Operator;
  return nullptr;
}

SourceLocation AspectReporter::declarationOf(llvm::StringRef Symbol) const {
  if (const Decl *D = Generator.GetDeclForMangledName(Symbol))
    return D->getLocation();
  for (const FunctionDecl *Kernel : Declarations.Kernels)
    if (kernelSymbol(*Kernel) == Symbol)
      for (const FunctionDecl *Operator : callOperatorsOf(*Kernel))
        return Operator->getLocation();
  return SourceLocation();
}

SourceLocation AspectReporter::placeOf(const AspectUse &Use) const {
  if (!Use.Use.File.empty())
    if (auto File = CI.getFileManager().getOptionalFileRef(Use.Use.File)) {
      SourceLocation Where = CI.getSourceManager().translateFileLineCol(
          *File, Use.Use.Line, Use.Use.Column);
      if (Where.isValid())
        return Where;
    }
  return declarationOf(Use.UserSymbol);
}

//===----------------------------------------------------------------------===//
// Reports
//===----------------------------------------------------------------------===//

void AspectReporter::warn(SourceLocation Where, llvm::StringRef Text) {
  bool IsError = Level == WarningLevel::Error;
  diagnoseText(CI.getDiagnostics(), Where,
               IsError ? DiagnosticsEngine::Error : DiagnosticsEngine::Warning,
               withGroup(Text, IsError));
}

void AspectReporter::noteAttribute(llvm::StringRef Symbol,
                                   llvm::StringRef Tag) {
  if (const Decl *D = withAttribute(Symbol, Tag))
    diagnose(CI.getDiagnostics(), findAttribute(D, Tag)->getLocation(),
             Message::note_attribute_here, {Tag.str()});
}

void AspectReporter::reportUndeclared(std::vector<AspectUse> Found) {
  if (Found.empty() || Level == WarningLevel::Off)
    return;
  if (LocatedUses Located = FindPlaces({});
      Located.Undeclared.size() == Found.size())
    Found = std::move(Located.Undeclared);
  for (const AspectUse &U : Found) {
    SourceLocation Where = placeOf(U);
    warn(Where,
         textOf(Message::warn_undeclared_aspect, {U.Function, U.AspectName}) +
             "\n" + callChainText(U, Where.isValid()));
    noteAttribute(U.Symbol, tag::DeviceHas);
  }
}

void AspectReporter::reportFixedTargets(
    llvm::ArrayRef<FixedTarget> Targets) {
  if (Targets.empty() || Level == WarningLevel::Off)
    return;
  struct Problem {
    std::string Symbol;
    FixedTargetProblem What;
    size_t Question = ~size_t(0);
  };
  std::vector<Problem> Problems;
  std::vector<AspectQuestion> Questions;
  std::set<std::string> Seen;
  for (const llvm::Function &F : *Generator.GetModule()) {
    if (F.isDeclaration() || !isEntryPoint(F))
      continue;
    for (FixedTargetProblem &What : checkFixedTargets(F, Targets)) {
      if (!Seen.insert(What.Text).second)
        continue;
      Problem P{F.getName().str(), std::move(What)};
      if (P.What.Needs) {
        P.Question = Questions.size();
        Questions.push_back(
            {P.Symbol, *P.What.Needs, P.What.Target->Facts});
      }
      Problems.push_back(std::move(P));
    }
  }
  LocatedUses Located;
  if (!Questions.empty())
    Located = FindPlaces(Questions);
  for (const Problem &P : Problems) {
    if (P.Question < Located.Answers.size() && Located.Answers[P.Question]) {
      const AspectUse &U = *Located.Answers[P.Question];
      SourceLocation Where = placeOf(U);
      warn(Where, P.What.Text + "\n" + callChainText(U, Where.isValid()));
      continue;
    }
    const Decl *D = withAttribute(P.Symbol, P.What.AttributeTag);
    warn(D ? findAttribute(D, P.What.AttributeTag)->getLocation()
           : declarationOf(P.Symbol),
         P.What.Text);
  }
}

} // namespace facet
