// What is written is read back, and what others wrote badly is skipped.

#include "compiler/ir/sycl_metadata.h"

#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Support/SourceMgr.h"
#include "gtest/gtest.h"

namespace facet {
namespace {

class SyclMetadataTest : public ::testing::Test {
protected:
  llvm::Module &parse(llvm::StringRef Text) {
    llvm::SMDiagnostic Problem;
    Parsed = llvm::parseAssemblyString(Text, Problem, Context);
    EXPECT_TRUE(Parsed) << Problem.getMessage().str();
    return *Parsed;
  }
  llvm::Function &function(llvm::StringRef Text) {
    return *parse(Text).begin();
  }

  llvm::LLVMContext Context;
  std::unique_ptr<llvm::Module> Parsed;
};

constexpr char Plain[] = "define void @f() { ret void }";

TEST_F(SyclMetadataTest, AspectTableRoundTrips) {
  llvm::Module &M = parse(Plain);
  AspectTable::write(M, {{"host", 0}, {"fp64", 6}, {"internal", -1}});
  AspectTable::write(M, {{"host", 0}, {"fp64", 6}, {"internal", -1}});
  AspectTable Table = AspectTable::read(M);
  EXPECT_EQ(Table.entries().size(), 3u);
  EXPECT_EQ(Table.numberOf("fp64"), 6);
  EXPECT_EQ(Table.numberOf("internal"), -1);
  EXPECT_EQ(Table.numberOf("fp65"), std::nullopt);
  EXPECT_EQ(Table.nameOf(6), "fp64");
  EXPECT_EQ(Table.nameOf(77), "77");
}

TEST_F(SyclMetadataTest, TypesRoundTrip) {
  llvm::Module &M = parse(Plain);
  addTypeThatUsesAspects(M, {"class.a", {9, 8}});
  addTypeThatUsesAspects(M, {"class.none", {}});
  std::vector<TypeAspects> Types = readTypesThatUseAspects(M);
  ASSERT_EQ(Types.size(), 1u);
  EXPECT_EQ(Types[0].TypeName, "class.a");
  EXPECT_EQ(Types[0].Aspects, (AspectSet{8, 9}));
}

// Each source of a linked module has a node of its own.
TEST_F(SyclMetadataTest, TargetAspectsAreThoseOfAllSources) {
  llvm::Module &M = parse(Plain);
  EXPECT_EQ(readTargetAspects(M), AspectSet{});
  writeTargetAspects(M, {2, 6, 28});
  EXPECT_EQ(readTargetAspects(M), (AspectSet{2, 6, 28}));
  llvm::NamedMDNode *List = M.getNamedMetadata(metadata::TargetAspects);
  llvm::MDNode *First = List->getOperand(0);
  writeTargetAspects(M, {6, 9});
  List->addOperand(First);
  EXPECT_EQ(readTargetAspects(M), AspectSet{6});
}

TEST_F(SyclMetadataTest, AbsentAndEmptyAreDifferent) {
  llvm::Function &F = function(Plain);
  EXPECT_EQ(readDeclaredAspects(F), std::nullopt);
  writeDeclaredAspects(F, {});
  EXPECT_EQ(readDeclaredAspects(F), AspectSet{});
  EXPECT_EQ(readFixedTargets(F), std::nullopt);
  writeFixedTargets(F, {});
  EXPECT_EQ(readFixedTargets(F), std::vector<std::string>{});
  writeFixedTargets(F, {"intel_gpu_pvc"});
  EXPECT_EQ(readFixedTargets(F), std::vector<std::string>{"intel_gpu_pvc"});
}

// A requirement is a declaration that other tools understand, and a marker.
TEST_F(SyclMetadataTest, RequiredAspectsAreDeclaredToo) {
  llvm::Function &F = function(Plain);
  writeDeclaredAspects(F, {5});
  EXPECT_EQ(readRequiredAspects(F), std::nullopt);
  writeRequiredAspects(F, {6, 2});
  EXPECT_EQ(readRequiredAspects(F), (AspectSet{2, 6}));
  EXPECT_EQ(readDeclaredAspects(F), (AspectSet{2, 6}));
}

TEST_F(SyclMetadataTest, EmptyUsedAspectsAreNoNode) {
  llvm::Function &F = function(Plain);
  writeUsedAspects(F, {6, -3});
  EXPECT_EQ(readUsedAspects(F), (AspectSet{-3, 6}));
  writeUsedAspects(F, {});
  EXPECT_FALSE(F.hasMetadata(metadata::UsedAspects));
}

TEST_F(SyclMetadataTest, WorkGroupSizeIsTurnedAround) {
  llvm::Function &F = function(Plain);
  WorkGroupSize Size;
  Size.dim_count = 2;
  Size.dims[0] = 4;
  Size.dims[1] = 32;
  writeWorkGroupSize(F, Size);
  EXPECT_EQ(readWorkGroupSize(F), Size);
  llvm::MDNode *Node = F.getMetadata(metadata::WorkGroupSizeNode);
  ASSERT_EQ(Node->getNumOperands(), 3u);
  auto Operand = [&](unsigned I) {
    return llvm::mdconst::extract<llvm::ConstantInt>(Node->getOperand(I))
        ->getZExtValue();
  };
  EXPECT_EQ(Operand(0), 32u);
  EXPECT_EQ(Operand(1), 4u);
  EXPECT_EQ(Operand(2), 1u);
}

TEST_F(SyclMetadataTest, SubGroupSize) {
  llvm::Function &F = function(Plain);
  EXPECT_EQ(readSubGroupSize(F), std::nullopt);
  writeSubGroupSize(F, SubGroupSizePrimary);
  EXPECT_EQ(readSubGroupSize(F), SubGroupSizePrimary);
  writeSubGroupSize(F, 16);
  EXPECT_EQ(readSubGroupSize(F), 16);
}

TEST_F(SyclMetadataTest, ForeignNodesAreSkipped) {
  llvm::Module &M = parse(R"(
    define void @f() !sycl_used_aspects !3 !reqd_work_group_size !4 {
      ret void
    }
    !sycl_aspects = !{!0, !1, !2}
    !sycl_types_that_use_aspects = !{!2, !5}
    !0 = !{!"lonely"}
    !1 = !{i32 3, i32 4}
    !2 = !{}
    !3 = !{!"text", i32 6, null}
    !4 = !{i32 1, i32 2, i32 3, i32 4}
    !5 = !{i32 4}
  )");
  EXPECT_TRUE(AspectTable::read(M).entries().empty());
  EXPECT_TRUE(readTypesThatUseAspects(M).empty());
  EXPECT_EQ(readUsedAspects(*M.begin()), AspectSet{6});
  EXPECT_EQ(readWorkGroupSize(*M.begin()), std::nullopt);
}

TEST_F(SyclMetadataTest, ConditionallyUsedAspects) {
  llvm::Function &F = function(Plain);
  EXPECT_TRUE(readConditionallyUsedAspects(F).empty());
  ConditionalAspects Fp16{{kConditionAspect, 5}, {6, 28}};
  ConditionalAspects NoFp64{{kConditionNot, kConditionAspect, 6}, {9}};
  ConditionalAspects Nothing{{kConditionAspect, 9}, {}};
  writeConditionallyUsedAspects(F, {Fp16, Nothing, NoFp64});
  EXPECT_EQ(readConditionallyUsedAspects(F),
            (std::vector<ConditionalAspects>{NoFp64, Fp16}));
  writeConditionallyUsedAspects(F, {Nothing});
  EXPECT_FALSE(F.hasMetadata());
}

TEST_F(SyclMetadataTest, MalformedConditionalPairs) {
  for (const char *Pair : {"!1 = !{i32 1}", "!1 = !{!2}", "!1 = !{!2, null}",
                           "!1 = !{!3, !4}", "!1 = !{!2, !3}",
                           "!1 = !{!5, !4}", "!1 = !{!6, !4}"}) {
    llvm::Module &M = parse((std::string(R"(
      define void @f() !sycl_conditionally_used_aspects !0 { ret void }
      !0 = !{!1, !7}
      !2 = !{i32 -1, i32 5}
      !3 = !{!"text"}
      !4 = !{i32 6}
      !5 = !{i32 -4, i32 -1, i32 5}
      !6 = !{i32 -1, i64 4294967301}
      !7 = !{!2, !4}
    )") + Pair).c_str());
    std::string Problem;
    EXPECT_EQ(readConditionallyUsedAspects(*M.begin(), &Problem),
              (std::vector<ConditionalAspects>{{{-1, 5}, {6}}}))
        << Pair;
    EXPECT_FALSE(Problem.empty()) << Pair;
  }
}

TEST_F(SyclMetadataTest, EntryPoints) {
  EXPECT_FALSE(isEntryPoint(function(Plain)));
  EXPECT_TRUE(
      isEntryPoint(function("define spir_kernel void @k() { ret void }")));
  EXPECT_FALSE(isEntryPoint(function("declare spir_kernel void @k()")));
  EXPECT_TRUE(isEntryPoint(
      function("define void @e() \"sycl-module-id\"=\"a.cpp\" { ret void }")));
}

} // namespace
} // namespace facet
