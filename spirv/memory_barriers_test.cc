// Tests of the rewriting of memory barriers.

#include "spirv/memory_barriers.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "spirv/testing.h"

namespace facet::spirv {
namespace {

// A function with two barriers, behind types that a module may have or not.
Module Sample(const std::string& types) {
  return Assemble(R"(
    OpCapability Addresses
    OpCapability Kernel
    OpCapability Linkage
    OpMemoryModel Physical64 OpenCL
    OpDecorate %f LinkageAttributes "f" Export
    %void = OpTypeVoid
    %int = OpTypeInt 32 0
    )" + types + R"(
    %device = OpConstant %int 1
    %release = OpConstant %int 772
    %t = OpTypeFunction %void
    %f = OpFunction %void None %t
    %l = OpLabel
    OpMemoryBarrier %device %release
    OpMemoryBarrier %device %release
    OpReturn
    OpFunctionEnd)");
}

TEST(MemoryBarriersTest, BecomeCalls) {
  for (const char* types : {"", "%x = OpTypeFunction %void %int %int %int",
                            "%y = OpTypeFunction %void %int"}) {
    const Module before = Sample(types);
    ASSERT_EQ(Invalidity(before), "");
    const Module after = RewriteMemoryBarriers(before);
    EXPECT_EQ(Invalidity(after), "") << Text(after);
    int calls = 0;
    for (Instruction i : after) {
      EXPECT_NE(i.opcode(), kOpMemoryBarrier);
      calls += i.opcode() == kOpFunctionCall;
    }
    EXPECT_EQ(calls, 2);
    EXPECT_NE(Text(after).find("atomic_work_item_fencej12memory_order12memory_"
                               "scope\" Import"),
              std::string::npos);
  }
}

TEST(MemoryBarriersTest, LeavesOtherModulesAlone) {
  const Module module = Assemble(R"(
    OpCapability Addresses
    OpCapability Kernel
    OpMemoryModel Physical64 OpenCL
    %void = OpTypeVoid)");
  const Module after = RewriteMemoryBarriers(module);
  EXPECT_TRUE(std::equal(after.words().begin(), after.words().end(),
                         module.words().begin(), module.words().end()));
}

}  // namespace
}  // namespace facet::spirv
