// See passes_oracle.h.
#include "testing/fuzz/passes_oracle.h"

#include <unistd.h>

#include "compiler/ir/conditional_calls.h"
#include "compiler/ir/source_uses.h"
#include "compiler/ir/sycl_metadata.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/raw_ostream.h"

namespace facet {
namespace {

using namespace llvm;

// Reported and never saved.
AspectSet WithoutFolded(const AspectSet &aspects) {
  return aspects.Difference(AspectSet{FoldedDoubleAspect});
}

// What a caller needs at all, under whatever condition.
AspectSet EverNeeded(const Function &function) {
  AspectSet needs = readUsedAspects(function);
  for (const ConditionalAspects &pair : readConditionallyUsedAspects(function))
    needs = needs.Union(pair.aspects);
  return WithoutFolded(needs);
}

void CheckCall(const Module &module, const Function &caller,
               const Function &callee) {
  if (!WithoutFolded(readUsedAspects(callee))
           .IsSubsetOf(readUsedAspects(caller)))
    Wrong(module, "a callee's aspects are lost");
  // What an intrinsic has is as somebody wrote it: conditions that never hold
  // are not dropped there.
  if (!callee.isIntrinsic() &&
      !EverNeeded(callee).IsSubsetOf(EverNeeded(caller)))
    Wrong(module, "a callee's conditional aspects are lost");
}

// The source's double is the only reason that there can be.
bool RefersToNothing(const Function &function) {
  if (function.getNumOperands() != 0) return false;
  for (const Instruction &instruction : instructions(function))
    for (const Use &operand : instruction.operands()) {
      const auto *constant = dyn_cast<Constant>(operand);
      const auto *callee = dyn_cast<Function>(operand);
      if (constant && !isa<ConstantData>(constant) &&
          !(callee && callee->isIntrinsic() && !callee->hasMetadata()))
        return false;
    }
  return true;
}

}  // namespace

void Wrong(const Module &module, const char *what) {
  errs() << "passes_fuzz: wrong: " << what << '\n' << module;
  _exit(3);
}

void CheckDeclared(const Module &module) {
  if (verifyModule(module)) Wrong(module, "not valid any more");
  for (const Function &caller : module) {
    // The pass reads what intrinsics have, and writes nothing there.
    if (caller.isIntrinsic()) continue;
    const AspectSet has = readUsedAspects(caller);
    if (auto declared = readDeclaredAspects(caller);
        declared && !declared->IsSubsetOf(has))
      Wrong(module, "declared aspects are not used ones");
    for (const Instruction &instruction : instructions(caller))
      if (const auto *call = dyn_cast<CallBase>(&instruction))
        if (const Function *callee = call->getCalledFunction())
          if (auto declared = readDeclaredAspects(*callee);
              declared && !declared->IsSubsetOf(has))
            Wrong(module, "a callee's declared aspects are lost");
  }
}

void CheckPropagated(const Module &module) {
  CheckDeclared(module);
  for (const Function &caller : module) {
    if (caller.isIntrinsic()) continue;
    const AspectSet has = readUsedAspects(caller);
    if (isEntryPoint(caller) && !readFixedTargets(caller))
      Wrong(module, "entry point without fixed targets");
    for (const Instruction &instruction : instructions(caller)) {
      if (!WithoutFolded(readUsedAspects(instruction)).IsSubsetOf(has))
        Wrong(module, "an instruction's aspects are lost");
      if (const auto *call = dyn_cast<CallBase>(&instruction))
        if (const Function *callee = call->getCalledFunction())
          CheckCall(module, caller, *callee);
    }
  }
}

FoldedDoubleOracle::FoldedDoubleOracle(const Module &module) : module_(module) {
  for (const Function &function : module) {
    before_[&function] = SavedOf(function);
    if (auto declared = readDeclaredAspects(function))
      is_declared_ |= declared->Contains(FoldedDoubleAspect);
  }
}

void FoldedDoubleOracle::Note(const AspectUse &use) {
  if (IsInternalAspect(use.AspectNumber))
    Wrong(module_, "an internal aspect is reported");
  if (++reports_[use.Symbol][use.AspectNumber] > 1)
    Wrong(module_, "an aspect is reported twice");
}

FoldedDoubleOracle::Saved FoldedDoubleOracle::SavedOf(
    const Function &function) {
  Saved saved;
  saved.always = readUsedAspects(function).Contains(FoldedDoubleAspect);
  for (const ConditionalAspects &pair : readConditionallyUsedAspects(function))
    if (pair.aspects.Contains(FoldedDoubleAspect)) saved.when.insert(pair.when);
  return saved;
}

bool FoldedDoubleOracle::MustReport(const Function &function,
                                    Aspect fp64) const {
  const auto declared = readDeclaredAspects(function);
  return hasFoldedDouble(function) && !function.isDeclaration() && declared &&
         !declared->Contains(fp64) && !readRequiredAspects(function) &&
         RefersToNothing(function);
}

void FoldedDoubleOracle::Check(bool reported) const {
  for (const Function &function : module_)
    if (const Saved now = SavedOf(function);
        !(now == before_.at(&function)) && !is_declared_)
      Wrong(module_, "a double that was folded away is saved or lost");
  const auto fp64 = AspectTable::read(module_).numberOf("fp64");
  if (!reported || !fp64 || IsInternalAspect(*fp64)) return;
  for (const Function &function : module_) {
    if (!MustReport(function, *fp64)) continue;
    const auto found = reports_.find(function.getName().str());
    if (found == reports_.end() || !found->second.count(*fp64))
      Wrong(module_, "a double that was folded away is not reported");
  }
}

}  // namespace facet
