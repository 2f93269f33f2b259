// Tests of the rewriting of carries.

#include "spirv/carries.h"

#include <gtest/gtest.h>

#include <initializer_list>
#include <string>

#include "spirv/testing.h"

namespace facet::spirv {
namespace {

// A function with one carry of `type`.
Module Sample(const std::string& type, const std::string& operation,
              const std::string& boolean = "") {
  return Assemble(R"(
    OpCapability Addresses
    OpCapability Kernel
    OpCapability Linkage
    OpCapability Int64
    OpMemoryModel Physical64 OpenCL
    )" + boolean + R"(
    %int = OpTypeInt 32 0
    %long = OpTypeInt 64 0
    %v3 = OpTypeVector %long 3
    %pair = OpTypeStruct )" +
                  type + " " + type + R"(
    %t = OpTypeFunction %pair )" +
                  type + " " + type + R"(
    %f = OpFunction %pair None %t
    %x = OpFunctionParameter )" +
                  type + R"(
    %y = OpFunctionParameter )" +
                  type + R"(
    %l = OpLabel
    %r = )" + operation +
                  R"( %pair %x %y
    OpReturnValue %r
    OpFunctionEnd)");
}

TEST(CarriesTest, RewritesIntegersAndVectors) {
  for (const char* type : {"%int", "%long", "%v3"}) {
    for (const char* operation : {"OpIAddCarry", "OpISubBorrow"}) {
      for (const char* boolean :
           {"", "%b = OpTypeBool", "%b = OpTypeBool\n%v = OpTypeVector %b 3"}) {
        const Module before = Sample(type, operation, boolean);
        EXPECT_EQ(Invalidity(before), "");
        const Module after = RewriteCarries(before);
        EXPECT_EQ(Invalidity(after), "") << Text(after);
        for (Instruction i : after) {
          EXPECT_NE(i.opcode(), kOpIAddCarry);
          EXPECT_NE(i.opcode(), kOpISubBorrow);
        }
      }
    }
  }
}

// The sum is less than its first operand if it wrapped round; a difference
// borrows if its first operand is less than its second.
TEST(CarriesTest, ComparesTheRightOperands) {
  const auto expect = [](const char* operation,
                         std::initializer_list<const char*> lines) {
    const std::string text = Text(RewriteCarries(Sample("%int", operation)));
    for (const char* line : lines)
      EXPECT_NE(text.find(line), text.npos) << line << "\n" << text;
  };
  expect("OpIAddCarry",
         {"%14 = OpIAdd %uint %7 %8", "%15 = OpULessThan %bool %14 %7",
          "%16 = OpSelect %uint %15 %uint_1 %uint_0",
          "OpCompositeInsert %_struct_4 %14 %17 0",
          "%10 = OpCompositeInsert %_struct_4 %16 %18 1"});
  expect("OpISubBorrow",
         {"%14 = OpISub %uint %7 %8", "%15 = OpULessThan %bool %7 %8"});
}

TEST(CarriesTest, LeavesOthersAlone) {
  const Module module = RewriteCarries(Sample("%int", "OpIAddCarry"));
  EXPECT_EQ(ToBytes(RewriteCarries(module)), ToBytes(module));
}

}  // namespace
}  // namespace facet::spirv
