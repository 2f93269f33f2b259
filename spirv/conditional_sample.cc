// The sample; see conditional_sample.h.

#include "spirv/conditional_sample.h"

#include <gtest/gtest.h>

#include <set>
#include <utility>

#include "spirv/testing.h"

namespace facet::spirv {

std::string SampleText() {
  return R"(
  OpCapability Addresses
  OpCapability Kernel
  OpCapability Linkage
  OpCapability Int64
  OpCapability Int8
  OpCapability Float16
  OpCapability Float64
  OpCapability Int64Atomics
  OpCapability SubgroupDispatch
  OpCapability AtomicFloat32AddEXT
  OpExtension "SPV_EXT_shader_atomic_float_add"
  %std = OpExtInstImport "OpenCL.std"
  OpMemoryModel Physical64 OpenCL
  OpEntryPoint Kernel %Plain "Plain" %id
  OpEntryPoint Kernel %Half "Half" %id
  OpEntryPoint Kernel %Double "Double"
  OpEntryPoint Kernel %Atomic "Atomic"
  OpExecutionMode %Plain LocalSize 8 1 1
  OpExecutionMode %Half LocalSize 16 1 1
  OpExecutionMode %Double SubgroupSize 8
  OpSource OpenCL_C 102000
  OpName %Plain "Plain"
  OpName %Half "Half"
  OpName %action "action"
  OpName %otherwise "otherwise"
  OpName %value "value"
  OpName %shared "shared"
  OpName %shared_x "shared_x"
  OpName %exported "exported"
  OpDecorate %exported LinkageAttributes "exported" Export
  OpDecorate %away LinkageAttributes "away" Import
  OpDecorate %id BuiltIn GlobalInvocationId
  OpDecorate %id Constant
  OpDecorate %id LinkageAttributes "__spirv_BuiltInGlobalInvocationId" Import
  OpDecorate %user SpecId 7
  OpDecorate %group FuncParamAttr NoCapture
  %group = OpDecorationGroup
  OpGroupDecorate %group %plain_p %half_p
  %void = OpTypeVoid
  %bool = OpTypeBool
  %char = OpTypeInt 8 0
  %int = OpTypeInt 32 0
  %long = OpTypeInt 64 0
  %half = OpTypeFloat 16
  %float = OpTypeFloat 32
  %double = OpTypeFloat 64
  OpTypeForwardPointer %list CrossWorkgroup
  %node = OpTypeStruct %int %list
  %list = OpTypePointer CrossWorkgroup %node
  %v3 = OpTypeVector %long 3
  %idp = OpTypePointer Input %v3
  %intp = OpTypePointer CrossWorkgroup %int
  %longp = OpTypePointer CrossWorkgroup %long
  %floatp = OpTypePointer CrossWorkgroup %float
  %doublep = OpTypePointer CrossWorkgroup %double
  %plain_t = OpTypeFunction %void %intp
  %double_t = OpTypeFunction %void %doublep
  %atomic_t = OpTypeFunction %void %longp %floatp
  %void_t = OpTypeFunction %void
  %int_t = OpTypeFunction %int %int
  %user = OpSpecConstant %int 3
  %truth = OpConstantTrue %bool
  %one = OpConstant %int 1
  %two = OpConstant %int 2
  %big = OpConstant %long 5
  %one_h = OpConstant %half 1
  %one_f = OpConstant %float 1
  %one_d = OpConstant %double 1
  %three_d = OpConstantComposite %v3 %big %big %big
  %nothing = OpConstantNull %list
  %id = OpVariable %idp Input
  %table = OpVariable %doublep CrossWorkgroup %one_d
  %away = OpFunction %int None %int_t
  %away_x = OpFunctionParameter %int
  OpFunctionEnd
  %Plain = OpFunction %void None %plain_t
  %plain_p = OpFunctionParameter %intp
  %plain_l = OpLabel
  %where = OpLoad %v3 %id
  %c1 = OpFunctionCall %void %action
  %c2 = OpFunctionCall %void %otherwise
  %c3 = OpFunctionCall %int %value %user
  %c4 = OpFunctionCall %int %away %c3
  OpStore %plain_p %c4 Aligned 4
  OpReturn
  OpFunctionEnd
  %Half = OpFunction %void None %plain_t
  %half_p = OpFunctionParameter %intp
  %half_l = OpLabel
  %h = OpFAdd %half %one_h %one_h
  %hc = OpFunctionCall %int %shared %one
  OpStore %half_p %hc Aligned 4
  OpReturn
  OpFunctionEnd
  %Double = OpFunction %void None %double_t
  %double_p = OpFunctionParameter %doublep
  %double_l = OpLabel
  %dv = OpLoad %double %table Aligned 8
  %d = OpFAdd %double %dv %one_d
  OpStore %double_p %d Aligned 8
  %dc = OpFunctionCall %int %shared %two
  OpReturn
  OpFunctionEnd
  %Atomic = OpFunction %void None %atomic_t
  %atomic_p = OpFunctionParameter %longp
  %atomic_f = OpFunctionParameter %floatp
  %atomic_l = OpLabel
  %a = OpAtomicIAdd %long %atomic_p %one %one %big
  %af = OpAtomicFAddEXT %float %atomic_f %one %one %one_f
  OpReturn
  OpFunctionEnd
  %action = OpFunction %void None %void_t
  %action_l = OpLabel
  %ac = OpFunctionCall %int %shared %one
  OpReturn
  OpFunctionEnd
  %otherwise = OpFunction %void None %void_t
  %otherwise_l = OpLabel
  OpReturn
  OpFunctionEnd
  %value = OpFunction %int None %int_t
  %value_x = OpFunctionParameter %int
  %value_l = OpLabel
  OpBranchConditional %truth %value_a %value_b
  %value_a = OpLabel
  OpBranch %value_end
  %value_b = OpLabel
  %vc = OpFunctionCall %int %shared %value_x
  OpBranch %value_end
  %value_end = OpLabel
  %v = OpPhi %int %value_x %value_a %vc %value_b
  OpReturnValue %v
  OpFunctionEnd
  %shared = OpFunction %int None %int_t
  %shared_x = OpFunctionParameter %int
  %shared_l = OpLabel
  %s = OpExtInst %int %std s_abs %shared_x
  OpReturnValue %s
  OpFunctionEnd
  %exported = OpFunction %int None %int_t
  %exported_x = OpFunctionParameter %int
  %exported_l = OpLabel
  OpReturnValue %exported_x
  OpFunctionEnd
)";
}

std::vector<FunctionCondition> SampleConditions() {
  return {
      {"Half", {0}},
      {"Double", {kConditionAnd, 1, 2}},
      {"Atomic", {3}},
      {"action", {0}},
      {"otherwise", {kConditionNot, 0}},
      {"value", {1}},
      {"away", {3}},
      {"exported", {2}},
      // Half, Double, action, value
      {"shared", {kConditionOr, kConditionOr, 0, 1, kConditionAnd, 2, 1}},
      {"Plain", {}},
  };
}

ConditionalModule ConditionalSample() {
  std::string error;
  auto made = AddConditions(Assemble(SampleText()), SampleConditions(), &error);
  EXPECT_TRUE(made) << error;
  return made ? *std::move(made)
              : ConditionalModule{Assemble(SampleText()), {}};
}

Module Unconditional(const Module& module) {
  ModuleWriter writer(module);
  std::set<uint32_t> capabilities;
  for (Instruction i : module) {
    const uint32_t opcode = i.opcode();
    if ((opcode == 71 || opcode == 332) && i.word(2) == 6247) continue;
    if (opcode == 17 && (i.word(1) == 6245 || i.word(1) == 6246)) continue;
    if (opcode == 10 && i.String(1) == "SPV_INTEL_function_variants") continue;
    if (opcode == 17 && !capabilities.insert(i.word(1)).second) continue;
    if (opcode == 6250 && !capabilities.insert(i.word(2)).second) continue;
    if (opcode < 6248 || opcode > 6250) {
      writer.Append(i);
      continue;
    }
    const uint16_t plain[] = {10, 15, 17};
    writer.Append(plain[opcode - 6248], i.words().subspan(2));
  }
  return std::move(writer).Finish();
}

}  // namespace facet::spirv
