//===- checked_kernels.cpp - CPU kernels that report errors ---------------===//
//
// See checked_kernels.h.
//
//===----------------------------------------------------------------------===//

#include "targets/cpu/pipeline/checks/checked_kernels.h"

#include "compiler/ir/checks.h"
#include "postlink/retarget/kernels.h"
#include "targets/cpu/pipeline/checks/access_descriptions.h"
#include "targets/cpu/pipeline/checks/barrier_intervals.h"
#include "targets/cpu/pipeline/checks/definedness_checks.h"
#include "targets/cpu/pipeline/checks/elements.h"
#include "targets/cpu/pipeline/checks/footprints.h"
#include "targets/cpu/pipeline/checks/group_checks.h"
#include "targets/cpu/pipeline/checks/memory_checks.h"
#include "targets/cpu/pipeline/checks/order_checks.h"
#include "targets/cpu/pipeline/checks/runtime_calls.h"
#include "targets/cpu/pipeline/groups/arguments.h"
#include "targets/cpu/pipeline/groups/queries.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;

namespace facet {
namespace {

/// The runtime fills it in when it loads the image.
GlobalVariable *makeTable(Module &M) {
  auto *Ty = ArrayType::get(PointerType::getUnqual(M.getContext()),
                            sizeof(facet_cpu_checks) / sizeof(void *));
  auto *Table = new GlobalVariable(
      M, Ty, /*isConstant=*/false, GlobalValue::ExternalLinkage,
      Constant::getNullValue(Ty), FACET_CPU_CHECKS);
  Table->setVisibility(GlobalValue::ProtectedVisibility);
  Table->setExternallyInitialized(true);
  return Table;
}

void dropElementChecks(Function &F) {
  for (CallInst *Call : elementsIn(F)) {
    Call->replaceAllUsesWith(CheckedElement(*Call).Address);
    Call->eraseFromParent();
  }
}

Function *copyOf(Function &Kernel, const char *Suffix) {
  ValueToValueMapTy Map;
  Function *Copy = CloneFunction(&Kernel, Map);
  Copy->setName(Kernel.getName() + Suffix);
  Copy->setLinkage(GlobalValue::InternalLinkage);
  Copy->setVisibility(GlobalValue::DefaultVisibility);
  return Copy;
}

/// From a function with the kernel's arguments, and perhaps a pointer, to one
/// that gets them and the group, as group functions do.
Function *lowerOutline(Function &Outline, const Function &Kernel,
                       const CpuKernelShape &Shape) {
  LLVMContext &Context = Outline.getContext();
  auto *Pointer = PointerType::getUnqual(Context);
  SmallVector<Type *> Parameters = {Pointer, Pointer};
  const bool HasMore = Outline.arg_size() > Kernel.arg_size();
  if (HasMore)
    Parameters.push_back(Pointer);
  auto *Ty = FunctionType::get(Outline.getReturnType(), Parameters,
                               /*isVarArg=*/false);
  Function *F = Function::Create(Ty, GlobalValue::InternalLinkage, "",
                                 Outline.getParent());
  F->takeName(&Outline);
  F->splice(F->end(), &Outline);
  if (HasMore)
    Outline.getArg(Kernel.arg_size())->replaceAllUsesWith(F->getArg(2));
  readArgumentsFromBlock(Outline, *F->getArg(0),
                         *F->getEntryBlock().getFirstInsertionPt());
  Outline.eraseFromParent();
  Value *First = ConstantInt::get(Type::getInt64Ty(Context), 0);
  CpuQueries(F->getArg(1), Shape, /*Uniform=*/nullptr)
      .lower({&F->getEntryBlock()}, {First, First, First});
  return F;
}

/// A facet_cpu_footprints.
Constant *tableOf(const LaunchFootprints &Launch, Function &Describe) {
  Module &M = *Describe.getParent();
  LLVMContext &Context = M.getContext();
  auto *Pointer = PointerType::getUnqual(Context);
  Type *Word = Type::getInt32Ty(Context), *Long = Type::getInt64Ty(Context);
  auto *PairType = StructType::get(Word, Word, Long);
  const auto Variable = [&](Constant *Value) {
    return new GlobalVariable(M, Value->getType(), /*isConstant=*/true,
                              GlobalValue::PrivateLinkage, Value);
  };
  const auto ArrayOf = [&](ArrayRef<facet_cpu_pair> Pairs) {
    SmallVector<Constant *> All;
    for (const facet_cpu_pair &Pair : Pairs)
      All.push_back(ConstantStruct::get(
          PairType, ConstantInt::get(Word, Pair.first),
          ConstantInt::get(Word, Pair.second),
          ConstantInt::get(Long, Pair.same_iteration)));
    return Variable(
        ConstantArray::get(ArrayType::get(PairType, All.size()), All));
  };
  Constant *Fields[] = {&Describe,
                        ConstantInt::get(Long, Launch.Count),
                        ArrayOf(Launch.Pairs),
                        ConstantInt::get(Long, Launch.Pairs.size()),
                        ConstantInt::get(Long, Launch.LooksForRaces),
                        ArrayOf(Launch.Definitions),
                        ConstantInt::get(Long, Launch.Definitions.size())};
  auto *Ty = StructType::get(Pointer, Long, Pointer, Long, Long, Pointer, Long);
  GlobalVariable *Table = Variable(ConstantStruct::get(Ty, Fields));
  // Nobody uses it before the kernel chooses a version.
  Table->setName(Describe.getName() + ".footprints");
  appendToCompilerUsed(M, {Table});
  return Table;
}

/// Marks what is added to a function, as long as this lives: nobody asks whether
/// what checks compare, or tell the runtime, is undefined.
class AddedChecks {
public:
  AddedChecks(Function &F, const Checks &Wanted)
      : F(F), Tracks(Wanted.uninitialized) {
    if (Tracks)
      for (const Instruction &I : instructions(F))
        Before.insert(&I);
  }
  ~AddedChecks() {
    if (!Tracks)
      return;
    for (Instruction &I : instructions(F))
      if (!Before.contains(&I) && !isa<PHINode>(I))
        I.setNoSanitizeMetadata();
  }
  AddedChecks(const AddedChecks &) = delete;
  AddedChecks &operator=(const AddedChecks &) = delete;

private:
  Function &F;
  const bool Tracks;
  DenseSet<const Instruction *> Before;
};

void checkAddresses(Function &F, const Checks &Wanted,
                    const RuntimeCalls &Runtime, AccessDescriptions &Texts,
                    const AccessSet &Permitted = {}) {
  if (!Wanted.memory)
    return dropElementChecks(F);
  const AddedChecks Added(F, Wanted);
  checkMemory(F, Runtime, Texts, Permitted);
}

/// What is recorded of each access of a launch that was checked as a whole.
void observeRest(Function &Fast, const Checks &Wanted,
                        const LaunchFootprints &Launch, uint32_t SubGroupSize,
                        ArrayRef<Access> Local, const RuntimeCalls &Runtime,
                        AccessDescriptions &Texts) {
  const AddedChecks Added(Fast, Wanted);
  markAccesses(Launch.Marked, Runtime);
  if (!Launch.ObservesLocal)
    return;
  const OrderChecks Order(Runtime, Texts);
  Order.observe(Local);
  Order.observeFences(Fast);
  Order.observeBarriers(Fast, SubGroupSize, Wanted.barriers);
}

} // namespace

void requestInliningOfCheckedCode(Module &M) {
  for (Function &F : M) {
    if (F.isDeclaration() || !hasChecks(F) ||
        F.hasFnAttribute(Attribute::OptimizeNone))
      continue;
    for (User *U : F.users())
      if (auto *Call = dyn_cast<CallBase>(U); Call &&
                                              Call->getCalledFunction() == &F &&
                                              Call->getFunction() != &F) {
        Call->removeFnAttr(Attribute::NoInline);
        Call->addFnAttr(Attribute::AlwaysInline);
      }
    F.removeFnAttr(Attribute::NoInline);
  }
}

CheckedKernels::CheckedKernels(
    Module &M, ArrayRef<std::string> Kernels,
    function_ref<CpuKernelShape(const Function &)> ShapeOf,
    function_ref<void(ModulePassManager)> RunPasses) {
  if (!hasChecks(M)) {
    append_range(Names, Kernels);
    return;
  }
  Table = makeTable(M);
  for (Function &F : M)
    findWritesToReadOnly(F);
  AccessDescriptions Texts(M);
  for (Function &F : M)
    if (!F.isDeclaration() && hasChecks(F) &&
        !is_contained(Kernels, F.getName()))
      checkFunction(F, Texts);
  for (const std::string &Name : Kernels) {
    Function *Kernel = M.getFunction(Name);
    if (Kernel && !Kernel->isDeclaration() && hasChecks(*Kernel))
      addVersions(*Kernel, Texts, ShapeOf);
    else
      Names.push_back(Name);
  }
  addDefinednessChecks(M, Texts, RunPasses);
}

/// It is no kernel, and could not be inlined into one.
void CheckedKernels::checkFunction(Function &F, AccessDescriptions &Texts) {
  const RuntimeCalls Runtime(*Table, /*KnowsWorkItem=*/false);
  const Checks Wanted = checksOf(F);
  const SmallVector<Access> Shared = sharedAccessesOf(F);
  checkAddresses(F, Wanted, Runtime, Texts);
  if (Wanted.uninitialized)
    append_range(Observed, observeValues(Shared, Runtime, Texts));
}

/// What functions without checks write, those of our libraries among them, is
/// defined.
void CheckedKernels::addDefinednessChecks(
    Module &M, AccessDescriptions &Texts,
    function_ref<void(ModulePassManager)> RunPasses) const {
  if (none_of(M, [](const Function &F) { return checksOf(F).uninitialized; }))
    return;
  StringSet<> Ignored, Checked;
  for (const Versions &Kernel : All) {
    Ignored.insert(Kernel.Plain);
    for (const Function *Outline : {Kernel.Permits, Kernel.Describe})
      if (Outline)
        Ignored.insert(Outline->getName());
    Checked.insert(Kernel.Checked);
    if (!Kernel.Fast.empty())
      Checked.insert(Kernel.Fast);
  }
  auto IsKernel = [&](const Function &F) {
    return Checked.contains(F.getName()) || is_contained(Names, F.getName());
  };
  checkDefinedness(
      M, *Table, Texts, Observed,
      [&](const Function &F) {
        if (Ignored.contains(F.getName()))
          return Definedness::Ignored;
        return checksOf(F).uninitialized ? Definedness::Checked
                                         : Definedness::Assumed;
      },
      IsKernel, RunPasses);
}

void CheckedKernels::checkKernel(Function &Kernel, const Checks &Wanted,
                                 uint32_t SubGroupSize,
                                 AccessDescriptions &Texts) {
  const RuntimeCalls Runtime(*Table, /*KnowsWorkItem=*/true);
  const OrderChecks Order(Runtime, Texts);
  const SmallVector<Access> Shared = sharedAccessesOf(Kernel);
  const bool BarriersAreUniform = barriersAreUniform(Kernel);
  checkAddresses(Kernel, Wanted, Runtime, Texts);
  // Their addresses are those that the first check has permitted.
  if (Wanted.races) {
    const AddedChecks Added(Kernel, Wanted);
    Order.observe(Shared);
    Order.observeFences(Kernel);
  }
  if (Wanted.uninitialized)
    append_range(Observed, observeValues(Shared, Runtime, Texts));
  if ((Wanted.barriers && !BarriersAreUniform) || Wanted.races) {
    const AddedChecks Added(Kernel, Wanted);
    Order.observeBarriers(Kernel, SubGroupSize, Wanted.barriers);
  }
  // Each work-item takes its own path, as it does on a device.
  if ((Wanted.races || Wanted.barriers) && !BarriersAreUniform)
    Kernel.addFnAttr(WholeBodyAttribute);
}

void CheckedKernels::addFastVersion(Function &Kernel, const Checks &Wanted,
                                    const CpuKernelShape &Shape,
                                    AccessDescriptions &Texts, Versions &Made) {
  const bool NeedsLaunch =
      Wanted.races || Wanted.barriers || Wanted.uninitialized;
  if ((Wanted.races || Wanted.barriers) && !barriersAreUniform(Kernel))
    return;
  Function *Fast = copyOf(Kernel, ".fast");
  GroupChecks Group;
  if (Wanted.memory)
    Group = makeGroupChecks(*Fast, *Table);
  else
    dropElementChecks(*Fast);
  LaunchFootprints Launch;
  if (NeedsLaunch)
    Launch = describeFootprints(*Fast, Wanted, Texts);
  if (NeedsLaunch ? !Launch.Describe : !Group.Permits) {
    if (Group.Permits)
      Group.Permits->eraseFromParent();
    Fast->eraseFromParent();
    return;
  }
  const RuntimeCalls Runtime(*Table, /*KnowsWorkItem=*/true);
  const SmallVector<Access> Shared = sharedAccessesOf(*Fast);
  SmallVector<Access> Local(Shared);
  erase_if(Local, [](const Access &A) { return !isOfLocalMemory(A); });
  if (Wanted.memory)
    checkAddresses(*Fast, Wanted, Runtime, Texts, Group.Permitted);
  observeRest(*Fast, Wanted, Launch, Shape.SubGroupSize, Local, Runtime, Texts);
  if (Wanted.uninitialized) {
    for (const auto &[Load, Operand] : Launch.Defined)
      Load->setNoSanitizeMetadata();
    append_range(Observed, observeValues(Shared, Runtime, Texts));
  }
  if (Group.Permits)
    Made.Permits = lowerOutline(*Group.Permits, Kernel, Shape);
  if (Launch.Describe) {
    Made.Describe = lowerOutline(*Launch.Describe, Kernel, Shape);
    Made.Footprints = tableOf(Launch, *Made.Describe);
  }
  Made.Fast = Fast->getName().str();
  Names.push_back(Made.Fast);
}

void CheckedKernels::addVersions(
    Function &Kernel, AccessDescriptions &Texts,
    function_ref<CpuKernelShape(const Function &)> ShapeOf) {
  Versions Made;
  Made.Name = Kernel.getName().str();
  Made.Linkage = Kernel.getLinkage();
  Made.Visibility = Kernel.getVisibility();
  auto Add = [&](Function &Version, std::string &Name) {
    Name = Version.getName().str();
    Names.push_back(Name);
  };
  Function *Plain = copyOf(Kernel, ".plain");
  dropElementChecks(*Plain);
  Add(*Plain, Made.Plain);
  const Checks Wanted = checksOf(Kernel);
  if (!Kernel.hasFnAttribute(Attribute::OptimizeNone))
    addFastVersion(Kernel, Wanted, ShapeOf(Kernel), Texts, Made);
  checkKernel(Kernel, Wanted, ShapeOf(Kernel).SubGroupSize, Texts);
  Kernel.setName(Made.Name + ".checked");
  Kernel.setLinkage(GlobalValue::InternalLinkage);
  Kernel.setVisibility(GlobalValue::DefaultVisibility);
  Add(Kernel, Made.Checked);
  All.push_back(std::move(Made));
}

/// Whether the fast version may be called.
Value *CheckedKernels::permits(IRBuilder<> &Builder,
                               const RuntimeCalls &Runtime,
                               const Versions &Kernel, Function &F) {
  Value *Permitted = Builder.getTrue();
  if (Kernel.Permits)
    Permitted = Builder.CreateCall(Kernel.Permits, {F.getArg(0), F.getArg(1)});
  if (!Kernel.Footprints)
    return Permitted;
  Value *Launch = Runtime.callWithoutIds(
      Builder, offsetof(facet_cpu_checks, permits_launch),
      {Kernel.Footprints, F.getArg(0), F.getArg(1)}, Builder.getInt32Ty());
  return Builder.CreateAnd(Permitted,
                           Builder.CreateICmpNE(Launch, Builder.getInt32(0)));
}

void CheckedKernels::dispatch(Module &M) const {
  for (const Versions &Kernel : All) {
    for (const std::string &Version :
         {Kernel.Plain, Kernel.Fast, Kernel.Checked})
      if (Function *F = M.getFunction(Version))
        F->setLinkage(GlobalValue::InternalLinkage);
    Function *Checked = M.getFunction(Kernel.Checked);
    Function *F = Function::Create(Checked->getFunctionType(), Kernel.Linkage,
                                   Kernel.Name, M);
    F->setVisibility(Kernel.Visibility);
    markDimensions(*F, kernelDimensions(*Checked));
    LLVMContext &Context = M.getContext();
    IRBuilder<> Builder(BasicBlock::Create(Context, "", F));
    const RuntimeCalls Runtime(*Table, /*KnowsWorkItem=*/false);
    auto CallIf = [&](Value *Condition, const std::string &Version) {
      auto *Then = BasicBlock::Create(Context, "", F);
      auto *Else = BasicBlock::Create(Context, "", F);
      Builder.CreateCondBr(Condition, Then, Else);
      Builder.SetInsertPoint(Then);
      Builder.CreateCall(M.getFunction(Version), {F->getArg(0), F->getArg(1)});
      Builder.CreateRetVoid();
      Builder.SetInsertPoint(Else);
    };
    CallIf(Builder.CreateIsNull(
               Runtime.field(Builder, offsetof(facet_cpu_checks, enabled))),
           Kernel.Plain);
    if (!Kernel.Fast.empty())
      CallIf(permits(Builder, Runtime, Kernel, *F), Kernel.Fast);
    Builder.CreateCall(Checked, {F->getArg(0), F->getArg(1)});
    Builder.CreateRetVoid();
  }
}

} // namespace facet
