// The form of conditions, their value for a device, and their text.

#include "features/conditions/conditions.h"

#include <string>
#include <vector>

#include "features/architectures/architecture.h"
#include "features/conditions/test_device.h"
#include "gtest/gtest.h"

namespace facet {
namespace {

constexpr Aspect kFp16 = 5, kFp64 = 6;

std::int32_t Ordinal(std::string_view name) {
  return ArchitectureOrdinal(ArchitectureByName(name).value());
}

std::string ErrorOf(const Condition& condition) {
  std::string error;
  EXPECT_FALSE(ParseCondition(condition, &error));
  EXPECT_FALSE(ParseCondition(condition, nullptr));
  return error;
}

TEST(ParseCondition, TakesNothingOrOneExpression) {
  for (const Condition& condition : std::vector<Condition>{
           {},
           {-1, 0},
           {-2, 7},
           {-3, -3, -1, 5},
           {-4, -1, 5, -5, -2, 1, -3, -1, 6},
           NeverCondition()}) {
    EXPECT_EQ(ParseCondition(condition, nullptr), condition);
  }
}

TEST(ParseCondition, SaysWhatIsWrongAndWhere) {
  EXPECT_EQ(ErrorOf({0}), "malformed condition: no operator has the number 0 "
                          "at 0");
  EXPECT_EQ(ErrorOf({-3, -6, 1}),
            "malformed condition: no operator has the number -6 at 1");
  EXPECT_EQ(ErrorOf({-1}),
            "malformed condition: the number of the last leaf is missing at 1");
  EXPECT_EQ(ErrorOf({-2, -1}), "malformed condition: a negative number at 1");
  EXPECT_EQ(ErrorOf({-4, -1, 5}),
            "malformed condition: an operand is missing at 3");
  EXPECT_EQ(ErrorOf({-3}), "malformed condition: an operand is missing at 1");
  EXPECT_EQ(ErrorOf({-1, 5, -1, 6}),
            "malformed condition: more than one expression at 2");
}

TEST(EvaluateCondition, AsksTheDevice) {
  const std::int32_t pvc = Ordinal("intel_gpu_pvc");
  const ConditionFacts device = Device({kFp16}, pvc);
  EXPECT_TRUE(EvaluateCondition({}, device));
  EXPECT_FALSE(EvaluateCondition(NeverCondition(), device));
  EXPECT_TRUE(EvaluateCondition(Condition{-1, kFp16}, device));
  EXPECT_FALSE(EvaluateCondition(Condition{-1, kFp64}, device));
  EXPECT_TRUE(EvaluateCondition(Condition{-2, pvc}, device));
  EXPECT_FALSE(EvaluateCondition(Condition{-2, pvc + 1}, device));
  EXPECT_FALSE(EvaluateCondition(Condition{-2, pvc}, Device({kFp16})));
  EXPECT_TRUE(EvaluateCondition(Condition{-3, -1, kFp64}, device));
  EXPECT_FALSE(
      EvaluateCondition(Condition{-4, -1, kFp16, -1, kFp64}, device));
  EXPECT_TRUE(EvaluateCondition(Condition{-5, -1, kFp16, -1, kFp64}, device));
  EXPECT_TRUE(EvaluateCondition(
      Condition{-4, -5, -1, kFp64, -2, pvc, -3, -1, kFp64}, device));
}

TEST(EvaluateCondition, NoDeviceIsOfTheUnknownArchitecture) {
  EXPECT_FALSE(EvaluateCondition(Condition{-2, kUnknownArchitectureOrdinal},
                                 {{}, kUnknownArchitectureOrdinal}));
}

TEST(ConditionText, UsesNamesAndFewParentheses) {
  const std::int32_t pvc = Ordinal("intel_gpu_pvc");
  const std::int32_t dg1 = Ordinal("intel_gpu_12_10_0");
  EXPECT_EQ(ConditionText({}), "always");
  EXPECT_EQ(ConditionText(NeverCondition()), "never");
  EXPECT_EQ(ConditionText(Condition{-4, -1, 5, -3, -5, -2, pvc, -2, dg1}),
            "fp16 && !(intel_gpu_pvc || intel_gpu_dg1)");
  EXPECT_EQ(ConditionText(Condition{-4, -4, -1, 5, -1, 6, -1, 1}),
            "fp16 && fp64 && cpu");
  EXPECT_EQ(ConditionText(Condition{-5, -1, 5, -4, -1, 6, -3, -3, -1, 1}),
            "fp16 || (fp64 && !!cpu)");
  EXPECT_EQ(ConditionText(Condition{-5, -1, 999999, -2, 999999}),
            "aspect 999999 || architecture 999999");
  EXPECT_EQ(ConditionText(Condition{-4}), "malformed condition");
}

// As deep as it is long, on either side.
TEST(Condition, MayBeDeep) {
  Condition deep;
  const int kDepth = 300000;
  for (int i = 0; i < kDepth; ++i) deep.push_back(i % 2 ? -3 : -4);
  deep.insert(deep.end(), {-1, 5});
  for (int i = 0; i < kDepth / 2; ++i) deep.insert(deep.end(), {-1, 6});
  ASSERT_TRUE(ParseCondition(deep, nullptr));
  EXPECT_EQ(EvaluateCondition(deep, Device({5, 6})),
            EvaluateCondition(deep, Device({5, 6})));
  EXPECT_GT(ConditionText(deep).size(), deep.size());
}

}  // namespace
}  // namespace facet
