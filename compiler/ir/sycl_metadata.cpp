//===- sycl_metadata.cpp - Typed access to the !sycl_* metadata -----------===//
//
// See sycl_metadata.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/ir/sycl_metadata.h"

#include "compiler/ir/metadata_nodes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"


using namespace llvm;

namespace facet {
namespace {

/// SPIR-V counts dimension 0 as the fastest and always has three.
MDNode *workGroupNode(LLVMContext &Context, const WorkGroupSize &Size) {
  SmallVector<int64_t, 3> Dims(3, 1);
  for (uint32_t I = 0; I < Size.dim_count; ++I)
    Dims[I] = Size.dims[Size.dim_count - 1 - I];
  return integersNode(Context, Dims);
}

} // namespace

//===----------------------------------------------------------------------===//
// Module
//===----------------------------------------------------------------------===//

AspectTable AspectTable::read(const Module &M) {
  AspectTable Table;
  const NamedMDNode *List = M.getNamedMetadata(metadata::Aspects);
  if (!List)
    return Table;
  for (const MDNode *Node : List->operands()) {
    if (Node->getNumOperands() != 2)
      continue;
    const auto *Name = dyn_cast_or_null<MDString>(Node->getOperand(0));
    SmallVector<int64_t, 4> Numbers = integersOf(Node);
    if (Name && Numbers.size() == 1)
      Table.Entries.push_back(
          {Name->getString().str(), static_cast<Aspect>(Numbers.front())});
  }
  return Table;
}

void AspectTable::write(Module &M, ArrayRef<Entry> Entries) {
  LLVMContext &Context = M.getContext();
  NamedMDNode *List = M.getOrInsertNamedMetadata(metadata::Aspects);
  List->clearOperands();
  for (const Entry &E : Entries)
    List->addOperand(MDNode::get(Context, {MDString::get(Context, E.Name),
                                           integerOperand(Context, E.Number)}));
}

std::optional<Aspect> AspectTable::numberOf(StringRef Name) const {
  if (Entries.empty())
    return AspectByName(std::string_view(Name));
  for (const Entry &E : Entries)
    if (E.Name == Name)
      return E.Number;
  return std::nullopt;
}

std::string AspectTable::nameOf(Aspect Number) const {
  for (const Entry &E : Entries)
    if (E.Number == Number)
      return E.Name;
  if (std::string_view Name = AspectName(Number);
      Entries.empty() && !Name.empty())
    return std::string(Name);
  return std::to_string(Number);
}

std::vector<TypeAspects> readTypesThatUseAspects(const Module &M) {
  std::vector<TypeAspects> Result;
  const NamedMDNode *List = M.getNamedMetadata(metadata::TypesThatUseAspects);
  if (!List)
    return Result;
  for (const MDNode *Node : List->operands()) {
    if (Node->getNumOperands() == 0)
      continue;
    if (const auto *Name = dyn_cast_or_null<MDString>(Node->getOperand(0)))
      Result.push_back({Name->getString().str(), aspectsOf(Node)});
  }
  return Result;
}

void addTypeThatUsesAspects(Module &M, const TypeAspects &Type) {
  if (Type.Aspects.empty())
    return;
  LLVMContext &Context = M.getContext();
  SmallVector<Metadata *, 4> Operands{MDString::get(Context, Type.TypeName)};
  for (Aspect A : Type.Aspects)
    Operands.push_back(integerOperand(Context, A));
  M.getOrInsertNamedMetadata(metadata::TypesThatUseAspects)
      ->addOperand(MDNode::get(Context, Operands));
}

AspectSet readTargetAspects(const Module &M) {
  const NamedMDNode *List = M.getNamedMetadata(metadata::TargetAspects);
  std::optional<AspectSet> Common;
  if (List)
    for (const MDNode *Node : List->operands())
      Common = Common ? Common->Intersection(aspectsOf(Node)) : aspectsOf(Node);
  return Common.value_or(AspectSet());
}

void writeTargetAspects(Module &M, const AspectSet &Aspects) {
  NamedMDNode *List = M.getOrInsertNamedMetadata(metadata::TargetAspects);
  List->clearOperands();
  List->addOperand(integersNode(M.getContext(), Aspects));
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

AspectSet readAspects(const MDNode &Node) { return aspectsOf(&Node); }

MDNode *aspectsNode(LLVMContext &Context, const AspectSet &Aspects) {
  return integersNode(Context, Aspects);
}

static std::optional<AspectSet> readAspects(const Function &F, StringRef Kind) {
  // Most functions have none: do not look the name up.
  if (!F.hasMetadata())
    return std::nullopt;
  if (const MDNode *Node = F.getMetadata(Kind))
    return aspectsOf(Node);
  return std::nullopt;
}

std::optional<AspectSet> readDeclaredAspects(const Function &F) {
  return readAspects(F, metadata::DeclaredAspects);
}

std::optional<AspectSet> readRequiredAspects(const Function &F) {
  return readAspects(F, metadata::RequiredAspects);
}

void writeDeclaredAspects(Function &F, const AspectSet &Aspects) {
  F.setMetadata(metadata::DeclaredAspects,
                integersNode(F.getContext(), Aspects));
}

void writeRequiredAspects(Function &F, const AspectSet &Aspects) {
  writeDeclaredAspects(F, Aspects);
  F.setMetadata(metadata::RequiredAspects,
                integersNode(F.getContext(), Aspects));
}

AspectSet readUsedAspects(const Function &F) {
  return readAspects(F, metadata::UsedAspects).value_or(AspectSet());
}

AspectSet readUsedAspects(const Instruction &I) {
  if (!I.hasMetadataOtherThanDebugLoc())
    return {};
  return aspectsOf(I.getMetadata(metadata::UsedAspects));
}

void writeUsedAspects(Function &F, const AspectSet &Aspects) {
  F.setMetadata(metadata::UsedAspects,
                Aspects.empty() ? nullptr
                                : integersNode(F.getContext(), Aspects));
}

/// One (condition, aspects) pair, or why it is malformed.
static std::optional<ConditionalAspects> pairOf(const Metadata *Operand,
                                                std::string &Problem) {
  const auto *Pair = dyn_cast_or_null<MDNode>(Operand);
  if (!Pair || Pair->getNumOperands() != 2) {
    Problem = "an operand is no pair";
    return std::nullopt;
  }
  const auto *Integers = dyn_cast_or_null<MDNode>(Pair->getOperand(0));
  const auto *Aspects = dyn_cast_or_null<MDNode>(Pair->getOperand(1));
  if (!Integers || !Aspects) {
    Problem = "a pair is not of two nodes";
    return std::nullopt;
  }
  SmallVector<int64_t, 4> Wide = integersOf(Integers);
  Condition Numbers;
  for (int64_t Number : Wide)
    if (isInt<32>(Number))
      Numbers.push_back(static_cast<int32_t>(Number));
  if (Numbers.size() != Integers->getNumOperands() ||
      integersOf(Aspects).size() != Aspects->getNumOperands()) {
    Problem = "a pair has operands that are no integers";
    return std::nullopt;
  }
  std::optional<Condition> When = ParseCondition(Numbers, &Problem);
  if (!When)
    return std::nullopt;
  return ConditionalAspects{std::move(*When), aspectsOf(Aspects)};
}

std::vector<ConditionalAspects>
readConditionallyUsedAspects(const Function &F, std::string *Problem) {
  std::vector<ConditionalAspects> Result;
  if (!F.hasMetadata())
    return Result;
  const MDNode *Node = F.getMetadata(metadata::ConditionallyUsedAspects);
  if (!Node)
    return Result;
  for (const MDOperand &Operand : Node->operands()) {
    std::string Why;
    if (std::optional<ConditionalAspects> Pair = pairOf(Operand, Why))
      Result.push_back(std::move(*Pair));
    else if (Problem && Problem->empty())
      *Problem = Why;
  }
  return Result;
}

void writeConditionallyUsedAspects(Function &F,
                                   std::vector<ConditionalAspects> Pairs) {
  LLVMContext &Context = F.getContext();
  llvm::sort(Pairs, [](const auto &A, const auto &B) {
    return A < B;
  });
  SmallVector<Metadata *, 4> Operands;
  for (const ConditionalAspects &Pair : Pairs)
    if (!Pair.aspects.empty())
      Operands.push_back(
          MDNode::get(Context, {integersNode(Context, Pair.when),
                                integersNode(Context, Pair.aspects)}));
  F.setMetadata(metadata::ConditionallyUsedAspects,
                Operands.empty() ? nullptr : MDNode::get(Context, Operands));
}

std::optional<std::vector<std::string>> readFixedTargets(const Function &F) {
  const MDNode *Node = F.getMetadata(metadata::FixedTargets);
  if (!Node)
    return std::nullopt;
  std::vector<std::string> Names;
  for (const MDOperand &Operand : Node->operands())
    if (const auto *Name = dyn_cast_or_null<MDString>(Operand))
      Names.push_back(Name->getString().str());
  return Names;
}

void writeFixedTargets(Function &F, ArrayRef<std::string> TargetNames) {
  SmallVector<Metadata *, 4> Operands;
  for (const std::string &Name : TargetNames)
    Operands.push_back(MDString::get(F.getContext(), Name));
  F.setMetadata(metadata::FixedTargets, MDNode::get(F.getContext(), Operands));
}

std::optional<WorkGroupSize> readWorkGroupSize(const Function &F) {
  SmallVector<int64_t, 4> Sizes =
      integersOf(F.getMetadata(metadata::WorkGroupSizeNode));
  if (Sizes.empty() || Sizes.size() > 3)
    return std::nullopt;
  uint32_t Count = Sizes.size();
  uint32_t Written = 0;
  if (!F.getFnAttribute(attribute::WorkGroupDims)
           .getValueAsString()
           .getAsInteger(10, Written) &&
      Written >= 1 && Written <= Count)
    Count = Written;
  WorkGroupSize Result;
  Result.dim_count = Count;
  for (uint32_t I = 0; I != Count; ++I)
    Result.dims[I] = static_cast<uint32_t>(Sizes[Count - 1 - I]);
  return Result;
}

void writeWorkGroupSize(Function &F, const WorkGroupSize &Size) {
  F.setMetadata(metadata::WorkGroupSizeNode,
                workGroupNode(F.getContext(), Size));
  F.addFnAttr(attribute::WorkGroupDims, std::to_string(Size.dim_count));
}

void writeWorkGroupSizeHint(Function &F, const WorkGroupSize &Size) {
  F.setMetadata(metadata::WorkGroupSizeHintNode,
                workGroupNode(F.getContext(), Size));
}

std::optional<int64_t> readSubGroupSize(const Function &F) {
  SmallVector<int64_t, 4> Sizes =
      integersOf(F.getMetadata(metadata::SubGroupSizeNode));
  if (Sizes.size() != 1)
    return std::nullopt;
  return Sizes.front();
}

void writeSubGroupSize(Function &F, int64_t Size) {
  F.setMetadata(metadata::SubGroupSizeNode,
                integersNode(F.getContext(), ArrayRef(Size)));
}

uint64_t readFunctorLayout(const Function &F) {
  uint64_t Layout = 0;
  return F.getFnAttribute(attribute::FunctorLayout)
                 .getValueAsString()
                 .getAsInteger(10, Layout)
             ? 0
             : Layout;
}

void writeFunctorLayout(Function &F, uint64_t Layout) {
  F.addFnAttr(attribute::FunctorLayout, std::to_string(Layout));
}

Requirements readRequirements(const Function &F) {
  Requirements Needs;
  if (!F.hasMetadata())
    return Needs;
  Needs.aspects =
      readUsedAspects(F).Union(readDeclaredAspects(F).value_or(AspectSet()));
  Needs.conditional = readConditionallyUsedAspects(F);
  if (std::optional<int64_t> Size = readSubGroupSize(F); Size && *Size > 0)
    Needs.Add(Feature::OfSubGroup(static_cast<uint32_t>(*Size)));
  if (std::optional<WorkGroupSize> Size = readWorkGroupSize(F))
    Needs.Add(Feature::OfWorkGroup(*Size));
  Needs.Canonicalize();
  return Needs;
}

bool isKernel(const Function &F) {
  return F.getCallingConv() == CallingConv::SPIR_KERNEL;
}

bool isEntryPoint(const Function &F) {
  return !F.isDeclaration() &&
         (isKernel(F) ||
          (F.hasFnAttribute(attribute::ModuleId) && !F.hasLocalLinkage()));
}

} // namespace facet
