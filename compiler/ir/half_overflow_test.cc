//===- half_overflow_test.cc - Integers that are no half ------------------===//

#include "compiler/ir/half_overflow.h"
#include "compiler/ir/rewritten_function.h"

#include <gtest/gtest.h>

namespace facet {
namespace {

/// The function f of \p Text with its integers bounded.
std::string bounded(const char *Text) {
  return rewrittenFunction(Text, boundIntegersOfHalves);
}

TEST(HalfOverflow, UnsignedIntegersWithLowZerosAreBounded) {
  const std::string Text = bounded(R"(
define half @f(i8 %x) {
  %wide = zext i8 %x to i32
  %large = shl i32 %wide, 9
  %half = uitofp i32 %large to half
  ret half %half
})");
  EXPECT_TRUE(has(Text, "@llvm.umin.i32(i32 %large, i32 65521)")) << Text;
  EXPECT_TRUE(has(Text, "uitofp i32 %1 to half")) << Text;
}

TEST(HalfOverflow, SignedOnesAreBoundedOnBothSides) {
  const std::string Text = bounded(R"(
define half @f(i8 %x) {
  %wide = sext i8 %x to i32
  %large = shl i32 %wide, 12
  %half = sitofp i32 %large to half
  ret half %half
})");
  EXPECT_TRUE(has(Text, "@llvm.smin.i32(i32 %large, i32 65521)")) << Text;
  EXPECT_TRUE(has(Text, "i32 -65521)")) << Text;
}

TEST(HalfOverflow, AlsoByWayOfOtherTypesAndInVectors) {
  const std::string Text = bounded(R"(
define <2 x half> @f(<2 x i64> %x) {
  %large = shl <2 x i64> %x, splat (i64 20)
  %double = uitofp <2 x i64> %large to <2 x double>
  %float = fptrunc <2 x double> %double to <2 x float>
  %half = fptrunc <2 x float> %float to <2 x half>
  ret <2 x half> %half
})");
  EXPECT_TRUE(has(Text, "@llvm.umin.v2i64(<2 x i64> %large")) << Text;
  EXPECT_TRUE(has(Text, "fptrunc <2 x double> %2 to <2 x half>")) << Text;
}

/// What fits, what has no low zeros, and what is rounded to fewer bits before.
TEST(HalfOverflow, OthersStayAsTheyAre) {
  for (const char *Text : {R"(
define half @f(i32 %x) {
  %half = uitofp i32 %x to half
  ret half %half
})",
                           R"(
define half @f(i8 %x) {
  %wide = zext i8 %x to i32
  %even = shl i32 %wide, 8
  %half = uitofp i32 %even to half
  ret half %half
})",
                           R"(
define half @f(i16 %x) {
  %even = shl i16 %x, 4
  %half = uitofp i16 %even to half
  ret half %half
})",
                           R"(
define half @f(i32 %x) {
  %even = shl i32 %x, 4
  %short = uitofp i32 %even to bfloat
  %float = fpext bfloat %short to float
  %half = fptrunc float %float to half
  ret half %half
})"})
    EXPECT_FALSE(has(bounded(Text), "@llvm.")) << Text;
}

} // namespace
} // namespace facet
