//===- kernels.cpp - The AMD GPU kernel ABI -------------------------------===//
//
// See kernels.h.
//
//===----------------------------------------------------------------------===//

#include "targets/amd/pipeline/kernels.h"

#include "postlink/retarget/kernels.h"
#include "targets/amd/family.h"
#include "llvm/IR/AttributeMask.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace facet {
namespace {

FunctionType *kernelType(const Function &Kernel, unsigned ConstantSpace) {
  SmallVector<Type *> Parameters;
  for (const Argument &A : Kernel.args())
    Parameters.push_back(
        A.hasByValAttr() ? PointerType::get(Kernel.getContext(), ConstantSpace)
                         : A.getType());
  return FunctionType::get(Kernel.getReturnType(), Parameters, false);
}

/// The back end wants to read the block; the body wants memory of its own. The
/// optimizer drops the copy of an argument that is only read.
void copyArgument(IRBuilder<> &Builder, Argument &Old, Argument &New,
                  unsigned PrivateSpace) {
  Function &Kernel = *New.getParent();
  Type *Ty = Old.getParamByValType();
  const DataLayout &Layout = Kernel.getDataLayout();
  Align Alignment = Old.getParamAlign().value_or(Layout.getABITypeAlign(Ty));
  Kernel.removeParamAttrs(
      New.getArgNo(),
      AttributeMask(Kernel.getAttributes().getParamAttrs(New.getArgNo())));
  AttrBuilder Attributes(Kernel.getContext());
  Attributes.addByRefAttr(Ty)
      .addAlignmentAttr(Alignment)
      .addAttribute(Attribute::NoAlias)
      .addAttribute(Attribute::NoUndef);
  New.addAttrs(Attributes);
  AllocaInst *Copy = Builder.CreateAlloca(Ty, PrivateSpace);
  Copy->setAlignment(Alignment);
  Builder.CreateMemCpy(Copy, Alignment, &New, Alignment,
                       Layout.getTypeAllocSize(Ty));
  Old.replaceAllUsesWith(Copy);
}

void setKernelAttributes(Function &Kernel) {
  uint64_t Smallest = 1, Largest = 1024;
  if (auto Size = requiredWorkGroupSize(Kernel))
    Smallest = Largest = uint64_t((*Size)[0]) * (*Size)[1] * (*Size)[2];
  Kernel.addFnAttr("amdgpu-flat-work-group-size",
                   (Twine(Smallest) + "," + Twine(Largest)).str());
  Kernel.addFnAttr("uniform-work-group-size", "true");
  Kernel.setVisibility(GlobalValue::ProtectedVisibility);
  Kernel.setDSOLocal(true);
}

} // namespace

Function *lowerAmdgpuKernel(Function &Kernel) {
  const CodeModel &Target = kAmdFamily.code;
  Function *N = Function::Create(kernelType(Kernel, Target.constant_space()),
                                 Kernel.getLinkage(), Kernel.getAddressSpace(),
                                 "", Kernel.getParent());
  N->copyAttributesFrom(&Kernel);
  N->copyMetadata(&Kernel, 0);
  N->takeName(&Kernel);
  N->splice(N->begin(), &Kernel);
  IRBuilder<> Builder(&*N->getEntryBlock().getFirstInsertionPt());
  for (auto [Old, New] : zip(Kernel.args(), N->args())) {
    New.takeName(&Old);
    if (Old.hasByValAttr())
      copyArgument(Builder, Old, New, Target.private_space());
    else
      Old.replaceAllUsesWith(&New);
  }
  Kernel.replaceAllUsesWith(PoisonValue::get(Kernel.getType()));
  Kernel.eraseFromParent();
  setKernelAttributes(*N);
  return N;
}

} // namespace facet
