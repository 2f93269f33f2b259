//===- device_rules.cpp - What device code cannot do ----------------------===//
//
// See device_rules.h. Arguments of kernels: kernel_arguments.cpp.
//
//===----------------------------------------------------------------------===//

#include "compiler/frontend/device_rules.h"

#include "compiler/frontend/clang_messages.h"
#include "compiler/frontend/library_functions.h"
#include "compiler/ir/c_functions.h"
#include "compiler/ir/dropped_calls.h"
#include "compiler/ir/names.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/Builtins.h"
#include "clang/Basic/SourceManager.h"
#include "clang/CodeGen/ModuleBuilder.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/Instructions.h"
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
  Checker(const DeviceCode &Code,
          const llvm::DenseSet<const Decl *> &NotRecursive,
          CodeGenerator &Generator, ASTContext &Context,
          DiagnosticsEngine &Diags)
      : Code(Code), NotRecursive(NotRecursive), Generator(Generator),
        Context(Context), Diags(Diags) {
    for (const llvm::Function &F : *Generator.GetModule()) {
      if (!F.isDeclaration() || F.isIntrinsic())
        continue;
      if (const Decl *D = Generator.GetDeclForMangledName(F.getName()))
        Missing.insert(D->getCanonicalDecl());
      else if (!F.use_empty())
        MissingSymbols.insert(F.getName());
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
    // Much of what is refused above makes such calls.
    if (Reported.empty())
      checkSymbols();
  }

private:
  void checkCallee(unsigned Caller, const FunctionDecl &Callee,
                   SourceLocation Where) {
    // Clang itself would only find calls that the optimizer leaves.
    if (const auto *Refused = Callee.getAttr<ErrorAttr>();
        Refused && Refused->isError())
      return report(Caller,
                    {Message::err_device_refused_function,
                     Where,
                     {nameOf(Callee), Refused->getUserDiagnostic().str()}});
    if (unsigned Builtin = Callee.getBuiltinID()) {
      std::string Name = Context.BuiltinInfo.getName(Builtin);
      llvm::StringRef Symbol = Name;
      Symbol.consume_front("__builtin_");
      if (isProvided(Symbol))
        return;
      // The code generator calls the library by a name of its own.
      bool Calls = MissingSymbols.contains(Symbol);
      if (Calls)
        ReportedSymbols.insert(Symbol);
      if (Calls)
        return reportLibraryFunction(Caller, Callee, Where);
    }
    if (!Missing.contains(Callee.getCanonicalDecl()) ||
        Callee.hasAttr<SYCLExternalAttr>() || isThrower(Callee))
      return;
    // What Facet's device libraries define.
    if (const IdentifierInfo *Id = Callee.getIdentifier())
      if (isDeviceLibraryName(Id->getName()))
        return;
    if (Context.getSourceManager().isInSystemHeader(Callee.getLocation()))
      reportLibraryFunction(Caller, Callee, Where);
    else
      report(Caller, {Message::err_device_undefined_function,
                      Where,
                      {nameOf(Callee)},
                      &Callee});
  }

  static bool isDeviceLibraryName(llvm::StringRef Name) {
    return Name.starts_with("__spirv_") || Name.starts_with("__sycl_") ||
           isSanitizerFunction(Name);
  }

  /// What the code generator calls though nobody wrote it.
  void checkSymbols() {
    for (const llvm::Function &F : *Generator.GetModule()) {
      if (!MissingSymbols.contains(F.getName()) ||
          ReportedSymbols.contains(F.getName()) ||
          isDeviceLibraryName(F.getName()) || isProvided(F.getName()))
        continue;
      for (const llvm::User *U : F.users())
        if (const auto *Call = llvm::dyn_cast<llvm::Instruction>(U))
          reportSymbol(F.getName(), Call->getFunction()->getName());
    }
  }

  void reportSymbol(llvm::StringRef Symbol, llvm::StringRef Caller) {
    const Decl *D = Generator.GetDeclForMangledName(Caller);
    const auto *Function = dyn_cast_or_null<FunctionDecl>(D);
    unsigned Node = Function ? Code.find(Function) : DeviceCode::None;
    if (Node != DeviceCode::None)
      report(Node, {Message::err_device_library_function,
                    Code.nodes()[Node].Function->getLocation(),
                    {Symbol.str(), DoElsewhere}});
  }

  /// Users can change their own call that leads to the function, not what the
  /// library does in between.
  void reportLibraryFunction(unsigned Caller, const FunctionDecl &Function,
                             SourceLocation Where) {
    llvm::ArrayRef<DeviceCode::Node> Nodes = Code.nodes();
    const FunctionDecl *Callee = &Function;
    while (Nodes[Caller].Caller != DeviceCode::None &&
           !isLibraryCode(*Nodes[Caller].Function) &&
           Context.getSourceManager().isInSystemHeader(
               Nodes[Caller].Function->getLocation())) {
      Callee = Nodes[Caller].Function;
      Where = Nodes[Caller].CalledAt;
      Caller = Nodes[Caller].Caller;
    }
    // Refused where 'typeid' made it.
    if (const auto *Method = dyn_cast<CXXMethodDecl>(Callee);
        Method && Method->getParent()->isInStdNamespace() &&
        Method->getParent()->getDeclName().getAsString() == "type_info")
      return;
    report(Caller, {Message::err_device_library_function,
                    Where,
                    {nameOf(*Callee), insteadOf(*Callee)}});
  }

  /// What to write instead of a function of the host's library.
  std::string insteadOf(const FunctionDecl &Callee) const {
    const IdentifierInfo *Id = Callee.getIdentifier();
    llvm::StringRef Name = Id ? Id->getName() : "";
    Name.consume_front("__builtin_");
    // sqrtf and sqrtl are overloads in C++.
    for (llvm::StringRef Tried : {Name, Name.drop_back(!Name.empty())})
      if (!Tried.empty() && hasSyclFunction(Tried))
        return "use 'sycl::" + Tried.str() + "'";
    if (Name.starts_with("mem") || Name.starts_with("str") ||
        Name.starts_with("wcs") || Name == "bcmp")
      return "write it as a loop";
    return DoElsewhere;
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
    if (Node == Callee && NotRecursive.contains(Target.getCanonicalDecl()))
      return;
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

  static constexpr const char *DoElsewhere =
      "do it on the host, or write it in this source";

  const DeviceCode &Code;
  const llvm::DenseSet<const Decl *> &NotRecursive;
  CodeGenerator &Generator;
  ASTContext &Context;
  DiagnosticsEngine &Diags;
  /// Functions that are not defined here: declared by the source, and others.
  llvm::DenseSet<const Decl *> Missing;
  llvm::StringSet<> MissingSymbols;
  llvm::StringSet<> ReportedSymbols;
  std::set<std::tuple<Message, unsigned, std::vector<std::string>>> Reported;
};

} // namespace

void checkDeviceRules(const DeviceCode &Code,
                      const llvm::DenseSet<const Decl *> &NotRecursive,
                      CodeGenerator &Generator, ASTContext &Context,
                      DiagnosticsEngine &Diags) {
  Checker(Code, NotRecursive, Generator, Context, Diags).check();
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
