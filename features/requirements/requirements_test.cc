// Check, its messages, and the bytes of "SYCL/device requirements".

#include "features/requirements/requirements.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "gtest/gtest.h"

namespace facet {
namespace {

using Bytes = std::vector<unsigned char>;

constexpr Aspect kFp16 = 5, kFp64 = 6;

Aspect TargetAspect(std::string_view name) {
  for (Aspect aspect = kFirstTargetAspect; aspect < 5000; ++aspect) {
    if (TargetAspectName(aspect) == name) return aspect;
  }
  ADD_FAILURE() << "no target " << name;
  return 0;
}

DeviceFeatures SmallDevice() {
  DeviceFeatures device;
  device.aspects = {2, kFp16};
  device.sub_group_sizes = {8, 16};
  device.limits.max_work_group_size = 256;
  device.limits.max_work_item_sizes[0] = 64;
  device.limits.max_work_item_sizes[1] = 256;
  device.limits.max_work_item_sizes[2] = 256;
  device.target_aspects = {TargetAspect("intel_gpu_dg1")};
  return device;
}

std::vector<std::string> Messages(const Requirements& requirements,
                                  const DeviceFeatures& device) {
  std::vector<std::string> messages;
  for (const Reason& reason : Check(requirements, device)) {
    messages.push_back(reason.Message());
  }
  return messages;
}

TEST(Check, NothingRequiredAlwaysRuns) {
  EXPECT_TRUE(Requirements().empty());
  EXPECT_TRUE(Check({}, {}).empty());
  EXPECT_TRUE(Check({}, SmallDevice()).empty());
}

TEST(Check, WhatTheDeviceHasIsFine) {
  Requirements needs;
  needs.aspects = {kFp16};
  needs.others = {Feature::OfSubGroup(16),
                  Feature::OfWorkGroup({{16, 16}, 2})};
  needs.fixed_targets = {TargetAspect("intel_gpu_pvc"),
                         TargetAspect("intel_gpu_dg1")};
  EXPECT_TRUE(Check(needs, SmallDevice()).empty());
}

TEST(Check, SaysWhatTheSpecificationSays) {
  Requirements needs;
  needs.aspects = {kFp64};
  needs.others = {Feature::OfSubGroup(32)};
  needs.fixed_targets = {TargetAspect("intel_gpu_tgllp")};
  EXPECT_EQ(Messages(needs, SmallDevice()),
            (std::vector<std::string>{
                "Kernel was compiled with "
                "'-fsycl-fixed-targets=intel_gpu_tgllp' but was submitted to a "
                "different device.",
                "Kernel uses optional feature corresponding to 'aspect::fp64' "
                "but device does not support this aspect.",
                "Kernel has a required sub-group size of '32' but device does "
                "not support this sub-group size."}));
}

TEST(Check, GivesEveryReasonInOneOrder) {
  Requirements needs;
  needs.aspects = {28, kFp64, 2};
  needs.others = {
      Feature::OfSubGroup(64),
      Feature::OfWorkGroup({{1024}, 1}),
      Feature::OfSubGroup(8),
      Feature::OfSubGroup(32),
      Feature::OfWorkGroup({{1, 1, 512}, 3}),
      Feature::OfWorkGroup({{512}, 1}),
      Feature::OfSubGroup(64),
  };
  std::vector<Reason> reasons = Check(needs, SmallDevice());
  ASSERT_EQ(reasons.size(), 7u);
  EXPECT_EQ(reasons[0].feature, Feature::OfAspect(kFp64));
  EXPECT_EQ(reasons[1].feature, Feature::OfAspect(28));
  EXPECT_EQ(reasons[2].feature, Feature::OfSubGroup(32));
  EXPECT_EQ(reasons[3].feature, Feature::OfSubGroup(64));
  EXPECT_EQ(reasons[4].feature, Feature::OfWorkGroup({{512}, 1}));
  EXPECT_EQ(reasons[5].feature, Feature::OfWorkGroup({{1024}, 1}));
  EXPECT_EQ(reasons[6].Message(),
            "Kernel has a required work-group size of '1, 1, 512' but device "
            "does not support this work-group size.");
  std::ranges::reverse(needs.others);
  EXPECT_EQ(Check(needs, SmallDevice()), reasons);
}

TEST(Check, InternalAspectsNeverFail) {
  Requirements needs;
  needs.aspects = {-1, -7};
  EXPECT_TRUE(Check(needs, SmallDevice()).empty());
}

TEST(Check, NoFixedTargetMeansNoDevice) {
  Requirements needs;
  needs.fixed_targets.emplace();
  EXPECT_EQ(Check(needs, SmallDevice()).size(), 1u);
}

TEST(Check, OneOfSeveralTargetsOfTheDeviceIsEnough) {
  Requirements needs;
  needs.fixed_targets = {TargetAspect("nvidia_gpu_sm_80")};
  DeviceFeatures device;
  device.target_aspects = {TargetAspect("nvidia_gpu_sm_90"),
                           TargetAspect("nvidia_gpu_sm_80")};
  EXPECT_TRUE(Check(needs, device).empty());
}

TEST(Check, NamesWhatHasNoName) {
  Requirements needs;
  needs.aspects = {998};
  needs.fixed_targets = {999999};
  EXPECT_EQ(Messages(needs, {}),
            (std::vector<std::string>{
                "Kernel was compiled with '-fsycl-fixed-targets=target number "
                "999999' but was submitted to a different device.",
                "Kernel uses optional feature corresponding to 'aspect number "
                "998' but device does not support this aspect."}));
}

TEST(Check, WorkGroupLimits) {
  DeviceFeatures device = SmallDevice();
  auto fits = [&device](WorkGroupSize size) {
    Requirements needs;
    needs.others = {Feature::OfWorkGroup(size)};
    return Check(needs, device).empty();
  };
  EXPECT_TRUE(fits({{256}, 1}));
  EXPECT_FALSE(fits({{257}, 1}));
  EXPECT_TRUE(fits({{16, 16}, 2}));
  EXPECT_FALSE(fits({{16, 17}, 2}));
  // Three dimensions: the first is the slowest and has the smallest limit.
  EXPECT_TRUE(fits({{64, 1, 1}, 3}));
  EXPECT_FALSE(fits({{128, 1, 1}, 3}));
  EXPECT_TRUE(fits({{1, 1, 128}, 3}));
  // What is not known is not checked.
  device = DeviceFeatures();
  EXPECT_TRUE(fits({{1u << 31, 1u << 31, 1u << 31}, 3}));
}

TEST(WorkGroupSize, TotalDoesNotWrapAround) {
  EXPECT_EQ((WorkGroupSize{{3, 4, 5}, 3}).Total(), 60u);
  EXPECT_EQ((WorkGroupSize{{0xffffffff, 0xffffffff, 0xffffffff}, 3}).Total(),
            std::numeric_limits<std::uint64_t>::max());
  Requirements needs;
  needs.others = {
      Feature::OfWorkGroup({{1u << 31, 1u << 31, 4}, 3})};  // 2^64
  DeviceFeatures device;
  device.limits.max_work_group_size = 1024;
  EXPECT_EQ(Check(needs, device).size(), 1u);
}

TEST(Encode, WritesTheSpecifiedBytes) {
  Requirements needs;
  needs.aspects = {kFp64, -2, kFp16};
  needs.others = {Feature::OfSubGroup(32), Feature::OfWorkGroup({{1, 2, 3}, 3}),
                  Feature::OfSubGroup(8), Feature::OfWorkGroup({{64}, 1})};
  needs.fixed_targets = {1002, 1001};
  auto properties = EncodeRequirements(needs);
  ASSERT_EQ(properties.size(), 4u);
  EXPECT_EQ(properties[0].first, "aspect");
  EXPECT_EQ(properties[0].second, (Bytes{5, 0, 0, 0, 6, 0, 0, 0}));
  EXPECT_EQ(properties[1].first, "fixed_target");
  EXPECT_EQ(properties[1].second, (Bytes{0xe9, 3, 0, 0, 0xea, 3, 0, 0}));
  EXPECT_EQ(properties[2].first, "reqd_sub_group_size");
  EXPECT_EQ(properties[2].second, (Bytes{8, 0, 0, 0, 32, 0, 0, 0}));
  EXPECT_EQ(properties[3].first, "reqd_work_group_size");
  EXPECT_EQ(properties[3].second,
            (Bytes{1, 0, 0, 0, 64, 0, 0, 0,  //
                   3, 0, 0, 0, 1,  0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0}));
}

TEST(Encode, EmptyListsAreLeftOutButNotFixedTargets) {
  EXPECT_TRUE(EncodeRequirements({}).empty());
  Requirements needs;
  needs.aspects = {-1};
  EXPECT_TRUE(EncodeRequirements(needs).empty());
  needs.fixed_targets.emplace();
  auto properties = EncodeRequirements(needs);
  ASSERT_EQ(properties.size(), 1u);
  EXPECT_TRUE(properties[0].second.empty());
}

std::optional<Requirements> Decode(
    const std::vector<std::pair<std::string, Bytes>>& properties,
    std::string* error = nullptr) {
  std::vector<PropertyView> views;
  for (const auto& [name, bytes] : properties) {
    views.push_back({name, bytes.data(), bytes.size()});
  }
  return DecodeRequirements(views, error);
}

Requirements RandomRequirements(std::mt19937& random) {
  Requirements needs;
  auto count = [&random] { return random() % 4; };
  for (auto i = count(); i > 0; --i) {
    needs.aspects.Insert(static_cast<Aspect>(random() % 2000));
  }
  for (auto i = count(); i > 0; --i) {
    needs.others.push_back(Feature::OfSubGroup(1 + random() % 4));
  }
  for (auto i = count(); i > 0; --i) {
    WorkGroupSize size;
    size.dim_count = 1 + random() % 3;
    for (unsigned d = 0; d < size.dim_count; ++d) {
      size.dims[d] = std::max<std::uint32_t>(1, random());
    }
    needs.others.push_back(Feature::OfWorkGroup(size));
  }
  if (random() % 2) {
    needs.fixed_targets.emplace();
    for (auto i = count(); i > 0; --i) {
      needs.fixed_targets->push_back(kFirstTargetAspect + random() % 100);
    }
  }
  for (auto i = count(); i > 0; --i) {
    needs.conditional.push_back(
        {{kConditionNot, kConditionAspect, static_cast<int>(random() % 50)},
         {static_cast<Aspect>(random() % 50)}});
  }
  return needs;
}

TEST(Decode, ReadsBackWhatEncodeWrote) {
  std::mt19937 random(7);
  for (int round = 0; round < 3000; ++round) {
    Requirements needs = RandomRequirements(random);
    std::string error;
    std::optional<Requirements> read =
        Decode(EncodeRequirements(needs), &error);
    ASSERT_TRUE(read) << error;
    EXPECT_EQ(EncodeRequirements(*read), EncodeRequirements(needs));
    needs.Canonicalize();
    EXPECT_EQ(*read, needs);
  }
}

TEST(Decode, SameVerdictBeforeAndAfter) {
  std::mt19937 random(8);
  for (int round = 0; round < 3000; ++round) {
    Requirements needs = RandomRequirements(random);
    DeviceFeatures device;
    for (Aspect aspect : needs.aspects) {
      if (random() % 2) device.aspects.Insert(aspect);
    }
    device.sub_group_sizes = {1, 2};
    device.limits.max_work_group_size = random();
    std::optional<Requirements> read = Decode(EncodeRequirements(needs));
    ASSERT_TRUE(read);
    EXPECT_EQ(Check(*read, device), Check(needs, device));
  }
}

TEST(Decode, RefusesHalfOfAPairAndMalformedConditions) {
  std::string error;
  EXPECT_FALSE(Decode({{"condition-3", {}}}, &error));
  EXPECT_EQ(error, "condition or aspects of number '3' are missing");
  EXPECT_FALSE(Decode({{"conditional-aspects-3", {}}}, &error));
  EXPECT_EQ(error, "condition or aspects of number '3' are missing");
  EXPECT_FALSE(Decode({{"condition-0", {0xfd, 0xff, 0xff, 0xff}},
                       {"conditional-aspects-0", {}}},
                      &error));
  EXPECT_EQ(error,
            "property 'condition-0': malformed condition: an operand is "
            "missing at 1");
  EXPECT_FALSE(Decode({{"condition-0", {}},
                       {"conditional-aspects-0", {0, 0, 0, 0x80}}},
                      &error));
  EXPECT_EQ(error,
            "property 'conditional-aspects-0': the value 2147483648 is no "
            "aspect");
}

TEST(Requirements, OnADeviceCountsWhatHoldsThere) {
  Requirements needs;
  needs.aspects = {1};
  needs.conditional = {{{kConditionAspect, kFp16}, {kFp64}},
                       {{kConditionNot, kConditionAspect, kFp16}, {28}}};
  DeviceFeatures with_half;
  with_half.aspects = {kFp16};
  ConditionFacts half = FactsOf(with_half, 0), plain = FactsOf({}, 0);
  EXPECT_EQ(needs.On(half).aspects, (AspectSet{1, kFp64}));
  EXPECT_EQ(needs.On(plain).aspects, (AspectSet{1, 28}));
  EXPECT_TRUE(needs.On(half).conditional.empty());
  DeviceFeatures one;
  one.aspects = {1};
  EXPECT_TRUE(Check(needs, one).empty());
}

TEST(Requirements, AddIsTheUnion) {
  std::mt19937 random(9);
  for (int round = 0; round < 2000; ++round) {
    Requirements a = RandomRequirements(random), b = RandomRequirements(random);
    a.fixed_targets.reset();
    b.fixed_targets.reset();
    Requirements ab = a, ba = b;
    const bool changed = ab.Add(b);
    ba.Add(a);
    ab.Canonicalize();
    ba.Canonicalize();
    ASSERT_EQ(ab, ba);
    a.Canonicalize();
    ASSERT_EQ(changed, ab != a);
    ASSERT_FALSE(ab.Add(b));
    std::vector<Feature> features = ab.Features();
    Requirements again;
    for (const Feature& feature : features) again.Add(feature);
    ab.conditional.clear();
    ASSERT_EQ(again, ab);
  }
}

TEST(Requirements, FeaturesLeaveOutInternalAspects) {
  Requirements needs;
  needs.aspects = {-5, kFp64};
  EXPECT_EQ(needs.Features(), (std::vector{Feature::OfAspect(kFp64)}));
  needs.RemoveInternalAspects();
  EXPECT_EQ(needs.aspects, (AspectSet{kFp64}));
}

TEST(Decode, SkipsWhatItDoesNotKnow) {
  std::optional<Requirements> read =
      Decode({{"aspect", {6, 0, 0, 0}}, {"invented_later", {1, 2, 3}}});
  ASSERT_TRUE(read);
  EXPECT_EQ(read->aspects, (AspectSet{kFp64}));
  EXPECT_EQ(read->fixed_targets, std::nullopt);
}

TEST(Decode, RefusesMalformedBytes) {
  struct Case {
    std::string name;
    Bytes bytes;
    std::string error;
  };
  const Case cases[] = {
      {"aspect",
       {6, 0, 0},
       "property 'aspect': 3 bytes, not a multiple of 4"},
      {"aspect",
       {0xff, 0xff, 0xff, 0xff},
       "property 'aspect': the value 4294967295 is no aspect"},
      {"fixed_target",
       {0, 0, 0, 0x80},
       "property 'fixed_target': the value 2147483648 is no aspect"},
      {"reqd_sub_group_size",
       {0, 0, 0, 0},
       "property 'reqd_sub_group_size': a sub-group size is 0"},
      {"reqd_work_group_size",
       {0, 0, 0, 0},
       "property 'reqd_work_group_size': a work-group size does not have 1 to "
       "3 dimensions"},
      {"reqd_work_group_size",
       {4, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0},
       "property 'reqd_work_group_size': a work-group size does not have 1 to "
       "3 dimensions"},
      {"reqd_work_group_size",
       {2, 0, 0, 0, 1, 0, 0, 0},
       "property 'reqd_work_group_size': the last value is cut off"},
      {"reqd_work_group_size",
       {1, 0, 0, 0, 0, 0, 0, 0},
       "property 'reqd_work_group_size': a work-group size has a dimension of "
       "size 0"},
  };
  for (const Case& test : cases) {
    std::string error;
    EXPECT_FALSE(Decode({{test.name, test.bytes}}, &error)) << test.error;
    EXPECT_EQ(error, test.error);
    EXPECT_FALSE(Decode({{test.name, test.bytes}}));  // without an error string
  }
}

TEST(Decode, RefusesASizeWithoutBytes) {
  PropertyView property{"aspect", nullptr, 4};
  std::string error;
  EXPECT_FALSE(DecodeRequirements({&property, 1}, &error));
  EXPECT_EQ(error, "property 'aspect': no bytes");
}

}  // namespace
}  // namespace facet
