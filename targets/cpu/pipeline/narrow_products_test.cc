//===- narrow_products_test.cc - Products of small integers ---------------===//

#include "targets/cpu/pipeline/narrow_products.h"

#include "compiler/ir/rewritten_function.h"

#include <gtest/gtest.h>

#include <string>

namespace facet {
namespace {

/// A function that shifts the product of two vectors, extended as \p First and
/// \p Second say from \p Factor to \p Product, or uses it as \p User says; as
/// it is after the rewriting.
std::string rewritten(const char *First, const char *Second, const char *Factor,
                      const char *Product, const char *User) {
  return rewrittenFunction(
      "define <8 x " + std::string(Product) + "> @f(<8 x " + Factor +
          "> %a, <8 x " + Factor + "> %b) {\n  %x = " + First + " <8 x " +
          Factor + "> %a to <8 x " + Product + ">\n  %y = " + Second +
          " <8 x " + Factor + "> %b to <8 x " + Product +
          ">\n  %m = mul nsw <8 x " + Product + "> %x, %y\n  %s = " + User +
          " <8 x " + Product + "> %m, splat (" + Product + " 20)\n  ret <8 x " +
          Product + "> %s\n}\n",
      narrowProducts);
}

bool isNarrow(const std::string &Text) {
  return Text.find("mul <8 x i32>") != std::string::npos &&
         Text.find("%m = sext <8 x i32>") != std::string::npos;
}

bool isAsBefore(const std::string &Text) {
  return Text.find("%m = mul nsw") != std::string::npos;
}

TEST(NarrowProducts, FactorsOf16SignedBitsMultiplyIn32) {
  for (const char *Product : {"i48", "i64", "i128"})
    for (const char *User : {"lshr", "ashr", "shl"}) {
      EXPECT_TRUE(isNarrow(rewritten("sext", "sext", "i16", Product, User)));
      EXPECT_TRUE(isNarrow(rewritten("sext", "zext", "i8", Product, User)));
      EXPECT_TRUE(isNarrow(rewritten("zext", "zext", "i8", Product, User)));
    }
}

/// A function that shifts the product of a vector and of what \p Factor makes
/// of two numbers of \p Scalar that are extended.
std::string multipliedBy(const std::string &Factor, const std::string &Scalar) {
  return rewrittenFunction(
      "define <2 x i64> @f(<2 x i16> %a, " + Scalar + " %p, " + Scalar +
          " %q) {\n  %x = sext <2 x i16> %a to <2 x i64>\n  %b = sext " +
          Scalar + " %p to i64\n  %c = sext " + Scalar + " %q to i64\n" +
          Factor +
          "  %m = mul nsw <2 x i64> %x, %y\n"
          "  %s = lshr <2 x i64> %m, splat (i64 20)\n  ret <2 x i64> %s\n}\n",
      narrowProducts);
}

TEST(NarrowProducts, FactorsAreMadeOfScalars) {
  const std::string First =
      "  %i = insertelement <2 x i64> poison, i64 %b, i64 0\n";
  const std::string Splat =
      First + "  %y = shufflevector <2 x i64> %i, <2 x i64> poison, <2 x i32> "
              "zeroinitializer\n";
  const std::string Both =
      First + "  %y = insertelement <2 x i64> %i, i64 %c, i64 1\n";
  const std::string Mixed =
      First + "  %j = insertelement <2 x i64> poison, i64 %c, i64 0\n"
              "  %y = shufflevector <2 x i64> %i, <2 x i64> %j, <2 x i32> <i32 "
              "2, i32 0>\n";
  for (const std::string &Factor : {Splat, Both, Mixed}) {
    const auto Narrow = multipliedBy(Factor, "i16"),
               Wide = multipliedBy(Factor, "i17");
    EXPECT_NE(Narrow.find("mul <2 x i32>"), std::string::npos) << Narrow;
    EXPECT_NE(Wide.find("%m = mul nsw <2 x i64>"), std::string::npos) << Wide;
  }
}

TEST(NarrowProducts, LargerFactorsAndProductsOf32BitsStay) {
  EXPECT_TRUE(isAsBefore(rewritten("sext", "sext", "i17", "i64", "ashr")));
  EXPECT_TRUE(isAsBefore(rewritten("sext", "zext", "i16", "i64", "ashr")));
  EXPECT_TRUE(isAsBefore(rewritten("sext", "sext", "i16", "i32", "ashr")));
}

TEST(NarrowProducts, ProductsThatAreSummedStay) {
  EXPECT_TRUE(isAsBefore(rewritten("sext", "sext", "i16", "i64", "add")));
}

} // namespace
} // namespace facet
