// What is written is read back, and what others wrote badly is skipped.

#include "compiler/ir/source_records.h"

#include "config/tables/architecture_facts.h"

#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Support/SourceMgr.h"
#include "gtest/gtest.h"

#include <algorithm>

namespace facet {
namespace {

class SourceRecordsTest : public ::testing::Test {
protected:
  llvm::Module &parse(llvm::StringRef Text) {
    llvm::SMDiagnostic Problem;
    Parsed = llvm::parseAssemblyString(Text, Problem, Context);
    EXPECT_TRUE(Parsed) << Problem.getMessage().str();
    return *Parsed;
  }

  llvm::LLVMContext Context;
  std::unique_ptr<llvm::Module> Parsed;
};

TEST_F(SourceRecordsTest, DecidedForRoundTrips) {
  llvm::Module &M = parse("");
  EXPECT_TRUE(readDecidedFor(M).empty());
  writeDecidedFor(M, {{"intel_gpu_pvc", "a.cpp"}, {"spir64", ""}});
  std::vector<DecidedSource> Read = readDecidedFor(M);
  ASSERT_EQ(Read.size(), 2u);
  EXPECT_EQ(Read[0].Target, "intel_gpu_pvc");
  EXPECT_EQ(Read[0].Source, "a.cpp");
  EXPECT_EQ(Read[1].Target, "spir64");
  EXPECT_EQ(Read[1].Source, "");
  writeDecidedFor(M, {});
  EXPECT_FALSE(M.getNamedMetadata(metadata::DecidedFor));
}

TEST_F(SourceRecordsTest, AnEmulationCountsAsItsTarget) {
  EXPECT_TRUE(isCompatibleWith("intel_gpu_pvc", "intel_gpu_pvc"));
  EXPECT_TRUE(isCompatibleWith("intel_gpu_pvc", "emu_intel_gpu_pvc"));
  EXPECT_FALSE(isCompatibleWith("intel_gpu_pvc", "intel_gpu_dg1"));
  EXPECT_FALSE(isCompatibleWith("intel_gpu_pvc", "emu_intel_gpu_dg1"));
  EXPECT_FALSE(isCompatibleWith("emu_intel_gpu_pvc", "intel_gpu_pvc"));
}

TEST_F(SourceRecordsTest, UncheckedCallsRoundTrip) {
  llvm::Module &M = parse("");
  addUncheckedCalls(M, {});
  EXPECT_TRUE(readUncheckedCalls(M).empty());
  addUncheckedCalls(M, {{"f", AspectSet{5, 6}, {"g", "h"}},
                        {"g", std::nullopt, {"x"}}});
  addUncheckedCalls(M, {{"f", AspectSet(), {}}});
  auto Read = readUncheckedCalls(M);
  ASSERT_EQ(Read.size(), 2u);
  ASSERT_EQ(Read[0].size(), 2u);
  EXPECT_EQ(Read[0][0].Symbol, "f");
  EXPECT_EQ(Read[0][0].Allowed, (AspectSet{5, 6}));
  EXPECT_EQ(Read[0][0].Callees, (std::vector<std::string>{"g", "h"}));
  EXPECT_EQ(Read[0][1].Allowed, std::nullopt);
  EXPECT_EQ(Read[1][0].Allowed, AspectSet());
}

/// What is known of the architecture \p Ordinal.
ArchitectureFacts factsOf(const llvm::Module &M, int32_t Ordinal) {
  std::vector<ArchitectureFacts> All = readArchitectureFacts(M);
  auto Found = std::find_if(All.begin(), All.end(), [&](const auto &Facts) {
    return Facts.architecture == Ordinal;
  });
  return Found == All.end() ? ArchitectureFacts() : *Found;
}

// A user's device of a built-in architecture takes away what was certain; one of
// an architecture of its own is known as it is.
TEST_F(SourceRecordsTest, ArchitectureFactsAreTakenTogether) {
  llvm::Module &M = parse("");
  std::vector<ArchitectureFacts> Builtin = readArchitectureFacts(M);
  ASSERT_EQ(Builtin.size(), BuiltinArchitectureFacts().size());
  const ArchitectureFacts First = Builtin.front();
  ASSERT_FALSE(First.aspects.empty());
  Aspect Lost = *First.aspects.begin();
  AspectSet Fewer = First.aspects;
  Fewer.Erase(Lost);
  writeArchitectureFacts(M, {{First.architecture, Fewer, false, {}},
                             {9999, AspectSet{7}, false, {}}});
  EXPECT_EQ(factsOf(M, First.architecture).aspects, Fewer);
  EXPECT_TRUE(
      factsOf(M, First.architecture).optional_aspects.Contains(Lost));
  EXPECT_EQ(factsOf(M, 9999).aspects, AspectSet{7});
  EXPECT_FALSE(factsOf(M, 9999).may_have_others);
  writeArchitectureFacts(M, {});
  EXPECT_EQ(factsOf(M, First.architecture).aspects, First.aspects);
}

TEST_F(SourceRecordsTest, SkipsWhatIsMalformed) {
  llvm::Module &M = parse(R"(
!sycl_decided_for = !{!0, !1, !2}
!sycl_unchecked_calls = !{!0, !3, !5}
!sycl_architecture_facts = !{!0, !1, !2, !6, !8}
!0 = !{}
!1 = !{i32 5}
!2 = !{!"target", i32 3}
!3 = !{!4, null, !"text", !0}
!4 = !{!"f", !1, !"g"}
!5 = !{i32 1}
!6 = !{i32 1, i32 0}
!7 = !{i32 6}
!8 = !{i64 5000000000, i32 0, !7}
)");
  std::vector<DecidedSource> Decided = readDecidedFor(M);
  ASSERT_EQ(Decided.size(), 1u);
  EXPECT_EQ(Decided[0].Target, "target");
  auto Calls = readUncheckedCalls(M);
  ASSERT_EQ(Calls.size(), 3u);
  ASSERT_EQ(Calls[1].size(), 1u);
  EXPECT_TRUE(Calls[1][0].Callees.empty());
  EXPECT_EQ(Calls[1][0].Allowed, std::nullopt);
  EXPECT_EQ(readArchitectureFacts(M).size(),
            BuiltinArchitectureFacts().size());
}

} // namespace
} // namespace facet
