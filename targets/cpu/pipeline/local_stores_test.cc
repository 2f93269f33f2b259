//===- local_stores_test.cc - Stores with masks to local memory -----------===//

#include "targets/cpu/pipeline/local_stores.h"

#include "compiler/ir/rewritten_function.h"

#include <gtest/gtest.h>

#include <string>

namespace facet {
namespace {

/// A group function that stores a vector of \p Type at \p Address, which it may
/// compute from %local, %scratch or %args, with %m or another \p Mask; as it is
/// after the rewriting.
std::string rewritten(const std::string &Address, const std::string &Type,
                      const std::string &Bits, const std::string &Mask = "%m") {
  return rewrittenFunction(
      "define void @f(ptr %args, ptr \"facet-group\" %group, " + Type +
          " %v, i64 %i, " + Bits +
          " %m) {\n"
          "  %at = getelementptr inbounds nuw i8, ptr %group, i64 144\n"
          "  %local = load ptr, ptr %at, align 8, !invariant.load !0\n"
          "  %next = getelementptr inbounds nuw i8, ptr %group, i64 152\n"
          "  %scratch = load ptr, ptr %next, align 8, !invariant.load !0\n"
          "  %same = getelementptr inbounds nuw i8, ptr %args, i64 144\n"
          "  %pointer = load ptr, ptr %same, align 8, !invariant.load !0\n"
          "  %p = " +
          Address + "\n  call void @llvm.masked.store.v.p0(" + Type +
          " %v, ptr align 4 %p, " + Bits + " " + Mask +
          ")\n  ret void\n}\n!0 = !{}\n"
          "declare void @llvm.masked.store.v.p0(" +
          Type + ", ptr, " + Bits + ")\n",
      storeWholeVectors);
}

constexpr char Element[] = "getelementptr float, ptr %local, i64 %i";

TEST(LocalStores, OnesOfLocalMemoryAreOfWholeVectors) {
  const std::string Text = rewritten(Element, "<8 x float>", "<8 x i1>");
  EXPECT_TRUE(has(Text, "freeze <8 x i1> %m")) << Text;
  EXPECT_TRUE(has(Text, "bitcast <8 x i1>")) << Text;
  EXPECT_TRUE(has(Text, "icmp ne i8")) << Text;
  EXPECT_TRUE(has(Text, "load <8 x float>, ptr %p, align 4")) << Text;
  EXPECT_TRUE(has(Text, "freeze <8 x float>")) << Text;
  EXPECT_TRUE(has(Text, "select <8 x i1>")) << Text;
  EXPECT_TRUE(has(Text, "store <8 x float>")) << Text;
  EXPECT_FALSE(has(Text, "call void")) << Text;
}

TEST(LocalStores, NoneWithoutElementsIsExecuted) {
  // The access is behind the branch.
  const std::string Text = rewritten(Element, "<8 x float>", "<8 x i1>");
  EXPECT_LT(Text.find("br i1"), Text.find("load <8 x float>")) << Text;
}

TEST(LocalStores, OfOtherMemoryStay) {
  for (const char *Base : {"%scratch", "%pointer", "%args", "%group"}) {
    const std::string Text =
        rewritten("getelementptr float, ptr " + std::string(Base) + ", i64 %i",
                  "<8 x float>", "<8 x i1>");
    EXPECT_TRUE(has(Text, "call void @llvm.masked.store")) << Text;
  }
}

TEST(LocalStores, LongerOnesThanTheMarginStay) {
  EXPECT_FALSE(
      has(rewritten(Element, "<8 x double>", "<8 x i1>"), "call void"));
  EXPECT_TRUE(
      has(rewritten(Element, "<16 x double>", "<16 x i1>"), "call void"));
}

TEST(LocalStores, OfBitsStay) {
  EXPECT_TRUE(has(rewritten("getelementptr i8, ptr %local, i64 %i",
                            "<8 x i1>", "<8 x i1>"),
                  "call void"));
}

TEST(LocalStores, WithKnownMasksStay) {
  EXPECT_TRUE(
      has(rewritten(Element, "<8 x float>", "<8 x i1>", "splat (i1 true)"),
          "call void"));
}

} // namespace
} // namespace facet
