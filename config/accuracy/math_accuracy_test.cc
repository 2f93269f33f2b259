#include "config/accuracy/math_accuracy.h"

#include <gtest/gtest.h>

#include <set>

namespace facet {
namespace {

constexpr MathAccuracy kAll[] = {MathAccuracy::kHigh, MathAccuracy::kMedium,
                                 MathAccuracy::kLow, MathAccuracy::kSycl,
                                 MathAccuracy::kCuda};

TEST(MathAccuracy, EachLevelHasANameAndAnInternalAspectOfItsOwn) {
  std::set<Aspect> aspects;
  for (MathAccuracy level : kAll) {
    EXPECT_EQ(MathAccuracyByName(MathAccuracyName(level)), level);
    EXPECT_TRUE(IsInternalAspect(InternalAspectOf(level)));
    EXPECT_EQ(AspectName(InternalAspectOf(level)), "");
    aspects.insert(InternalAspectOf(level));
  }
  EXPECT_EQ(aspects.size(), std::size(kAll));
  EXPECT_EQ(MathAccuracyByName("highest"), std::nullopt);
}

TEST(MathAccuracy, RequiredErrors) {
  EXPECT_EQ(RequiredError(MathAccuracy::kHigh, "sin", RealType::kDouble), 1);
  EXPECT_EQ(RequiredError(MathAccuracy::kMedium, "pow", RealType::kFloat), 4);
  EXPECT_EQ(RequiredError(MathAccuracy::kLow, "exp", RealType::kFloat), 8192);
  EXPECT_EQ(RequiredError(MathAccuracy::kLow, "exp", RealType::kDouble),
            134217728);
  EXPECT_EQ(RequiredError(MathAccuracy::kSycl, "pow", RealType::kFloat), 16);
  EXPECT_EQ(RequiredError(MathAccuracy::kSycl, "pow", RealType::kHalf), 4);
  EXPECT_EQ(RequiredError(MathAccuracy::kSycl, "sqrt", RealType::kFloat), 3);
  EXPECT_EQ(RequiredError(MathAccuracy::kSycl, "sqrt", RealType::kDouble), .5);
  EXPECT_EQ(RequiredError(MathAccuracy::kSycl, "lgamma", RealType::kFloat),
            std::nullopt);
  EXPECT_EQ(RequiredError(MathAccuracy::kCuda, "sinh", RealType::kFloat), 3);
  EXPECT_EQ(RequiredError(MathAccuracy::kCuda, "sinh", RealType::kDouble), 2);
  EXPECT_EQ(RequiredError(MathAccuracy::kHigh, "floor", RealType::kFloat),
            std::nullopt);
}

// The page has a row for each function that the option knows, and what it says
// of them is within OpenCL's bounds.
TEST(MathAccuracy, FunctionsOfTargetsKeepTheBoundsOfOpenCl) {
  for (const char* function :
       {"acos",  "acosh", "asin",  "asinh", "atan",  "atan2", "atanh", "cbrt",
        "cos",   "cosh",  "cospi", "erf",   "erfc",  "exp",   "exp10", "exp2",
        "expm1", "hypot", "log",   "log10", "log1p", "log2",  "pow",   "rsqrt",
        "sin",   "sinh",  "sinpi", "sqrt",  "tan",   "tanh",  "tgamma"})
    for (RealType type :
         {RealType::kFloat, RealType::kDouble, RealType::kHalf})
      for (MathLibrary library :
           {MathLibrary::kNvidia, MathLibrary::kAmd, MathLibrary::kCpu}) {
        ASSERT_TRUE(HasMathAccuracy(function)) << function;
        const auto error = LargestError(library, function, type);
        const auto bound = RequiredError(MathAccuracy::kSycl, function, type);
        ASSERT_TRUE(error && bound) << function;
        EXPECT_GT(*error, 0) << function;
        EXPECT_LE(*error, *bound) << function;
      }
  ASSERT_TRUE(LargestError(MathLibrary::kCpu, "lgamma", RealType::kFloat));
  EXPECT_FALSE(LargestError(MathLibrary::kAmd, "lgamma", RealType::kFloat));
}

TEST(MathAccuracies, OptionsAddUp) {
  MathAccuracies options;
  EXPECT_TRUE(options.empty());
  EXPECT_EQ(options.Find("sin"), std::nullopt);
  EXPECT_FALSE(options.Add("low:sin,exp"));
  EXPECT_FALSE(options.Add("medium"));
  EXPECT_FALSE(options.Add("high:sincos"));
  EXPECT_FALSE(options.Add("cuda"));
  EXPECT_FALSE(options.empty());
  EXPECT_EQ(options.Find("sin"), MathAccuracy::kHigh);
  EXPECT_EQ(options.Find("cos"), MathAccuracy::kHigh);
  EXPECT_EQ(options.Find("exp"), MathAccuracy::kLow);
  EXPECT_EQ(options.Find("tan"), MathAccuracy::kCuda);
  EXPECT_EQ(options.Find("floor"), std::nullopt);
}

TEST(MathAccuracies, Problems) {
  MathAccuracies options;
  const auto problem = [&](const char* text) {
    const auto found = options.Add(text);
    return found ? (found->is_function ? "function " : "value ") + found->text
                 : "none";
  };
  EXPECT_EQ(problem("best"), "value best");
  EXPECT_EQ(problem(""), "value ");
  EXPECT_EQ(problem(":sin"), "value ");
  EXPECT_EQ(problem("high:"), "function ");
  EXPECT_EQ(problem("high:sin,"), "function ");
  EXPECT_EQ(problem("high:sin,sine"), "function sine");
  EXPECT_EQ(problem("high:sin:cos"), "function sin:cos");
  EXPECT_TRUE(options.empty());
}

}  // namespace
}  // namespace facet
