// Functions exist where something that calls them exists.

#include "postlink/conditional/function_conditions.h"

#include "compiler/ir/conditional_calls.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"
#include "gtest/gtest.h"

#include <map>
#include <random>
#include <string>

namespace facet {
namespace {

using Conditions = std::map<std::string, std::string>;

class FunctionConditionsTest : public ::testing::Test {
protected:
  llvm::Module &parse(llvm::StringRef Text) {
    llvm::SMDiagnostic Problem;
    Parsed = llvm::parseAssemblyString(Text, Problem, Context);
    EXPECT_TRUE(Parsed) << Problem.getMessage().str();
    return *Parsed;
  }
  std::vector<llvm::Function *> kernels(llvm::Module &M) {
    std::vector<llvm::Function *> Result;
    for (llvm::Function &F : M)
      if (F.getCallingConv() == llvm::CallingConv::SPIR_KERNEL)
        Result.push_back(&F);
    return Result;
  }
  /// As text; functions that are on all devices are left out.
  Conditions conditions(llvm::Module &M) {
    Conditions Result;
    for (const ConditionedFunction &F : Own.exist(M, kernels(M)))
      Result[F.Function->getName().str()] =
          ConditionText(Own.manager().Write(F.When));
    return Result;
  }
  void setOwn(const llvm::Function &F, const Condition &When) {
    Own.setOwn(F, Own.manager().Read(When));
  }

  llvm::LLVMContext Context;
  std::unique_ptr<llvm::Module> Parsed;
  FunctionConditions Own{{}};
};

Condition has(int32_t Number) { return {kConditionAspect, Number}; }

// What replaces a function has its name.
TEST_F(FunctionConditionsTest, OwnConditionsAreByName) {
  llvm::Module &M = parse("define void @f() { ret void }");
  llvm::Function &F = *M.begin();
  EXPECT_EQ(Own.own(F), ConditionManager::kAlways);
  setOwn(F, has(5));
  llvm::Function *New = llvm::Function::Create(
      F.getFunctionType(), llvm::GlobalValue::ExternalLinkage, "", M);
  EXPECT_EQ(Own.own(*New), ConditionManager::kAlways);
  New->takeName(&F);
  EXPECT_EQ(Own.manager().Write(Own.own(*New)), has(5));
}

// A sum of products: one product for each path from a kernel.
TEST_F(FunctionConditionsTest, CallersAreAlternatives) {
  llvm::Module &M = parse(R"(
    define spir_kernel void @both() { call void @shared() call void @one() call void @deep() ret void }
    define spir_kernel void @double() { call void @shared() call void @deep() ret void }
    define spir_kernel void @plain() { call void @deep() ret void }
    define void @shared() { call void @below() ret void }
    define void @one() { ret void }
    define void @below() { ret void }
    define void @deep() { ret void }
    define void @nobody() { ret void }
  )");
  setOwn(*M.getFunction("both"),
                  {kConditionAnd, kConditionAspect, 5, kConditionAspect, 28});
  setOwn(*M.getFunction("double"), has(6));
  EXPECT_EQ(conditions(M), (Conditions{{"both", "fp16 && atomic64"},
                                       {"double", "fp64"},
                                       {"shared", "(fp16 && atomic64) || fp64"},
                                       {"below", "(fp16 && atomic64) || fp64"},
                                       {"one", "fp16 && atomic64"}}));
}

constexpr char Nested[] = R"(
  define spir_kernel void @k(ptr %p) {
    call void @c1(ptr @outer, ptr %p, i32 -1, i32 5)
    call void @c1(ptr @inner, ptr %p, i32 -1, i32 28)
    call void @c1(ptr @inner, ptr %p, i32 -1, i32 28)
    call void @inner(ptr %p)
    ret void
  }
  define internal void @outer(ptr %p) {
    call void @c1(ptr @inner, ptr %p, i32 -1, i32 6)
    call void @helper()
    ret void
  }
  define internal void @inner(ptr %p) { ret void }
  define internal void @helper() { ret void }
  declare void @c1(ptr, ptr, i32, i32) "sycl-call-if-on-device-conditionally"="true"
)";

// One function for each action and condition, however often it is called; within
// another action both conditions hold.
TEST_F(FunctionConditionsTest, GenerationFunctions) {
  llvm::Module &M = parse(Nested);
  auto Made = makeGenerationFunctions(M, Own);
  ASSERT_TRUE(static_cast<bool>(Made));
  std::vector<std::string> Names;
  for (llvm::Function *F : *Made)
    Names.push_back(F->getName().str());
  EXPECT_EQ(Names, (std::vector<std::string>{"outer.1", "inner.1", "inner.2"}));
  EXPECT_EQ(conditions(M), (Conditions{{"outer", "fp16"},
                                       {"outer.1", "fp16"},
                                       {"helper", "fp16"},
                                       {"inner.1", "atomic64"},
                                       {"inner.2", "fp16 && fp64"}}));
}

TEST_F(FunctionConditionsTest, MalformedCallsAreErrors) {
  llvm::Module &M = parse(R"(
    define spir_kernel void @k(ptr %p) {
      call void @c1(ptr @action, ptr %p, i32 -1, i32 -7)
      ret void
    }
    define internal void @action(ptr %p) { ret void }
    declare void @c1(ptr, ptr, i32, i32) "sycl-call-if-on-device-conditionally"="true"
  )");
  auto Made = makeGenerationFunctions(M, Own);
  ASSERT_FALSE(static_cast<bool>(Made));
  EXPECT_NE(llvm::toString(Made.takeError())
                .find("conditional use in 'k' is malformed"),
            std::string::npos);
}

// Random programs, recursions included, against a search in each of them: does
// some chain of calls begin at a kernel such that all conditions on it hold?
class RandomProgram {
public:
  RandomProgram(llvm::LLVMContext &Context, std::mt19937 &Random)
      : M("random", Context) {
    constexpr int Size = 9;
    auto Below = [&](unsigned Bound) { return int(Random() % Bound); };
    auto *Type = llvm::FunctionType::get(llvm::Type::getVoidTy(Context), false);
    for (int I = 0; I < Size; ++I) {
      Functions.push_back(llvm::Function::Create(
          Type, llvm::GlobalValue::ExternalLinkage, "f" + std::to_string(I),
          M));
      if (Below(2) == 0)
        Own.setOwn(*Functions[I],
                   Own.manager().Read(
                       literal(Below(Aspects), Below(2) == 0)));
    }
    for (int I = 0; I < Size; ++I) {
      llvm::IRBuilder<> Builder(
          llvm::BasicBlock::Create(Context, "", Functions[I]));
      for (int Calls = Below(4); Calls-- > 0;) {
        int Callee = Below(Size);
        Builder.CreateCall(Functions[Callee]);
        Edges.push_back({I, Callee});
      }
      Builder.CreateRetVoid();
    }
    Roots = {Functions[0], Functions[1]};
  }

  bool exists(int Wanted, const ConditionFacts &Device) const {
    std::vector<bool> Reached(Functions.size());
    for (int Root : {0, 1})
      Reached[Root] = holds(Root, Device);
    for (size_t Round = 0; Round < Functions.size(); ++Round)
      for (auto [From, To] : Edges)
        if (Reached[From] && holds(To, Device))
          Reached[To] = true;
    return Reached[Wanted];
  }

  static constexpr int Aspects = 4;
  llvm::Module M;
  std::vector<llvm::Function *> Functions, Roots;
  FunctionConditions Own{{}};

private:
  static Condition literal(int Number, bool IsNegated) {
    Condition Result = has(Number);
    if (IsNegated)
      Result.insert(Result.begin(), kConditionNot);
    return Result;
  }
  bool holds(int I, const ConditionFacts &Device) const {
    return EvaluateCondition(
        Own.manager().Write(Own.own(*Functions[I])), Device);
  }
  std::vector<std::pair<int, int>> Edges;
};

TEST_F(FunctionConditionsTest, AgreesWithASearchInEveryProgram) {
  std::mt19937 Random(1);
  for (int Round = 0; Round < 300; ++Round) {
    RandomProgram Program(Context, Random);
    std::map<llvm::Function *, Condition> Found;
    for (const ConditionedFunction &F :
         Program.Own.exist(Program.M, Program.Roots))
      Found[F.Function] = Program.Own.manager().Write(F.When);
    for (unsigned Bits = 0; Bits < 1u << RandomProgram::Aspects; ++Bits) {
      ConditionFacts Device;
      for (int A = 0; A < RandomProgram::Aspects; ++A)
        if (Bits >> A & 1)
          Device.aspects.Insert(A);
      for (size_t I = 0; I < Program.Functions.size(); ++I) {
        auto When = Found.find(Program.Functions[I]);
        bool Expected = Program.exists(static_cast<int>(I), Device);
        // What no kernel reaches is not listed, nor what is everywhere: either
        // way all devices are alike.
        bool Listed = When != Found.end()
                          ? EvaluateCondition(When->second, Device)
                          : Program.exists(static_cast<int>(I), {});
        ASSERT_EQ(Listed, Expected) << "program " << Round << ", f" << I;
      }
    }
  }
}

/// \p Count kernels with an aspect each, numbered from 1000, that call the first
/// of three functions; the last two call each other.
std::string manyKernels(int Count) {
  std::string Text = R"(
    define void @f() { call void @g() ret void }
    define void @g() { call void @h() ret void }
    define void @h() { call void @g() ret void })";
  for (int I = 0; I < Count; ++I)
    Text += "\ndefine spir_kernel void @k" + std::to_string(I) +
            "() { call void @f() ret void }";
  return Text;
}

// A sum of as many products as there are kernels is too large to be normalized
// at some point, and made once.
TEST_F(FunctionConditionsTest, ManyConditions) {
  for (int Count : {100, 256, 1000}) {
    llvm::Module &M = parse(manyKernels(Count));
    FunctionConditions Own({});
    for (int I = 0; I < Count; ++I)
      Own.setOwn(*M.getFunction("k" + std::to_string(I)),
                 Own.manager().Read(has(1000 + I)));
    std::map<std::string, Condition> Found;
    for (const ConditionedFunction &F : Own.exist(M, kernels(M)))
      Found[F.Function->getName().str()] = Own.manager().Write(F.When);
    ASSERT_EQ(Found.size(), size_t(Count) + 3);
    EXPECT_EQ(Found["f"], Found["g"]);
    EXPECT_EQ(Found["f"], Found["h"]);
    EXPECT_LE(Found["f"].size(), 3u * Count);
    EXPECT_FALSE(EvaluateCondition(Found["f"], {}));
    for (int I = 0; I < Count; ++I) {
      ConditionFacts Device;
      Device.aspects = {1000 + I};
      EXPECT_TRUE(EvaluateCondition(Found["f"], Device));
    }
  }
}

} // namespace
} // namespace facet
