//===- unchecked_calls.cpp - Which calls a later check must see ------------===//
//
// See unchecked_calls.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/unchecked_calls.h"

#include "compiler/ir/conditional_calls.h"
#include "compiler/ir/names.h"
#include "compiler/ir/source_records.h"
#include "compiler/ir/sycl_metadata.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace facet {
namespace {

using Callees = SmallSetVector<const Function *, 8>;

/// No source of the user's defines it.
bool isBuiltIn(const Function &F) {
  StringRef Name = F.getName();
  return F.isIntrinsic() || isConditionalCaller(F) ||
         Name.contains("__spirv_") || Name.contains("__sycl_");
}

Callees calleesOf(const Function &F) {
  Callees Result;
  for (const Instruction &I : instructions(F)) {
    if (const auto *Call = dyn_cast<CallBase>(&I);
        Call && isConditionalCall(*Call))
      continue;
    for (const Use &Operand : I.operands())
      if (const auto *Callee =
              dyn_cast<Function>(Operand->stripPointerCasts());
          Callee && !isBuiltIn(*Callee))
        Result.insert(Callee);
  }
  return Result;
}

/// What functions with [[sycl::requires]] reach.
class Calls {
public:
  explicit Calls(const Module &M) {
    for (const Function &F : M)
      if (!F.isDeclaration() && readRequiredAspects(F))
        enter(F);
    for (size_t Next = 0; Next != Reached.size(); ++Next) {
      const Function &F = *Reached[Next];
      From[&F] = calleesOf(F);
      for (const Function *Callee : From[&F]) {
        Callers[Callee].push_back(&F);
        enter(*Callee);
      }
    }
    keepWaysOut();
  }

  std::vector<UncheckedFunction> records(const Module &M) const {
    std::vector<UncheckedFunction> Result;
    for (const Function &F : M) {
      if (F.isDeclaration() || !OnWayOut.contains(&F))
        continue;
      UncheckedFunction Record{F.getName().str(), readRequiredAspects(F), {}};
      for (const Function *Callee : From.find(&F)->second)
        if (OnWayOut.contains(Callee))
          Record.Callees.push_back(Callee->getName().str());
      Result.push_back(std::move(Record));
    }
    return Result;
  }

private:
  void enter(const Function &F) {
    if (Seen.insert(&F).second)
      Reached.push_back(&F);
  }

  void keepWaysOut() {
    std::vector<const Function *> Open;
    auto Keep = [&](const Function *F) {
      if (OnWayOut.insert(F).second)
        Open.push_back(F);
    };
    for (const Function *F : Reached)
      if (F->isDeclaration())
        Keep(F);
    while (!Open.empty()) {
      const Function *F = Open.back();
      Open.pop_back();
      if (auto Found = Callers.find(F); Found != Callers.end())
        for (const Function *Caller : Found->second)
          Keep(Caller);
    }
  }

  std::vector<const Function *> Reached;
  DenseSet<const Function *> Seen, OnWayOut;
  DenseMap<const Function *, Callees> From;
  DenseMap<const Function *, std::vector<const Function *>> Callers;
};

} // namespace

void recordUncheckedCalls(Module &M) {
  addUncheckedCalls(M, Calls(M).records(M));
}

} // namespace facet
