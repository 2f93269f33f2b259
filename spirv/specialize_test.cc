// Tests of conditions: what AddConditions binds, Specialize decides, and every
// outcome is valid and exact.

#include "spirv/specialize.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "spirv/conditional_sample.h"
#include "spirv/conditions.h"
#include "spirv/listing.h"
#include "spirv/testing.h"
#include "spirv/trim.h"

namespace facet::spirv {
namespace {

using Values = std::vector<std::pair<uint32_t, bool>>;

Module Specialized(const Module& module, const Values& values) {
  std::string error;
  auto result = Specialize(module, values, &error);
  EXPECT_TRUE(result) << error;
  if (!result) return module;
  EXPECT_EQ(Invalidity(*result), "") << Text(*result);
  EXPECT_FALSE(HasConditions(*result));
  auto again = Specialize(*result, values, &error);
  EXPECT_TRUE(again && ToBytes(*again) == ToBytes(*result));
  return *result;
}

std::set<std::string> KernelsOf(const Module& module) {
  std::set<std::string> names;
  for (const EntryPoint& entry : EntryPoints(module)) names.insert(entry.name);
  return names;
}

std::set<uint32_t> CapabilitiesOf(const Module& module) {
  const auto list = Capabilities(module);
  EXPECT_EQ(std::set(list.begin(), list.end()).size(), list.size());
  return {list.begin(), list.end()};
}

size_t Count(const Module& module,
             const std::function<bool(Instruction)>& matches) {
  return static_cast<size_t>(
      std::count_if(module.begin(), module.end(), matches));
}
size_t Count(const Module& module, uint16_t opcode) {
  return Count(module, [&](Instruction i) { return i.opcode() == opcode; });
}

Values ValuesOf(const ConditionalModule& sample, unsigned bits) {
  Values values;
  for (size_t leaf = 0; leaf < sample.spec_ids.size(); ++leaf)
    values.emplace_back(sample.spec_ids[leaf], bits >> leaf & 1);
  return values;
}

TEST(ConditionsTest, SampleIsValid) {
  EXPECT_EQ(Invalidity(Assemble(SampleText())), "");
}

TEST(ConditionsTest, LeavesAndOperationsAreThereOnce) {
  const ConditionalModule sample = ConditionalSample();
  EXPECT_EQ(sample.spec_ids, (std::vector<uint32_t>{8, 9, 10, 11}));
  EXPECT_EQ(Count(sample.module, kOpSpecConstantFalse), 4u);
  std::set<std::vector<uint32_t>> operations;
  size_t count = 0;
  for (Instruction i : sample.module) {
    if (i.opcode() != kOpSpecConstantOp) continue;
    std::vector<uint32_t> words(i.words().begin() + 3, i.words().end());
    if (words[0] != kOpLogicalNot) std::sort(words.begin() + 1, words.end());
    operations.insert(words);
    ++count;
  }
  EXPECT_EQ(operations.size(), count);
  // The user's own constant keeps its id.
  EXPECT_EQ(Count(sample.module,
                  [](Instruction i) {
                    return i.opcode() == kOpDecorate &&
                           i.word(2) == kDecorationSpecId && i.word(3) == 7;
                  }),
            1u);
}

TEST(ConditionsTest, BindsEverythingThatNothingElseNeeds) {
  const Module module = ConditionalSample().module;
  std::set<uint32_t> capabilities, bound;
  std::set<std::string> extensions, kernels;
  for (Instruction i : module) {
    if (i.opcode() == kOpCapability) capabilities.insert(i.word(1));
    if (i.opcode() == kOpConditionalCapability) bound.insert(i.word(2));
    if (i.opcode() == kOpConditionalExtension) extensions.insert(i.String(2));
    if (i.opcode() == kOpConditionalEntryPoint) kernels.insert(i.String(4));
  }
  EXPECT_EQ(capabilities,
            (std::set<uint32_t>{kCapabilityAddresses, kCapabilityKernel,
                                kCapabilityLinkage, kCapabilityInt64,
                                kCapabilityInt8, kCapabilitySpecConditional}));
  EXPECT_EQ(bound,
            (std::set<uint32_t>{
                kCapabilityFloat16, kCapabilityFloat64, kCapabilityInt64Atomics,
                kCapabilitySubgroupDispatch, kCapabilityAtomicFloat32Add}));
  EXPECT_EQ(extensions,
            (std::set<std::string>{"SPV_EXT_shader_atomic_float_add"}));
  EXPECT_EQ(kernels, (std::set<std::string>{"Half", "Double", "Atomic"}));
}

TEST(ConditionsTest, DecoratesFunctionsCallsAndTypes) {
  const Module module = ConditionalSample().module;
  std::set<uint32_t> decorated;
  for (Instruction i : module)
    if (i.opcode() == kOpDecorate && i.word(2) == kDecorationConditional)
      EXPECT_TRUE(decorated.insert(i.word(1)).second);
  size_t functions = 0, calls = 0, doubles = 0;
  for (Instruction i : module) {
    const uint32_t result = i.word(i.opcode() == kOpTypeFloat ? 1 : 2);
    if (!decorated.contains(result)) continue;
    functions += i.opcode() == kOpFunction;
    calls += i.opcode() == kOpFunctionCall;
    doubles += i.opcode() == kOpTypeFloat && i.word(2) == 64;
  }
  EXPECT_EQ(functions, 9u);
  EXPECT_EQ(calls, 8u);
  EXPECT_EQ(doubles, 1u);
}

TEST(ConditionsTest, NothingBoundNothingChanged) {
  std::string error;
  const Module module = Assemble(SampleText());
  const FunctionCondition always[] = {{"Half", {}}};
  const auto made = AddConditions(module, always, &error);
  ASSERT_TRUE(made) << error;
  EXPECT_EQ(ToBytes(made->module), ToBytes(module));
  EXPECT_TRUE(made->spec_ids.empty());
}

std::string BindError(const Module& module,
                      const std::vector<FunctionCondition>& conditions) {
  std::string error;
  EXPECT_FALSE(AddConditions(module, conditions, &error));
  return error;
}

TEST(ConditionsTest, SaysWhatCannotBeBound) {
  const Module module = Assemble(SampleText());
  EXPECT_EQ(BindError(module, {{"nobody", {0}}}),
            "SPIR-V: there is no function 'nobody' to give a condition");
  for (const std::vector<int32_t>& malformed :
       std::vector<std::vector<int32_t>>{
           {-4, 0}, {0, 1}, {-3}, {-7}, {1 << 20}})
    EXPECT_EQ(BindError(module, {{"Half", malformed}}),
              "SPIR-V: the condition of function 'Half' is malformed");
  EXPECT_EQ(BindError(module, {{"Half", {0}}, {"Half", {1}}}),
            "SPIR-V: function 'Half' is given two conditions");
  EXPECT_EQ(BindError(ConditionalSample().module, {{"Plain", {1}}}),
            "SPIR-V: the module has conditions already");
}

TEST(ConditionsTest, ALeafThatNobodyUsesHasNoSpecId) {
  std::string error;
  const FunctionCondition conditions[] = {{"Half", {kConditionOr, 3, 1}}};
  const auto made = AddConditions(Assemble(SampleText()), conditions, &error);
  ASSERT_TRUE(made) << error;
  EXPECT_EQ(made->spec_ids[0], kNoSpecId);
  EXPECT_EQ(made->spec_ids[2], kNoSpecId);
  EXPECT_NE(made->spec_ids[1], made->spec_ids[3]);
}

// Every assignment: valid, and exactly what its leaves allow.
TEST(SpecializeTest, AllAssignmentsAreValidAndExact) {
  const ConditionalModule sample = ConditionalSample();
  EXPECT_EQ(Invalidity(Unconditional(sample.module)), "");
  for (unsigned bits = 0; bits < 1u << kSampleLeaves; ++bits) {
    SCOPED_TRACE(bits);
    const bool a = bits & 1, b = bits & 2, c = bits & 4, d = bits & 8;
    const Module module = Specialized(sample.module, ValuesOf(sample, bits));
    std::set<std::string> kernels = {"Plain"};
    if (a) kernels.insert("Half");
    if (b && c) kernels.insert("Double");
    if (d) kernels.insert("Atomic");
    EXPECT_EQ(KernelsOf(module), kernels);
    const auto capabilities = CapabilitiesOf(module);
    EXPECT_EQ(capabilities.contains(kCapabilityFloat16), a);
    EXPECT_EQ(capabilities.contains(kCapabilityFloat64), b && c);
    EXPECT_EQ(capabilities.contains(kCapabilitySubgroupDispatch), b && c);
    EXPECT_EQ(capabilities.contains(kCapabilityInt64Atomics), d);
    EXPECT_EQ(capabilities.contains(kCapabilityAtomicFloat32Add), d);
    EXPECT_EQ(Extensions(module).size(), size_t{d});
    EXPECT_TRUE(capabilities.contains(kCapabilityInt64));
    const std::string text = Text(module);
    const auto names = [&](const char* name) {
      return text.find(std::string("OpName %") + name + " ") != text.npos;
    };
    EXPECT_EQ(names("action"), a);
    EXPECT_EQ(names("otherwise"), !a);
    EXPECT_EQ(names("value"), b);
    EXPECT_EQ(names("shared"), a || b) << text;
    EXPECT_EQ(names("exported"), c);
    EXPECT_EQ(text.find("OpTypeFloat 64") != text.npos, b && c) << text;
    EXPECT_EQ(text.find("OpTypeFloat 16") != text.npos, a);
    EXPECT_EQ(text.find("\"away\"") != text.npos, d);
    // The value of each of Plain's calls that is dropped.
    EXPECT_EQ(Count(module, kOpUndef), size_t{!b} + size_t{!d});
  }
}

TEST(SpecializeTest, WhatIsNotGivenIsFalse) {
  const ConditionalModule sample = ConditionalSample();
  EXPECT_EQ(ToBytes(Specialized(sample.module, {})),
            ToBytes(Specialized(sample.module, ValuesOf(sample, 0))));
}

TEST(SpecializeTest, LeavesOthersUntouched) {
  const Module module = Assemble(SampleText());
  std::string error;
  const auto result = Specialize(module, {}, &error);
  ASSERT_TRUE(result) << error;
  EXPECT_EQ(ToBytes(*result), ToBytes(module));
}

TEST(SpecializeTest, AModuleCanBecomeEmpty) {
  std::string error;
  const Module module = Assemble(R"(
    OpCapability Addresses
    OpCapability Kernel
    OpMemoryModel Physical64 OpenCL
    OpEntryPoint Kernel %K "K"
    %void = OpTypeVoid
    %t = OpTypeFunction %void
    %K = OpFunction %void None %t
    %l = OpLabel
    OpReturn
    OpFunctionEnd)");
  const FunctionCondition conditions[] = {{"K", {0}}};
  const auto made = AddConditions(module, conditions, &error);
  ASSERT_TRUE(made) << error;
  EXPECT_EQ(KernelsOf(Specialized(made->module, {})).size(), 0u);
  const Module back = Specialized(made->module, {{made->spec_ids[0], true}});
  EXPECT_EQ(KernelsOf(back).size(), 1u);
}

// What others may write: OpDecorateId, a call with a condition of its own, an
// equal condition, a constant one, a copy that chooses.
Module Handwritten(const std::string& extra = "") {
  const Module module = Assemble(R"(
    OpCapability Addresses
    OpCapability Kernel
    OpCapability Float64
    OpMemoryModel Physical64 OpenCL
    OpEntryPoint Kernel %100 "K"
    OpDecorate %50 SpecId 1
    OpDecorate %51 SpecId 2
    %1 = OpTypeVoid
    %2 = OpTypeBool
    %3 = OpTypeInt 32 0
    %4 = OpTypeFunction %1
    %5 = OpTypeFunction %3
    %6 = OpConstant %3 6
    %7 = OpConstant %3 7
    %8 = OpConstantTrue %2
    %50 = OpSpecConstantFalse %2
    %51 = OpSpecConstantTrue %2
    %52 = OpSpecConstantOp %2 LogicalEqual %50 %51
    %53 = OpSpecConstantOp %2 LogicalNotEqual %52 %8
    %100 = OpFunction %1 None %4
    %101 = OpLabel
    %102 = OpFunctionCall %3 %110
    %103 = OpSelect %3 %50 %102 %7
    %104 = OpCopyObject %3 %6
    OpReturn
    OpFunctionEnd
    %110 = OpFunction %3 None %5
    %111 = OpLabel
    OpReturnValue %7
    OpFunctionEnd)" + extra);
  ModuleWriter writer(module);
  for (Instruction i : module) {
    if (i.opcode() == kOpDecorate && i.word(1) == 50) {
      const uint32_t decoration[] = {102, kDecorationConditional, 53};
      writer.Append(kOpDecorateId, decoration);
    }
    if (i.opcode() == kOpCopyObject) {
      const uint32_t choice[] = {3, 104, 53, 6, 52, 7};
      writer.Append(kOpConditionalCopyObject, choice);
      continue;
    }
    writer.Append(i);
  }
  return std::move(writer).Finish();
}

TEST(SpecializeTest, TakesWhatOthersWrite) {
  for (bool one : {false, true}) {
    for (bool two : {false, true}) {
      const Module module = Specialized(Handwritten(), {{1, one}, {2, two}});
      const bool holds = one == two;
      EXPECT_EQ(Count(module, kOpFunctionCall), size_t{!holds});
      EXPECT_EQ(Count(module, kOpFunction), holds ? 1u : 2u);
      for (Instruction i : module)
        if (i.opcode() == kOpCopyObject) EXPECT_EQ(i.word(3), holds ? 7u : 6u);
      // Constants of conditions that code uses as well stay, with their value.
      EXPECT_EQ(Count(module, one ? kOpSpecConstantTrue : kOpSpecConstantFalse),
                1u);
      // Nothing ever needed it.
      EXPECT_FALSE(CapabilitiesOf(module).contains(kCapabilityFloat64));
    }
  }
}

std::string ErrorOf(const Module& module, const Values& values) {
  std::string error;
  EXPECT_FALSE(Specialize(module, values, &error));
  return error;
}

// Replaces words `from` of instructions with `opcode` by `to`.
Module Replaced(const Module& module, uint16_t opcode, size_t at, uint32_t from,
                uint32_t to) {
  ModuleWriter writer(module);
  for (Instruction i : module) {
    std::vector<uint32_t> operands(i.words().begin() + 1, i.words().end());
    if (i.opcode() == opcode && i.word(at) == from) operands[at - 1] = to;
    writer.Append(i.opcode(), operands);
  }
  return std::move(writer).Finish();
}

TEST(SpecializeTest, SaysWhatIsWrong) {
  EXPECT_EQ(ErrorOf(Replaced(Handwritten(), kOpDecorateId, 3, 53, 6), {}),
            "SPIR-V: condition 6 is no constant whose value is known");
  EXPECT_EQ(ErrorOf(Replaced(Handwritten(), kOpDecorateId, 1, 102, 101), {}),
            "SPIR-V: id 101 cannot carry a condition");
  ModuleWriter writer(Handwritten());
  for (Instruction i : Handwritten()) {
    writer.Append(i);
    const uint32_t bound[] = {50, 10}, target[] = {2, 49, 0};
    if (i.opcode() == kOpCapability)
      writer.Append(kOpConditionalCapability, bound);
    if (i.opcode() == kOpSpecConstantTrue)
      writer.Append(kOpSpecConstantTarget, target);
  }
  EXPECT_EQ(ErrorOf(std::move(writer).Finish(), {}),
            "SPIR-V: instruction 6251 asks for the target, which only a driver "
            "knows");
}

TEST(SpecializeTest, RefusesToDropWhatIsNeeded) {
  const ConditionalModule sample = ConditionalSample();
  // The capability of Half's type gets the condition of Atomic.
  uint32_t half = 0, atomic = 0;
  for (Instruction i : sample.module) {
    if (i.opcode() != kOpConditionalCapability) continue;
    if (i.word(2) == kCapabilityFloat16) half = i.word(1);
    if (i.word(2) == kCapabilityInt64Atomics) atomic = i.word(1);
  }
  const Module wrong =
      Replaced(sample.module, kOpConditionalCapability, 1, half, atomic);
  EXPECT_EQ(ErrorOf(wrong, ValuesOf(sample, 1)),
            "SPIR-V: instruction 22 needs capability 9, which a condition "
            "drops");
  Specialized(wrong, ValuesOf(sample, 1 | 8));
  const Module extension =
      Replaced(sample.module, kOpConditionalExtension, 1, atomic, half);
  EXPECT_EQ(
      ErrorOf(extension, ValuesOf(sample, 8)),
      "SPIR-V: capability 6033 needs an extension that a condition drops");
}

}  // namespace
}  // namespace facet::spirv
