// Tests of the promotion of printed floats.

#include "spirv/printed_floats.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "spirv/testing.h"

namespace facet::spirv {
namespace {

// A function that prints an integer, a float of its own and a constant one.
Module Sample(const std::string& capability, const std::string& types) {
  return Assemble(
      "OpCapability Addresses\nOpCapability Kernel\n"
      "OpCapability Linkage\nOpCapability Int8\n" +
      capability + R"(
    %set = OpExtInstImport "OpenCL.std"
    OpMemoryModel Physical64 OpenCL
    OpDecorate %f LinkageAttributes "f" Export
    %void = OpTypeVoid
    %int = OpTypeInt 32 0
    %char = OpTypeInt 8 0
    %float = OpTypeFloat 32
    )" +
      types + R"(
    %length = OpConstant %int 1
    %text = OpTypeArray %char %length
    %zero = OpConstantNull %char
    %empty = OpConstantComposite %text %zero
    %pt = OpTypePointer UniformConstant %text
    %pc = OpTypePointer UniformConstant %char
    %format = OpVariable %pt UniformConstant %empty
    %half = OpConstant %float 0.5
    %t = OpTypeFunction %void %float
    %f = OpFunction %void None %t
    %x = OpFunctionParameter %float
    %l = OpLabel
    %p = OpBitcast %pc %format
    %sum = OpFAdd %float %x %half
    %r = OpExtInst %int %set printf %p %length %sum %half
    %s = OpExtInst %float %set sqrt %x
    OpReturn
    OpFunctionEnd)");
}

int Count(const Module& module, uint16_t opcode) {
  return static_cast<int>(
      std::count_if(module.begin(), module.end(),
                    [&](Instruction i) { return i.opcode() == opcode; }));
}

TEST(PrintedFloatsTest, BecomeDoubles) {
  for (const bool has : {false, true}) {
    const Module before = Sample(has ? "OpCapability Float64" : "",
                                 has ? "%double = OpTypeFloat 64" : "");
    ASSERT_EQ(Invalidity(before), "");
    std::string error;
    const auto after = PromotePrintedFloats(before, &error);
    ASSERT_TRUE(after) << error;
    EXPECT_EQ(Invalidity(*after), "") << Text(*after);
    EXPECT_EQ(Count(*after, kOpFConvert), 2);
    EXPECT_EQ(Count(*after, kOpTypeFloat), 2);
    for (Instruction i : *after)
      if (i.opcode() == kOpExtInst && i.word(4) == 184)
        EXPECT_NE(i.word(8), i.word(9)) << Text(*after);
  }
}

TEST(PrintedFloatsTest, LeavesOtherModulesAlone) {
  const Module module = Assemble(R"(
    OpCapability Addresses
    OpCapability Kernel
    OpMemoryModel Physical64 OpenCL
    %float = OpTypeFloat 32)");
  std::string error;
  const auto after = PromotePrintedFloats(module, &error);
  ASSERT_TRUE(after) << error;
  EXPECT_TRUE(std::equal(after->words().begin(), after->words().end(),
                         module.words().begin(), module.words().end()));
}

}  // namespace
}  // namespace facet::spirv
