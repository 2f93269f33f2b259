//===- kernel_attributes.cpp - Sizes that kernels get from what they call -===//
//
// See kernel_attributes.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/frontend/kernel_attributes.h"

#include "compiler/frontend/clang_messages.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"

using namespace clang;

namespace facet {

namespace {

/// What a kernel gets from what it calls.
struct InheritedKind {
  std::initializer_list<llvm::StringRef> Tags; // the first names all
  bool MustAgree;
};

const InheritedKind InheritedKinds[] = {
    {{tag::WorkGroupSize}, true},
    {{tag::SubGroupSize, tag::NamedSubGroupSize}, true},
    // A hint is a hint: the nearest one counts.
    {{tag::WorkGroupSizeHint}, false}};

} // namespace

KernelAttributes::KernelAttributes(const DeviceCode &Code,
                                   const ASTContext &Context,
                                   DiagnosticsEngine &Diags)
    : Code(Code), Context(Context), Diags(Diags) {
  for (const InheritedKind &Kind : InheritedKinds)
    ByTag.emplace_back(*Kind.Tags.begin(), collect(Kind.Tags, Kind.MustAgree));
}

const AnnotateAttr *KernelAttributes::find(llvm::StringRef Tag,
                                           const FunctionDecl &F) const {
  unsigned Node = Code.find(&F);
  for (const auto &[Name, Attributes] : ByTag)
    if (Name == Tag && !Attributes.empty() && Node != DeviceCode::None)
      return Attributes[Node];
  return nullptr;
}

/// Breadth first from the functions that have one of \p Tags to those that call
/// them.
KernelAttributes::Attributes
KernelAttributes::collect(llvm::ArrayRef<llvm::StringRef> Tags,
                          bool MustAgree) {
  llvm::ArrayRef<DeviceCode::Node> Nodes = Code.nodes();
  Attributes Found;
  std::vector<unsigned> Reached;
  for (unsigned I = 0; I < Nodes.size(); ++I)
    for (llvm::StringRef Tag : Tags)
      if (const AnnotateAttr *A = findAttribute(Nodes[I].Function, Tag)) {
        Found.resize(Nodes.size());
        Found[I] = A;
        Reached.push_back(I);
        break;
      }
  if (Reached.empty())
    return Found;
  if (Callers.empty()) {
    Callers.resize(Nodes.size());
    for (unsigned I = 0; I < Nodes.size(); ++I)
      for (unsigned Callee : Nodes[I].Callees)
        Callers[Callee].push_back(I);
  }
  for (size_t Next = 0; Next < Reached.size(); ++Next) {
    const AnnotateAttr *A = Found[Reached[Next]];
    for (unsigned Caller : Callers[Reached[Next]]) {
      if (!Found[Caller]) {
        Found[Caller] = A;
        Reached.push_back(Caller);
      } else if (MustAgree && !agree(*Found[Caller], *A, Context)) {
        reportDisagreement(*A, *Found[Caller]);
      }
    }
  }
  return Found;
}

void KernelAttributes::reportDisagreement(const AnnotateAttr &A,
                                          const AnnotateAttr &B) {
  // Once for a pair, in the order of the source.
  const AnnotateAttr *First = &A, *Second = &B;
  if (Second->getLocation() < First->getLocation())
    std::swap(First, Second);
  if (!Reported.insert({First->getLocation(), Second->getLocation()}).second)
    return;
  diagnose(Diags, Second->getLocation(), Message::err_kernel_sizes_disagree,
           {tagOf(*Second).str()});
  diagnose(Diags, First->getLocation(), Message::note_other_attribute);
}

} // namespace facet
