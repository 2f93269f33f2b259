//===- coverage.cpp - Device code that counts what of it is executed ------===//
//
// See coverage.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/coverage.h"

#include "compiler/ir/counters.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/ProfileData/InstrProf.h"
#include "llvm/Support/MD5.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Instrumentation/GCOVProfiler.h"
#include "llvm/Transforms/Instrumentation/InstrProfiling.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

#include <algorithm>

using namespace llvm;

namespace facet {
namespace {

constexpr StringLiteral GcovFiles = "llvm.gcov";
constexpr StringLiteral GcovCounters = "__llvm_gcov_ctr";

template <typename Pass> void runPass(Module &M, Pass ThePass) {
  LoopAnalysisManager Loops;
  FunctionAnalysisManager Functions;
  CGSCCAnalysisManager Components;
  ModuleAnalysisManager Modules;
  PassBuilder Builder;
  Builder.registerModuleAnalyses(Modules);
  Builder.registerCGSCCAnalyses(Components);
  Builder.registerFunctionAnalyses(Functions);
  Builder.registerLoopAnalyses(Loops);
  Builder.crossRegisterProxies(Loops, Functions, Components, Modules);
  ThePass.run(M, Modules);
}

/// Erases \p Values, which may refer to each other.
void eraseAll(ArrayRef<GlobalValue *> Values) {
  for (GlobalValue *Value : Values) {
    if (auto *F = dyn_cast<Function>(Value))
      F->deleteBody();
    else if (auto *G = dyn_cast<GlobalVariable>(Value))
      G->setInitializer(nullptr);
  }
  for (GlobalValue *Value : Values) {
    Value->removeDeadConstantUsers();
    Value->replaceAllUsesWith(PoisonValue::get(Value->getType()));
    Value->eraseFromParent();
  }
}

void eraseUnusedDeclarations(Module &M) {
  for (bool Changed = true; Changed;) {
    Changed = false;
    SmallVector<GlobalValue *> Declared;
    for (GlobalValue &Value : M.global_values())
      if (Value.isDeclaration())
        Declared.push_back(&Value);
    for (GlobalValue *Value : Declared) {
      Value->removeDeadConstantUsers();
      if (!Value->use_empty())
        continue;
      Value->eraseFromParent();
      Changed = true;
    }
  }
}

bool hasDefinitions(const Module &M) {
  return any_of(M, [](const Function &F) { return !F.isDeclaration(); });
}

/// A comdat of Clang's would be that of the host's function of the same name.
void renameComdats(Module &M) {
  for (GlobalObject &Object : M.global_objects())
    if (const Comdat *Old = Object.getComdat()) {
      Comdat *New =
          M.getOrInsertComdat("__sycl_device." + Old->getName().str());
      New->setSelectionKind(Old->getSelectionKind());
      Object.setComdat(New);
    }
}

/// The variable that \p Stub, which counts once, counts in.
GlobalVariable *counterOf(Function &Stub) {
  for (Instruction &I : instructions(Stub))
    if (auto *Load = dyn_cast<LoadInst>(&I))
      if (auto *Variable = dyn_cast<GlobalVariable>(
              Load->getPointerOperand()->stripInBoundsConstantOffsets()))
        return Variable;
  return nullptr;
}

} // namespace

CoverageInstrumentation::CoverageInstrumentation(Module &M,
                                                 CoverageOptions Options)
    : M(M), Options(std::move(Options)) {
  if (this->Options.Mapping)
    saveMapping();
}

/// Functions that are emitted; the others are the host compilation's to list.
void CoverageInstrumentation::saveMapping() {
  Triple::ObjectFormatType Format = M.getTargetTriple().getObjectFormat();
  std::string Headers = getInstrProfSectionName(IPSK_covmap, Format);
  std::string Functions = getInstrProfSectionName(IPSK_covfun, Format);
  for (GlobalVariable &G : M.globals()) {
    if (!G.hasInitializer() ||
        (G.getSection() != Headers && G.getSection() != Functions))
      continue;
    if (G.getSection() == Functions) {
      // Clang's names of those that are emitted ("used"). Their hash can be
      // zero.
      if (!G.getName().ends_with("u"))
        continue;
      Mapped.insert(
          cast<ConstantInt>(G.getInitializer()->getAggregateElement(0u))
              ->getZExtValue());
    }
    Mapping.push_back({G.getInitializer(), G.getSection().str(), G.getAlign()});
  }
}

std::unique_ptr<Module> CoverageInstrumentation::run() {
  if (!hasDefinitions(M)) {
    if (NamedMDNode *Files = M.getNamedMetadata(GcovFiles))
      Files->eraseFromParent();
    return nullptr;
  }
  LLVMContext &Context = M.getContext();
  auto *I32 = Type::getInt32Ty(Context);
  auto *I64 = Type::getInt64Ty(Context);
  Count = Function::Create(
      FunctionType::get(Type::getVoidTy(Context), {I32, I32, I64}, false),
      GlobalValue::ExternalLinkage, CountFunctionPrefix, M);
  Count->setCallingConv(CallingConv::SPIR_FUNC);
  Count->setDoesNotThrow();
  Count->setWillReturn();
  Count->setMemoryEffects(MemoryEffects::inaccessibleMemOnly());
  if (Options.Gcov)
    countForGcov();
  if (!Host)
    Host = std::make_unique<Module>("counters", Context);
  Host->setTargetTriple(Triple(Options.Triple));
  Host->setDataLayout(Options.DataLayout);
  if (Options.Mapping)
    countForMapping();
  if (Counters.empty()) {
    Count->eraseFromParent();
    return nullptr;
  }
  registerGroups();
  return std::move(Host);
}

/// LLVM's pass counts the edges of Clang's control flow, and writes what they
/// are. It must not see simplified code.
void CoverageInstrumentation::countForGcov() {
  SmallPtrSet<GlobalValue *, 32> Old;
  for (GlobalValue &Value : M.global_values())
    Old.insert(&Value);
  std::string DeviceLayout = M.getDataLayoutStr();
  // What it adds is for the host.
  M.setDataLayout(Options.DataLayout);
  Options.Gcov->Atomic = true;
  runPass(M, GCOVProfilerPass(*Options.Gcov));
  M.setDataLayout(DeviceLayout);
  if (NamedMDNode *Files = M.getNamedMetadata(GcovFiles))
    Files->eraseFromParent();
  SmallVector<GlobalValue *> New;
  for (GlobalValue &Value : M.global_values())
    if (!Old.contains(&Value) && !Value.getName().starts_with("llvm.dbg"))
      New.push_back(&Value);
  auto IsNew = [&](const GlobalValue *Value) {
    auto *F = dyn_cast<Function>(Value);
    return !Old.contains(Value) && !(F && F->isDeclaration());
  };
  ValueToValueMapTy Map;
  Host = CloneModule(M, Map, IsNew);
  for (NamedMDNode &Named : make_early_inc_range(Host->named_metadata()))
    Named.eraseFromParent();
  Host->setModuleIdentifier("counters");
  eraseUnusedDeclarations(*Host);
  // The host's own pass would take functions of these names for its own.
  for (GlobalValue &Value : Host->global_values())
    if (Value.hasLocalLinkage())
      Value.setName("__sycl_device." + Value.getName());
  for (GlobalValue *Value : New)
    if (auto *G = dyn_cast<GlobalVariable>(Value);
        G && G->getName().starts_with(GcovCounters)) {
      replaceCounters(*G, Counters.size());
      Counters.push_back(cast<GlobalVariable>(Map[G]));
    }
  eraseAll(New);
}

/// Each atomic addition to a counter becomes a call.
void CoverageInstrumentation::replaceCounters(GlobalVariable &Variable,
                                              size_t Group) {
  const DataLayout &Layout = M.getDataLayout();
  SmallVector<Value *> Open{&Variable};
  SmallSetVector<AtomicRMWInst *, 16> Additions;
  while (!Open.empty())
    for (User *U : Open.pop_back_val()->users()) {
      if (auto *Addition = dyn_cast<AtomicRMWInst>(U))
        Additions.insert(Addition);
      else if (isa<GEPOperator>(U))
        Open.push_back(U);
    }
  for (AtomicRMWInst *Addition : Additions) {
    Value *Pointer = Addition->getPointerOperand();
    APInt Offset(Layout.getIndexTypeSizeInBits(Pointer->getType()), 0);
    Pointer->stripAndAccumulateConstantOffsets(Layout, Offset,
                                               /*AllowNonInbounds=*/true);
    count(*Addition, Group, Offset.getZExtValue() / sizeof(uint64_t),
          Addition->getValOperand());
    Addition->eraseFromParent();
  }
}

void CoverageInstrumentation::count(Instruction &Where, size_t Group,
                                    uint64_t Index, Value *Step) {
  IRBuilder<> Builder(&Where);
  CallInst *Call = Builder.CreateCall(
      Count, {Builder.getInt32(Group), Builder.getInt32(Index), Step});
  Call->setCallingConv(Count->getCallingConv());
}

/// Counters of functions that have no mapping (those of system headers) count
/// nothing that anybody sees.
void CoverageInstrumentation::countForMapping() {
  SmallVector<InstrProfInstBase *> All;
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      if (auto *Instruction = dyn_cast<InstrProfInstBase>(&I))
        All.push_back(Instruction);
  MapVector<GlobalVariable *, std::pair<size_t, Function *>> Known;
  for (InstrProfInstBase *Instruction : All) {
    GlobalVariable *Name = Instruction->getName();
    auto *Increment = dyn_cast<InstrProfIncrementInst>(Instruction);
    StringRef Text = getPGOFuncNameVarInitializer(Name);
    if (Increment && Mapped.contains(IndexedInstrProf::ComputeHash(Text))) {
      auto [Found, IsNew] = Known.try_emplace(Name);
      if (IsNew) {
        auto *Stub = Function::Create(
            FunctionType::get(Type::getVoidTy(M.getContext()), false),
            GlobalValue::InternalLinkage, "stub", *Host);
        IRBuilder<> Builder(BasicBlock::Create(M.getContext(), "", Stub));
        Builder.CreateIntrinsic(
            Intrinsic::instrprof_increment, {},
            {createPGOFuncNameVar(*Host, GlobalValue::PrivateLinkage, Text),
             Increment->getHash(), Increment->getNumCounters(),
             Builder.getInt32(0)});
        Builder.CreateRetVoid();
        Found->second = {Counters.size() + Known.size() - 1, Stub};
      }
      count(*Increment, Found->second.first,
            Increment->getIndex()->getZExtValue(), Increment->getStep());
    }
    Instruction->eraseFromParent();
  }
  eraseNames();
  if (Known.empty())
    return;
  SmallVector<Function *> Stubs;
  for (auto &[Name, Entry] : Known)
    Stubs.push_back(Entry.second);
  lowerHostCounters(Stubs);
  addMapping();
}

/// Instructions that are gone have named functions by these.
void CoverageInstrumentation::eraseNames() {
  SmallVector<GlobalValue *> Names;
  for (GlobalVariable &G : M.globals())
    if (G.getName().starts_with(getInstrProfNameVarPrefix()))
      Names.push_back(&G);
  eraseAll(Names);
}

/// LLVM's own pass makes the counters of the functions that \p Stubs stand for,
/// and their descriptions.
void CoverageInstrumentation::lowerHostCounters(ArrayRef<Function *> Stubs) {
  runPass(*Host, InstrProfilingLoweringPass(InstrProfOptions()));
  for (Function *Stub : Stubs)
    Counters.push_back(counterOf(*Stub));
  for (Function *Stub : Stubs)
    Stub->eraseFromParent();
  renameComdats(*Host);
}

void CoverageInstrumentation::addMapping() {
  SmallVector<GlobalValue *> Used;
  for (const Record &R : Mapping) {
    auto *G = new GlobalVariable(*Host, R.Bytes->getType(), /*isConstant=*/true,
                                 GlobalValue::PrivateLinkage, R.Bytes,
                                 "__sycl_device_mapping");
    G->setSection(R.Section);
    G->setAlignment(R.Alignment);
    Used.push_back(G);
  }
  appendToUsed(*Host, Used);
}

/// The host's object tells the runtime where the counters are.
void CoverageInstrumentation::registerGroups() {
  LLVMContext &Context = Host->getContext();
  auto *Pointer = PointerType::getUnqual(Context);
  SmallVector<Constant *> Elements(Counters.begin(), Counters.end());
  auto *TableType = ArrayType::get(Pointer, Elements.size());
  auto *Table = new GlobalVariable(
      *Host, TableType, /*isConstant=*/true, GlobalValue::InternalLinkage,
      ConstantArray::get(TableType, Elements), "__sycl_counter_table");
  std::string Text;
  raw_string_ostream Stream(Text);
  Host->print(Stream, nullptr);
  SmallString<32> Name = MD5::hash(arrayRefFromStringRef(Text)).digest();
  Count->setName(CountFunctionPrefix + Name);
  uint64_t Largest = 0;
  for (const GlobalVariable *Group : Counters)
    Largest = std::max<uint64_t>(
        Largest, cast<ArrayType>(Group->getValueType())->getNumElements());
  Count->addFnAttr(CounterGroupsAttribute, std::to_string(Counters.size()));
  Count->addFnAttr(CounterGroupSizeAttribute, std::to_string(Largest));

  auto AddCall = [&](StringRef Callee, StringRef Caller) {
    auto *F =
        Function::Create(FunctionType::get(Type::getVoidTy(Context), false),
                         GlobalValue::InternalLinkage, Caller, *Host);
    auto *Known = Function::Create(
        FunctionType::get(Type::getVoidTy(Context), {Pointer, Pointer}, false),
        GlobalValue::ExternalWeakLinkage, Callee, *Host);
    auto *Entry = BasicBlock::Create(Context, "", F);
    auto *Then = BasicBlock::Create(Context, "", F);
    auto *End = BasicBlock::Create(Context, "", F);
    IRBuilder<> Builder(Entry);
    // A program may be linked without the runtime.
    Builder.CreateCondBr(Builder.CreateIsNotNull(Known), Then, End);
    Builder.SetInsertPoint(Then);
    Builder.CreateCall(Known, {Builder.CreateGlobalString(Name), Table});
    Builder.CreateBr(End);
    Builder.SetInsertPoint(End);
    Builder.CreateRetVoid();
    return F;
  };
  // Before constructors of the user's submit kernels.
  constexpr int Priority = 101;
  appendToGlobalCtors(
      *Host, AddCall("__sycl_register_counters", "__sycl_add_counters"),
      Priority);
  appendToGlobalDtors(
      *Host, AddCall("__sycl_unregister_counters", "__sycl_remove_counters"),
      Priority);
}

} // namespace facet
