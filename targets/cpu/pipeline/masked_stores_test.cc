//===- masked_stores_test.cc - Stores of one element of a vector ---------===//

#include "targets/cpu/pipeline/masked_stores.h"

#include "compiler/ir/rewritten_function.h"

#include <gtest/gtest.h>

#include <string>

namespace facet {
namespace {

/// A function that stores four elements of \p Type with \p Mask; as it is after
/// the rewriting.
std::string rewritten(const std::string &Type, const std::string &Mask) {
  return rewrittenFunction("define void @f(<4 x " + Type +
                               "> %v, ptr %p, <4 x i1> %m) {\n  call void "
                               "@llvm.masked.store.v4.p0(<4 x " +
                               Type + "> %v, ptr align 8 %p, <4 x i1> " + Mask +
                               ")\n  ret void\n}\n"
                               "declare void @llvm.masked.store.v4.p0(<4 x " +
                               Type + ">, ptr, <4 x i1>)\n",
                           storeSingleElements);
}

TEST(MaskedStores, OneElementIsStoredAlone) {
  const std::string First =
      rewritten("i8", "<i1 true, i1 false, i1 false, i1 false>");
  EXPECT_TRUE(has(First, "extractelement <4 x i8> %v, i64 0")) << First;
  EXPECT_TRUE(has(First, "store i8 %1, ptr %2, align 8")) << First;
  EXPECT_FALSE(has(First, "masked")) << First;
}

TEST(MaskedStores, AnElementThatIsNotTheFirstIsStoredAtItsPlace) {
  const std::string Third =
      rewritten("i16", "<i1 false, i1 false, i1 true, i1 false>");
  EXPECT_TRUE(has(Third, "extractelement <4 x i16> %v, i64 2")) << Third;
  EXPECT_TRUE(has(Third, "getelementptr i16, ptr %p, i64 2")) << Third;
  EXPECT_TRUE(has(Third, "align 4")) << Third;
}

TEST(MaskedStores, OtherMasksStay) {
  for (const char *Mask :
       {"%m", "<i1 true, i1 true, i1 false, i1 false>", "zeroinitializer",
        "splat (i1 true)", "<i1 true, i1 poison, i1 false, i1 false>"}) {
    const std::string Text = rewritten("float", Mask);
    EXPECT_TRUE(has(Text, "call void @llvm.masked.store")) << Text;
  }
}

} // namespace
} // namespace facet
