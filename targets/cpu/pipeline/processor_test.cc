#include "targets/cpu/pipeline/processor.h"

#include "config/image/described_target.h"
#include "postlink/codegen/codegen.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Host.h"
#include "gtest/gtest.h"

using namespace llvm;

namespace facet {
namespace {

class ProcessorTest : public testing::Test {
protected:
  ProcessorTest() {
    initializeBackEnds();
    Target.name = "x86_64";
    Target.architecture = "x86_64";
    Target.aot_toolchain = "x86_64";
    Target.aot_device = "x86-64-v3";
  }

  Processor get() { return cantFail(processorOf(Target)); }
  std::string features(std::vector<std::string> Options) {
    Target.aot_options = std::move(Options);
    return get().Features;
  }

  /// The processor of the machine that makes the code.
  std::string level() {
    return cantFail(createCpuMachine(Target))->getTargetCPU().str();
  }

  TargetDescription Target;
};

TEST_F(ProcessorTest, LevelsOfTargets) {
  Processor Found = get();
  EXPECT_EQ(level(), "x86-64-v3");
  EXPECT_EQ(Found.Tuning, "x86-64-v3");
  EXPECT_EQ(Found.Features, "");
  Target.aot_device = "x86-64-v4";
  Found = get();
  EXPECT_EQ(level(), "x86-64-v3");
  EXPECT_EQ(Found.Tuning, "x86-64-v4");
  EXPECT_EQ(Found.Features, "avx512f avx512cd avx512bw avx512dq avx512vl");
}

// What the runtime cannot ask for, as amx-tile, is not used.
TEST_F(ProcessorTest, NamedByTheTarget) {
  Target.aot_device = "sapphirerapids";
  const Processor Found = get();
  EXPECT_EQ(level(), "x86-64-v3");
  EXPECT_EQ(Found.Tuning, "sapphirerapids");
  EXPECT_EQ(Found.Features,
            "avx512f avx512cd avx512bw avx512dq avx512vl avx512ifma avx512vbmi "
            "avx512vbmi2 avx512vnni avx512bitalg avx512vpopcntdq avx512bf16 "
            "avx512fp16 avxvnni gfni pclmul vpclmulqdq adx");
  std::unique_ptr<TargetMachine> Machine = cantFail(createCpuMachine(Target));
  EXPECT_EQ(Machine->getTargetCPU(), "x86-64-v3");
  const StringRef Flags = Machine->getTargetFeatureString();
  EXPECT_TRUE(Flags.starts_with("+avx512f,+avx512cd,")) << Flags.str();
  EXPECT_FALSE(Flags.contains("amx")) << Flags.str();
}

TEST_F(ProcessorTest, NamedByAnOption) {
  EXPECT_EQ(features({"-march=znver5"}),
            "avx512f avx512cd avx512bw avx512dq avx512vl avx512ifma avx512vbmi "
            "avx512vbmi2 avx512vnni avx512bitalg avx512vpopcntdq avx512bf16 "
            "avxvnni gfni pclmul vpclmulqdq adx sse4a");
  EXPECT_EQ(get().Tuning, "znver5");
  EXPECT_EQ(level(), "x86-64-v3");
  // The last one counts, and what is no such option is somebody else's.
  EXPECT_EQ(features({"-march=znver5", "--barriers=coroutines", "-O1",
                      "-march=haswell"}),
            "pclmul");
  EXPECT_EQ(features({"-mprefer-vector-width=512"}), "");
  EXPECT_EQ(get().VectorWidth, "512");
}

TEST_F(ProcessorTest, LengthsOfVectors) {
  const auto Width = [&](std::vector<std::string> Options) {
    Target.aot_options = std::move(Options);
    return get().VectorWidth;
  };
  EXPECT_EQ(Width({}), "");
  EXPECT_EQ(Width({"-march=haswell"}), "");
  for (const char *Newer :
       {"-march=x86-64-v4", "-march=sapphirerapids", "-march=icelake-server",
        "-march=graniterapids", "-march=znver4"})
    EXPECT_EQ(Width({Newer}), Newer == StringRef("-march=znver4") ? "" : "512")
        << Newer;
  // Their clocks fall.
  for (const char *Older : {"-march=skylake-avx512", "-march=cascadelake"})
    EXPECT_EQ(Width({Older}), "") << Older;
  EXPECT_EQ(Width({"-march=sapphirerapids", "-mprefer-vector-width=128"}),
            "128");
  // It has none.
  EXPECT_EQ(Width({"-march=alderlake"}), "");
  Target.aot_device = "x86-64-v4";
  EXPECT_EQ(Width({}), "512");
}

// Nor do processors that no image runs on.
TEST_F(ProcessorTest, OptionsTakeNothingAway) {
  EXPECT_EQ(features({"-march=x86-64"}), "");
  EXPECT_EQ(level(), "x86-64-v3");
  Target.aot_device = "x86-64-v4";
  EXPECT_EQ(features({"-march=nehalem"}),
            "avx512f avx512cd avx512bw avx512dq avx512vl");
  EXPECT_EQ(features({"-mno-avx512f"}),
            "avx512f avx512cd avx512bw avx512dq avx512vl");
}

TEST_F(ProcessorTest, SingleInstructions) {
  EXPECT_EQ(features({"-mavx512vl", "-mgfni"}), "avx512f avx512vl gfni");
  EXPECT_EQ(features({"-march=x86-64-v4", "-mno-avx512f"}), "");
  EXPECT_EQ(features({"-march=x86-64-v4", "-mno-avx512cd"}),
            "avx512f avx512bw avx512dq avx512vl");
}

TEST_F(ProcessorTest, WordsOfIntelsCompiler) {
  EXPECT_EQ(features({"-march=avx512"}),
            "avx512f avx512cd avx512bw avx512dq avx512vl");
  for (const char *Word : {"-march=sse42", "-march=avx", "-march=avx2"})
    EXPECT_FALSE(StringRef(features({Word})).contains("avx512")) << Word;
}

TEST_F(ProcessorTest, ThisProcessor) {
  const std::string Found = features({"-march=native"});
  const StringMap<bool> Host = sys::getHostCPUFeatures();
  SmallVector<StringRef> Words;
  StringRef(Found).split(Words, ' ', -1, /*KeepEmpty=*/false);
  for (StringRef Word : Words)
    EXPECT_TRUE(Host.lookup(Word)) << Word.str();
  EXPECT_EQ(is_contained(Words, "avx512f"), Host.lookup("avx512f"));
  EXPECT_EQ(get().Tuning, sys::getHostCPUName());
}

TEST_F(ProcessorTest, UnknownNames) {
  Target.aot_options = {"-march=znver99"};
  Expected<Processor> Found = processorOf(Target);
  ASSERT_FALSE(bool(Found));
  EXPECT_NE(toString(Found.takeError()).find("'znver99'"), std::string::npos);
  EXPECT_TRUE(errorToBool(createCpuMachine(Target).takeError()));
  PropertySetRegistry Properties;
  describeCpuTarget(Target, Properties);
  EXPECT_EQ(Properties[kDescribedTargetSet].count(kCpuFeaturesProperty), 0u);
}

TEST_F(ProcessorTest, ImagesSayWhatTheyUse) {
  Target.aot_options = {"-mavx512f"};
  Target.target_aspect = 100001;
  PropertySetRegistry Properties;
  describeCpuTarget(Target, Properties);
  const auto &Set = Properties[kDescribedTargetSet];
  const auto &Bytes =
      std::get<offloading::ByteArray>(Set.find(kCpuFeaturesProperty)->second);
  EXPECT_EQ(std::string(Bytes.begin(), Bytes.end()), "avx512f");
  EXPECT_EQ(std::get<uint32_t>(Set.find(kTargetAspectProperty)->second),
            100001u);
}

TEST_F(ProcessorTest, ImagesOfOtherArchitectures) {
  for (auto [Architecture, IsForNativeCpu] :
       {std::pair("unknown", true), std::pair("intel_cpu_spr", false),
        std::pair("intel_gpu_dg1", false)}) {
    Target.architecture = Architecture;
    PropertySetRegistry Properties;
    describeCpuTarget(Target, Properties);
    EXPECT_EQ(Properties[kDescribedTargetSet].count(kCpuFeaturesProperty),
              IsForNativeCpu)
        << Architecture;
  }
}

} // namespace
} // namespace facet
