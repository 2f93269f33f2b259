// A kernel from its source to a ranked image of a family that is registered
// here: docs/how-to-add-a-family-of-targets.md.

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "compiler/support/phases.h"
#include "config/image/image.h"
#include "config/tables/target_info.h"
#include "gtest/gtest.h"
#include "postlink/aot/compile_module.h"
#include "postlink/codegen/codegen.h"
#include "postlink/container/container.h"
#include "targets/families.h"
#include "targets/pipelines/pipelines.h"
#include "testing/toy_family/family.h"
#include "testing/toy_family/pipeline.h"

namespace facet {
namespace {

std::string Read(const std::string &path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

absl::StatusOr<DeviceConfig> ToyConfig() {
  return DeviceConfig::Parse(Read("testing/toy_family/toy.toml"), "toy.toml");
}

// "tiny", which the front end and post-link made of testing/aot/tiny.cpp.
std::vector<DeviceImage> CompileTiny(const TargetDescription &target) {
  initializeBackEnds();
  const std::filesystem::directory_iterator modules(
      getenv("FACET_TEST_MODULES"));
  llvm::Expected<DeviceModule> module =
      readDeviceModuleFile(modules->path().string());
  PhaseReport phases("toy_family_test", /*Wanted=*/false);
  if (!module) {
    ADD_FAILURE() << llvm::toString(module.takeError());
    return {};
  }
  llvm::Expected<std::vector<DeviceImage>> images =
      compileModule(*module, target, {}, phases);
  if (images) return *images;
  ADD_FAILURE() << llvm::toString(images.takeError());
  return {};
}

int RankOf(std::string_view made_for, std::string_view device,
           std::uint32_t format = kToyFormat) {
  const TargetFamily *family = FindFamily("toy");
  return family->rank({format, made_for, device, nullptr, nullptr, 0,
                       [](std::string_view) -> const TargetInfo * {
                         return nullptr;
                       }});
}

class ToyFamily : public ::testing::Test {
  ScopedFamily family_{kToyFamily};
  ScopedPipeline pipeline_{{&kToyFamily, compileToy}};
};

TEST(UnregisteredFamily, IsUnknown) {
  EXPECT_FALSE(FindFamily("toy"));
  EXPECT_FALSE(FindImageFormat(kToyFormat));
  const auto config = ToyConfig();
  ASSERT_FALSE(config.ok());
  EXPECT_NE(config.status().message().find("AOT tool chain"), std::string::npos)
      << config.status();
}

TEST_F(ToyFamily, MakesImagesOfItsFormatFromKernels) {
  const auto config = ToyConfig();
  ASSERT_TRUE(config.ok()) << config.status();
  const std::vector<DeviceImage> images = CompileTiny(*config->Find("toy_1"));
  ASSERT_EQ(images.size(), 1u);
  EXPECT_EQ(images[0].Target, "toy_1");
  EXPECT_EQ(images[0].Format, kToyFormat);
  ASSERT_FALSE(images[0].Symbols.empty());
  const std::string_view code(images[0].Bytes.data(), images[0].Bytes.size());
  EXPECT_NE(code.find("\n" + images[0].Symbols[0] + ":\n"), code.npos) << code;
  EXPECT_NE(code.find("__facet_"), code.npos) << "calls built-ins";
  const ImageFormat *format = RecognizeImageFormat(code);
  ASSERT_TRUE(format);
  EXPECT_EQ(format->number, kToyFormat);
  EXPECT_STREQ(format->title, "toy assembly");
}

TEST_F(ToyFamily, RanksItsImages) {
  EXPECT_EQ(RankOf("toy_2", "toy_2"), kRankExact);
  EXPECT_EQ(RankOf("toy_1", "toy_2"), kRankFamily);
  EXPECT_EQ(RankOf("toy_2", "toy_1"), kRankNever);
  EXPECT_EQ(RankOf("toy_1", "toy_2", SYCL_IMAGE_FORMAT_PTX), kRankNever);
}

TEST_F(ToyFamily, IsEmulatedLikeAllOthers) {
  const auto config = ToyConfig();
  ASSERT_TRUE(config.ok()) << config.status();
  const TargetDescription *emulated = config->Find("emu_toy_1");
  ASSERT_TRUE(emulated);
  EXPECT_EQ(emulated->family().name, "x86_64");
}

}  // namespace
}  // namespace facet
