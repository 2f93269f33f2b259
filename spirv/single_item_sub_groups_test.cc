// Tests of sub-groups of one work-item.

#include "spirv/single_item_sub_groups.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "spirv/testing.h"

namespace facet::spirv {
namespace {

struct Parts {
  std::string head, modes, names, types, body;
  std::string variables = "";  // of the interface
  std::string model = "Physical64";
};

Module Kernel(const Parts& p) {
  return Assemble(R"(
    OpCapability Addresses
    OpCapability Kernel
    )" + p.head + R"(
    OpMemoryModel )" +
                  p.model + R"( OpenCL
    OpEntryPoint Kernel %f "f" )" +
                  p.variables + "\n" + p.modes + p.names + R"(
    %void = OpTypeVoid
    %uint = OpTypeInt 32 0
    %one = OpConstant %uint 1
    %two = OpConstant %uint 2
    %three = OpConstant %uint 3
    %four = OpConstant %uint 4
    %zero = OpConstantNull %uint
    %all = OpConstant %uint 904
    %global = OpTypePointer CrossWorkgroup %uint
    %t = OpTypeFunction %void %global
    )" + p.types + R"(
    %f = OpFunction %void None %t
    %out = OpFunctionParameter %global
    %l = OpLabel
    )" + p.body + R"(
    OpReturn
    OpFunctionEnd)");
}

constexpr char kShuffles[] = R"(
    OpCapability SubgroupShuffleINTEL
    OpExtension "SPV_INTEL_subgroups")";

// The rewritten module's text; valid, and without sub-groups unless it failed.
std::string Rewritten(const Module& before) {
  EXPECT_EQ(Invalidity(before), "") << Text(before);
  std::string error;
  const auto after = MakeSubGroupsSingleItem(before, &error);
  if (!after) return error;
  EXPECT_EQ(Invalidity(*after), "") << Text(*after);
  const std::string text = Text(*after);
  EXPECT_EQ(text.find("ubgroup"), std::string::npos) << text;
  // What has no sub-groups stays as it is.
  const auto again = MakeSubGroupsSingleItem(*after, &error);
  EXPECT_TRUE(again && std::ranges::equal(again->words(), after->words()));
  return text;
}

int Count(const std::string& text, const std::string& what) {
  int count = 0;
  for (size_t at = 0; (at = text.find(what, at)) != text.npos; ++at) ++count;
  return count;
}

// A load of a built-in variable of an integer type, and a store of its value.
Parts Load(const std::string& built_in, const std::string& type) {
  Parts p;
  p.variables = "%v";
  p.names = R"(OpName %v "__spirv_BuiltIn"
    OpName %x "x"
    OpDecorate %v Constant
    OpDecorate %v BuiltIn )" +
            built_in + "\n";
  p.types = R"(%pointer = OpTypePointer Input )" + type + R"(
    %v = OpVariable %pointer Input)";
  p.body = "%x = OpLoad " + type + " %v\nOpStore %out %x\n";
  if (type != "%uint") {
    p.head = "OpCapability Int64\n";
    p.types = type + " = OpTypeInt 64 0\n" + p.types;
    p.body = "%x = OpLoad " + type + " %v\n%y = OpUConvert %uint %x\n" +
             "OpStore %out %y\n";
  }
  return p;
}

TEST(SingleItemSubGroupsTest, SizesAndLanesAreConstants) {
  const struct {
    const char *name, *value;
  } cases[] = {{"SubgroupSize", "1"},
               {"SubgroupMaxSize", "1"},
               {"SubgroupLocalInvocationId", "0"}};
  for (const auto& c : cases) {
    const std::string text = Rewritten(Kernel(Load(c.name, "%uint")));
    const size_t value =
        text.find('%', text.find('%', text.find("OpStore")) + 1);
    EXPECT_EQ(text.substr(value, 7), std::string("%uint_") + c.value) << text;
    EXPECT_EQ(Count(text, "OpLoad") + Count(text, "BuiltIn"), 0) << text;
    const std::string wide = Rewritten(Kernel(Load(c.name, "%ulong")));
    EXPECT_EQ(Count(wide, std::string("OpConstant %ulong ") + c.value), 1);
    EXPECT_EQ(Count(wide, std::string("OpUConvert %uint %ulong_") + c.value), 1)
        << wide;
  }
}

TEST(SingleItemSubGroupsTest, NumbersComeFromTheWorkGroup) {
  for (const char* type : {"%uint", "%ulong"})
    for (const char* model : {"Physical32", "Physical64"})
      for (const char* name :
           {"NumSubgroups", "NumEnqueuedSubgroups", "SubgroupId"}) {
        const bool id = name == std::string("SubgroupId");
        Parts p = Load(name, type);
        p.model = model;
        const std::string text = Rewritten(Kernel(p));
        EXPECT_EQ(Count(text, "BuiltIn WorkgroupSize"), 1) << text;
        EXPECT_EQ(Count(text, "BuiltIn LocalInvocationId"), id ? 1 : 0);
        EXPECT_EQ(Count(text, "OpIMul"), 2);
        EXPECT_EQ(Count(text, "OpIAdd"), id ? 2 : 0);
        EXPECT_EQ(Count(text, "OpName %x \"x\""), 1) << text;
        // Listed in the interface.
        const size_t entry = text.find("OpEntryPoint");
        EXPECT_NE(text.substr(entry, text.find('\n', entry) - entry)
                      .find("%gl_WorkGroupSize"),
                  std::string::npos)
            << text;
      }
}

TEST(SingleItemSubGroupsTest, VariablesOfTheModuleAreTaken) {
  Parts p = Load("SubgroupId", "%uint");
  p.variables += " %size %id";
  p.head = "OpCapability Int64\n";
  p.names += R"(OpDecorate %size BuiltIn WorkgroupSize
    OpDecorate %id BuiltIn LocalInvocationId
    OpDecorate %id Constant
    )";
  p.types += R"(
    %ulong = OpTypeInt 64 0
    %v3 = OpTypeVector %ulong 3
    %v3_pointer = OpTypePointer Input %v3
    %size = OpVariable %v3_pointer Input
    %id = OpVariable %v3_pointer Input)";
  const std::string text = Rewritten(Kernel(p));
  EXPECT_EQ(Count(text, "OpVariable"), 2) << text;
  EXPECT_EQ(Count(text, "OpTypeVector"), 1) << text;
  EXPECT_EQ(Count(text, "OpUConvert"), 6) << text;
}

TEST(SingleItemSubGroupsTest, ShufflesAreTheirValues) {
  Parts p;
  p.head = kShuffles;
  p.names = "OpName %b \"b\"\n";
  p.types = "%seven = OpConstant %uint 7";
  p.body = R"(%a = OpSubgroupShuffleINTEL %uint %seven %one
    %b = OpSubgroupShuffleINTEL %uint %a %two
    OpStore %out %b)";
  const std::string text = Rewritten(Kernel(p));
  EXPECT_EQ(Count(text, "OpStore"), 1);
  EXPECT_NE(text.find("%uint_7\n"), std::string::npos) << text;
  EXPECT_EQ(Count(text, "OpName %b"), 0) << text;
}

TEST(SingleItemSubGroupsTest, ValuesOfALaterBlockAreFollowed) {
  Parts p;
  p.head = kShuffles;
  p.body = R"(OpBranch %loop
    %loop = OpLabel
    %phi = OpPhi %uint %one %l %next %loop
    %sum = OpIAdd %uint %phi %two
    %next = OpSubgroupShuffleINTEL %uint %sum %zero
    %more = OpULessThan %bool %next %all
    OpBranchConditional %more %loop %end
    %end = OpLabel)";
  p.types = "%bool = OpTypeBool";
  const std::string text = Rewritten(Kernel(p));
  EXPECT_EQ(Count(text, "OpPhi %uint %uint_1"), 1) << text;
}

TEST(SingleItemSubGroupsTest, ValueThatIsItself) {
  Parts p;
  p.head = kShuffles;
  p.body = R"(OpReturn
    %dead = OpLabel
    %a = OpSubgroupShuffleINTEL %uint %b %one
    %b = OpSubgroupShuffleINTEL %uint %a %one
    OpStore %out %b)";
  // No valid module has it.
  std::string error;
  const auto after = MakeSubGroupsSingleItem(Kernel(p), &error);
  ASSERT_TRUE(after) << error;
  EXPECT_EQ(Count(Text(*after), "OpUndef"), 2);
}

TEST(SingleItemSubGroupsTest, BarriersAreFencesAtMost) {
  const struct {
    const char *instruction, *becomes;
  } cases[] = {
      {"OpControlBarrier %three %three %all", ""},
      {"OpControlBarrier %three %four %all", ""},
      {"OpControlBarrier %three %one %zero", ""},
      {"OpControlBarrier %three %one %all",
       "OpMemoryBarrier %uint_1 %uint_904"},
      {"OpControlBarrier %three %two %all",
       "OpMemoryBarrier %uint_2 %uint_904"},
      {"OpMemoryBarrier %three %all", ""},
      // Those of other scopes that stand beside one.
      {"OpMemoryBarrier %one %all\nOpControlBarrier %three %three %all",
       "OpMemoryBarrier %uint_1 %uint_904"},
      {"OpControlBarrier %two %two %all\nOpControlBarrier %three %three %all",
       "OpControlBarrier %uint_2 %uint_2 %uint_904"},
      {"OpControlBarrier %two %three %all",
       "OpControlBarrier %uint_2 %uint_2_0 %uint_904"},
  };
  for (const auto& c : cases) {
    Parts p;
    p.body = c.instruction;
    const std::string text = Rewritten(Kernel(p));
    EXPECT_EQ(Count(text, "Barrier"), *c.becomes ? 1 : 0) << text;
    EXPECT_NE(text.find(c.becomes), std::string::npos) << text;
  }
}

TEST(SingleItemSubGroupsTest, AtomicOperationsAreOfTheWorkGroup) {
  Parts p;
  p.body = R"(%a = OpAtomicIAdd %uint %out %three %all %three
    %b = OpAtomicLoad %uint %out %three %zero
    OpAtomicStore %out %three %zero %three
    %c = OpAtomicCompareExchange %uint %out %three %zero %zero %three %three
    %d = OpAtomicIAdd %uint %out %one %all %three)";
  const std::string text = Rewritten(Kernel(p));
  EXPECT_EQ(Count(text, "%uint_2_0"), 5) << text;
  // Where 3 is a value, it stays.
  EXPECT_EQ(Count(text, "%uint_3\n"), 4) << text;
  EXPECT_EQ(Count(text, "%uint_1 %uint_904 %uint_3"), 1) << text;
}

TEST(SingleItemSubGroupsTest, RequiredSize) {
  Parts p;
  p.head = "OpCapability SubgroupDispatch";
  p.modes = "OpExecutionMode %f SubgroupSize 1\n";
  const std::string text = Rewritten(Kernel(p));
  EXPECT_EQ(Count(text, "OpExecutionMode"), 0) << text;
}

TEST(SingleItemSubGroupsTest, OthersStayAsTheyAre) {
  Parts p;
  p.head =
      "OpCapability SubgroupDispatch\nOpCapability Int64\nOpCapability Int8";
  p.modes = "OpExecutionMode %f SubgroupSize 16\n";
  p.body = R"(OpControlBarrier %two %two %all
    OpMemoryBarrier %one %all
    %a = OpAtomicIAdd %uint %out %one %three %three
    OpStore %out %three)";
  const Module before = Kernel(p);
  std::string error;
  const auto after = MakeSubGroupsSingleItem(before, &error);
  ASSERT_TRUE(after) << error;
  EXPECT_TRUE(std::ranges::equal(after->words(), before.words()));
}

TEST(SingleItemSubGroupsTest, SaysWhatItDoesNotKnow) {
  Parts p;
  p.head = kShuffles;
  p.body = "%a = OpSubgroupShuffleXorINTEL %uint %one %one";
  EXPECT_NE(Rewritten(Kernel(p)).find(
                "SPIR-V: instruction 5574 needs sub-groups, which the device "
                "has not: word "),
            std::string::npos);
  p.head = "OpCapability Groups";
  p.body = "%a = OpGroupIAdd %uint %three Reduce %one";
  EXPECT_NE(Rewritten(Kernel(p)).find("instruction 264 needs"),
            std::string::npos);
  // Of the work-group it is none of ours.
  p.body = "%a = OpGroupIAdd %uint %two Reduce %one";
  EXPECT_EQ(Count(Rewritten(Kernel(p)), "OpGroupIAdd"), 1);
  // A variable that is not just read.
  p = Load("SubgroupSize", "%uint");
  p.head = "OpCapability Int64";
  p.names = "OpDecorate %v BuiltIn SubgroupSize\n";
  p.types += "\n%ulong = OpTypeInt 64 0";
  p.body = "%a = OpConvertPtrToU %ulong %v";
  EXPECT_NE(Rewritten(Kernel(p)).find("instruction 117 needs"),
            std::string::npos);
}

// Whatever the bytes are, it answers.
TEST(SingleItemSubGroupsTest, TakesCutModules) {
  Parts p = Load("SubgroupId", "%uint");
  const Module whole = Kernel(p);
  for (size_t at = kHeaderWords; at < whole.words().size(); ++at)
    for (uint32_t change : {0u, 1u, 3u, 0xffffffffu}) {
      std::vector<uint32_t> words(whole.words().begin(), whole.words().end());
      words[at] = change ? words[at] ^ change : 0;
      std::string error;
      const auto module = Module::Parse(std::move(words), &error);
      if (!module) continue;
      if (!MakeSubGroupsSingleItem(*module, &error)) EXPECT_NE(error, "");
    }
}

}  // namespace
}  // namespace facet::spirv
