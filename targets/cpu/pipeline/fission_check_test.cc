//===- fission_check_test.cc - Wrong group functions are refused ----------===//
//
// Group functions as the transformation could write them if it were wrong, each
// wrong in one way beside one that is right.
//
//===----------------------------------------------------------------------===//

#include "targets/cpu/pipeline/fission.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace llvm;

namespace facet {
namespace {

/// Two regions, a and b, of one loop each. First and Second are what they do
/// with %l and %m, the work-item's local id.
std::string groupOf(const std::string &First, const std::string &Second) {
  return "define void @group(ptr %args, ptr %group) {\n"
         "entry:\n"
         "  %variable = alloca i64\n"
         "  %flag = alloca i8\n"
         "  %private = alloca [4 x i64]\n"
         "  %array = call ptr @scratch()\n"
         "  %n = load i64, ptr %group, !invariant.load !0\n"
         "  br label %a\n"
         "a:\n"
         "  %l = phi i64 [ 0, %entry ], [ %l1, %a.end ]\n" +
         First +
         "  br label %a.end\n"
         "a.end:\n"
         "  %l1 = add i64 %l, 1\n"
         "  %al = icmp ult i64 %l1, %n\n"
         "  br i1 %al, label %a, label %between\n"
         "between:\n"
         "  br label %b\n"
         "b:\n"
         "  %m = phi i64 [ 0, %between ], [ %m1, %b.end ]\n" +
         Second +
         "  br label %b.end\n"
         "b.end:\n"
         "  %m1 = add i64 %m, 1\n"
         "  %bl = icmp ult i64 %m1, %n\n"
         "  br i1 %bl, label %b, label %end\n"
         "end:\n"
         "  ret void\n"
         "}\n"
         "declare ptr @scratch()\n"
         "declare i64 @pure(i64) memory(none) nounwind willreturn\n"
         "declare i64 @impure(i64)\n"
         "declare void @llvm.lifetime.start.p0(ptr)\n"
         "!0 = !{}\n";
}

std::string problemOf(const std::string &First, const std::string &Second,
                      bool IsRepeated = false) {
  LLVMContext Context;
  SMDiagnostic Diagnostic;
  std::unique_ptr<Module> M =
      parseAssemblyString(groupOf(First, Second), Diagnostic, Context);
  if (!M) {
    Diagnostic.print("cpu_fission_check_test", errs());
    return "no IR";
  }
  FissionedGroup Result;
  Result.Group = M->getFunction("group");
  for (const char *Name : {"a", "b"}) {
    FissionedGroup::Region &Region = Result.Regions.emplace_back();
    Region.IsRepeated = IsRepeated;
    for (BasicBlock &Block : *Result.Group)
      if (Block.getName().split('.').first == Name)
        Region.Blocks.push_back(&Block);
    auto *Id = cast<PHINode>(&Region.Blocks.front()->front());
    Region.LocalId = {Id, Id, Id};
  }
  for (Instruction &I : Result.Group->getEntryBlock())
    if (auto *Alloca = dyn_cast<AllocaInst>(&I);
        Alloca && Alloca->getName() != "private")
      Result.Variables.insert(Alloca);
  return findFissionError(Result).value_or("");
}

constexpr char OutOfLoop[] =
    "a value is used outside of the loops that compute it";
constexpr char Disagree[] = "work-items disagree on a value of the group";
constexpr char Mixed[] = "private memory is shared by work-items";

TEST(FindFissionError, AcceptsRegionsThatCommunicateThroughMemory) {
  EXPECT_EQ(problemOf("  %e = getelementptr i64, ptr %array, i64 %l\n"
                      "  store i64 %l, ptr %e\n"
                      "  store i64 %n, ptr %variable\n",
                      "  %f = getelementptr i64, ptr %array, i64 %m\n"
                      "  %v = load i64, ptr %f\n"
                      "  %w = load i64, ptr %variable\n"
                      "  %s = add i64 %v, %w\n"
                      "  store i64 %s, ptr %f\n"),
            "");
}

TEST(FindFissionError, RefusesAnAddressOfAnotherRegionsWorkItem) {
  const std::string Element = "  %e = getelementptr i64, ptr %array, i64 %l\n";
  EXPECT_EQ(problemOf(Element, "  store i64 %m, ptr %e\n"),
            std::string(OutOfLoop) + " ('e')");
  EXPECT_EQ(problemOf("", "  %f = getelementptr i64, ptr %array, i64 %l\n"
                          "  store i64 %m, ptr %f\n"),
            std::string(OutOfLoop) + " ('l')");
}

TEST(FindFissionError, RefusesAVariableOfTheGroupOnWhichWorkItemsDisagree) {
  const std::string Refused = std::string(Disagree) + " ('variable')";
  EXPECT_EQ(problemOf("  store i64 %l, ptr %variable\n", ""), Refused);
  EXPECT_EQ(problemOf("  %v = load i64, ptr %array\n"
                      "  store i64 %v, ptr %variable\n",
                      ""),
            Refused);
  EXPECT_EQ(problemOf("  %v = call i64 @impure(i64 %n)\n"
                      "  store i64 %v, ptr %variable\n",
                      ""),
            Refused);
  EXPECT_EQ(problemOf("  %v = call i64 @pure(i64 %n)\n"
                      "  store i64 %v, ptr %variable\n",
                      ""),
            "");
  // As a byte that was loaded for a flag.
  EXPECT_EQ(problemOf("  %e = getelementptr i8, ptr %array, i64 %l\n"
                      "  %v = load i8, ptr %e\n"
                      "  store i8 %v, ptr %flag\n",
                      ""),
            std::string(Disagree) + " ('flag')");
  // By control flow.
  EXPECT_EQ(problemOf("  %c = icmp ult i64 %l, 2\n"
                      "  br i1 %c, label %a.then, label %a.join\n"
                      "a.then:\n"
                      "  br label %a.join\n"
                      "a.join:\n"
                      "  %v = phi i64 [ 0, %a ], [ 1, %a.then ]\n"
                      "  store i64 %v, ptr %variable\n",
                      ""),
            Refused);
}

TEST(FindFissionError, RefusesPrivateMemoryThatOutlivesARegion) {
  const std::string Refused = std::string(Mixed) + " ('private')";
  EXPECT_EQ(problemOf("  store i64 %l, ptr %private\n", ""), "");
  EXPECT_EQ(problemOf("  store i64 %l, ptr %private\n",
                      "  %v = load i64, ptr %private\n"),
            Refused);
  EXPECT_EQ(problemOf("  store i64 %l, ptr %private\n", "", true), Refused);
  EXPECT_EQ(problemOf("  call void @llvm.lifetime.start.p0(ptr %private)\n"
                      "  store i64 %l, ptr %private\n",
                      "", true),
            "");
}

} // namespace
} // namespace facet
