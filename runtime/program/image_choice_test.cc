#include "runtime/program/image_choice.h"

#include <gtest/gtest.h>

#include "config/image/described_target.h"
#include "runtime/testing/fake_device.h"
#include "runtime/registry/kernel_names.h"
#include "runtime/testing/fake_images.h"

namespace facet {
namespace {

class ImageChoiceTest : public testing::Test {
 protected:
  ImageChoiceTest() {
    device.fake_info.name = "Fake";
    device.fake_info.features.aspects = {*AspectByName("gpu")};
    device.fake_info.features.sub_group_sizes = {16};
    device.fake_info.features.limits.max_work_group_size = 256;
    device.ranks = {{"spir64", kRankIntermediate}, {"exact", kRankExact}};
  }
  ImageChoice Choose(const char* kernel = "K") {
    registry.Register(images.registration());
    return ChooseImages(registry, device, kernel);
  }
  Requirements Needs(const char* aspect) {
    Requirements r;
    r.aspects = {*AspectByName(aspect)};
    return r;
  }

  FakeDevice device;
  FakeImages images;
  ImageRegistry registry;
};

bool Contains(const std::string& text, const std::string& part) {
  return text.find(part) != text.npos;
}

TEST_F(ImageChoiceTest, ExactBeforeIntermediate) {
  images.Add(SYCL_IMAGE_FORMAT_SPIRV, "spir64", {"K"});
  images.Add(SYCL_IMAGE_FORMAT_OCLOC, "other", {"K"});
  images.Add(SYCL_IMAGE_FORMAT_OCLOC, "exact", {"K"});
  const ImageChoice choice = Choose();
  ASSERT_EQ(choice.images.size(), 1u);
  EXPECT_STREQ(choice.images[0]->target, "exact");
}

TEST_F(ImageChoiceTest, FilteredImageFallsBackToIntermediate) {
  images.Add(SYCL_IMAGE_FORMAT_NONE, "exact", {"K"});
  images.Add(SYCL_IMAGE_FORMAT_SPIRV, "spir64", {"K"});
  const ImageChoice choice = Choose();
  ASSERT_EQ(choice.images.size(), 1u);
  EXPECT_STREQ(choice.images[0]->target, "spir64");
}

TEST_F(ImageChoiceTest, AllReasonsAndTheName) {
  Requirements r = Needs("fp64");
  r.aspects.Insert(*AspectByName("fp16"));
  r.others = {Feature::OfSubGroup(8), Feature::OfSubGroup(16),
              Feature::OfSubGroup(32), Feature::OfWorkGroup({{32, 32, 0}, 2})};
  images.Add(SYCL_IMAGE_FORMAT_SPIRV, "spir64", {"_ZTSN3app6KernelE"})
      .Requires(r);
  const ImageChoice choice = Choose("_ZTSN3app6KernelE");
  EXPECT_TRUE(choice.images.empty());
  EXPECT_EQ(choice.reasons.size(), 5u);
  for (const char* part :
       {"Kernel 'app::Kernel' cannot run on device 'Fake':", "'aspect::fp64'",
        "'aspect::fp16'", "'8'", "'32'"})
    EXPECT_TRUE(Contains(choice.message, part)) << part << choice.message;
}

TEST_F(ImageChoiceTest, OtherKernelsDoNotMatter) {
  images.Add(SYCL_IMAGE_FORMAT_SPIRV, "spir64", {"Other"})
      .Requires(Needs("fp64"));
  images.Add(SYCL_IMAGE_FORMAT_SPIRV, "spir64", {"K"});
  EXPECT_EQ(Choose().images.size(), 1u);
}

TEST_F(ImageChoiceTest, ReasonsEvenIfOnlyFilteredOut) {
  images.Add(SYCL_IMAGE_FORMAT_NONE, "exact", {"K"}).Requires(Needs("fp64"));
  const ImageChoice choice = Choose();
  EXPECT_TRUE(Contains(choice.message, "'aspect::fp64'")) << choice.message;
}

TEST_F(ImageChoiceTest, SupplyCountsWhatWasFilteredOut) {
  images.Add(SYCL_IMAGE_FORMAT_NONE, "other", {"K"});
  images.Add(SYCL_IMAGE_FORMAT_SPIRV, "spir64", {}).IsAddOn("1", true);
  registry.Register(images.registration());
  EXPECT_EQ(BestSupply(registry, device), ImageSupply::kNothing);
  FakeImages filtered;
  filtered.Add(SYCL_IMAGE_FORMAT_NONE, "exact", {"K"}).Requires(Needs("fp64"));
  registry.Register(filtered.registration());
  EXPECT_EQ(BestSupply(registry, device), ImageSupply::kFilteredOut);
  FakeImages usable;
  usable.Add(SYCL_IMAGE_FORMAT_SPIRV, "spir64", {"L"}).Requires(Needs("fp64"));
  registry.Register(usable.registration());
  EXPECT_EQ(BestSupply(registry, device), ImageSupply::kUsable);
}

TEST_F(ImageChoiceTest, NothingUsableNamesTargets) {
  images.Add(SYCL_IMAGE_FORMAT_PTX, "nvidia_gpu_sm_80", {"K"});
  images.Add(SYCL_IMAGE_FORMAT_AMDGCN, "amd_gpu_gfx90a", {"K"});
  const ImageChoice choice = Choose();
  EXPECT_TRUE(Contains(choice.message,
                       "images for: amd_gpu_gfx90a, nvidia_gpu_sm_80."))
      << choice.message;
  EXPECT_EQ(BestSupply(registry, device), ImageSupply::kNothing);
}

// A driver that takes no SPIR-V, and a kernel that needs different things in its
// images for other devices: none of that is why it does not run here.
TEST_F(ImageChoiceTest, ForeignImagesGiveNoReasons) {
  device.ranks = {{"exact", kRankExact}};
  device.fake_hint = "the OpenCL driver takes no SPIR-V";
  images.Add(SYCL_IMAGE_FORMAT_SPIRV, "spir64", {"K"}).Requires(Needs("fp64"));
  images.Add(SYCL_IMAGE_FORMAT_PTX, "nvidia_gpu_sm_80", {"K"})
      .Requires(Needs("fp16"));
  images.Add(SYCL_IMAGE_FORMAT_NONE, "intel_gpu_dg1", {"K"})
      .Requires(Needs("image"));
  const ImageChoice choice = Choose();
  EXPECT_TRUE(choice.images.empty());
  EXPECT_TRUE(choice.reasons.empty());
  EXPECT_FALSE(Contains(choice.message, "aspect::")) << choice.message;
  EXPECT_TRUE(Contains(choice.message,
                       "images for: intel_gpu_dg1, nvidia_gpu_sm_80, spir64."))
      << choice.message;
  EXPECT_TRUE(Contains(choice.message, "The OpenCL driver takes no SPIR-V."))
      << choice.message;

  // One that was made for the device and left out says why.
  FakeImages more;
  more.Add(SYCL_IMAGE_FORMAT_NONE, "exact", {"K"}).Requires(Needs("fp64"));
  registry.Register(more.registration());
  const ImageChoice filtered = ChooseImages(registry, device, "K");
  ASSERT_EQ(filtered.reasons.size(), 1u);
  EXPECT_TRUE(Contains(filtered.message, "'aspect::fp64'"));
}

TEST_F(ImageChoiceTest, ImportsAreClosedOverAndChecked) {
  images.Add(SYCL_IMAGE_FORMAT_SPIRV, "spir64", {"K"})
      .Property(kImportedSymbolsSet, "f", 1u);
  images.Add(SYCL_IMAGE_FORMAT_SPIRV, "spir64", {"f"})
      .Property(kExportedSymbolsSet, "f", 1u)
      .Property(kImportedSymbolsSet, "g", 1u);
  images.Add(SYCL_IMAGE_FORMAT_SPIRV, "spir64", {"g"})
      .Property(kExportedSymbolsSet, "g", 1u)
      .Property(kImportedSymbolsSet, "f", 1u);
  EXPECT_EQ(Choose().images.size(), 3u);

  FakeImages more;
  more.Add(SYCL_IMAGE_FORMAT_SPIRV, "spir64", {"L"})
      .Property(kImportedSymbolsSet, "h", 1u);
  more.Add(SYCL_IMAGE_FORMAT_SPIRV, "spir64", {"h"})
      .Requires(Needs("fp64"))
      .Property(kExportedSymbolsSet, "h", 1u);
  more.Add(SYCL_IMAGE_FORMAT_SPIRV, "spir64", {"M"})
      .Property(kImportedSymbolsSet, "nowhere", 1u);
  registry.Register(more.registration());
  EXPECT_TRUE(Contains(ChooseImages(registry, device, "L").message,
                       "'aspect::fp64'"));
  EXPECT_TRUE(Contains(ChooseImages(registry, device, "M").message,
                       "'nowhere', which no image"));
}

// Registers of 64 bytes carry arguments only where there are such.
TEST_F(ImageChoiceTest, LevelsOfProcessorsDoNotCallEachOther) {
  const auto wide = [](FakeImage& image) -> FakeImage& {
    constexpr std::string_view kWide = "avx512f avx512vl";
    return image.Property(kDescribedTargetSet, kCpuFeaturesProperty,
                          {kWide.begin(), kWide.end()});
  };
  device.ranks = {{"x86_64", kRankFamily}, {"x86_64_v4", kRankExact}};
  wide(images.Add(SYCL_IMAGE_FORMAT_X86_64, "x86_64_v4", {"K"}))
      .Property(kImportedSymbolsSet, "f", 1u);
  images.Add(SYCL_IMAGE_FORMAT_X86_64, "x86_64", {"K"})
      .Property(kImportedSymbolsSet, "f", 1u);
  images.Add(SYCL_IMAGE_FORMAT_X86_64, "x86_64", {"f"})
      .Property(kExportedSymbolsSet, "f", 1u);
  ImageChoice choice = Choose();
  ASSERT_EQ(choice.images.size(), 2u) << choice.message;
  EXPECT_STREQ(choice.images[0]->target, "x86_64");

  // The registers decide, not the names of the targets.
  FakeImages more;
  wide(more.Add(SYCL_IMAGE_FORMAT_X86_64, "x86_64", {"f"}))
      .Property(kExportedSymbolsSet, "f", 1u);
  registry.Register(more.registration());
  choice = ChooseImages(registry, device, "K");
  ASSERT_EQ(choice.images.size(), 2u) << choice.message;
  EXPECT_STREQ(choice.images[0]->target, "x86_64_v4");
  EXPECT_EQ(choice.images[1], &more.registration()->images[0]);
}

// Its exporter was left out for this device: what it needs is the reason.
TEST_F(ImageChoiceTest, ImportsOfFilteredImages) {
  images.Add(SYCL_IMAGE_FORMAT_OCLOC, "exact", {"K"})
      .Property(kImportedSymbolsSet, "f", 1u);
  images.Add(SYCL_IMAGE_FORMAT_NONE, "exact", {"f"})
      .Requires(Needs("fp64"))
      .Property(kExportedSymbolsSet, "f", 1u);
  images.Add(SYCL_IMAGE_FORMAT_NONE, "foreign", {"f"})
      .Requires(Needs("fp16"))
      .Property(kExportedSymbolsSet, "f", 1u);
  const ImageChoice choice = Choose();
  ASSERT_EQ(choice.reasons.size(), 1u) << choice.message;
  EXPECT_TRUE(Contains(choice.message, "'aspect::fp64'"));
  EXPECT_FALSE(Contains(choice.message, "which no image"));
}

// All images were left out, each for another reason.
TEST_F(ImageChoiceTest, EveryReasonOfFilteredImages) {
  images.Add(SYCL_IMAGE_FORMAT_NONE, "exact", {"K"})
      .Requires(Needs("fp64"))
      .Property(kImportedSymbolsSet, "f", 1u);
  images.Add(SYCL_IMAGE_FORMAT_NONE, "exact", {"f"})
      .Requires(Needs("fp16"))
      .Property(kExportedSymbolsSet, "f", 1u)
      .Property(kImportedSymbolsSet, "g", 1u);
  images.Add(SYCL_IMAGE_FORMAT_NONE, "exact", {"g"})
      .Requires(Needs("image"))
      .Property(kExportedSymbolsSet, "g", 1u)
      .Property(kImportedSymbolsSet, "f", 1u);
  images.Add(SYCL_IMAGE_FORMAT_OCLOC, "exact", {"L"})
      .Property(kImportedSymbolsSet, "f", 1u);
  const ImageChoice all = Choose();
  EXPECT_EQ(all.reasons.size(), 3u) << all.message;
  const ImageChoice imported = ChooseImages(registry, device, "L");
  EXPECT_EQ(imported.reasons.size(), 2u) << imported.message;
}

TEST_F(ImageChoiceTest, FunctionsAreNamedAsWritten) {
  images.Add(SYCL_IMAGE_FORMAT_SPIRV, "spir64", {"K"})
      .Property(kImportedSymbolsSet, "_ZN3lib7nowhereEif", 1u);
  EXPECT_TRUE(Contains(Choose().message,
                       "Kernel needs the device function 'lib::nowhere(int, "
                       "float)', which no image of the program exports."));
}

// Those of the executable or library that submits come first.
TEST_F(ImageChoiceTest, OwnImagesComeFirst) {
  images.Add(SYCL_IMAGE_FORMAT_OCLOC, "exact", {"K"});
  images.Add(SYCL_IMAGE_FORMAT_SPIRV, "spir64", {"f"})
      .Property(kExportedSymbolsSet, "f", 1u);
  FakeImages library;
  library.Add(SYCL_IMAGE_FORMAT_SPIRV, "spir64", {"K"})
      .Property(kImportedSymbolsSet, "f", 1u);
  library.Add(SYCL_IMAGE_FORMAT_SPIRV, "spir64", {"f"})
      .Property(kExportedSymbolsSet, "f", 1u);
  EXPECT_EQ(Choose().images.size(), 1u);
  const auto* own = library.registration();
  registry.Register(own);
  const ImageRange home = registry.Beside(own->images);
  const ImageChoice first =
      ChooseImages(registry, device, "K", home);
  ASSERT_EQ(first.images.size(), 2u);
  EXPECT_EQ(first.images[0], own->images);
  EXPECT_EQ(first.images[1], own->images + 1);
  // Others serve where there is none.
  registry.Unregister(own);
  EXPECT_EQ(
      ChooseImages(registry, device, "K", home).images.size(),
      1u);
}

TEST_F(ImageChoiceTest, NeverReadsBytes) {
  const auto* trap = reinterpret_cast<const unsigned char*>(16);
  images.Add(SYCL_IMAGE_FORMAT_SPIRV, "spir64", {"K"}, trap, 1000)
      .Requires(Needs("fp64"));
  EXPECT_TRUE(Choose().images.empty());
}

TEST_F(ImageChoiceTest, MalformedRequirementsAreAReason) {
  images.Add(SYCL_IMAGE_FORMAT_SPIRV, "spir64", {"K"})
      .Property(std::string(kDeviceRequirementsSet), "aspect",
                std::vector<unsigned char>{1, 2, 3});
  EXPECT_TRUE(Contains(Choose().message, "malformed"));
}

TEST(ReadableKernelName, AsTheUserWroteIt) {
  EXPECT_EQ(ReadableKernelName("_ZTS9VectorAdd"), "VectorAdd");
  EXPECT_EQ(ReadableKernelName("_ZTS1KIN4sycl3_V12idILi1EEEE"),
            "K<sycl::id<1>>");
  EXPECT_EQ(ReadableKernelName("plain"), "plain");
}

}  // namespace
}  // namespace facet
