//===- device_globals.cpp - Variables of each device ----------------------===//
//
// See device_globals.h.
//
//===----------------------------------------------------------------------===//

#include "postlink/retarget/device_globals.h"

#include "compiler/ir/variable_addresses.h"
#include "compiler/support/tool.h"
#include "config/image/device_globals.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/IPO/AlwaysInliner.h"
#include "postlink/retarget/extra_arguments.h"
#include "postlink/retarget/kernels.h"
#include "postlink/retarget/inlining.h"

using namespace llvm;

namespace facet {
namespace {

/// Uses of variables in one kernel, in the order of the code.
using Uses = MapVector<GlobalVariable *, SmallVector<CallInst *, 4>>;

void inlineMarked(Module &M) {
  LoopAnalysisManager Loops;
  FunctionAnalysisManager Functions;
  CGSCCAnalysisManager Sccs;
  ModuleAnalysisManager Modules;
  PassBuilder Builder;
  Builder.registerModuleAnalyses(Modules);
  Builder.registerCGSCCAnalyses(Sccs);
  Builder.registerFunctionAnalyses(Functions);
  Builder.registerLoopAnalyses(Loops);
  Builder.crossRegisterProxies(Loops, Functions, Sccs, Modules);
  ModulePassManager Passes;
  Passes.addPass(AlwaysInlinerPass(/*InsertLifetime=*/true));
  Passes.run(M, Modules);
}

Uses usesIn(Function &F, const Function &Builtin) {
  Uses Found;
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallInst>(&I);
        Call && Call->getCalledFunction() == &Builtin)
      Found[dyn_cast<GlobalVariable>(
                Call->getArgOperand(0)->stripPointerCasts())]
          .push_back(Call);
  return Found;
}

/// Writes \p C to \p Bytes, which are zero, from \p At on. False if it has an
/// address other than null, which Clang casts to a generic pointer.
bool write(const Constant &C, std::vector<unsigned char> &Bytes, uint64_t At,
           const DataLayout &Layout) {
  if (C.isNullValue() || isa<UndefValue>(C))
    return true;
  if (C.getType()->isPointerTy())
    return isa<ConstantPointerNull>(C.stripPointerCasts());
  if (isa<ConstantInt, ConstantFP>(C)) {
    const APInt Bits = isa<ConstantInt>(C)
                           ? cast<ConstantInt>(C).getValue()
                           : cast<ConstantFP>(C).getValueAPF().bitcastToAPInt();
    for (unsigned I = 0; I * 8 < Bits.getBitWidth(); ++I)
      Bytes[At + I] = Bits.extractBitsAsZExtValue(
          std::min(8u, Bits.getBitWidth() - I * 8), I * 8);
    return true;
  }
  if (auto *Data = dyn_cast<ConstantDataSequential>(&C)) {
    StringRef Raw = Data->getRawDataValues();
    copy(Raw, Bytes.begin() + At);
    return true;
  }
  auto *Struct = dyn_cast<StructType>(C.getType());
  if (!isa<ConstantAggregate>(C))
    return false;
  for (unsigned I = 0; I != C.getNumOperands(); ++I) {
    auto &Element = *cast<Constant>(C.getOperand(I));
    const uint64_t Offset =
        Struct ? Layout.getStructLayout(Struct)->getElementOffset(I).getFixedValue()
               : I * Layout.getTypeAllocSize(Element.getType()).getFixedValue();
    if (!write(Element, Bytes, At + Offset, Layout))
      return false;
  }
  return true;
}

/// The bytes of the first value, without zeros at the end.
Expected<std::vector<unsigned char>> bytesOf(const GlobalVariable &V) {
  const DataLayout &Layout = V.getDataLayout();
  std::vector<unsigned char> Bytes(Layout.getTypeAllocSize(V.getValueType()));
  if (!write(*V.getInitializer(), Bytes, 0, Layout))
    return makeError(
        textOf<Message::err_device_global_value>(demangle(V.getName())));
  while (!Bytes.empty() && Bytes.back() == 0)
    Bytes.pop_back();
  return Bytes;
}

Error describe(const GlobalVariable &V, std::vector<DeviceGlobal> &All) {
  if (!V.hasInitializer())
    return makeError(
        textOf<Message::err_device_global_not_defined>(demangle(V.getName())));
  Expected<std::vector<unsigned char>> Bytes = bytesOf(V);
  if (!Bytes)
    return Bytes.takeError();
  const DataLayout &Layout = V.getDataLayout();
  DeviceGlobal Global;
  Global.name = V.getName().str();
  Global.is_internal =
      V.getAttribute(DeviceGlobalAttribute).getValueAsString() == "internal";
  Global.size = Layout.getTypeAllocSize(V.getValueType());
  Global.alignment =
      V.getAlign().value_or(Layout.getABITypeAlign(V.getValueType())).value();
  Global.initial = std::move(*Bytes);
  All.push_back(std::move(Global));
  return Error::success();
}

/// Returns the kernel, which is another function then.
Function &addArguments(Function &Kernel, Uses &Globals, bool AsNumbers) {
  Function *Result = &Kernel;
  LLVMContext &Context = Kernel.getContext();
  for (auto &[V, Calls] : Globals) {
    Type *Pointer = Calls.front()->getType();
    Argument *Address = addKernelArgument(
        *Result, AsNumbers ? Type::getInt64Ty(Context) : Pointer,
        "device_global", AsNumbers ? "ulong" : "char*");
    Result = Address->getParent();
    Value *Replacement = Address;
    if (AsNumbers)
      Replacement =
          IRBuilder<>(&*Result->getEntryBlock().getFirstInsertionPt())
              .CreateIntToPtr(Address, Pointer);
    for (CallInst *Call : Calls) {
      Call->replaceAllUsesWith(Replacement);
      Call->eraseFromParent();
    }
  }
  return *Result;
}

} // namespace

Expected<std::map<std::string, std::vector<unsigned char>>>
passDeviceGlobals(Module &M, ArrayRef<std::string> Kernels, bool AsNumbers) {
  std::map<std::string, std::vector<unsigned char>> Properties;
  Function *Builtin = M.getFunction(DeviceGlobalBuiltin);
  if (!Builtin)
    return Properties;
  requestInliningOfCallers({Builtin}, Kernels);
  inlineMarked(M);
  for (Function *Kernel : functionsNamed(M, Kernels)) {
    Uses Globals = usesIn(*Kernel, *Builtin);
    if (Globals.empty())
      continue;
    std::vector<DeviceGlobal> All;
    if (Globals.contains(nullptr))
      return makeError(textOf<Message::err_device_global_choice>(
          kernelNameForUser(Kernel->getName())));
    for (const auto &[V, Calls] : Globals)
      if (Error E = describe(*V, All))
        return std::move(E);
    const Function &With = addArguments(*Kernel, Globals, AsNumbers);
    Properties[With.getName().str()] = EncodeDeviceGlobals(All);
  }
  for (Function &F : make_early_inc_range(M)) {
    if (usesIn(F, *Builtin).empty())
      continue;
    if (F.use_empty() && F.hasLocalLinkage()) {
      F.eraseFromParent();
      continue;
    }
    return makeError(textOf<Message::err_not_inlinable>(demangle(F.getName()),
                                                        "a device_global"));
  }
  Builtin->eraseFromParent();
  for (GlobalVariable &V : make_early_inc_range(M.globals()))
    if (V.hasAttribute(DeviceGlobalAttribute) && V.use_empty())
      V.eraseFromParent();
  return Properties;
}

} // namespace facet
