// Components against reachability, on random graphs; what counts as a reference.

#include "compiler/ir/module_graph.h"

#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Support/SourceMgr.h"
#include "gtest/gtest.h"

#include <algorithm>
#include <memory>
#include <random>
#include <string>
#include <vector>

namespace facet {
namespace {

using Graph = std::vector<std::vector<uint32_t>>;

std::vector<std::vector<uint32_t>> componentsOf(const Graph &G) {
  std::vector<std::vector<uint32_t>> Result;
  forEachComponent(
      G.size(), [&](uint32_t Node) { return uint32_t(G[Node].size()); },
      [&](uint32_t Node, uint32_t Edge) { return G[Node][Edge]; },
      [&](llvm::ArrayRef<uint32_t> Members) {
        Result.emplace_back(Members.begin(), Members.end());
      });
  return Result;
}

std::vector<std::vector<bool>> reachability(const Graph &G) {
  std::vector<std::vector<bool>> Reaches(G.size(),
                                         std::vector<bool>(G.size()));
  for (uint32_t From = 0; From < G.size(); ++From) {
    std::vector<uint32_t> Open = {From};
    Reaches[From][From] = true;
    while (!Open.empty()) {
      uint32_t Node = Open.back();
      Open.pop_back();
      for (uint32_t Next : G[Node])
        if (!Reaches[From][Next]) {
          Reaches[From][Next] = true;
          Open.push_back(Next);
        }
    }
  }
  return Reaches;
}

TEST(ModuleGraph, ComponentsAreThoseOfReachabilityCalleesFirst) {
  std::mt19937 Random(1);
  for (int Round = 0; Round < 500; ++Round) {
    Graph G(1 + Random() % 12);
    for (auto &Edges : G)
      for (uint32_t I = Random() % 4; I > 0; --I)
        Edges.push_back(Random() % G.size());
    auto Reaches = reachability(G);
    std::vector<int> Place(G.size(), -1);
    int Number = 0;
    for (const auto &Members : componentsOf(G)) {
      for (uint32_t Node : Members) {
        ASSERT_EQ(Place[Node], -1) << "visited twice";
        Place[Node] = Number;
      }
      ++Number;
    }
    for (uint32_t A = 0; A < G.size(); ++A)
      for (uint32_t B = 0; B < G.size(); ++B) {
        ASSERT_NE(Place[A], -1);
        ASSERT_EQ(Place[A] == Place[B], Reaches[A][B] && Reaches[B][A]);
        if (Reaches[A][B])
          ASSERT_GE(Place[A], Place[B]);
      }
  }
}

// No recursion: a chain of calls, and a circle, of a million functions.
TEST(ModuleGraph, DeepGraphs) {
  Graph Chain(1000000);
  for (uint32_t I = 0; I + 1 < Chain.size(); ++I)
    Chain[I] = {I + 1};
  EXPECT_EQ(componentsOf(Chain).size(), Chain.size());
  Chain.back() = {0};
  EXPECT_EQ(componentsOf(Chain).size(), 1u);
}

class References : public ::testing::Test {
protected:
  References() {
    llvm::SMDiagnostic Problem;
    M = llvm::parseAssemblyString(R"(
      @table = global [2 x ptr] [ptr @in_table, ptr @nested]
      @nested = global { ptr } { ptr getelementptr (i8, ptr @variable, i64 4) }
      @variable = global i64 0
      @alias = alias void (), ptr @aliased
      define void @aliased() { ret void }
      define void @in_table() { ret void }
      define void @action(ptr %p) { ret void }
      define void @entry(ptr %p) {
        %q = load ptr, ptr @table
        call void @c(ptr @action, ptr %p, i32 -1, i32 5)
        call void @alias()
        ret void
      }
      define void @even() { call void @odd() ret void }
      define void @odd() { call void @even() ret void }
      declare void @c(ptr, ptr, i32, i32) "sycl-call-if-on-device-conditionally"="true"
    )",
                                  Problem, Context);
    EXPECT_TRUE(M) << Problem.getMessage().str();
  }
  std::vector<std::string>
  namesOf(llvm::ArrayRef<const llvm::GlobalValue *> Values) {
    std::vector<std::string> Names;
    for (const llvm::GlobalValue *Value : Values)
      Names.push_back(Value->getName().str());
    std::sort(Names.begin(), Names.end());
    return Names;
  }

  llvm::LLVMContext Context;
  std::unique_ptr<llvm::Module> M;
};

TEST_F(References, AreMentionsThroughConstantsAndAliases) {
  ModuleGraph Graph(*M);
  EXPECT_EQ(namesOf(Graph.reachableFrom({M->getFunction("entry")})),
            (std::vector<std::string>{"action", "alias", "aliased", "c",
                                      "entry", "in_table", "nested", "table",
                                      "variable"}));
  ModuleGraph Unconditional(*M, Actions::Skip);
  EXPECT_EQ(namesOf(Unconditional.reachableFrom({M->getFunction("entry")})),
            (std::vector<std::string>{"alias", "aliased", "c", "entry",
                                      "in_table", "nested", "table",
                                      "variable"}));
}

TEST_F(References, ComponentsOfWhatIsReached) {
  ModuleGraph Graph(*M);
  std::vector<std::vector<std::string>> Components;
  Graph.forEachComponentOf(
      {M->getFunction("even"), M->getFunction("aliased")},
      [&](ModuleGraph::Values Members) {
        Components.push_back(namesOf(Members));
      });
  EXPECT_EQ(Components, (std::vector<std::vector<std::string>>{
                            {"even", "odd"}, {"aliased"}}));
  auto Reaching = Graph.whatReaches({M->getFunction("in_table")}).front();
  std::vector<const llvm::GlobalValue *> All(Reaching.begin(), Reaching.end());
  EXPECT_EQ(namesOf(All),
            (std::vector<std::string>{"entry", "in_table", "table"}));
}

} // namespace
} // namespace facet
