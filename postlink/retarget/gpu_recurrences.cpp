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

/// The values of one block that are made of one and the same.
class LinearValues {
public:
  void add(Instruction &I, const Linear &Form) {
    if (Known.try_emplace(Form, &I).second)
      InOrder.push_back({Form, &I});
  }

  /// The first value gives factor and summand of all steps.
  bool rewrite() {
    if (InOrder.size() < FewestValues)
      return false;
    const auto [Step, First] = InOrder.front();
    const uint64_t Mask = cast<IntegerType>(First->getType())->getBitMask();
    SmallVector<Instruction *, 8> Chain{First};
    Linear Next = Step;
    while (true) {
      Next = {Next.Factor * Step.Factor & Mask,
              (Next.Summand * Step.Factor + Step.Summand) & Mask};
      auto Found = Known.find(Next);
      if (Found == Known.end() || !Chain.back()->comesBefore(Found->second))
        break;
      Chain.push_back(Found->second);
    }
    if (Chain.size() < FewestValues)
      return false;
    Value *Before = First;
    for (Instruction *I : drop_begin(Chain))
      Before = replace(*I, *Before, Step);
    return true;
  }

private:
  static Value *replace(Instruction &I, Value &Before, const Linear &Step) {
    IRBuilder<> Builder(&I);
    Type *T = I.getType();
    Value *Product =
        Builder.CreateMul(&Before, ConstantInt::get(T, Step.Factor));
    Value *New = Builder.CreateAdd(Product, ConstantInt::get(T, Step.Summand));
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
    if (I.getType()->isIntegerTy() && I.getType()->getIntegerBitWidth() <= 64 &&
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
