//===- repeated_choices_test.cc - Minima of minima, exact for NaN ---------===//

#include "compiler/ir/repeated_choices.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/NoFolder.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

#include <gtest/gtest.h>

using namespace llvm;

namespace facet {
namespace {

/// One way to write a choice between a value and another.
struct Form {
  unsigned Predicate;
  bool SwapsOperands, SwapsArms;
};

std::vector<Form> forms() {
  std::vector<Form> All;
  for (unsigned P = CmpInst::FCMP_FALSE; P <= CmpInst::FCMP_TRUE; ++P)
    for (bool Operands : {false, true})
      for (bool Arms : {false, true})
        All.push_back({P, Operands, Arms});
  return All;
}

class RepeatedChoices : public testing::Test {
protected:
  RepeatedChoices() {
    Type *Float = Type::getFloatTy(Context);
    F = Function::Create(FunctionType::get(Float, {Float, Float}, false),
                         GlobalValue::ExternalLinkage, "f", M);
  }

  Value *choice(const Form &How, Value *Left, Value *Right) {
    Value *First = How.SwapsOperands ? Right : Left;
    Value *Second = How.SwapsOperands ? Left : Right;
    Value *Compare =
        Builder.CreateFCmp(CmpInst::Predicate(How.Predicate), First, Second);
    return How.SwapsArms ? Builder.CreateSelect(Compare, Right, Left)
                         : Builder.CreateSelect(Compare, Left, Right);
  }

  void start() {
    F->deleteBody();
    Builder.SetInsertPoint(BasicBlock::Create(Context, "", F));
  }

  static std::string text(const Function &Printed) {
    std::string Text;
    raw_string_ostream Stream(Text);
    Printed.print(Stream);
    return Text;
  }

  std::string text() const { return text(*F); }

  /// The function f of a module in text; null, and a failure, if it has none.
  Function *parse(const char *Text) {
    SMDiagnostic Problem;
    Read = parseAssemblyString(Text, Problem, Context);
    if (!Read)
      ADD_FAILURE() << Problem.getMessage().str();
    return Read ? Read->getFunction("f") : nullptr;
  }

  /// What the function returns, in bits.
  APInt call(const APFloat &A, const APFloat &B) const {
    DenseMap<const Value *, APFloat> Numbers;
    DenseMap<const Value *, bool> Truths;
    Numbers.try_emplace(F->getArg(0), A);
    Numbers.try_emplace(F->getArg(1), B);
    for (const Instruction &I : instructions(*F)) {
      if (auto *Compare = dyn_cast<FCmpInst>(&I)) {
        Truths[Compare] = FCmpInst::compare(Numbers.at(Compare->getOperand(0)),
                                            Numbers.at(Compare->getOperand(1)),
                                            Compare->getPredicate());
      } else if (auto *Select = dyn_cast<SelectInst>(&I)) {
        auto *Known = dyn_cast<ConstantInt>(Select->getCondition());
        const bool Truth =
            Known ? Known->isOne() : Truths.at(Select->getCondition());
        APFloat Chosen = Numbers.at(Truth ? Select->getTrueValue()
                                          : Select->getFalseValue());
        Numbers.try_emplace(Select, Chosen);
      } else {
        return Numbers.at(cast<ReturnInst>(I).getReturnValue())
            .bitcastToAPInt();
      }
    }
    ADD_FAILURE() << "no return";
    return APInt();
  }

  std::vector<APInt> callWithAll() const {
    std::vector<APFloat> Numbers{APFloat(0.0f), APFloat(-0.0f), APFloat(1.0f),
                                 APFloat(-1.0f),
                                 APFloat::getNaN(APFloat::IEEEsingle())};
    std::vector<APInt> Results;
    for (const APFloat &A : Numbers)
      for (const APFloat &B : Numbers)
        Results.push_back(call(A, B));
    return Results;
  }

  LLVMContext Context;
  Module M{"m", Context};
  std::unique_ptr<Module> Read;
  Function *F = nullptr;
  IRBuilder<NoFolder> Builder{Context};
};

TEST_F(RepeatedChoices, AreExactInEachForm) {
  const std::vector<Form> All = forms();
  for (const Form &Inner : All)
    for (const Form &Outer : All)
      for (unsigned Other : {0u, 1u}) {
        start();
        Value *First = choice(Inner, F->getArg(0), F->getArg(1));
        Builder.CreateRet(choice(Outer, First, F->getArg(Other)));
        const std::string Before = text();
        const std::vector<APInt> Wanted = callWithAll();
        ASSERT_TRUE(joinRepeatedChoices(*F)) << Before;
        ASSERT_FALSE(verifyFunction(*F, &errs())) << text();
        ASSERT_EQ(callWithAll(), Wanted) << Before << text();
      }
}

TEST_F(RepeatedChoices, OfThreeBecomeOne) {
  start();
  Value *Result = F->getArg(0);
  const Form Greater{CmpInst::FCMP_OGT, false, false},
      NotLess{CmpInst::FCMP_OLT, false, true};
  for (const Form &How : {NotLess, Greater, NotLess})
    Result = choice(How, Result, F->getArg(1));
  Builder.CreateRet(Result);
  const std::vector<APInt> Wanted = callWithAll();
  EXPECT_TRUE(joinRepeatedChoices(*F));
  EXPECT_EQ(callWithAll(), Wanted) << text();
  auto *Left = dyn_cast<SelectInst>(
      cast<ReturnInst>(F->getEntryBlock().getTerminator())->getReturnValue());
  ASSERT_TRUE(Left);
  EXPECT_TRUE(isa<Argument>(Left->getTrueValue()));
  EXPECT_TRUE(isa<Argument>(Left->getFalseValue()));
}

TEST_F(RepeatedChoices, OfAValueAndItselfEnd) {
  const std::vector<Form> All = forms();
  for (const Form &Inner : All)
    for (const Form &Outer : All) {
      start();
      Value *Same = choice(Inner, F->getArg(0), F->getArg(0));
      Builder.CreateRet(choice(Outer, Same, F->getArg(0)));
      const std::vector<APInt> Wanted = callWithAll();
      EXPECT_TRUE(joinRepeatedChoices(*F));
      ASSERT_EQ(callWithAll(), Wanted) << text();
      start();
      Same = choice(Inner, F->getArg(0), F->getArg(1));
      Builder.CreateRet(choice(Outer, Same, Same));
      joinRepeatedChoices(*F);
      ASSERT_FALSE(verifyFunction(*F, &errs())) << text();
    }
}

// What is the same value only after simplifications that InstCombine makes in
// the run that would join the two.
TEST_F(RepeatedChoices, OfAValueThatIsNotKnownYet) {
  Function *Parsed = parse(R"(
    define float @f(float %y) {
      %positive = fcmp olt float 0.0, %y
      %lower = select i1 %positive, float 0.0, float %y
      br i1 false, label %never, label %always
    never:
      br label %end
    always:
      br label %end
    end:
      %double = phi double [ 1.0, %never ], [ 0x0000000000000001, %always ]
      %from_one_side = phi float [ 1.0, %never ], [ %lower, %always ]
      %zero = fptrunc double %double to float
      %negative = fcmp olt float %from_one_side, %zero
      %result = select i1 %negative, float %from_one_side, float %zero
      ret float %result
    })");
  ASSERT_TRUE(Parsed);
  Function &Given = *Parsed;
  EXPECT_TRUE(joinRepeatedChoices(Given));
  ASSERT_FALSE(verifyFunction(Given, &errs()));
  auto *Result = dyn_cast<SelectInst>(
      cast<ReturnInst>(Given.back().getTerminator())->getReturnValue());
  ASSERT_TRUE(Result);
  auto *Compare = cast<FCmpInst>(Result->getCondition());
  EXPECT_EQ(Compare->getPredicate(), CmpInst::FCMP_OLT);
  EXPECT_EQ(Compare->getOperand(0), Given.getArg(0));
  EXPECT_EQ(Result->getTrueValue(), Given.getArg(0));
  EXPECT_TRUE(cast<ConstantFP>(Result->getFalseValue())->isZero());
}

// Loops whose edges that go back have not been seen when their phis are.
TEST_F(RepeatedChoices, InLoops) {
  Function *Parsed = parse(R"(
    define float @f(float %y, i32 %count) {
      br label %loop
    loop:
      %n = phi i32 [ 0, %0 ], [ %next, %loop ]
      %least = phi float [ %y, %0 ], [ %second, %loop ]
      %is_less = fcmp olt float %least, 0.0
      %first = select i1 %is_less, float %least, float 0.0
      %still = fcmp olt float %first, 0.0
      %second = select i1 %still, float %first, float 0.0
      %next = add i32 %n, 1
      %goes_on = icmp ult i32 %next, %count
      br i1 %goes_on, label %loop, label %end
    end:
      ret float %second
    })");
  ASSERT_TRUE(Parsed);
  Function &Given = *Parsed;
  EXPECT_TRUE(joinRepeatedChoices(Given));
  ASSERT_FALSE(verifyFunction(Given, &errs()));
  auto *Result = cast<SelectInst>(
      cast<ReturnInst>(Given.back().getTerminator())->getReturnValue());
  EXPECT_TRUE(isa<PHINode>(Result->getTrueValue())) << text(Given);
}

TEST_F(RepeatedChoices, OfOtherValuesStay) {
  start();
  const Form Less{CmpInst::FCMP_OLT, false, false};
  Value *First = choice(Less, F->getArg(0), F->getArg(1));
  Builder.CreateRet(
      choice(Less, First, ConstantFP::get(F->getReturnType(), 7.0)));
  EXPECT_FALSE(joinRepeatedChoices(*F));
}

} // namespace
} // namespace facet
