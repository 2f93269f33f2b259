//===- kernel_symbols.cpp - Kernels of internal linkage -------------------===//
//
// See kernel_symbols.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/frontend/kernel_symbols.h"

#include "compiler/ir/sycl_metadata.h"
#include "headers/sycl/detail/source_names.hpp"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/Support/MD5.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace facet {

static bool isInternalKernel(const Function &F) {
  return !F.isDeclaration() && isKernel(F) &&
         sycl::detail::is_internal_symbol(F.getName().str().c_str());
}

bool hasInternalKernels(const Module &M) {
  return any_of(M, isInternalKernel);
}

std::string contentHash(const Module &M) {
  // Where the source lies is in debug information, in the name of the module,
  // and in annotations.
  std::unique_ptr<Module> Copy = CloneModule(M);
  StripDebugInfo(*Copy);
  Copy->setModuleIdentifier("");
  Copy->setSourceFileName("");
  for (Function &F : *Copy)
    F.removeFnAttr(attribute::ModuleId);
  if (GlobalVariable *G = Copy->getGlobalVariable("llvm.global.annotations"))
    G->eraseFromParent();
  SmallVector<char, 0> Bytes;
  raw_svector_ostream Stream(Bytes);
  WriteBitcodeToFile(*Copy, Stream);
  MD5 Hash;
  Hash.update(StringRef(Bytes.data(), Bytes.size()));
  return std::string(Hash.final().digest());
}

void tagInternalKernels(Module &M, const std::string &Prefix) {
  if (Prefix.empty())
    return;
  uint64_t Hash = sycl::detail::hash_of(Prefix.c_str());
  for (Function &F : M) {
    if (!isInternalKernel(F))
      continue;
    std::string Old = F.getName().str();
    std::string New(Old.size() + sycl::detail::source_tag_size, '\0');
    sycl::detail::write_tagged_symbol(Old.c_str(), Hash, New.data());
    F.setName(New);
  }
}

std::string identifierOf(StringRef Prefix) {
  std::string Result = Prefix.str();
  for (char &C : Result)
    if (!isAlnum(C))
      C = '_';
  return Result;
}

} // namespace facet
