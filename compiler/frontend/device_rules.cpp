//===- device_rules.cpp - What device code cannot do ----------------------===//
//
// See device_rules.h. Arguments of kernels: kernel_arguments.cpp.
//
//===----------------------------------------------------------------------===//

#include "compiler/frontend/device_rules.h"

#include "compiler/frontend/clang_messages.h"
#include "compiler/ir/names.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"
#include "clang/CodeGen/ModuleBuilder.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/IR/Module.h"

#include <set>
#include <tuple>

using namespace clang;

namespace facet {

std::string kernelNameForUser(const FunctionDecl &EntryPoint,
                              ASTContext &Context) {
  const auto *A = EntryPoint.getAttr<SYCLKernelEntryPointAttr>();
  const SYCLKernelInfo *Info =
      A ? Context.findSYCLKernelInfo(A->getKernelName()) : nullptr;
  return Info ? nameForUser(Info->GetKernelName())
              : EntryPoint.getQualifiedNameAsString();
}

namespace {

std::string nameOf(const FunctionDecl &F) {
  const auto *Method = dyn_cast<CXXMethodDecl>(&F);
  if (Method && Method->getParent()->isLambda())
    return "(lambda)";
  return F.getQualifiedNameAsString();
}

class Checker {
public:
  Checker(const DeviceCode &Code, CodeGenerator &Generator, ASTContext &Context,
          DiagnosticsEngine &Diags)
      : Code(Code), Context(Context), Diags(Diags) {
    for (const llvm::Function &F : *Generator.GetModule()) {
      if (!F.isDeclaration() || F.isIntrinsic())
        continue;
      if (const Decl *D = Generator.GetDeclForMangledName(F.getName()))
        Missing.insert(D->getCanonicalDecl());
    }
  }

  void check() {
    llvm::ArrayRef<DeviceCode::Node> Nodes = Code.nodes();
    for (unsigned I = 0; I < Nodes.size(); ++I) {
      for (const DeviceProblem &P : Nodes[I].Body.Problems)
        report(I, P);
      for (unsigned C = 0; C < Nodes[I].Callees.size(); ++C)
        checkCallee(I, *Nodes[Nodes[I].Callees[C]].Function,
                    Nodes[I].Body.Calls[C].Where);
    }
    findRecursion();
  }

private:
  void checkCallee(unsigned Caller, const FunctionDecl &Callee,
                   SourceLocation Where) {
    if (!Missing.contains(Callee.getCanonicalDecl()) ||
        Callee.hasAttr<SYCLExternalAttr>())
      return;
    // What Facet's device libraries define.
    if (const IdentifierInfo *Id = Callee.getIdentifier())
      if (Id->getName().starts_with("__spirv_") ||
          Id->getName().starts_with("__sycl_"))
        return;
    bool InSystem =
        Context.getSourceManager().isInSystemHeader(Callee.getLocation());
    if (InSystem)
      report(Caller, {Message::err_device_library_function,
                      Where,
                      {nameOf(Callee), insteadOf(Callee)}});
    else
      report(Caller, {Message::err_device_undefined_function,
                      Where,
                      {nameOf(Callee)},
                      &Callee});
  }

  /// What to write instead of a function of the host's library.
  std::string insteadOf(const FunctionDecl &Callee) const {
    const IdentifierInfo *Id = Callee.getIdentifier();
    llvm::StringRef Name = Id ? Id->getName() : "";
    // sqrtf and sqrtl are overloads in C++.
    for (llvm::StringRef Tried : {Name, Name.drop_back(!Name.empty())})
      if (!Tried.empty() && hasSyclFunction(Tried))
        return "use 'sycl::" + Tried.str() + "'";
    if (Name.starts_with("mem") || Name.starts_with("str") ||
        Name.starts_with("wcs") || Name == "bcmp")
      return "write it as a loop";
    return "do it on the host, or write it in this source";
  }

  bool hasSyclFunction(llvm::StringRef Name) const {
    for (const NamedDecl *Scope :
         Context.getTranslationUnitDecl()->lookup(&Context.Idents.get("sycl")))
      if (const auto *Namespace = dyn_cast<NamespaceDecl>(Scope))
        for (const NamedDecl *Found :
             Namespace->lookup(&Context.Idents.get(Name)))
          if (isa<FunctionDecl>(Found) || isa<FunctionTemplateDecl>(Found))
            return true;
    return false;
  }

  /// A call of a function that is being called. Depth first, without recursion
  /// of our own: chains of calls can be long.
  void findRecursion() {
    llvm::ArrayRef<DeviceCode::Node> Nodes = Code.nodes();
    enum : char { New, Open, Done };
    std::vector<char> State(Nodes.size(), New);
    std::vector<std::pair<unsigned, unsigned>> Path; // node, next callee
    for (unsigned Root = 0; Root < Nodes.size(); ++Root) {
      if (State[Root] != New)
        continue;
      Path.push_back({Root, 0});
      State[Root] = Open;
      while (!Path.empty()) {
        auto &[Node, Next] = Path.back();
        if (Next == Nodes[Node].Callees.size()) {
          State[Node] = Done;
          Path.pop_back();
          continue;
        }
        unsigned Call = Next++, Callee = Nodes[Node].Callees[Call];
        if (State[Callee] == Open)
          reportRecursion(Node, Callee, Nodes[Node].Body.Calls[Call].Where);
        if (State[Callee] != New)
          continue;
        State[Callee] = Open;
        Path.push_back({Callee, 0});
      }
    }
  }

  void reportRecursion(unsigned Node, unsigned Callee, SourceLocation Where) {
    const FunctionDecl &Target = *Code.nodes()[Callee].Function;
    if (Node == Callee)
      return report(Node,
                    {Message::err_device_recursion, Where, {nameOf(Target)}});
    report(Node, {Message::err_device_mutual_recursion,
                  Where,
                  {nameOf(Target), nameOf(*Code.nodes()[Node].Function)},
                  &Target});
  }

  void report(unsigned Index, const DeviceProblem &P) {
    // Instances of one template break a rule in one place; a static variable
    // breaks it where it is declared, if that is device code.
    SourceLocation Place = P.Where;
    if (P.What == Message::err_device_static && P.Declaration)
      Place = P.Declaration->getLocation();
    if (!Reported.insert({P.What, Place.getRawEncoding(), P.Arguments}).second)
      return;
    diagnose(Diags, P.Where, P.What, P.Arguments);
    if (P.Declaration && P.Declaration->getLocation().isValid())
      diagnose(Diags, P.Declaration->getLocation(), Message::note_declared_here,
               {P.Arguments.front()});
    noteCallChain(Code, Index, Context, Diags);
  }

  const DeviceCode &Code;
  ASTContext &Context;
  DiagnosticsEngine &Diags;
  llvm::DenseSet<const Decl *> Missing;
  std::set<std::tuple<Message, unsigned, std::vector<std::string>>> Reported;
};

} // namespace

void checkDeviceRules(const DeviceCode &Code, CodeGenerator &Generator,
                      ASTContext &Context, DiagnosticsEngine &Diags) {
  Checker(Code, Generator, Context, Diags).check();
}

void noteCallChain(const DeviceCode &Code, unsigned Index, ASTContext &Context,
                   DiagnosticsEngine &Diags) {
  constexpr unsigned Shown = 10;
  llvm::ArrayRef<DeviceCode::Node> Nodes = Code.nodes();
  const FunctionDecl *Outermost = nullptr;
  unsigned Steps = 0;
  for (; Nodes[Index].Caller != DeviceCode::None; Index = Nodes[Index].Caller) {
    if (!isLibraryCode(*Nodes[Index].Function))
      Outermost = Nodes[Index].Function;
    if (isLibraryCode(*Nodes[Nodes[Index].Caller].Function))
      continue;
    if (++Steps <= Shown)
      diagnose(Diags, Nodes[Index].CalledAt, Message::note_called_here,
               {nameOf(*Nodes[Index].Function)});
  }
  if (Steps > Shown)
    diagnose(Diags, SourceLocation(), Message::note_calls_omitted,
             {std::to_string(Steps - Shown)});
  const FunctionDecl &Root = *Nodes[Index].Function;
  if (Root.hasAttr<SYCLKernelEntryPointAttr>())
    diagnose(Diags, (Outermost ? Outermost : &Root)->getLocation(),
             Message::note_in_kernel, {kernelNameForUser(Root, Context)});
  else
    diagnose(Diags, Root.getLocation(), Message::note_in_external,
             {nameOf(Root)});
}

} // namespace facet
