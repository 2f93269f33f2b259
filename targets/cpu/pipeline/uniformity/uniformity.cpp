//===- uniformity.cpp - What the work-items of a group agree on -----------===//
//
// See uniformity.h.
//
//===----------------------------------------------------------------------===//

#include "targets/cpu/pipeline/uniformity/uniformity.h"

#include "postlink/retarget/device_builtins.h"
#include "postlink/retarget/kernel_arguments.h"
#include "targets/cpu/pipeline/groups/combinations.h"
#include "targets/cpu/pipeline/groups/queries.h"
#include "targets/cpu/pipeline/groups/shuffles.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/TargetTransformInfoImpl.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicsSPIRV.h"
#include "llvm/IR/PassInstrumentation.h"

using namespace llvm;

namespace facet {
namespace {

/// True if \p Query of a work-item, which \p Callee answers, has another answer
/// for others.
bool isItemQuery(const CallBase &Query, const Function &Callee) {
  const bool IsInTile = Query.getFunction()->hasFnAttribute(TileAttribute);
  switch (Callee.getIntrinsicID()) {
  case Intrinsic::spv_thread_id:
  case Intrinsic::spv_thread_id_in_group: {
    // A tile is a piece of a row.
    auto *D = dyn_cast<ConstantInt>(Query.getArgOperand(0));
    return !IsInTile || !D || D->isZero() ||
           Query.getFunction()->hasFnAttribute(AcrossRowsAttribute);
  }
  case Intrinsic::spv_subgroup_local_invocation_id:
    return true;
  case Intrinsic::spv_subgroup_id:
  case Intrinsic::spv_subgroup_size:
    return !IsInTile;
  default:
    return slotWordsOf(Query) || Callee.getName() == builtin::WaitSlot;
  }
}

using ArgumentSet = SmallPtrSet<const Value *, 4>;

/// Arguments in memory that the kernel leaves as it was launched with.
ArgumentSet constantArguments(Function &F) {
  ArgumentSet Result;
  for (Argument &A : F.args())
    if (A.hasByValAttr() && isOnlyRead(A))
      Result.insert(&A);
  return Result;
}

InstructionUniformity uniformityOf(const Value *V,
                                   const ArgumentSet &Constants) {
  // An argument that the kernel writes to is a copy of each work-item.
  if (auto *A = dyn_cast<Argument>(V))
    return A->hasByValAttr() && !Constants.contains(A)
               ? InstructionUniformity::NeverUniform
               : InstructionUniformity::Default;
  auto *I = dyn_cast<Instruction>(V);
  if (!I)
    return InstructionUniformity::Default;
  if (isa<AllocaInst>(I) || I->isAtomic())
    return InstructionUniformity::NeverUniform;
  if (auto *Load = dyn_cast<LoadInst>(I))
    return Load->isSimple() && Constants.contains(getUnderlyingObject(
                                   Load->getPointerOperand()))
               ? InstructionUniformity::Default
               : InstructionUniformity::NeverUniform;
  if (isAgreement(*I) || isCombined(*I) || isWordForAll(*I))
    return InstructionUniformity::AlwaysUniform;
  auto *Call = dyn_cast<CallBase>(I);
  if (!Call)
    return InstructionUniformity::Default;
  const Function *Callee = Call->getCalledFunction();
  if (Callee && needsWorkItem(*Callee))
    return isItemQuery(*Call, *Callee) ? InstructionUniformity::NeverUniform
                              : InstructionUniformity::Default;
  return uniformityOfCall(*Call);
}

/// Hands the oracle to LLVM's analysis.
class OracleTargetInfo : public TargetTransformInfoImplBase {
public:
  OracleTargetInfo(const DataLayout &Layout, const UniformityOracle &Oracle)
      : TargetTransformInfoImplBase(Layout), Oracle(Oracle) {}
  bool hasBranchDivergence(const Function *) const override { return true; }
  InstructionUniformity
  getInstructionUniformity(const Value *V) const override {
    return Oracle(V);
  }

private:
  UniformityOracle Oracle;
};

} // namespace

const char *builtinOf(Agreement Why) {
  switch (Why) {
  case Agreement::Version:
    return "__sycl_cpu_group_all";
  case Agreement::Converged:
    return "__sycl_cpu_group_converged";
  case Agreement::Departed:
    return "__sycl_cpu_group_departed";
  }
  llvm_unreachable("not an agreement");
}

bool isAgreement(const Value &V, Agreement Why) {
  auto *Call = dyn_cast<CallInst>(&V);
  return Call && Call->getCalledFunction() &&
         Call->getCalledFunction()->getName() == builtinOf(Why);
}

bool isAgreement(const Value &V) {
  return isAgreement(V, Agreement::Version) ||
         isAgreement(V, Agreement::Converged) ||
         isAgreement(V, Agreement::Departed);
}

InstructionUniformity uniformityOfCall(const CallBase &Call) {
  return Call.getCalledFunction() && Call.doesNotAccessMemory() &&
                 !Call.isConvergent()
             ? InstructionUniformity::Default
             : InstructionUniformity::NeverUniform;
}

UniformityOracle uniformityInKernel(Function &F) {
  return [Constants = constantArguments(F)](const Value *V) {
    return uniformityOf(V, Constants);
  };
}

UniformityOracle uniformityIfMemoryIsStable(Function &F) {
  return [InKernel = uniformityInKernel(F)](const Value *V) {
    // Private memory has another address for each work-item.
    if (auto *Load = dyn_cast<LoadInst>(V); Load && !Load->isVolatile())
      return InstructionUniformity::Default;
    return InKernel(V);
  };
}

CpuUniformity::CpuUniformity(Function &F, UniformityOracle Oracle) : F(F) {
  Analyses.registerPass([] { return PassInstrumentationAnalysis(); });
  Analyses.registerPass([] { return DominatorTreeAnalysis(); });
  Analyses.registerPass([] { return CycleAnalysis(); });
  Analyses.registerPass([] { return UniformityInfoAnalysis(); });
  Analyses.registerPass([Oracle = std::move(Oracle)] {
    return TargetIRAnalysis([Oracle](const Function &F) {
      return TargetTransformInfo(
          std::make_unique<OracleTargetInfo>(F.getDataLayout(), Oracle));
    });
  });
}

UniformityInfo &CpuUniformity::uniformity() {
  return Analyses.getResult<UniformityInfoAnalysis>(F);
}

CycleInfo &CpuUniformity::cycles() {
  return Analyses.getResult<CycleAnalysis>(F);
}

} // namespace facet
