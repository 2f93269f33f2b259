//===- gpu_recurrences.cpp - Values that are made of the one before -------===//
//
// See gpu_recurrences.h.
//
//===----------------------------------------------------------------------===//

#include "postlink/retarget/gpu_recurrences.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Local.h"

#include <map>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace facet {
namespace {

/// x * Factor + Summand; ordered so that it can be looked up.
struct Linear {
  uint64_t Factor, Summand;

  bool operator<(const Linear &Other) const {
    return std::pair(Factor, Summand) < std::pair(Other.Factor, Other.Summand);
  }
};

/// With less than three values there is no constant less.
constexpr size_t FewestValues = 3;

/// The inverse of an odd number modulo 2^64: each step of Newton's doubles the
/// bits that are right, of which an odd number's own square has three.
uint64_t inverseOf(uint64_t Odd) {
  uint64_t Inverse = Odd;
  for (unsigned Bits = 3; Bits < 64; Bits *= 2)
    Inverse *= 2 - Odd * Inverse;
  return Inverse;
}

/// The values of one block that are made of one and the same.
class LinearValues {
public:
  void add(Instruction &I, const Linear &Form) {
    if (Known.try_emplace(Form, &I).second)
      InOrder.push_back({Form, &I});
  }

  /// The first two values give factor and summand of all steps.
  bool rewrite() {
    if (InOrder.size() < FewestValues || InOrder.front().first.Factor % 2 == 0)
      return false;
    const auto [First, FirstValue] = InOrder[0];
    const auto [Second, SecondValue] = InOrder[1];
    const uint64_t Mask = cast<IntegerType>(FirstValue->getType())->getBitMask();
    Linear Step;
    Step.Factor = Second.Factor * inverseOf(First.Factor) & Mask;
    Step.Summand = (Second.Summand - First.Summand * Step.Factor) & Mask;
    SmallVector<Instruction *, 8> Chain{FirstValue};
    for (Linear Next = Second;;) {
      auto Found = Known.find(Next);
      if (Found == Known.end() || !Chain.back()->comesBefore(Found->second))
        break;
      Chain.push_back(Found->second);
      Next = {Next.Factor * Step.Factor & Mask,
              (Next.Summand * Step.Factor + Step.Summand) & Mask};
    }
    if (Chain.size() < FewestValues)
      return false;
    Value *Before = FirstValue;
    for (Instruction *I : drop_begin(Chain))
      Before = replace(*I, *Before, Step);
    return true;
  }

private:
  /// As text: the code generator would make the other form again.
  static Value *replace(Instruction &I, Value &Before, const Linear &Step) {
    Type *T = I.getType();
    const bool IsLong = T->isIntegerTy(64);
    InlineAsm *Text = InlineAsm::get(
        FunctionType::get(T, {T, T, T}, /*isVarArg=*/false),
        IsLong ? "mad.lo.s64 $0, $1, $2, $3;" : "mad.lo.s32 $0, $1, $2, $3;",
        IsLong ? "=l,l,n,n" : "=r,r,n,n", /*hasSideEffects=*/false);
    IRBuilder<> Builder(&I);
    CallInst *New =
        Builder.CreateCall(Text, {&Before, ConstantInt::get(T, Step.Factor),
                                  ConstantInt::get(T, Step.Summand)});
    New->setDoesNotAccessMemory();
    New->setDoesNotThrow();
    New->takeName(&I);
    I.replaceAllUsesWith(New);
    RecursivelyDeleteTriviallyDeadInstructions(&I);
    return New;
  }

  SmallVector<std::pair<Linear, Instruction *>, 8> InOrder;
  std::map<Linear, Instruction *> Known;
};

bool rewriteRecurrences(BasicBlock &Block) {
  MapVector<Value *, LinearValues> OfValues;
  for (Instruction &I : Block) {
    Value *X = nullptr;
    const APInt *Factor = nullptr, *Summand = nullptr;
    // A factor that is a power of two is a shift.
    if ((I.getType()->isIntegerTy(32) || I.getType()->isIntegerTy(64)) &&
        match(&I, m_Add(m_Mul(m_Value(X), m_APInt(Factor)), m_APInt(Summand))))
      OfValues[X].add(I, {Factor->getZExtValue(), Summand->getZExtValue()});
  }
  bool Changed = false;
  for (auto &[X, Values] : OfValues)
    Changed |= Values.rewrite();
  return Changed;
}

} // namespace

PreservedAnalyses Recurrences::run(Function &F, FunctionAnalysisManager &) {
  bool Changed = false;
  for (BasicBlock &Block : F)
    Changed |= rewriteRecurrences(Block);
  if (!Changed)
    return PreservedAnalyses::all();
  PreservedAnalyses Kept;
  Kept.preserveSet<CFGAnalyses>();
  return Kept;
}

} // namespace facet
