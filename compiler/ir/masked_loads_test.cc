//===- masked_loads_test.cc - Loads that stay before stores ---------------===//

#include "compiler/ir/masked_loads.h"
#include "compiler/ir/rewritten_function.h"

#include <gtest/gtest.h>

namespace facet {
namespace {

/// The function f of that \p Body with its masked loads kept.
std::string kept(const std::string &Body) {
  return rewrittenFunction(
      "declare <4 x i32> @llvm.masked.load.v4i32.p0(ptr, <4 x i1>, <4 x i32>)\n"
      "define <4 x i32> @f(ptr %p, <4 x i1> %m, <4 x i32> %x, i1 %c) {\n" +
          Body + "}",
      keepMaskedLoads);
}

TEST(MaskedLoads, BeforeAStoreAreFrozen) {
  const std::string Text = kept(R"(
  %l = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr %p, <4 x i1> %m, <4 x i32> poison)
  store <4 x i32> %x, ptr %p
  %s = select <4 x i1> %m, <4 x i32> %l, <4 x i32> %x
  ret <4 x i32> %s
)");
  EXPECT_TRUE(has(Text, "%1 = freeze <4 x i32> %l\n  store")) << Text;
  EXPECT_TRUE(has(Text, "select <4 x i1> %m, <4 x i32> %1, <4 x i32> %x"))
      << Text;
}

TEST(MaskedLoads, ForTheOtherCaseAreFrozen) {
  const std::string Text = kept(R"(
  %l = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr %p, <4 x i1> %m, <4 x i32> poison)
  store <4 x i32> %x, ptr %p
  %n = xor <4 x i1> %m, splat (i1 true)
  %s = select <4 x i1> %n, <4 x i32> %x, <4 x i32> %l
  ret <4 x i32> %s
)");
  EXPECT_TRUE(has(Text, "select <4 x i1> %n, <4 x i32> %x, <4 x i32> %1"))
      << Text;
}

TEST(MaskedLoads, OfAnotherBlockAreFrozen) {
  const std::string Text = kept(R"(
  %l = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr %p, <4 x i1> %m, <4 x i32> poison)
  br i1 %c, label %then, label %end
then:
  store <4 x i32> %x, ptr %p
  br label %end
end:
  %s = select <4 x i1> %m, <4 x i32> %l, <4 x i32> %x
  ret <4 x i32> %s
)");
  EXPECT_TRUE(has(Text, "freeze")) << Text;
}

TEST(MaskedLoads, WithoutAStoreAreLeft) {
  const std::string Text = kept(R"(
  store <4 x i32> %x, ptr %p
  %l = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr %p, <4 x i1> %m, <4 x i32> poison)
  %s = select <4 x i1> %m, <4 x i32> %l, <4 x i32> %x
  store <4 x i32> zeroinitializer, ptr %p
  ret <4 x i32> %s
)");
  EXPECT_FALSE(has(Text, "freeze")) << Text;
}

} // namespace
} // namespace facet
