// The graph against plain search, on random call graphs with recursion.

#include "compiler/passes/reference_graph.h"

#include "llvm/AsmParser/Parser.h"
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

  /// Distances in calls; -1 where there is no way.
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

} // namespace
} // namespace facet
