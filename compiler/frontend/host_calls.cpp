//===- host_calls.cpp - Conditional device code called by host code -------===//
//
// See host_calls.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/frontend/host_calls.h"

#include "compiler/frontend/clang_messages.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;

namespace facet {
namespace {

using Templates = llvm::SmallPtrSet<const FunctionTemplateDecl *, 4>;

/// The templates among sycl::ext::oneapi::experimental::NAME that something
/// here instantiates.
Templates usedTemplates(ASTContext &Context) {
  const DeclContext *Scope = Context.getTranslationUnitDecl();
  for (StringRef Name : {"sycl", "ext", "oneapi", "experimental"}) {
    const NamespaceDecl *Inner = nullptr;
    for (const NamedDecl *D : Scope->lookup(&Context.Idents.get(Name)))
      if (const auto *N = dyn_cast<NamespaceDecl>(D))
        Inner = N;
    if (!Inner)
      return {};
    Scope = Inner->getPrimaryContext();
  }
  Templates Used;
  for (StringRef Name :
       {"if_device_has", "if_architecture_is", "if_architecture_is_lt",
        "if_architecture_is_le", "if_architecture_is_gt",
        "if_architecture_is_ge", "if_architecture_is_between"})
    for (const NamedDecl *D : Scope->lookup(&Context.Idents.get(Name)))
      if (const auto *T = dyn_cast<FunctionTemplateDecl>(D))
        if (T->spec_begin() != T->spec_end())
          Used.insert(T->getCanonicalDecl());
  return Used;
}

/// Functions defined here that the host emits whether they are called or not,
/// and that no device code can call.
class HostFunctions {
public:
  HostFunctions(const DeviceCode &Device, ASTContext &Context)
      : Device(Device), Context(Context) {
    Scopes.push_back(Context.getTranslationUnitDecl());
    while (!Scopes.empty())
      for (const Decl *D : Scopes.pop_back_val()->decls())
        visit(*D);
  }
  llvm::ArrayRef<const FunctionDecl *> get() const { return Found; }

private:
  void visit(const Decl &D) {
    if (isa<NamespaceDecl, LinkageSpecDecl>(D)) {
      Scopes.push_back(cast<DeclContext>(&D));
      return;
    }
    const auto *F = dyn_cast<FunctionDecl>(&D);
    if (F && F->doesThisDeclarationHaveABody() && !F->isDependentContext() &&
        Context.GetGVALinkageForFunction(F) == GVA_StrongExternal &&
        !F->hasAttr<SYCLExternalAttr>() && Device.find(F) == DeviceCode::None)
      Found.push_back(F);
  }

  const DeviceCode &Device;
  ASTContext &Context;
  llvm::SmallVector<const DeclContext *> Scopes;
  std::vector<const FunctionDecl *> Found;
};

/// Breadth first from the host's functions, through code of the user.
class HostWalk {
public:
  HostWalk(const DeviceCode &Device, const Templates &Wanted,
           ASTContext &Context, DiagnosticsEngine &Diags)
      : Wanted(Wanted), Context(Context), Diags(Diags) {
    HostFunctions Host(Device, Context);
    for (const FunctionDecl *F : Host.get())
      add(F, None, SourceLocation());
  }

  void run() {
    for (unsigned I = 0; I < Nodes.size(); ++I)
      for (const DeviceCall &Call :
           walkDeviceBody(*Nodes[I].Function, Context).Calls)
        follow(I, Call);
  }

private:
  static constexpr unsigned None = DeviceCode::None;
  struct Node {
    const FunctionDecl *Function;
    unsigned Caller;
    SourceLocation CalledAt;
  };

  void follow(unsigned Caller, const DeviceCall &Call) {
    const FunctionTemplateDecl *T = Call.Callee->getPrimaryTemplate();
    if (T && Wanted.contains(T->getCanonicalDecl()))
      return report(Caller, *Call.Callee, Call.Where);
    const FunctionDecl *Definition = nullptr;
    // A kernel is handed over, not called; and what libraries call is theirs.
    if (!Call.Callee->hasBody(Definition) ||
        Definition->hasAttr<SYCLKernelEntryPointAttr>() ||
        Context.getSourceManager().isInSystemHeader(Definition->getLocation()))
      return;
    add(Definition, Caller, Call.Where);
  }

  void add(const FunctionDecl *F, unsigned Caller, SourceLocation Where) {
    if (Known.insert(F->getCanonicalDecl()).second)
      Nodes.push_back({F, Caller, Where});
  }

  void report(unsigned Caller, const FunctionDecl &Callee,
              SourceLocation Where) {
    diagnose(Diags, Where, Message::err_device_only_function,
             {Callee.getNameAsString()});
    for (unsigned I = Caller; Nodes[I].Caller != None; I = Nodes[I].Caller)
      diagnose(Diags, Nodes[I].CalledAt, Message::note_called_here,
               {Nodes[I].Function->getQualifiedNameAsString()});
  }

  const Templates &Wanted;
  ASTContext &Context;
  DiagnosticsEngine &Diags;
  std::vector<Node> Nodes;
  llvm::SmallPtrSet<const FunctionDecl *, 32> Known;
};

} // namespace

void checkHostCalls(const DeviceCode &Device, ASTContext &Context,
                    DiagnosticsEngine &Diags) {
  Templates Wanted = usedTemplates(Context);
  if (!Wanted.empty())
    HostWalk(Device, Wanted, Context, Diags).run();
}

} // namespace facet
