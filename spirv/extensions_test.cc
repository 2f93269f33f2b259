#include "spirv/extensions.h"

#include <gtest/gtest.h>

#include "spirv/testing.h"

namespace facet::spirv {
namespace {

TEST(ExtensionsTest, OneIsTakenAway) {
  const Module before = Assemble(R"(
    OpCapability Addresses
    OpCapability Kernel
    OpCapability Linkage
    OpExtension "SPV_KHR_expect_assume"
    OpExtension "SPV_KHR_bit_instructions"
    OpMemoryModel Physical64 OpenCL
    %void = OpTypeVoid)");
  const Module after = WithoutExtension(before, "SPV_KHR_bit_instructions");
  EXPECT_EQ(Invalidity(after), "");
  EXPECT_NE(Text(after).find("SPV_KHR_expect_assume"), std::string::npos);
  EXPECT_EQ(Text(after).find("SPV_KHR_bit_instructions"), std::string::npos);
  const Module same = WithoutExtension(before, "SPV_KHR_bit");
  EXPECT_TRUE(std::equal(same.words().begin(), same.words().end(),
                         before.words().begin(), before.words().end()));
}

}  // namespace
}  // namespace facet::spirv
