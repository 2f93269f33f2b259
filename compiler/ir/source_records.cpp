//===- source_records.cpp - What a source tells the steps behind it -------===//
//
// See source_records.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/ir/source_records.h"

#include "compiler/ir/metadata_nodes.h"
#include "config/tables/architecture_facts.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace facet {
namespace {

std::optional<StringRef> textAt(const MDNode &Node, unsigned Index) {
  if (Index >= Node.getNumOperands())
    return std::nullopt;
  const auto *Text = dyn_cast_or_null<MDString>(Node.getOperand(Index));
  return Text ? std::optional(Text->getString()) : std::nullopt;
}

const MDNode *nodeAt(const MDNode &Node, unsigned Index) {
  return Index < Node.getNumOperands()
             ? dyn_cast_or_null<MDNode>(Node.getOperand(Index))
             : nullptr;
}

NamedMDNode *cleared(Module &M, StringRef Name, bool IsWanted) {
  if (!IsWanted) {
    if (NamedMDNode *Old = M.getNamedMetadata(Name))
      Old->eraseFromParent();
    return nullptr;
  }
  NamedMDNode *Node = M.getOrInsertNamedMetadata(Name);
  Node->clearOperands();
  return Node;
}

} // namespace

std::vector<DecidedSource> readDecidedFor(const Module &M) {
  std::vector<DecidedSource> Records;
  if (const NamedMDNode *Named = M.getNamedMetadata(metadata::DecidedFor))
    for (const MDNode *Node : Named->operands())
      if (std::optional<StringRef> Target = textAt(*Node, 0))
        Records.push_back({Target->str(), textAt(*Node, 1).value_or("").str()});
  return Records;
}

bool isCompatibleWith(StringRef DecidedFor, StringRef Target) {
  return Target == DecidedFor ||
         (Target.consume_front("emu_") && Target == DecidedFor);
}

void writeDecidedFor(Module &M, ArrayRef<DecidedSource> Records) {
  NamedMDNode *Named = cleared(M, metadata::DecidedFor, !Records.empty());
  LLVMContext &Context = M.getContext();
  for (const DecidedSource &Record : Records) {
    SmallVector<Metadata *, 2> Operands{MDString::get(Context, Record.Target)};
    if (!Record.Source.empty())
      Operands.push_back(MDString::get(Context, Record.Source));
    Named->addOperand(MDNode::get(Context, Operands));
  }
}

std::vector<std::vector<UncheckedFunction>>
readUncheckedCalls(const Module &M) {
  std::vector<std::vector<UncheckedFunction>> Sources;
  const NamedMDNode *Named = M.getNamedMetadata(metadata::UncheckedCalls);
  if (!Named)
    return Sources;
  for (const MDNode *Source : Named->operands()) {
    std::vector<UncheckedFunction> Functions;
    for (unsigned I = 0; I != Source->getNumOperands(); ++I) {
      const MDNode *Node = nodeAt(*Source, I);
      std::optional<StringRef> Symbol =
          Node ? textAt(*Node, 0) : std::nullopt;
      if (!Symbol)
        continue;
      UncheckedFunction F{Symbol->str(), std::nullopt, {}};
      if (const MDNode *Callees = nodeAt(*Node, 1))
        for (unsigned C = 0; C != Callees->getNumOperands(); ++C)
          if (std::optional<StringRef> Callee = textAt(*Callees, C))
            F.Callees.push_back(Callee->str());
      if (const MDNode *Allowed = nodeAt(*Node, 2))
        F.Allowed = aspectsOf(Allowed);
      Functions.push_back(std::move(F));
    }
    Sources.push_back(std::move(Functions));
  }
  return Sources;
}

void addUncheckedCalls(Module &M, ArrayRef<UncheckedFunction> Functions) {
  if (Functions.empty())
    return;
  LLVMContext &Context = M.getContext();
  SmallVector<Metadata *, 16> Nodes;
  for (const UncheckedFunction &F : Functions) {
    SmallVector<Metadata *, 8> Callees;
    for (const std::string &Callee : F.Callees)
      Callees.push_back(MDString::get(Context, Callee));
    SmallVector<Metadata *, 3> Operands{MDString::get(Context, F.Symbol),
                                        MDNode::get(Context, Callees)};
    if (F.Allowed)
      Operands.push_back(integersNode(Context, *F.Allowed));
    Nodes.push_back(MDNode::get(Context, Operands));
  }
  M.getOrInsertNamedMetadata(metadata::UncheckedCalls)
      ->addOperand(MDNode::get(Context, Nodes));
}

std::vector<ArchitectureFacts> readArchitectureFacts(const Module &M) {
  std::vector<ArchitectureFacts> All = BuiltinArchitectureFacts();
  if (const NamedMDNode *Named = M.getNamedMetadata(metadata::ArchitectureFacts))
    for (const MDNode *Node : Named->operands()) {
      SmallVector<int64_t, 4> Numbers = integersOf(Node);
      const MDNode *Aspects = nodeAt(*Node, 2);
      if (Numbers.size() == 2 && isInt<32>(Numbers[0]) && Aspects)
        AddDevices({static_cast<int32_t>(Numbers[0]), aspectsOf(Aspects),
                    Numbers[1] != 0, {}},
                   &All);
    }
  return All;
}

void writeArchitectureFacts(Module &M, ArrayRef<ArchitectureFacts> Others) {
  NamedMDNode *Named =
      cleared(M, metadata::ArchitectureFacts, !Others.empty());
  LLVMContext &Context = M.getContext();
  for (const ArchitectureFacts &Facts : Others)
    Named->addOperand(MDNode::get(
        Context, {integerOperand(Context, Facts.architecture),
                  integerOperand(Context, Facts.may_have_others),
                  integersNode(Context, Facts.aspects)}));
}

} // namespace facet
