#include "features/requirements/kernel_requirements.h"

#include <cstdint>
#include <string>
#include <vector>

#include "gtest/gtest.h"

namespace facet {
namespace {

std::vector<unsigned char> Bytes(const std::vector<std::uint32_t>& words) {
  std::vector<unsigned char> bytes;
  for (std::uint32_t word : words) {
    for (int shift = 0; shift < 32; shift += 8) {
      bytes.push_back(static_cast<unsigned char>(word >> shift));
    }
  }
  return bytes;
}

WorkGroupSize Size(std::uint32_t a, std::uint32_t b) {
  WorkGroupSize size;
  size.dim_count = 2;
  size.dims[0] = a;
  size.dims[1] = b;
  return size;
}

Requirements Everything() {
  Requirements needs;
  needs.aspects = {6, 5, -1};
  needs.others = {Feature::OfSubGroup(32), Feature::OfSubGroup(16),
                  Feature::OfWorkGroup(Size(8, 4))};
  return needs;
}

TEST(KernelRequirements, HaveTheLayoutOfTheSpecification) {
  std::vector<KernelRequirement> entries = EntriesOf(Everything());
  std::uint32_t id = 100;
  for (KernelRequirement& entry : entries) entry.spec_id = id++;
  std::vector<unsigned char> expected = Bytes({5,              //
                                               0, 5, 100,      //
                                               0, 6, 101,      //
                                               1, 2, 8, 4, 102,  //
                                               2, 16, 103,     //
                                               2, 32, 104});
  EXPECT_EQ(EncodeKernelRequirements(entries), expected);
  std::string error;
  auto decoded = DecodeKernelRequirements(expected, &error);
  ASSERT_TRUE(decoded) << error;
  EXPECT_EQ(*decoded, entries);
}

TEST(KernelRequirements, AddUpToRequirementsWithoutInternalAspects) {
  Requirements expected = Everything();
  expected.aspects.Erase(-1);
  expected.Canonicalize();
  EXPECT_EQ(UnionOf(EntriesOf(Everything())), expected);
  EXPECT_EQ(EntriesOf(Everything())[1].feature, Feature::OfAspect(6));
}

TEST(KernelRequirements, MayBeNone) {
  EXPECT_EQ(EncodeKernelRequirements({}), Bytes({0}));
  auto decoded = DecodeKernelRequirements(Bytes({0}), nullptr);
  ASSERT_TRUE(decoded);
  EXPECT_TRUE(decoded->empty());
}

TEST(KernelRequirements, SayWhatIsMalformed) {
  auto error_of = [](std::vector<unsigned char> bytes) {
    std::string error = "no error";
    EXPECT_FALSE(DecodeKernelRequirements(bytes, &error));
    return error;
  };
  EXPECT_EQ(error_of({}), "the last value is cut off");
  EXPECT_EQ(error_of({1, 2, 3}), "3 bytes, not a multiple of 4");
  EXPECT_EQ(error_of(Bytes({0xffffffff})),
            "more requirements announced than there are");
  EXPECT_EQ(error_of(Bytes({1, 0, 5})),
            "more requirements announced than there are");
  EXPECT_EQ(error_of(Bytes({1, 1, 2, 8, 4})), "the last value is cut off");
  EXPECT_EQ(error_of(Bytes({1, 1, 4, 8, 4, 1, 1, 9})),
            "a work-group size does not have 1 to 3 dimensions");
  EXPECT_EQ(error_of(Bytes({1, 1, 2, 8, 0, 9})),
            "a work-group size has a dimension of size 0");
  EXPECT_EQ(error_of(Bytes({1, 2, 0, 9})), "a sub-group size is 0");
  EXPECT_EQ(error_of(Bytes({1, 99, 1, 9})),
            "a requirement has the unknown type 99");
  EXPECT_EQ(error_of(Bytes({1, 0, 0x80000000, 9})),
            "the value 2147483648 is no aspect");
  EXPECT_EQ(error_of(Bytes({1, 0, 5, 9, 9})),
            "bytes after the last requirement");
}

}  // namespace
}  // namespace facet
