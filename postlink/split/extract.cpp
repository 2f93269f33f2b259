//===- extract.cpp - One group of entry points as a module of its own -----===//
//
// See split.h. Like llvm::CloneModule, but it visits only what the new module
// will hold: for a program with a thousand kernels, cloning the whole module
// for each would cost a million.
//
//===----------------------------------------------------------------------===//

#include "compiler/ir/source_records.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/GlobalAlias.h"
#include "llvm/IR/GlobalIFunc.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/TypeFinder.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"
#include "llvm/Transforms/Utils/ValueMapper.h"
#include "postlink/split/split.h"

using namespace llvm;

namespace facet {
namespace {

/// Named metadata that is used up by now, that CloneFunctionInto brings by
/// itself, or that says with which compilers the other sources were compiled.
/// Any other is left alone.
bool isLeftBehind(StringRef Name) {
  return Name == "sycl_types_that_use_aspects" || Name == "sycl_aspects" ||
         Name == "llvm.dbg.cu" || Name == "llvm.ident" ||
         Name == metadata::UncheckedCalls;
}

} // namespace

/// Lists of the whole module, by what their entries are about: looking through
/// them for each image would make the cost that of the whole module again.
struct ModuleExtractor::Index {
  explicit Index(const Module &M);

  const GlobalVariable *AnnotationList = nullptr;
  DenseMap<const GlobalValue *, SmallVector<Constant *, 1>> Annotations;
  DenseSet<const GlobalValue *> Used, CompilerUsed;
  /// Each node once: linking repeats llvm.ident for every source.
  std::vector<std::pair<StringRef, SmallVector<const MDNode *, 4>>>
      NamedMetadata;
};

ModuleExtractor::Index::Index(const Module &M) {
  for (bool Compiler : {false, true}) {
    SmallVector<GlobalValue *, 8> All;
    collectUsedGlobalVariables(M, All, Compiler);
    (Compiler ? CompilerUsed : Used).insert(All.begin(), All.end());
  }
  AnnotationList = M.getNamedGlobal("llvm.global.annotations");
  if (AnnotationList && AnnotationList->hasInitializer())
    for (const Use &Entry : AnnotationList->getInitializer()->operands())
      if (const auto *Annotated = dyn_cast<GlobalValue>(
              cast<Constant>(Entry)->getOperand(0)->stripPointerCasts()))
        Annotations[Annotated].push_back(cast<Constant>(Entry));
  for (const NamedMDNode &Node : M.named_metadata()) {
    if (isLeftBehind(Node.getName()))
      continue;
    SmallSetVector<const MDNode *, 4> Unique(Node.op_begin(), Node.op_end());
    NamedMetadata.push_back({Node.getName(), Unique.takeVector()});
  }
}

namespace {

class Extractor {
public:
  Extractor(const Module &M, const ModuleExtractor::Index &Lists,
            const ModuleGroup &Group, ArrayRef<const GlobalValue *> Needed)
      : Lists(Lists), Needed(Needed) {
    for (const EntryPoint &Entry : Group.Entries)
      EntryPoints.insert(Entry.Function);
    New = std::make_unique<Module>("device", M.getContext());
    New->setSourceFileName("device");
    New->setDataLayout(M.getDataLayout());
    New->setTargetTriple(M.getTargetTriple());
  }

  std::unique_ptr<Module> run() {
    for (const GlobalValue *Old : Needed)
      Map[Old] = declare(*Old);
    for (const GlobalValue *Old : Needed)
      define(*Old);
    copyUsedLists();
    copyAnnotations();
    copyNamedMetadata();
    return std::move(New);
  }

private:
  GlobalValue *declare(const GlobalValue &Old);
  void define(const GlobalValue &Old);
  void defineFunction(const Function &Old, Function &F);
  void defineVariable(const GlobalVariable &Old, GlobalVariable &V);
  void setLinkage(const GlobalValue &Old, GlobalValue &Value);
  void copyUsedLists();
  void copyAnnotations();
  void copyNamedMetadata();

  const ModuleExtractor::Index &Lists;
  ArrayRef<const GlobalValue *> Needed;
  SmallPtrSet<const GlobalValue *, 8> EntryPoints;
  std::unique_ptr<Module> New;
  ValueToValueMapTy Map;
};

GlobalValue *Extractor::declare(const GlobalValue &Old) {
  if (const auto *V = dyn_cast<GlobalVariable>(&Old)) {
    auto *Copy = new GlobalVariable(
        *New, V->getValueType(), V->isConstant(),
        GlobalValue::ExternalLinkage, nullptr, V->getName(), nullptr,
        V->getThreadLocalMode(), V->getAddressSpace());
    Copy->copyAttributesFrom(V);
    return Copy;
  }
  if (const auto *F = dyn_cast<Function>(&Old)) {
    auto *Copy =
        Function::Create(F->getFunctionType(), GlobalValue::ExternalLinkage,
                         F->getAddressSpace(), F->getName(), New.get());
    Copy->copyAttributesFrom(F);
    return Copy;
  }
  if (const auto *A = dyn_cast<GlobalAlias>(&Old)) {
    auto *Copy = GlobalAlias::create(A->getValueType(), A->getAddressSpace(),
                                     GlobalValue::ExternalLinkage, A->getName(),
                                     New.get());
    Copy->copyAttributesFrom(A);
    return Copy;
  }
  const auto &I = cast<GlobalIFunc>(Old);
  auto *Copy = GlobalIFunc::create(I.getValueType(), I.getAddressSpace(),
                                   GlobalValue::ExternalLinkage, I.getName(),
                                   nullptr, New.get());
  Copy->copyAttributesFrom(&I);
  return Copy;
}

/// Another image may hold the same helper; only entry points are visible.
void Extractor::setLinkage(const GlobalValue &Old, GlobalValue &Value) {
  if (EntryPoints.contains(&Old)) {
    Value.setLinkage(GlobalValue::ExternalLinkage);
    return;
  }
  // Variables such as llvm.used get a meaning from their linkage.
  if (Old.hasAppendingLinkage()) {
    Value.setLinkage(Old.getLinkage());
    return;
  }
  Value.setLinkage(Old.hasPrivateLinkage() ? GlobalValue::PrivateLinkage
                                           : GlobalValue::InternalLinkage);
  Value.setVisibility(GlobalValue::DefaultVisibility);
  Value.setDLLStorageClass(GlobalValue::DefaultStorageClass);
  Value.setDSOLocal(true);
}

void Extractor::defineVariable(const GlobalVariable &Old, GlobalVariable &V) {
  if (Old.hasInitializer()) {
    V.setInitializer(MapValue(Old.getInitializer(), Map));
    setLinkage(Old, V);
  }
  SmallVector<std::pair<unsigned, MDNode *>, 1> Attachments;
  Old.getAllMetadata(Attachments);
  for (auto [Kind, Node] : Attachments)
    V.addMetadata(Kind, *MapMetadata(Node, Map, RF_NullMapMissingGlobalValues));
}

void Extractor::defineFunction(const Function &Old, Function &F) {
  if (Old.isDeclaration()) {
    SmallVector<std::pair<unsigned, MDNode *>, 1> Attachments;
    Old.getAllMetadata(Attachments);
    for (auto [Kind, Node] : Attachments)
      F.addMetadata(Kind, *MapMetadata(Node, Map));
    return;
  }
  for (auto [OldArgument, Argument] : zip(Old.args(), F.args())) {
    Argument.setName(OldArgument.getName());
    Map[&OldArgument] = &Argument;
  }
  SmallVector<ReturnInst *, 8> Returns;
  CloneFunctionInto(&F, &Old, Map, CloneFunctionChangeType::DifferentModule,
                    Returns);
  setLinkage(Old, F);
  if (!EntryPoints.contains(&Old))
    F.removeFnAttr("sycl-module-id");
}

void Extractor::define(const GlobalValue &Old) {
  Value *Copy = Map[&Old];
  if (const auto *V = dyn_cast<GlobalVariable>(&Old))
    return defineVariable(*V, *cast<GlobalVariable>(Copy));
  if (const auto *F = dyn_cast<Function>(&Old))
    return defineFunction(*F, *cast<Function>(Copy));
  if (const auto *A = dyn_cast<GlobalAlias>(&Old)) {
    auto *Alias = cast<GlobalAlias>(Copy);
    Alias->setAliasee(MapValue(A->getAliasee(), Map));
    return setLinkage(Old, *Alias);
  }
  auto *IFunc = cast<GlobalIFunc>(Copy);
  IFunc->setResolver(MapValue(cast<GlobalIFunc>(Old).getResolver(), Map));
  setLinkage(Old, *IFunc);
}

void Extractor::copyUsedLists() {
  SmallVector<GlobalValue *, 8> Used, CompilerUsed;
  for (const GlobalValue *Old : Needed) {
    if (Lists.Used.contains(Old))
      Used.push_back(cast<GlobalValue>(Map[Old]));
    if (Lists.CompilerUsed.contains(Old))
      CompilerUsed.push_back(cast<GlobalValue>(Map[Old]));
  }
  if (!Used.empty())
    appendToUsed(*New, Used);
  if (!CompilerUsed.empty())
    appendToCompilerUsed(*New, CompilerUsed);
}

/// The entries of llvm.global.annotations whose function or variable is here.
void Extractor::copyAnnotations() {
  SmallVector<Constant *, 8> Kept;
  for (const GlobalValue *Annotated : Needed) {
    auto Found = Lists.Annotations.find(Annotated);
    if (Found == Lists.Annotations.end())
      continue;
    for (Constant *Entry : Found->second) {
      // Its strings are private variables that no function mentions.
      for (const Use &Operand : Entry->operands())
        if (auto *Text = dyn_cast<GlobalVariable>(Operand->stripPointerCasts());
            Text && !Map.count(Text)) {
          Map[Text] = declare(*Text);
          define(*Text);
        }
      Kept.push_back(MapValue(Entry, Map));
    }
  }
  if (Kept.empty())
    return;
  const GlobalVariable *Old = Lists.AnnotationList;
  auto *Type = ArrayType::get(Kept.front()->getType(), Kept.size());
  auto *List = new GlobalVariable(*New, Type, Old->isConstant(),
                                  GlobalValue::AppendingLinkage,
                                  ConstantArray::get(Type, Kept), Old->getName(),
                                  nullptr, Old->getThreadLocalMode(),
                                  Old->getAddressSpace());
  List->setSection(Old->getSection());
}

void Extractor::copyNamedMetadata() {
  for (const auto &[Name, Nodes] : Lists.NamedMetadata) {
    NamedMDNode *Copy = New->getOrInsertNamedMetadata(Name);
    Copy->clearOperands();
    for (const MDNode *Node : Nodes)
      Copy->addOperand(MapMetadata(Node, Map, RF_NullMapMissingGlobalValues));
  }
  // CloneFunctionInto leaves an empty list, which readers of text do not keep.
  if (NamedMDNode *Units = New->getNamedMetadata("llvm.dbg.cu");
      Units && Units->getNumOperands() == 0)
    Units->eraseFromParent();
}

} // namespace

ModuleExtractor::ModuleExtractor(const Module &M)
    : M(M), Lists(std::make_unique<Index>(M)) {}
ModuleExtractor::~ModuleExtractor() = default;

std::unique_ptr<Module>
ModuleExtractor::extract(const ModuleGroup &Group,
                         ArrayRef<const GlobalValue *> Needed) const {
  return Extractor(M, *Lists, Group, Needed).run();
}

void dropTypeNames(Module &M) {
  TypeFinder Types;
  Types.run(M, /*onlyNamed=*/true);
  for (StructType *Type : Types)
    Type->setName("");
}

} // namespace facet
