//===- module_cleanup.cpp - Leave only what an image needs ----------------===//
//
// See module_cleanup.h.
//
//===----------------------------------------------------------------------===//

#include "postlink/retarget/module_cleanup.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/IPO/Internalize.h"

using namespace llvm;

namespace facet {

void internalizeExcept(Module &M, ArrayRef<std::string> Keep) {
  StringSet<> Names;
  for (const std::string &Name : Keep)
    Names.insert(Name);
  // These would keep alive what the host's linker was to keep.
  for (StringRef Name : {"llvm.used", "llvm.compiler.used"})
    if (GlobalVariable *Used = M.getNamedGlobal(Name))
      Used->eraseFromParent();
  for (GlobalObject &Object : M.global_objects()) {
    Object.setComdat(nullptr);
    if (Names.contains(Object.getName()) && !Object.isDeclaration())
      Object.setLinkage(GlobalValue::ExternalLinkage);
  }
  internalizeModule(M, [&](const GlobalValue &Value) {
    return Names.contains(Value.getName());
  });
}

void renameLibraryFunctions(Module &M) {
  TargetLibraryInfoImpl Library{Triple("x86_64-unknown-linux-gnu")};
  for (Function &F : M) {
    LibFunc Known;
    if (!F.isDeclaration() && F.hasLocalLinkage() &&
        Library.getLibFunc(F.getName(), Known))
      F.setName("__sycl_c_" + F.getName());
  }
}

} // namespace facet
