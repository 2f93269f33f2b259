//===- half_sums_test.cc - Products and sums of half ----------------------===//

#include "targets/cpu/pipeline/half_sums.h"

#include "compiler/ir/rewritten_function.h"

#include <gtest/gtest.h>

#include <string>

namespace facet {
namespace {

std::string rewritten(const std::string &Ty, const std::string &Body) {
  return rewrittenFunction("define " + Ty + " @f(" + Ty + " %a, " + Ty +
                               " %b, " + Ty + " %c, " + Ty + " %d) {\n" + Body +
                               "  ret " + Ty + " %s\n}\n",
                           roundHalfSumsOnce);
}

bool has(const std::string &Text, const std::string &Part) {
  return Text.find(Part) != std::string::npos;
}

TEST(HalfSums, AreRoundedOnce) {
  for (const std::string Ty : {"half", "<8 x half>", "<32 x half>"}) {
    std::string Float = Ty;
    Float.replace(Float.find("half"), 4, "float");
    const std::string Product = "  %p = fmul contract " + Ty + " %a, %b\n";
    for (const std::string Sum : {"fadd", "fsub"})
      for (const std::string Operands : {"%p, %c", "%c, %p"}) {
        const std::string Text = rewritten(
            Ty, Product + "  %s = " + Sum + " contract " + Ty + " " + Operands +
                    "\n");
        EXPECT_FALSE(has(Text, "fmul contract " + Ty)) << Text;
        EXPECT_TRUE(has(Text, "fmul contract " + Float)) << Text;
        EXPECT_TRUE(has(Text, Sum + " contract " + Float)) << Text;
        EXPECT_TRUE(has(Text, "fptrunc contract " + Float)) << Text;
      }
  }
}

// Each operand stays where it was: a subtraction has an order.
TEST(HalfSums, KeepTheOrderOfASubtraction) {
  const std::string Product = "  %p = fmul contract half %a, %b\n";
  const std::string First =
      rewritten("half", Product + "  %s = fsub contract half %p, %c\n");
  EXPECT_TRUE(has(First, "%3 = fmul contract float %1, %2\n"
                         "  %4 = fpext contract half %c to float\n"
                         "  %5 = fsub contract float %3, %4")) << First;
  const std::string Second =
      rewritten("half", Product + "  %s = fsub contract half %c, %p\n");
  EXPECT_TRUE(has(Second, "%1 = fpext contract half %c to float")) << Second;
  EXPECT_TRUE(has(Second, "%5 = fsub contract float %1, %4")) << Second;
}

TEST(HalfSums, OneOfTwoProductsIsRounded) {
  const std::string Text =
      rewritten("half", "  %p = fmul contract half %a, %b\n"
                        "  %q = fmul contract half %c, %d\n"
                        "  %s = fadd contract half %p, %q\n");
  EXPECT_TRUE(has(Text, "%q = fmul contract half %c, %d")) << Text;
  EXPECT_FALSE(has(Text, "%p = ")) << Text;
}

TEST(HalfSums, OthersStay) {
  const auto Stays = [](const std::string &Ty, const std::string &Body) {
    const std::string Text = rewritten(Ty, Body);
    return has(Text, Body) && !has(Text, "fpext");
  };
  // Neither may be contracted without both.
  EXPECT_TRUE(Stays("half", "  %p = fmul half %a, %b\n"
                            "  %s = fadd contract half %p, %c\n"));
  EXPECT_TRUE(Stays("half", "  %p = fmul contract half %a, %b\n"
                            "  %s = fadd half %p, %c\n"));
  // The product is asked for.
  EXPECT_TRUE(Stays("half", "  %p = fmul contract half %a, %b\n"
                            "  %q = fadd contract half %p, %c\n"
                            "  %s = fdiv half %q, %p\n"));
  EXPECT_TRUE(Stays("half", "  %p = fmul contract half %a, %b\n"
                            "  %s = fadd contract half %p, %p\n"));
  for (const std::string Ty : {"float", "bfloat", "double"})
    EXPECT_TRUE(Stays(Ty, "  %p = fmul contract " + Ty + " %a, %b\n" +
                              "  %s = fadd contract " + Ty + " %p, %c\n"));
}

} // namespace
} // namespace facet
