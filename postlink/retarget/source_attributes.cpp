//===- source_attributes.cpp - Drop what only the source target means -----===//
//
// See source_attributes.h.
//
//===----------------------------------------------------------------------===//

#include "postlink/retarget/source_attributes.h"

#include "compiler/ir/sycl_metadata.h"
#include "compiler/support/tool.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "postlink/retarget/kernels.h"
#include "postlink/retarget/fenced_atomics.h"
#include "targets/family.h"

using namespace llvm;

namespace facet {
namespace {

/// The target's name of a synchronization scope as Clang writes it for SPIR-V.
std::optional<StringRef> scopeName(StringRef Scope, const CodeModel &Target) {
  for (const ScopeName &Name : Target.scopes)
    if (StringRef(Name.source) == Scope)
      return StringRef(Name.target);
  return std::nullopt;
}

Error translateScope(Instruction &I, ArrayRef<StringRef> Names,
                     const CodeModel &Target) {
  std::optional<SyncScope::ID> Scope = getAtomicSyncScopeID(&I);
  if (!Scope)
    return Error::success();
  StringRef Name = *Scope == SyncScope::System ? StringRef() : Names[*Scope];
  std::optional<StringRef> NewName = scopeName(Name, Target);
  if (!NewName)
    return makeError(textOf<Message::err_synchronization_scope>(Name),
                     I.getFunction()->getName());
  setAtomicSyncScopeID(&I, I.getContext().getOrInsertSyncScopeID(*NewName));
  if (Name == "singlethread" && !Target.orders_single_threads) {
    if (isa<FenceInst>(I))
      I.eraseFromParent();
    else
      takeOrdering(I);
  }
  return Error::success();
}

// SPIR-V's metadata about kernels and the compilation; no other target reads
// it. Two of the function's nodes, its required sizes, are kept.
void dropSourceMetadata(Module &M) {
  for (StringRef Name :
       {"opencl.ocl.version", "opencl.spir.version", "opencl.cxx.version",
        "opencl.used.extensions", "opencl.used.optional.core.features",
        "opencl.compiler.options", "opencl.enable.FP_CONTRACT", "spirv.Source"})
    if (NamedMDNode *Node = M.getNamedMetadata(Name))
      Node->eraseFromParent();
  for (Function &F : M)
    for (StringRef Name :
         {"kernel_arg_addr_space", "kernel_arg_access_qual", "kernel_arg_type",
          "kernel_arg_base_type", "kernel_arg_type_qual", "kernel_arg_name"})
      F.setMetadata(Name, nullptr);
}

/// "automatic" and "primary" leave the size to the back end, and LLVM's would
/// take their numbers for sizes.
void dropNamedSubGroupSizes(Module &M) {
  for (Function &F : M)
    if (readSubGroupSize(F) && !requiredSubGroupSize(F))
      F.setMetadata(metadata::SubGroupSizeNode, nullptr);
}

void translateFunction(Function &F, const CodeModel &Target) {
  F.removeFnAttr("frame-pointer");
  F.removeFnAttr("min-legal-vector-width");
  if (F.getCallingConv() == CallingConv::SPIR_KERNEL)
    F.setCallingConv(Target.kernel_calling_convention);
  else if (F.getCallingConv() == CallingConv::SPIR_FUNC)
    F.setCallingConv(CallingConv::C);
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallBase>(&I);
        Call && Call->getCallingConv() == CallingConv::SPIR_FUNC)
      Call->setCallingConv(CallingConv::C);
}

} // namespace

Error translateSourceAttributes(Module &M, const CodeModel &Target) {
  // Address spaces can be inferred only in optimized code, whatever -O said.
  for (Function &F : M)
    if (F.hasFnAttribute(Attribute::OptimizeNone)) {
      F.removeFnAttr(Attribute::OptimizeNone);
      F.removeFnAttr(Attribute::NoInline);
    }
  dropNamedSubGroupSizes(M);
  if (Target.is_spirv)
    return Error::success();
  dropSourceMetadata(M);
  SmallVector<StringRef> Names;
  M.getContext().getSyncScopeNames(Names);
  for (Function &F : M) {
    translateFunction(F, Target);
    for (Instruction &I : make_early_inc_range(instructions(F)))
      if (Error E = translateScope(I, Names, Target))
        return E;
  }
  return Error::success();
}

void setProcessor(Module &M, StringRef Cpu, StringRef Features) {
  for (Function &F : M) {
    for (StringRef Name : {"target-cpu", "target-features", "tune-cpu"})
      F.removeFnAttr(Name);
    if (F.isIntrinsic())
      continue;
    if (!Cpu.empty())
      F.addFnAttr("target-cpu", Cpu);
    if (!Features.empty())
      F.addFnAttr("target-features", Features);
  }
}

} // namespace facet
