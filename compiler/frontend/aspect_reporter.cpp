//===- aspect_reporter.cpp - Warnings about aspects, with places ----------===//
//
// See aspect_reporter.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/frontend/aspect_reporter.h"

#include "compiler/frontend/attributes.h"
#include "compiler/frontend/clang_messages.h"
#include "compiler/frontend/workarounds/aspect_pragmas.h"
#include "compiler/ir/names.h"
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
                       const std::vector<AspectQuestion> &Questions,
                       const std::optional<FixedTarget> &Target) {
  LocatedUses Result;
  PropagateAspectsOptions Options;
  Options.Report = [&](const AspectUse &U) { Result.Undeclared.push_back(U); };
  reportUndecided(M, Options);
  decideConditions(M, Target);
  ReferenceGraph Graph(M);
  for (const AspectQuestion &Question : Questions) {
    const llvm::Function *F = M.getFunction(Question.Symbol);
    Result.Answers.push_back(
        F ? explainAspect(*F, Question.Needs, Question.Device, Graph)
          : std::nullopt);
  }
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

const FunctionDecl *AspectReporter::kernelOf(llvm::StringRef Symbol) const {
  std::string Plain = withoutSourceTag(Symbol);
  for (const FunctionDecl *Kernel : Source.Declarations.Kernels)
    if (kernelSymbol(*Kernel) == Plain)
      return Kernel;
  return nullptr;
}

/// A kernel's is that of its functor's call operator, or a size of a function
/// that it calls.
const AnnotateAttr *AspectReporter::attributeOf(llvm::StringRef Symbol,
                                                llvm::StringRef Tag) const {
  const auto *F =
      dyn_cast_or_null<FunctionDecl>(Generator.GetDeclForMangledName(Symbol));
  if (!F)
    F = kernelOf(Symbol);
  if (!F)
    return nullptr;
  if (const AnnotateAttr *A = Source.Sizes.find(Tag, *F))
    return A;
  if (const AnnotateAttr *A = findAttribute(F, Tag))
    return A;
  for (const FunctionDecl *Operator : callOperatorsOf(*F, Source.Code))
    if (const AnnotateAttr *A = findAttribute(Operator, Tag))
      return A;
  return nullptr;
}

SourceLocation AspectReporter::declarationOf(llvm::StringRef Symbol) const {
  if (const Decl *D = Generator.GetDeclForMangledName(Symbol))
    return D->getLocation();
  if (const FunctionDecl *Kernel = kernelOf(Symbol))
    for (const FunctionDecl *Operator : callOperatorsOf(*Kernel, Source.Code))
      return Operator->getLocation();
  return SourceLocation();
}

SourceLocation AspectReporter::locationOf(const SourcePlace &Place) const {
  if (!Place.File.empty())
    if (auto File = CI.getFileManager().getOptionalFileRef(Place.File))
      return CI.getSourceManager().translateFileLineCol(*File, Place.Line,
                                                        Place.Column);
  return SourceLocation();
}

bool AspectReporter::isLibraryPlace(SourceLocation Where) const {
  return Where.isInvalid() || CI.getSourceManager().isInSystemHeader(Where);
}

/// Where the function of \p Symbol uses an alias that needs \p Number, or a double
/// that leaves no trace in the IR.
SourceLocation AspectReporter::aliasUse(llvm::StringRef Symbol,
                                        int Number) const {
  const auto *F =
      dyn_cast_or_null<FunctionDecl>(Generator.GetDeclForMangledName(Symbol));
  unsigned Node = F ? Source.Code.find(F) : DeviceCode::None;
  if (Node == DeviceCode::None)
    return SourceLocation();
  const DeviceBody &Body = Source.Code.nodes()[Node].Body;
  AttributeReader Read(CI.getASTContext(), CI.getDiagnostics());
  for (const AliasUse &Use : Body.AliasUses)
    if (auto Aspects = Read.aspects(*Use.Requirement);
        Aspects && Aspects->Contains(static_cast<Aspect>(Number)))
      return Use.Where;
  return AspectName(Number) == "fp64" ? Body.DoubleUse : SourceLocation();
}

/// Whether an attribute of the function says that it needs \p Number.
bool AspectReporter::listsAspect(llvm::StringRef Symbol, int Number) const {
  AttributeReader Read(CI.getASTContext(), CI.getDiagnostics());
  for (llvm::StringRef Tag : {tag::DeviceHas, tag::Requires, tag::UsesAspects})
    if (const AnnotateAttr *A = attributeOf(Symbol, Tag))
      if (auto Aspects = Read.aspects(*A);
          Aspects && Aspects->Contains(static_cast<Aspect>(Number)))
        return true;
  return false;
}

/// The place nearest to the use that the user wrote: users cannot change
/// headers of libraries, and Clang shows no warnings there.
SourceLocation AspectReporter::placeOf(const AspectUse &Use) const {
  // A function that is decorated with the aspect is used by its call.
  if (listsAspect(Use.UserSymbol, Use.AspectNumber))
    if (SourceLocation Call = locationOf(Use.Chain.back().CalledFrom);
        !isLibraryPlace(Call))
      return Call;
  SourceLocation Exact = locationOf(Use.Use);
  if (Exact.isInvalid())
    Exact = aliasUse(Use.UserSymbol, Use.AspectNumber);
  if (!isLibraryPlace(Exact))
    return Exact;
  for (const CallChainStep &Step : llvm::reverse(Use.Chain))
    if (SourceLocation Where = locationOf(Step.CalledFrom);
        !isLibraryPlace(Where))
      return Where;
  SourceLocation Declared = declarationOf(Use.UserSymbol);
  return isLibraryPlace(Declared) ? declarationOf(Use.Symbol) : Declared;
}

/// The chain without what the library does between a kernel and its functor.
AspectUse AspectReporter::withoutLibrary(AspectUse Use) const {
  std::vector<CallChainStep> Kept;
  for (CallChainStep &Step : Use.Chain) {
    bool IsEnd = &Step == &Use.Chain.front() || &Step == &Use.Chain.back();
    if (!IsEnd && llvm::StringRef(Step.Function).starts_with("sycl::detail::"))
      continue;
    if (isLibraryPlace(locationOf(Step.CalledFrom)))
      Step.CalledFrom = {};
    Kept.push_back(std::move(Step));
  }
  Use.Chain = std::move(Kept);
  return Use;
}

//===----------------------------------------------------------------------===//
// Reports
//===----------------------------------------------------------------------===//

bool AspectReporter::warn(SourceLocation Where, llvm::StringRef Text) {
  WarningLevel There = levelAt(Where);
  if (There == WarningLevel::Off)
    return false;
  bool IsError = There == WarningLevel::Error;
  diagnoseText(CI.getDiagnostics(), Where,
               IsError ? DiagnosticsEngine::Error : DiagnosticsEngine::Warning,
               withGroup(Text, IsError));
  return true;
}

/// What the command line and the pragmas of the source say about a warning.
WarningLevel AspectReporter::levelAt(SourceLocation Where) const {
  std::optional<diag::Severity> Pragma =
      aspectSeverityAt(Where, CI.getSourceManager());
  if (!Pragma || Warnings.isQuiet())
    return Warnings.level();
  if (*Pragma == diag::Severity::Ignored)
    return WarningLevel::Off;
  return *Pragma == diag::Severity::Error ? WarningLevel::Error
                                          : WarningLevel::Warning;
}

bool AspectReporter::mayWarn() const {
  return Warnings.level() != WarningLevel::Off ||
         hasAspectPragmas(CI.getSourceManager());
}

void AspectReporter::noteAttribute(llvm::StringRef Symbol,
                                   llvm::StringRef Tag) {
  if (const AnnotateAttr *A = attributeOf(Symbol, Tag))
    diagnose(CI.getDiagnostics(), A->getLocation(),
             Message::note_attribute_here, {tagOf(*A).str()});
}

void AspectReporter::reportUndeclared(std::vector<AspectUse> Found) {
  auto IsSilent = [&](const AspectUse &U) {
    return !mayWarn() && !U.IsRequirement;
  };
  if (llvm::all_of(Found, IsSilent))
    return;
  if (LocatedUses Located = FindPlaces({});
      Located.Undeclared.size() == Found.size())
    Found = std::move(Located.Undeclared);
  for (const AspectUse &U : Found) {
    if (IsSilent(U))
      continue;
    SourceLocation Where = placeOf(U);
    std::string Text = undeclaredAspectMessage(U) + "\n" +
                       callChainText(withoutLibrary(U), Where.isValid());
    if (U.IsRequirement)
      diagnoseText(CI.getDiagnostics(), Where, DiagnosticsEngine::Error, Text);
    else if (!warn(Where, Text))
      continue;
    noteAttribute(U.Symbol, U.IsRequirement ? tag::Requires : tag::DeviceHas);
  }
}

void AspectReporter::reportFixedTargets(
    llvm::ArrayRef<FixedTarget> Targets) {
  if (Targets.empty() || !mayWarn())
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
      if (!warn(Where, P.What.Text + "\n" +
                           callChainText(withoutLibrary(U), Where.isValid())))
        continue;
      // Whoever lists an aspect needs it, used or not.
      for (llvm::StringRef Tag : {tag::DeviceHas, tag::Requires})
        noteAttribute(U.UserSymbol, Tag);
      continue;
    }
    const AnnotateAttr *A = attributeOf(P.Symbol, P.What.AttributeTag);
    warn(A ? A->getLocation() : declarationOf(P.Symbol), P.What.Text);
  }
}

} // namespace facet
