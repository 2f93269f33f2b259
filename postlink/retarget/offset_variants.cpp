//===- offset_variants.cpp - Kernels for an nd_range with an offset -------===//
//
// See offset_variants.h.
//
//===----------------------------------------------------------------------===//

#include "postlink/retarget/offset_variants.h"

#include "compiler/ir/range_offsets.h"
#include "config/image/offset_variants.h"
#include "postlink/retarget/device_builtins.h"
#include "postlink/retarget/kernels.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsSPIRV.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace facet {
namespace {

constexpr unsigned Dimensions = 3;

bool isOffsetQuery(const Function &F) {
  return F.getIntrinsicID() == Intrinsic::spv_thread_id ||
         F.getIntrinsicID() == Intrinsic::spv_global_offset;
}

SmallVector<Function *> offsetQueries(Module &M) {
  SmallVector<Function *> Queries;
  for (Function &F : M)
    if (isOffsetQuery(F))
      Queries.push_back(&F);
  return Queries;
}

class Variants {
public:
  explicit Variants(Module &M) : Users(callersOf(offsetQueries(M))) {}

  bool dependsOnOffset(Function &F) const { return Users.contains(&F); }

  /// The version of \p F that takes the offset, all of whose callees do so, too.
  Function *of(Function &F, const Twine &Name) {
    Function *Variant = declare(F, Name);
    while (!Open.empty())
      rewrite(*Open.pop_back_val());
    return Variant;
  }

private:
  Function *declare(Function &F, const Twine &Name) {
    Function *&Known = Made[&F];
    if (Known)
      return Known;
    SmallVector<Type *> Parameters(F.getFunctionType()->params());
    Parameters.append(Dimensions, Type::getInt64Ty(F.getContext()));
    auto *Ty = FunctionType::get(F.getReturnType(), Parameters, false);
    Function *N = Function::Create(Ty, F.getLinkage(), F.getAddressSpace(), Name,
                                   F.getParent());
    Known = N;
    ValueToValueMapTy Map;
    for (auto [From, To] : zip_first(F.args(), N->args())) {
      Map[&From] = &To;
      To.setName(From.getName());
    }
    SmallVector<ReturnInst *> Returns;
    CloneFunctionInto(N, &F, Map, CloneFunctionChangeType::LocalChangesOnly,
                      Returns);
    for (unsigned D = 0; D != Dimensions; ++D)
      offset(*N, D)->setName("offset." + Twine("xyz"[D]));
    Open.push_back(N);
    return N;
  }

  static Argument *offset(Function &F, unsigned D) {
    return F.getArg(F.arg_size() - Dimensions + D);
  }

  /// Dimensions that do not exist have no offset.
  static Value *offsetOf(CallBase &Query, IRBuilder<> &Builder) {
    Function &F = *Query.getFunction();
    if (auto *D = dyn_cast<ConstantInt>(Query.getArgOperand(0)))
      return D->getZExtValue() < Dimensions
                 ? Builder.CreateZExtOrTrunc(offset(F, D->getZExtValue()),
                                             Query.getType())
                 : ConstantInt::get(Query.getType(), 0);
    Value *Result = Builder.getInt64(0);
    for (unsigned D = 0; D != Dimensions; ++D)
      Result = Builder.CreateSelect(
          Builder.CreateICmpEQ(Query.getArgOperand(0), Builder.getInt32(D)),
          offset(F, D), Result);
    return Builder.CreateZExtOrTrunc(Result, Query.getType());
  }

  void rewrite(Function &F) {
    SmallVector<CallBase *> Calls;
    for (Instruction &I : instructions(F))
      if (auto *Call = dyn_cast<CallBase>(&I))
        if (Function *Callee = Call->getCalledFunction();
            Callee && (isOffsetQuery(*Callee) || Users.contains(Callee)))
          Calls.push_back(Call);
    for (CallBase *Call : Calls) {
      Function &Callee = *Call->getCalledFunction();
      if (isOffsetQuery(Callee))
        replaceQuery(*Call);
      else
        replaceCall(*Call, *declare(Callee, Callee.getName() + ".offset"));
    }
  }

  static void replaceQuery(CallBase &Query) {
    IRBuilder<> Builder(Query.getNextNode());
    Value *Offset = offsetOf(Query, Builder);
    if (Query.getIntrinsicID() == Intrinsic::spv_global_offset) {
      Query.replaceAllUsesWith(Offset);
      Query.eraseFromParent();
      return;
    }
    Value *Sum = Builder.CreateAdd(&Query, Offset);
    Query.replaceUsesWithIf(Sum, [&](Use &U) { return U.getUser() != Sum; });
  }

  static void replaceCall(CallBase &Call, Function &Variant) {
    SmallVector<Value *> Arguments(Call.args());
    for (unsigned D = 0; D != Dimensions; ++D)
      Arguments.push_back(offset(*Call.getFunction(), D));
    auto *New = CallInst::Create(&Variant, Arguments, "", Call.getIterator());
    New->setCallingConv(Call.getCallingConv());
    New->setAttributes(Call.getAttributes());
    New->setDebugLoc(Call.getDebugLoc());
    New->takeName(&Call);
    Call.replaceAllUsesWith(New);
    Call.eraseFromParent();
  }

  SetVector<Function *> Users;
  DenseMap<Function *, Function *> Made;
  SmallVector<Function *> Open;
};

std::string addMarker(Module &M, const Twine &Name) {
  auto *Ty = FunctionType::get(Type::getVoidTy(M.getContext()), false);
  Function *Marker =
      Function::Create(Ty, GlobalValue::ExternalLinkage, Name, M);
  Marker->setCallingConv(CallingConv::SPIR_KERNEL);
  IRBuilder<>(BasicBlock::Create(M.getContext(), "", Marker)).CreateRetVoid();
  return Marker->getName().str();
}

} // namespace

std::vector<std::string> addOffsetVariants(Module &M,
                                           ArrayRef<std::string> Kernels,
                                           ArrayRef<std::string> Imports) {
  std::vector<std::string> Names;
  if (!hasRangeOffsets(M) || Kernels.empty())
    return Names;
  const SetVector<Function *> OverRanges =
      callersOf(functionsNamed(M, {std::string(builtin::InRange)}));
  std::vector<Function *> Imported = functionsNamed(M, Imports);
  llvm::erase_if(Imported, [](Function *F) { return !F->isDeclaration(); });
  const SetVector<Function *> Importers = callersOf(Imported);
  Variants Made(M);
  for (Function *Kernel : functionsNamed(M, Kernels))
    if (OverRanges.contains(Kernel)) {
      continue;
    } else if (Importers.contains(Kernel)) {
      Names.push_back(addMarker(M, Kernel->getName() + SYCL_NO_OFFSET_SUFFIX));
    } else if (Made.dependsOnOffset(*Kernel)) {
      Function *Variant =
          Made.of(*Kernel, Kernel->getName() + SYCL_OFFSET_VARIANT_SUFFIX);
      Names.push_back(Variant->getName().str());
    }
  Names.push_back(addMarker(M, SYCL_TAKES_OFFSETS_KERNEL));
  return Names;
}

} // namespace facet
