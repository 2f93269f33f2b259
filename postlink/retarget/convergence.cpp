//===- convergence.cpp - Functions in which work-items wait for each other ===//
//
// See convergence.h.
//
//===----------------------------------------------------------------------===//

#include "postlink/retarget/convergence.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace facet {
namespace {

bool hasKnownBody(const Function &F) {
  return !F.isDeclaration() && !F.isInterposable();
}

/// True if \p Call may make work-items meet, for another reason than that a
/// function with a known body is said to.
bool meetsByItself(const CallBase &Call) {
  const Function *Callee = Call.getCalledFunction();
  if (!Callee)
    return Call.isConvergent();
  if (hasKnownBody(*Callee))
    return false;
  return Callee->isIntrinsic() ? Callee->isConvergent() : Call.isConvergent();
}

/// The functions in which work-items may meet.
SetVector<Function *> meetingFunctions(Module &M) {
  SetVector<Function *> Meeting;
  for (Function &F : M) {
    if (!hasKnownBody(F))
      continue;
    for (Instruction &I : instructions(F))
      if (auto *Call = dyn_cast<CallBase>(&I); Call && meetsByItself(*Call)) {
        Meeting.insert(&F);
        break;
      }
  }
  for (size_t I = 0; I != Meeting.size(); ++I)
    for (User *U : Meeting[I]->users())
      if (auto *Call = dyn_cast<CallBase>(U))
        Meeting.insert(Call->getFunction());
  return Meeting;
}

} // namespace

void inferConvergence(Module &M) {
  const SetVector<Function *> Meeting = meetingFunctions(M);
  for (Function &F : M) {
    // LLVM knows of each intrinsic function; Clang marks calls of it anyway.
    const bool IsPlain = F.isIntrinsic()
                             ? !F.isConvergent()
                             : hasKnownBody(F) && !Meeting.contains(&F);
    if (!IsPlain)
      continue;
    F.setNotConvergent();
    for (User *U : F.users())
      if (auto *Call = dyn_cast<CallBase>(U);
          Call && Call->getCalledFunction() == &F)
        Call->setNotConvergent();
  }
}

} // namespace facet
