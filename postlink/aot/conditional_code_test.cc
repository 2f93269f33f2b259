//===- conditional_code_test.cc - Conditions in images, decided -----------===//
//
// Links textual IR, makes images of the modules, and decides the conditions of
// SPIR-V ones as a program does when it runs. Whatever is left must be valid.
//
// Needs in the environment: FACET_SPIRV_VAL; FACET_OCLOC if there is one.
//
//===----------------------------------------------------------------------===//

#include "config/image/image.h"
#include "features/requirements/kernel_requirements.h"
#include "gtest/gtest.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/SourceMgr.h"
#include "postlink/codegen/codegen.h"
#include "postlink/aot/compile_module.h"
#include "postlink/codegen/subprocess.h"
#include "postlink/tool/post_link.h"
#include "spirv/specialize.h"

#include <cstdlib>
#include <map>
#include <set>

using namespace llvm;

namespace facet {
namespace {

std::string environment(const char *Name) {
  const char *Value = std::getenv(Name);
  return Value ? Value : "";
}

TargetDescription target(StringRef Toolchain, StringRef Device,
                         AspectSet Aspects) {
  TargetDescription Target;
  Target.name = "test_" + Toolchain.str();
  Target.aot_toolchain = Toolchain.str();
  Target.aot_device = Device.str();
  Target.aspects = std::move(Aspects);
  Target.sub_group_sizes = {16};
  Target.may_support_other_aspects = Toolchain == "spirv";
  return Target;
}

/// The modules of \p Text.
std::vector<DeviceModule> modulesOf(StringRef Text, PostLinkOptions Options) {
  LLVMContext Context;
  SMDiagnostic Problem;
  std::unique_ptr<Module> M = parseAssemblyString(Text, Problem, Context);
  if (!M) {
    ADD_FAILURE() << Problem.getMessage().str() << " in line "
                  << Problem.getLineNo();
    return {};
  }
  std::vector<DeviceModule> Modules;
  PhaseReport Phases("test", false);
  Warnings Messages{"sycl-aspects"};
  Error E = postLink(
      *M, Options, [](StringRef) { return std::nullopt; }, Phases, Messages,
      [&](const PostLinkModule &Made) {
        Modules.push_back(Made.Module);
        return Error::success();
      });
  EXPECT_FALSE(bool(E));
  consumeError(std::move(E));
  return Modules;
}

DeviceImage imageOf(const DeviceModule &Module,
                    const TargetDescription &Target) {
  CompileOptions Options;
  if (!environment("FACET_OCLOC").empty())
    Options.Tools.Ocloc = environment("FACET_OCLOC");
  PhaseReport Phases("sycl-aot", false);
  Expected<std::vector<DeviceImage>> Images =
      compileModule(Module, Target, Options, Phases);
  if (!Images) {
    ADD_FAILURE() << toString(Images.takeError());
    return {};
  }
  return std::move(Images->front());
}

std::vector<uint32_t> wordsOf(const PropertySetRegistry &Sets, StringRef Set,
                              StringRef Name) {
  auto S = Sets.find(Set.str());
  if (S == Sets.end())
    return {};
  auto P = S->second.find(Name.str());
  if (P == S->second.end())
    return {};
  const auto &Bytes = std::get<offloading::ByteArray>(P->second);
  std::vector<uint32_t> Words;
  for (size_t I = 0; I + 4 <= Bytes.size(); I += 4)
    Words.push_back(support::endian::read32le(Bytes.data() + I));
  return Words;
}

std::vector<KernelRequirement> entriesOf(const DeviceImage &Image,
                                         StringRef Function) {
  auto Set = Image.Properties.find(std::string(kRequirementsSet));
  if (Set == Image.Properties.end() ||
      Set->second.find(Function.str()) == Set->second.end()) {
    ADD_FAILURE() << "no requirements of " << Function.str();
    return {};
  }
  const auto &Bytes = std::get<offloading::ByteArray>(
      Set->second.find(Function.str())->second);
  std::string Problem;
  auto Entries = DecodeKernelRequirements({Bytes.data(), Bytes.size()}, &Problem);
  EXPECT_TRUE(Entries) << Problem;
  return Entries.value_or(std::vector<KernelRequirement>());
}

/// What is left of an image's SPIR-V, and is valid.
class Specialized {
public:
  Specialized(const DeviceImage &Image,
              std::vector<std::pair<uint32_t, bool>> Values) {
    std::string Problem;
    auto Whole = spirv::Module::Parse(
        {reinterpret_cast<const unsigned char *>(Image.Bytes.data()),
         Image.Bytes.size()},
        &Problem);
    if (Whole)
      Module = spirv::Specialize(*Whole, Values, &Problem);
    if (!Module) {
      ADD_FAILURE() << Problem;
      return;
    }
    validate();
  }

  bool hasConstant(uint32_t Value) const {
    return any([&](spirv::Instruction I) {
      return I.opcode() == OpConstant && I.word(3) == Value;
    });
  }
  bool hasKernel(StringRef Name) const {
    return any([&](spirv::Instruction I) {
      return I.opcode() == OpEntryPoint && I.String(3) == Name;
    });
  }
  bool hasCapability(uint32_t Number) const {
    return any([&](spirv::Instruction I) {
      return I.opcode() == OpCapability && I.word(1) == Number;
    });
  }

private:
  static constexpr unsigned OpEntryPoint = 15, OpCapability = 17,
                            OpConstant = 43;

  template <class Predicate> bool any(Predicate P) const {
    return Module && std::any_of(Module->begin(), Module->end(), P);
  }

  void validate() {
    std::vector<unsigned char> Bytes = spirv::ToBytes(*Module);
    Expected<TemporaryDirectory> Directory = TemporaryDirectory::create();
    ASSERT_TRUE(bool(Directory));
    ASSERT_FALSE(bool(Directory->write(
        "x.spv", StringRef(reinterpret_cast<const char *>(Bytes.data()),
                           Bytes.size()))));
    Expected<ToolResult> Result =
        runTool(environment("FACET_SPIRV_VAL"),
                {"--target-env", "spv1.2", Directory->path("x.spv")},
                *Directory);
    ASSERT_TRUE(bool(Result)) << toString(Result.takeError());
    EXPECT_EQ(Result->ExitCode, 0) << Result->Output;
  }

  std::optional<spirv::Module> Module;
};

// LLVM's SPIR-V back end keeps state from one module of a process to the next.
template <class Body> void inOwnProcess(Body Run) {
  if (std::getenv("FACET_TEST_IN_PROCESS"))
    return Run();
  EXPECT_EXIT(
      {
        Run();
        std::_Exit(::testing::Test::HasFailure() ? 1 : 0);
      },
      ::testing::ExitedWithCode(0), "");
}

// k calls act1 where the device has fp16 (5), twice, and act1 and act2 on
// architecture 21 (intel_gpu_dg1), where act2 needs fp64 (6). act2 calls nested where there is
// fp16 too.
constexpr char Conditional[] = R"(
target triple = "spirv64-unknown-unknown"
define spir_kernel void @k(ptr addrspace(1) %p) #0 {
  %g = addrspacecast ptr addrspace(1) %p to ptr addrspace(4)
  call void @call_if_on_device_conditionally_x_1(ptr @act1, ptr addrspace(4) %g, i32 -1, i32 5)
  call void @call_if_on_device_conditionally_x_1(ptr @act1, ptr addrspace(4) %g, i32 -1, i32 5)
  call void @call_if_on_device_conditionally_x_2(ptr @act1, ptr addrspace(4) %g, i32 -2, i32 21)
  call void @call_if_on_device_conditionally_x_3(ptr @act2, ptr addrspace(4) %g, i32 -2, i32 21)
  store i32 1000, ptr addrspace(1) %p
  ret void
}
define internal spir_func void @act1(ptr addrspace(4) %p) !sycl_used_aspects !5 {
  store volatile half 0xH7000, ptr addrspace(4) %p
  store volatile i32 4711, ptr addrspace(4) %p
  ret void
}
define internal spir_func void @act2(ptr addrspace(4) %p) !sycl_used_aspects !6 {
  store volatile i32 4712, ptr addrspace(4) %p
  call void @call_if_on_device_conditionally_x_4(ptr @nested, ptr addrspace(4) %p, i32 -1, i32 5)
  ret void
}
define internal spir_func void @nested(ptr addrspace(4) %p) {
  store volatile i32 4713, ptr addrspace(4) %p
  ret void
}
declare void @call_if_on_device_conditionally_x_1(ptr, ptr addrspace(4), i32, i32) #1
declare void @call_if_on_device_conditionally_x_2(ptr, ptr addrspace(4), i32, i32) #1
declare void @call_if_on_device_conditionally_x_3(ptr, ptr addrspace(4), i32, i32) #1
declare void @call_if_on_device_conditionally_x_4(ptr, ptr addrspace(4), i32, i32) #1
attributes #0 = { "sycl-module-id"="a.cpp" }
attributes #1 = { convergent nounwind "sycl-call-if-on-device-conditionally"="true" }
!5 = !{i32 5}
!6 = !{i32 6}
)";

constexpr uint32_t Float16 = 9; // the capability

TEST(ConditionalCode, LeavesCallsToSpecializationConstants) {
  inOwnProcess([] {
    PostLinkOptions Options;
    Options.AddOns = false;
    std::vector<DeviceModule> Modules = modulesOf(Conditional, Options);
    ASSERT_EQ(Modules.size(), 1u);
    DeviceImage Image = imageOf(Modules.front(), target("spirv", "", {}));
    EXPECT_EQ(Image.Format, uint32_t(SYCL_IMAGE_FORMAT_SPIRV));
    std::vector<uint32_t> Aspects =
        wordsOf(Image.Properties, kSpecialSpecializationConstantsSet,
                "aspects");
    std::vector<uint32_t> Architectures =
        wordsOf(Image.Properties, kSpecialSpecializationConstantsSet,
                "architectures");
    // One constant for each leaf, however many conditions have it.
    ASSERT_EQ(Aspects.size(), 2u);
    EXPECT_EQ(Aspects[1], 5u);
    ASSERT_EQ(Architectures.size(), 2u);
    EXPECT_EQ(Architectures[1], 21u);
    // fp16 under "fp16" says nothing, nor on an architecture that has it.
    EXPECT_EQ(wordsOf(Image.Properties, kDeviceRequirementsSet,
                      "condition-0"),
              (std::vector<uint32_t>{uint32_t(-2), 21}));
    EXPECT_EQ(wordsOf(Image.Properties, kDeviceRequirementsSet,
                      "aspect"),
              std::vector<uint32_t>());

    for (bool Half : {false, true})
      for (bool Here : {false, true}) {
        Specialized Left(Image,
                         {{Aspects[0], Half}, {Architectures[0], Here}});
        EXPECT_TRUE(Left.hasConstant(1000));
        EXPECT_EQ(Left.hasConstant(4711), Half || Here);
        EXPECT_EQ(Left.hasCapability(Float16), Half || Here);
        EXPECT_EQ(Left.hasConstant(4712), Here);
        EXPECT_EQ(Left.hasConstant(4713), Here && Half);
      }
  });
}

TEST(ConditionalCode, RequiresAspectsUnderConditions) {
  inOwnProcess([] {
    PostLinkOptions Options;
    Options.AddOns = false;
    DeviceImage Image =
        imageOf(modulesOf(Conditional, Options).at(0), target("spirv", "", {}));
    std::map<uint32_t, int> Found;
    for (const char *N : {"0", "1", "2"})
      for (uint32_t Aspect :
           wordsOf(Image.Properties, kDeviceRequirementsSet,
                   std::string("conditional-aspects-") + N))
        ++Found[Aspect];
    EXPECT_EQ(Found, (std::map<uint32_t, int>{{6, 1}}));
  });
}

// Three kernels in one image: no requirements; fp64; fp64, a work-group size and
// a sub-group size. The helper is for the latter two.
constexpr char Mixed[] = R"(
target triple = "spirv64-unknown-unknown"
define spir_kernel void @plain(ptr addrspace(1) %p) #0 {
  store i32 1000, ptr addrspace(1) %p
  ret void
}
define spir_kernel void @wide(ptr addrspace(1) %p, double %x) #0 !sycl_used_aspects !6 {
  %v = fptosi double %x to i32
  call spir_func void @helper(ptr addrspace(1) %p, i32 %v)
  ret void
}
define spir_kernel void @sized(ptr addrspace(1) %p, double %x) #0 !sycl_used_aspects !6 !reqd_work_group_size !7 !intel_reqd_sub_group_size !8 {
  %v = fptosi double %x to i32
  call spir_func void @helper(ptr addrspace(1) %p, i32 %v)
  ret void
}
define internal spir_func void @helper(ptr addrspace(1) %p, i32 %v) noinline {
  store volatile i32 %v, ptr addrspace(1) %p
  store volatile i32 4711, ptr addrspace(1) %p
  ret void
}
attributes #0 = { "sycl-module-id"="a.cpp" "sycl-reqd-work-group-dims"="1" }
!6 = !{i32 6}
!7 = !{i32 8, i32 1, i32 1}
!8 = !{i32 32}
)";

DeviceModule mixedModule() {
  PostLinkOptions Options;
  Options.Features = OptionalFeatures::Conditional;
  std::vector<DeviceModule> Modules = modulesOf(Mixed, Options);
  EXPECT_EQ(Modules.size(), 1u);
  return Modules.front();
}

constexpr uint32_t Float64 = 10; // the capability

TEST(ConditionalCode, BindsKernelsToTheirRequirements) {
  inOwnProcess([] {
    DeviceImage Image = imageOf(mixedModule(), target("spirv", "", {}));
    EXPECT_TRUE(entriesOf(Image, "plain").empty());
    std::vector<KernelRequirement> Wide = entriesOf(Image, "wide"),
                                   Sized = entriesOf(Image, "sized");
    ASSERT_EQ(Wide.size(), 1u);
    ASSERT_EQ(Sized.size(), 3u);
    // One constant for fp64.
    EXPECT_EQ(Sized[0], Wide[0]);
    EXPECT_EQ(Wide[0].feature, Feature::OfAspect(6));
    EXPECT_EQ(Sized[1].feature.work_group_size.dims[0], 8u);
    EXPECT_EQ(Sized[2].feature, Feature::OfSubGroup(32));
    std::set<uint32_t> Ids{Sized[0].spec_id, Sized[1].spec_id,
                           Sized[2].spec_id};
    EXPECT_EQ(Ids.size(), 3u);
    EXPECT_EQ(wordsOf(Image.Properties, kDeviceRequirementsSet,
                      "aspect"),
              std::vector<uint32_t>());

    for (unsigned Bits = 0; Bits != 8; ++Bits) {
      bool Double = Bits & 1, Group = Bits & 2, SubGroup = Bits & 4;
      Specialized Left(Image, {{Sized[0].spec_id, Double},
                               {Sized[1].spec_id, Group},
                               {Sized[2].spec_id, SubGroup}});
      EXPECT_TRUE(Left.hasKernel("plain"));
      EXPECT_EQ(Left.hasKernel("wide"), Double);
      EXPECT_EQ(Left.hasKernel("sized"), Double && Group && SubGroup);
      EXPECT_EQ(Left.hasConstant(4711), Double);
      EXPECT_EQ(Left.hasCapability(Float64), Double);
    }
  });
}

TEST(ConditionalCode, DropsKernelsThatATargetCannotRun) {
  TargetDescription Target = target("amdgcn", "gfx1030", {});
  // Only where nothing of the module runs is there no image.
  DeviceModule Module = mixedModule();
  Module.Symbols = {"wide", "sized"};
  EXPECT_EQ(imageOf(Module, Target).Format, uint32_t(SYCL_IMAGE_FORMAT_NONE));
}

TEST(ConditionalCode, GivesOclocWhatTheDeviceCanRun) {
  if (environment("FACET_OCLOC").empty())
    GTEST_SKIP() << "skipped: no ocloc";
  inOwnProcess([] {
    DeviceImage Image = imageOf(mixedModule(), target("ocloc", "dg1", {}));
    EXPECT_EQ(Image.Format, uint32_t(SYCL_IMAGE_FORMAT_OCLOC));
    StringRef Bytes(Image.Bytes.data(), Image.Bytes.size());
    EXPECT_TRUE(Bytes.contains("plain"));
    EXPECT_FALSE(Bytes.contains("wide"));
    // The program still knows of all kernels, and why they do not run.
    EXPECT_EQ(Image.Symbols.size(), 3u);
    EXPECT_EQ(entriesOf(Image, "wide").size(), 1u);
  });
}

// a and b are exported; a needs fp64, b has a conditional call.
constexpr char Exported[] = R"(
target triple = "spirv64-unknown-unknown"
define spir_func double @a(double %x) #0 !sycl_used_aspects !6 {
  %y = fmul double %x, 2.0
  ret double %y
}
define spir_func void @b(ptr addrspace(4) %p) #0 {
  call void @call_if_on_device_conditionally_x_1(ptr @action, ptr addrspace(4) %p, i32 -1, i32 3)
  ret void
}
define internal spir_func void @action(ptr addrspace(4) %p) {
  store volatile i32 4711, ptr addrspace(4) %p
  ret void
}
declare void @call_if_on_device_conditionally_x_1(ptr, ptr addrspace(4), i32, i32) #1
attributes #0 = { "sycl-module-id"="a.cpp" }
attributes #1 = { convergent nounwind "sycl-call-if-on-device-conditionally"="true" }
!6 = !{i32 6}
)";

TEST(ConditionalCode, ExportedFunctionsWithRequirementsStay) {
  inOwnProcess([] {
    PostLinkOptions Options;
    Options.Features = OptionalFeatures::Conditional;
    Options.AddOns = false;
    std::vector<DeviceModule> Modules = modulesOf(Exported, Options);
    ASSERT_EQ(Modules.size(), 1u);
    DeviceImage Image = imageOf(Modules.front(), target("spirv", "", {}));
    std::vector<KernelRequirement> Needs = entriesOf(Image, "a");
    ASSERT_EQ(Needs.size(), 1u);
    EXPECT_EQ(Needs[0].feature, Feature::OfAspect(6));
    EXPECT_TRUE(Specialized(Image, {{Needs[0].spec_id, true}})
                    .hasCapability(Float64));
    EXPECT_FALSE(Specialized(Image, {{Needs[0].spec_id, false}})
                     .hasCapability(Float64));
  });
}

/// How often an instruction with operand \p Word at \p Place is in the image.
size_t countOf(const DeviceImage &Image, unsigned Opcode, unsigned Place = 0,
               uint32_t Word = 0) {
  std::string Problem;
  auto Module = spirv::Module::Parse(
      {reinterpret_cast<const unsigned char *>(Image.Bytes.data()),
       Image.Bytes.size()},
      &Problem);
  if (!Module) {
    ADD_FAILURE() << Problem;
    return 0;
  }
  return std::count_if(Module->begin(), Module->end(),
                       [&](spirv::Instruction I) {
                         return I.opcode() == Opcode &&
                                (Place == 0 || I.word(Place) == Word);
                       });
}

// By hand, as a comparison that code generation would make a carry of, and by
// the instruction.
constexpr char Carries[] = R"(
target triple = "spirv64-unknown-unknown"
define spir_kernel void @k(ptr addrspace(1) %p, i64 %x, i64 %y) #0 {
  %low = load i32, ptr addrspace(1) %p
  %next = add i32 %low, 1
  store i32 %next, ptr addrspace(1) %p
  %wrapped = icmp eq i32 %next, 0
  %q = getelementptr i64, ptr addrspace(1) %p, i64 1
  %sum = add i64 %x, %y
  %less = icmp ult i64 %sum, %x
  %both = xor i1 %wrapped, %less
  %carry = zext i1 %both to i64
  %high = add i64 %sum, %carry
  store i64 %high, ptr addrspace(1) %q
  %r = getelementptr i64, ptr addrspace(1) %p, i64 2
  %pair = call { i64, i1 } @llvm.usub.with.overflow.i64(i64 %x, i64 %y)
  %difference = extractvalue { i64, i1 } %pair, 0
  %borrow = extractvalue { i64, i1 } %pair, 1
  %result = select i1 %borrow, i64 0, i64 %difference
  store i64 %result, ptr addrspace(1) %r
  ret void
}
declare { i64, i1 } @llvm.usub.with.overflow.i64(i64, i64)
attributes #0 = { "sycl-module-id"="a.cpp" }
)";

TEST(SpirvCode, HasNoCarries) {
  constexpr unsigned OpIAddCarry = 149, OpISubBorrow = 150;
  inOwnProcess([] {
    DeviceModule Module = modulesOf(Carries, {}).front();
    DeviceImage Image = imageOf(Module, target("spirv", "", {}));
    EXPECT_EQ(countOf(Image, OpIAddCarry), 0u);
    EXPECT_EQ(countOf(Image, OpISubBorrow), 0u);
  });
  if (environment("FACET_OCLOC").empty())
    GTEST_SKIP() << "skipped: no ocloc";
  inOwnProcess([] {
    DeviceModule Module = modulesOf(Carries, {}).front();
    EXPECT_EQ(imageOf(Module, target("ocloc", "pvc", {})).Format,
              uint32_t(SYCL_IMAGE_FORMAT_OCLOC));
  });
}

constexpr char SubGroupSizes[] = R"(
target triple = "spirv64-unknown-unknown"
define spir_kernel void @automatic() #0 !intel_reqd_sub_group_size !{i32 0} {
  ret void
}
define spir_kernel void @primary() #0 !intel_reqd_sub_group_size !{i32 -1} {
  ret void
}
define spir_kernel void @sixteen() #0 !intel_reqd_sub_group_size !{i32 16} {
  ret void
}
attributes #0 = { "sycl-module-id"="a.cpp" }
)";

TEST(SpirvCode, NamedSubGroupSizesAreLeftToTheDevice) {
  constexpr unsigned OpExecutionMode = 16, SubgroupSize = 35;
  inOwnProcess([] {
    size_t Modes = 0, Sixteen = 0;
    for (const DeviceModule &Module : modulesOf(SubGroupSizes, {})) {
      DeviceImage Image = imageOf(Module, target("spirv", "", {}));
      Modes += countOf(Image, OpExecutionMode, 2, SubgroupSize);
      if (countOf(Image, OpExecutionMode, 2, SubgroupSize))
        Sixteen += countOf(Image, OpExecutionMode, 3, 16);
    }
    EXPECT_EQ(Modes, 1u);
    EXPECT_EQ(Sixteen, 1u);
  });
}

class Environment : public ::testing::Environment {
public:
  void SetUp() override { initializeBackEnds(); }
};
[[maybe_unused]] const auto *Registered =
    ::testing::AddGlobalTestEnvironment(new Environment);

} // namespace
} // namespace facet
