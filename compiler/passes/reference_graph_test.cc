// The graph against plain search, on random call graphs with recursion; what the
// pass says of places that nobody can read.

#include "compiler/passes/propagate_aspects.h"
#include "compiler/passes/reference_graph.h"

#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"
#include "gtest/gtest.h"

#include <random>
#include <set>
#include <string>
#include <vector>

namespace facet {
namespace {

struct Graph {
  std::vector<std::vector<int>> Callees;
  std::vector<std::set<Aspect>> Direct;

  std::string Text() const {
    std::string Result;
    for (size_t I = 0; I < Callees.size(); ++I) {
      Result += "define void @f" + std::to_string(I) + "() !sycl_used_aspects !" +
                std::to_string(I) + " {\n";
      for (int Callee : Callees[I])
        Result += "  call void @f" + std::to_string(Callee) + "()\n";
      Result += "  ret void\n}\n";
    }
    for (size_t I = 0; I < Direct.size(); ++I) {
      Result += "!" + std::to_string(I) + " = !{";
      for (auto It = Direct[I].begin(); It != Direct[I].end(); ++It)
        Result += (It == Direct[I].begin() ? "i32 " : ", i32 ") +
                  std::to_string(*It);
      Result += "}\n";
    }
    return Result;
  }

  /// Distances in calls; -1 where there is no path.
  std::vector<int> DistancesFrom(int Start) const {
    std::vector<int> Distance(Callees.size(), -1), Queue{Start};
    Distance[Start] = 0;
    for (size_t Head = 0; Head < Queue.size(); ++Head)
      for (int Next : Callees[Queue[Head]])
        if (Distance[Next] < 0) {
          Distance[Next] = Distance[Queue[Head]] + 1;
          Queue.push_back(Next);
        }
    return Distance;
  }
};

Graph MakeGraph(std::mt19937 &Random) {
  int Size = 1 + Random() % 30;
  int Calls = Random() % (2 * Size);
  Graph G;
  G.Callees.resize(Size);
  G.Direct.resize(Size);
  for (int I = 0; I < Calls; ++I)
    G.Callees[Random() % Size].push_back(Random() % Size);
  for (int I = 0; I < 4; ++I)
    G.Direct[Random() % Size].insert(static_cast<int>(Random() % 5) - 2);
  return G;
}

TEST(ReferenceGraphTest, AgreesWithPlainSearch) {
  std::mt19937 Random(7);
  for (int Round = 0; Round < 300; ++Round) {
    Graph G = MakeGraph(Random);
    llvm::LLVMContext Context;
    llvm::SMDiagnostic Problem;
    std::unique_ptr<llvm::Module> M =
        llvm::parseAssemblyString(G.Text(), Problem, Context);
    ASSERT_TRUE(M) << Problem.getMessage().str() << G.Text();
    ReferenceGraph Result(*M);
    for (size_t I = 0; I < G.Callees.size(); ++I) {
      const llvm::Function &F = *M->getFunction("f" + std::to_string(I));
      std::vector<int> Distance = G.DistancesFrom(I);
      std::map<Aspect, int> Nearest;
      for (size_t J = 0; J < Distance.size(); ++J)
        for (Aspect A : G.Direct[J])
          if (Distance[J] >= 0 &&
              (!Nearest.count(A) || Distance[J] < Nearest[A]))
            Nearest[A] = Distance[J];
      AspectSet Expected;
      for (auto [A, Steps] : Nearest) {
        Expected.Insert(A);
        ReferenceChain Chain = Result.chain(F, A);
        EXPECT_EQ(Chain.Steps.size() + Chain.Omitted, Steps + 1u);
        EXPECT_EQ(Chain.Steps.front().Callee, &F);
        int Last = std::stoi(Chain.Steps.back().Callee->getName().substr(1).str());
        EXPECT_TRUE(G.Direct[Last].count(A));
      }
      EXPECT_EQ(Result.aspectsOf(F), Expected) << G.Text();
    }
  }
}

TEST(ReferenceGraphTest, LongChainsKeepTheirEnds) {
  Graph G;
  for (int I = 0; I < 40; ++I)
    G.Callees.push_back(I < 39 ? std::vector<int>{I + 1} : std::vector<int>());
  G.Direct.resize(40);
  G.Direct[39] = {6};
  llvm::LLVMContext Context;
  llvm::SMDiagnostic Problem;
  std::unique_ptr<llvm::Module> M =
      llvm::parseAssemblyString(G.Text(), Problem, Context);
  ASSERT_TRUE(M);
  ReferenceGraph Result(*M);
  ReferenceChain Chain = Result.chain(*M->getFunction("f0"), 6);
  EXPECT_EQ(Chain.Steps.size(), ReferenceGraph::KeptSteps + 1u);
  EXPECT_EQ(Chain.Omitted, 40 - ReferenceGraph::KeptSteps - 1);
  EXPECT_EQ(Chain.Steps.back().Callee->getName(), "f39");
  // The place of the last call is the call in the function before.
  ASSERT_TRUE(Chain.Steps.back().Where);
  EXPECT_EQ(Chain.Steps.back().Where->getFunction()->getName(), "f38");
}

/// Functions of which each calls some behind it, some of them as actions.
struct ConditionalGraph {
  struct Call {
    int Callee;
    Condition When; // empty: a plain call
  };
  std::vector<std::vector<Call>> Calls;
  std::vector<AspectSet> Direct;

  std::string Text() const {
    std::string Result;
    std::string Nodes;
    for (size_t I = 0; I < Calls.size(); ++I) {
      Result += "define void @f" + std::to_string(I) +
                "(ptr %p) !sycl_used_aspects !" + std::to_string(I) + " {\n";
      for (const Call &C : Calls[I]) {
        std::string Callee = "@f" + std::to_string(C.Callee);
        if (C.When.empty()) {
          Result += "  call void " + Callee + "(ptr %p)\n";
          continue;
        }
        Result += "  call void @if" + std::to_string(C.When.size()) + "(ptr " +
                  Callee + ", ptr %p";
        for (int32_t Number : C.When)
          Result += ", i32 " + std::to_string(Number);
        Result += ")\n";
      }
      Result += "  ret void\n}\n";
      Nodes += "!" + std::to_string(I) + " = !{";
      for (Aspect A : Direct[I])
        Nodes += (A == *Direct[I].begin() ? "i32 " : ", i32 ") +
                 std::to_string(A);
      Nodes += "}\n";
    }
    for (size_t Size : {2, 3, 5}) {
      Result += "declare void @if" + std::to_string(Size) + "(ptr, ptr";
      for (size_t I = 0; I < Size; ++I)
        Result += ", i32";
      Result += ") \"sycl-call-if-on-device-conditionally\"=\"true\"\n";
    }
    return Result + Nodes;
  }

  AspectSet ReachedOn(int Start, const ConditionFacts &Device) const {
    std::set<int> Seen{Start};
    std::vector<int> Queue{Start};
    AspectSet Result;
    for (size_t Head = 0; Head < Queue.size(); ++Head) {
      Result = Result.Union(Direct[Queue[Head]]);
      for (const Call &C : Calls[Queue[Head]])
        if ((C.When.empty() || EvaluateCondition(C.When, Device)) &&
            Seen.insert(C.Callee).second)
          Queue.push_back(C.Callee);
    }
    return Result;
  }
};

constexpr Aspect FirstAspect = 5, LastAspect = 8;

ConditionalGraph MakeConditionalGraph(std::mt19937 &Random) {
  ConditionalGraph G;
  int Size = 2 + Random() % 10;
  auto AnyAspect = [&] {
    return static_cast<int32_t>(FirstAspect +
                                Random() % (LastAspect - FirstAspect + 1));
  };
  G.Calls.resize(Size);
  G.Direct.resize(Size);
  for (int I = 0; I < Size; ++I) {
    if (Random() % 3 == 0)
      G.Direct[I].Insert(AnyAspect());
    for (int Count = Random() % 4; Count > 0 && I + 1 < Size; --Count) {
      Condition When;
      switch (Random() % 5) {
      case 0:
        break;
      case 1:
        When = {kConditionAspect, AnyAspect()};
        break;
      case 2:
        When = {kConditionNot, kConditionAspect, AnyAspect()};
        break;
      default:
        When = {Random() % 2 ? kConditionAnd : kConditionOr, kConditionAspect,
                AnyAspect(), kConditionAspect, AnyAspect()};
      }
      int Callee = I + 1 + Random() % (Size - I - 1);
      G.Calls[I].push_back({Callee, When});
    }
  }
  return G;
}

/// On each device a function lacks exactly what it reaches there and the device
/// has not; a chain leads to it, through calls that are made there.
TEST(ReferenceGraphTest, ConditionsAgreeWithEveryDevice) {
  std::mt19937 Random(7);
  for (int Round = 0; Round < 400; ++Round) {
    ConditionalGraph G = MakeConditionalGraph(Random);
    llvm::LLVMContext Context;
    llvm::SMDiagnostic Problem;
    std::unique_ptr<llvm::Module> M =
        llvm::parseAssemblyString(G.Text(), Problem, Context);
    ASSERT_TRUE(M) << Problem.getMessage().str() << G.Text();
    ReferenceGraph Graph(*M);
    for (unsigned Bits = 0; Bits < 1u << (LastAspect - FirstAspect + 1);
         ++Bits) {
      ConditionFacts Device;
      for (Aspect A = FirstAspect; A <= LastAspect; ++A)
        if (Bits >> (A - FirstAspect) & 1)
          Device.aspects.Insert(A);
      for (size_t I = 0; I < G.Calls.size(); ++I) {
        const llvm::Function &F = *M->getFunction("f" + std::to_string(I));
        AspectSet Needs = Graph.aspectsOf(F);
        for (const auto &[A, When] : Graph.conditionalAspectsOf(F))
          if (EvaluateCondition(Graph.conditions().Write(When), Device))
            Needs.Insert(A);
        AspectSet Missing = Needs.Difference(Device.aspects);
        ASSERT_EQ(Missing, G.ReachedOn(I, Device).Difference(Device.aspects))
            << "f" << I << " with " << Bits << "\n"
            << G.Text();
        for (Aspect A : Missing) {
          ReferenceChain Chain = Graph.chain(F, A, [&](ConditionManager::Id When) {
            return EvaluateCondition(Graph.conditions().Write(When), Device);
          });
          int Last = std::stoi(
              Chain.Steps.back().Callee->getName().drop_front().str());
          ASSERT_TRUE(G.Direct[Last].Contains(A)) << G.Text();
          for (const ReferenceChain::Step &Step : Chain.Steps)
            ASSERT_TRUE(EvaluateCondition(Step.When, Device)) << G.Text();
        }
      }
    }
  }
}

/// Rounds through conditions, which device code does not have, lose nothing.
TEST(ReferenceGraphTest, ConditionalRecursionLosesNothing) {
  std::mt19937 Random(8);
  for (int Round = 0; Round < 300; ++Round) {
    ConditionalGraph G = MakeConditionalGraph(Random);
    int Size = static_cast<int>(G.Calls.size());
    for (int I = 0; I < 3; ++I)
      G.Calls[Random() % Size].push_back(
          {static_cast<int>(Random() % Size),
           Random() % 2 ? Condition{kConditionAspect, FirstAspect}
                        : Condition{}});
    llvm::LLVMContext Context;
    llvm::SMDiagnostic Problem;
    std::unique_ptr<llvm::Module> M =
        llvm::parseAssemblyString(G.Text(), Problem, Context);
    ASSERT_TRUE(M);
    ReferenceGraph Graph(*M);
    for (unsigned Bits = 0; Bits < 16; ++Bits) {
      ConditionFacts Device;
      for (Aspect A = FirstAspect; A <= LastAspect; ++A)
        if (Bits >> (A - FirstAspect) & 1)
          Device.aspects.Insert(A);
      for (int I = 0; I < Size; ++I) {
        const llvm::Function &F = *M->getFunction("f" + std::to_string(I));
        AspectSet Needs = Graph.aspectsOf(F);
        for (const auto &[A, When] : Graph.conditionalAspectsOf(F))
          if (EvaluateCondition(Graph.conditions().Write(When), Device))
            Needs.Insert(A);
        // Eight rounds settle graphs of this size.
        ASSERT_EQ(Needs.Difference(Device.aspects),
                  G.ReachedOn(I, Device).Difference(Device.aspects))
            << G.Text();
      }
    }
  }
}

// Bitcode can hold malformed debug information; LLVM's verifier lets it pass.
TEST(PropagateAspects, ReportsUsesInFilesWithoutAName) {
  constexpr const char *Text = R"(
    define void @f() !sycl_declared_aspects !0 !dbg !4 {
      call void @g(), !sycl_used_aspects !1, !dbg !6
      ret void
    }
    declare void @g()
    !llvm.dbg.cu = !{!2}
    !llvm.module.flags = !{!7}
    !0 = !{}
    !1 = !{i32 6}
    !2 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !3)
    !3 = distinct !DIFile(filename: "a.cpp", directory: "/")
    !4 = distinct !DISubprogram(name: "f", file: !3, type: !5, unit: !2, spFlags: DISPFlagDefinition)
    !5 = !DISubroutineType(types: !0)
    !6 = !DILocation(line: 3, column: 2, scope: !4)
    !7 = !{i32 2, !"Debug Info Version", i32 3}
  )";
  for (bool HasName : {true, false}) {
    llvm::LLVMContext Context;
    llvm::SMDiagnostic Problem;
    std::unique_ptr<llvm::Module> M =
        llvm::parseAssemblyString(Text, Problem, Context);
    ASSERT_TRUE(M);
    llvm::DIFile *File = M->getFunction("f")->getSubprogram()->getFile();
    if (!HasName)
      File->replaceOperandWith(0, llvm::MDNode::get(Context, {}));
    std::vector<AspectUse> Found;
    PropagateAspectsOptions Options;
    Options.Report = [&](const AspectUse &Use) { Found.push_back(Use); };
    llvm::ModuleAnalysisManager None;
    PropagateAspectsPass(std::move(Options)).run(*M, None);
    ASSERT_EQ(Found.size(), 1u);
    EXPECT_EQ(Found[0].Use.File, HasName ? "a.cpp" : "");
    EXPECT_EQ(undeclaredAspectText(Found[0]).empty(), false);
  }
}

} // namespace
} // namespace facet
