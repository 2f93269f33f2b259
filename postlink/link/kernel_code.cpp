//===- kernel_code.cpp - Whether two sources have the same kernel ---------===//
//
// See kernel_code.h.
//
//===----------------------------------------------------------------------===//

#include "postlink/link/kernel_code.h"

#include "compiler/ir/conditional_calls.h"
#include "compiler/ir/counters.h"
#include "compiler/ir/module_graph.h"
#include "compiler/ir/sycl_metadata.h"
#include "compiler/support/bitcode.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SHA256.h"
#include "postlink/split/split.h"

using namespace llvm;

namespace facet {
namespace {

/// What is defined for other sources counts by its name: the kernel is not the
/// one that says what it is. Names of conditional callers are the source's own.
void dropSharedDefinitions(Module &M, const StringSet<> &Kernels) {
  for (Function &F : M) {
    if (F.hasLocalLinkage() || Kernels.contains(F.getName()) ||
        isConditionalCaller(F))
      continue;
    F.deleteBody();
    F.setComdat(nullptr);
    F.setAttributes({});
    F.clearMetadata();
  }
  for (GlobalVariable &V : M.globals()) {
    if (V.hasLocalLinkage() || V.hasAppendingLinkage())
      continue;
    V.setInitializer(nullptr);
    V.setLinkage(GlobalValue::ExternalLinkage);
    V.setComdat(nullptr);
    V.clearMetadata();
  }
}

/// Lists of the whole source, its name, and places in it.
void dropSourceSpecifics(Module &M) {
  StripDebugInfo(M);
  for (NamedMDNode &Named : make_early_inc_range(M.named_metadata()))
    M.eraseNamedMetadata(&Named);
  for (StringRef List :
       {"llvm.used", "llvm.compiler.used", "llvm.global.annotations"})
    if (GlobalVariable *V = M.getNamedGlobal(List))
      V->eraseFromParent();
  for (Function &F : M) {
    F.removeFnAttr(attribute::ModuleId);
    for (Instruction &I : instructions(F))
      I.setMetadata("srcloc", nullptr);
  }
  dropCounters(M);
  dropTypeNames(M);
}

/// Values are in the order in which the kernel reaches them.
void dropLocalNames(Module &M) {
  size_t Number = 0;
  for (GlobalValue &Value : M.global_values()) {
    const auto *F = dyn_cast<Function>(&Value);
    if (Value.hasLocalLinkage() || (F && isConditionalCaller(*F)))
      Value.setName("local." + Twine(Number++));
  }
  for (Function &F : M) {
    for (Argument &A : F.args())
      A.setName("");
    for (BasicBlock &Block : F) {
      Block.setName("");
      for (Instruction &I : Block)
        I.setName("");
    }
  }
}

} // namespace

Expected<StringMap<std::string>> readKernelCode(StringRef Path,
                                                ArrayRef<std::string> Kernels) {
  // Names of types are those of a context: it must have this source alone.
  DeviceContext Context;
  Expected<std::unique_ptr<Module>> M = readDeviceCode(Path, Context);
  if (!M)
    return M.takeError();
  StringSet<> Wanted;
  for (const std::string &Kernel : Kernels)
    Wanted.insert(Kernel);
  dropSharedDefinitions(**M, Wanted);
  dropSourceSpecifics(**M);
  ModuleGraph References(**M);
  ModuleExtractor Extractor(**M);
  StringMap<std::string> Code;
  for (const std::string &Name : Kernels) {
    Function *Kernel = (*M)->getFunction(Name);
    if (!Kernel || Kernel->isDeclaration())
      continue;
    ModuleGroup Alone{{{Kernel, /*IsKernel=*/true, /*Source=*/"", {}, {}}}};
    std::unique_ptr<Module> Part =
        Extractor.extract(Alone, References.reachableFrom({Kernel}));
    dropLocalNames(*Part);
    SmallVector<char, 0> Bytes = writeBitcode(*Part);
    auto Digest = SHA256::hash(ArrayRef(
        reinterpret_cast<const uint8_t *>(Bytes.data()), Bytes.size()));
    Code[Name] = std::string(Digest.begin(), Digest.end());
  }
  return Code;
}

} // namespace facet
