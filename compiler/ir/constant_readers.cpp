//===- constant_readers.cpp - Who reads a specialization constant ---------===//
//
// See constant_readers.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/ir/constant_readers.h"

#include "compiler/ir/dropped_calls.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/ModRef.h"

using namespace llvm;

namespace facet {

std::optional<uint64_t> keyOfConstantReader(const Function &F) {
  StringRef Name = F.getName();
  uint64_t Key;
  if (!F.isDeclaration() ||
      !Name.consume_front("_Z21__sycl_reads_constantILm") ||
      Name.consumeInteger(10, Key))
    return std::nullopt;
  return Key;
}

void describeConstantReaders(Module &M) {
  for (Function &F : M)
    if (keyOfConstantReader(F)) {
      F.setMemoryEffects(MemoryEffects::inaccessibleMemOnly());
      F.setNotConvergent();
      F.setDoesNotThrow();
      F.setWillReturn();
      for (User *U : F.users())
        if (auto *Call = dyn_cast<CallBase>(U))
          Call->setNotConvergent();
    }
}

void dropConstantReaders(Module &M) {
  dropCallsOf(
      M, [](const Function &F) { return keyOfConstantReader(F).has_value(); });
}

} // namespace facet
