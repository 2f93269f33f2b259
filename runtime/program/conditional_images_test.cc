// Images whose code depends on the device: add-on images, conditional aspects,
// specialization constants, requirements of single kernels.
#include <gtest/gtest.h>

#include "features/architectures/architecture.h"
#include "features/conditions/conditions.h"
#include "runtime/program/image_choice.h"
#include "runtime/testing/fake_device.h"
#include "runtime/testing/fake_images.h"

namespace facet {
namespace {

const Aspect kFp16 = *AspectByName("fp16");
const Aspect kFp64 = *AspectByName("fp64");
const std::vector<int32_t> kIfFp16 = {kConditionAspect, kFp16};
const std::vector<int32_t> kIfFp64 = {kConditionAspect, kFp64};

bool Contains(const std::string& text, const std::string& part) {
  return text.find(part) != text.npos;
}

KernelRequirement Entry(Aspect aspect, uint32_t spec_id) {
  return {Feature::OfAspect(aspect), spec_id};
}

class ConditionalImages : public testing::Test {
 protected:
  ConditionalImages() {
    device.fake_info.name = "Fake";
    device.fake_info.features.aspects = {*AspectByName("gpu"), kFp16};
    device.fake_info.features.sub_group_sizes = {16};
    device.fake_info.architecture_id = *ArchitectureByName("intel_gpu_pvc");
    device.ranks = {{"spir64", kRankIntermediate}, {"exact", kRankExact}};
  }
  FakeImage& Main(const char* kernel = "K") {
    return images.Add(SYCL_IMAGE_FORMAT_SPIRV, "spir64", {kernel});
  }
  void AddOns(const char* identifier) {
    for (bool real : {true, false})
      images.Add(SYCL_IMAGE_FORMAT_SPIRV, "spir64", {})
          .IsAddOn(identifier, real);
  }
  ImageChoice Choose(const char* kernel = "K") {
    registry.Register(images.registration());
    return ChooseImages(registry, device, kernel);
  }
  std::vector<size_t> IndicesOf(const ImageChoice& choice) {
    std::vector<size_t> indices;
    for (const auto* image : choice.images)
      indices.push_back(image - images.image(0));
    return indices;
  }
  void ExpectRefusal(const char* part, const char* kernel = "K") {
    const ImageChoice choice = Choose(kernel);
    EXPECT_TRUE(choice.images.empty());
    EXPECT_TRUE(Contains(choice.message, part)) << choice.message;
  }

  FakeDevice device;
  FakeImages images;
  ImageRegistry registry;
};

using Indices = std::vector<size_t>;

TEST_F(ConditionalImages, RealOrStubByAspect) {
  Main().NeedsAddOn("1", kIfFp16).NeedsAddOn("2", kIfFp64);
  AddOns("1");
  AddOns("2");
  EXPECT_EQ(IndicesOf(Choose()), (Indices{0, 1, 4}));
}

TEST_F(ConditionalImages, ByArchitecture) {
  const auto ordinal = [](const char* name) {
    return ArchitectureOrdinal(*ArchitectureByName(name));
  };
  Main()
      .NeedsAddOn("1", {kConditionArchitecture, ordinal("intel_gpu_pvc")})
      .NeedsAddOn("2", {kConditionOr, kConditionArchitecture,
                        ordinal("intel_gpu_dg1"), kConditionAspect, kFp64})
      .NeedsAddOn("3", {});
  for (const char* id : {"1", "2", "3"}) AddOns(id);
  EXPECT_EQ(IndicesOf(Choose()), (Indices{0, 1, 4, 5}));
  device.fake_info.architecture_id = 0;
  EXPECT_EQ(IndicesOf(ChooseImages(registry, device, "K")),
            (Indices{0, 2, 4, 5}));
}

TEST_F(ConditionalImages, AddOnsOfAddOnsAndImports) {
  Main().NeedsAddOn("1", kIfFp16);
  // The real one needs another and imports; its stub does not.
  images.Add(SYCL_IMAGE_FORMAT_SPIRV, "spir64", {})
      .IsAddOn("1", true)
      .NeedsAddOn("2", {kConditionNot, kConditionAspect, kFp64})
      .Property(kImportedSymbolsSet, "f", 1u);
  images.Add(SYCL_IMAGE_FORMAT_SPIRV, "spir64", {}).IsAddOn("1", false);
  AddOns("2");  // 3, 4
  images.Add(SYCL_IMAGE_FORMAT_SPIRV, "spir64", {"f"})
      .Property(kExportedSymbolsSet, "f", 1u)
      .NeedsAddOn("2", {kConditionNot, kConditionAspect, kFp64});
  EXPECT_EQ(IndicesOf(Choose()), (Indices{0, 1, 3, 5}));
  device.fake_info.features.aspects = {};
  EXPECT_EQ(IndicesOf(ChooseImages(registry, device, "K")),
            (Indices{0, 2}));
}

TEST_F(ConditionalImages, OnlyWhatIsLinkedIsRequired) {
  Requirements fp64;
  fp64.aspects = {kFp64};
  Main("K").NeedsAddOn("1", kIfFp64);
  images.Add(SYCL_IMAGE_FORMAT_SPIRV, "spir64", {})
      .IsAddOn("1", true)
      .Requires(fp64);
  images.Add(SYCL_IMAGE_FORMAT_SPIRV, "spir64", {}).IsAddOn("1", false);
  Main("L").NeedsAddOn("2", kIfFp16);
  images.Add(SYCL_IMAGE_FORMAT_SPIRV, "spir64", {})
      .IsAddOn("2", true)
      .Requires(fp64);
  images.Add(SYCL_IMAGE_FORMAT_SPIRV, "spir64", {}).IsAddOn("2", false);
  EXPECT_EQ(Choose("K").images.size(), 2u);
  ExpectRefusal("'aspect::fp64'", "L");
}

TEST_F(ConditionalImages, MissingPairs) {
  Main("A").NeedsAddOn("1", kIfFp16);
  Main("B").NeedsAddOn("1", kIfFp64);
  images.Add(SYCL_IMAGE_FORMAT_PTX, "spir64", {}).IsAddOn("1", false);
  ExpectRefusal("real add-on image '1' for target 'spir64'", "A");
  ExpectRefusal("stub add-on image '1' for target 'spir64'", "B");
}

TEST_F(ConditionalImages, AddOnsOfOtherBinariesAreOther) {
  Main().NeedsAddOn("1", kIfFp16);
  FakeImages library;
  library.Add(SYCL_IMAGE_FORMAT_SPIRV, "spir64", {}).IsAddOn("1", true);
  registry.Register(library.registration());
  ExpectRefusal("real add-on image '1'");
}

TEST_F(ConditionalImages, CirclesEndAndAreErrors) {
  Main("A").NeedsAddOn("1", {});
  for (auto [id, next] : {std::pair("1", "2"), {"2", "3"}, {"3", "1"}})
    images.Add(SYCL_IMAGE_FORMAT_SPIRV, "spir64", {})
        .IsAddOn(id, true)
        .NeedsAddOn(next, {});
  Main("B").NeedsAddOn("self", {});
  images.Add(SYCL_IMAGE_FORMAT_SPIRV, "spir64", {})
      .IsAddOn("self", true)
      .NeedsAddOn("self", {});
  ExpectRefusal("in a circle", "A");
  ExpectRefusal("in a circle", "B");
}

TEST_F(ConditionalImages, AddOnsMayShareAddOns) {
  Main().NeedsAddOn("1", {}).NeedsAddOn("2", {}).NeedsAddOn("3", {});
  for (const char* id : {"1", "2"})
    images.Add(SYCL_IMAGE_FORMAT_SPIRV, "spir64", {})
        .IsAddOn(id, true)
        .NeedsAddOn("3", {});
  AddOns("3");
  EXPECT_EQ(IndicesOf(Choose()), (Indices{0, 1, 2, 3}));
}

TEST_F(ConditionalImages, DamagedConditions) {
  Main("A").NeedsAddOn("1", {kConditionAnd, kConditionAspect, kFp16});
  Main("B").Property(kAddOnImagesSet, "1", std::vector<unsigned char>{1, 2});
  Main("C").Property(kAddOnImagesSet, "1", 1u);
  Main("D").NeedsAddOn("1", kIfFp16).NeedsAddOn("2", kIfFp16);
  images.Add(SYCL_IMAGE_FORMAT_SPIRV, "spir64", {})
      .IsAddOn("1", true)
      .NeedsAddOn("2", kIfFp64);
  AddOns("2");
  AddOns("1");
  for (const char* kernel : {"A", "B", "C"})
    ExpectRefusal("malformed condition for add-on images '1'", kernel);
  ExpectRefusal("disagree on the condition of add-on images '2'", "D");
}

TEST_F(ConditionalImages, ConditionalAspects) {
  const uint32_t fp64 = kFp64;
  Main("A").RequiresIf("0", kIfFp16, {fp64});
  Main("B").RequiresIf("0", kIfFp64, {fp64}).RequiresIf("1", kIfFp16, {});
  ExpectRefusal("'aspect::fp64'", "A");
  EXPECT_EQ(Choose("B").images.size(), 1u);
}

TEST_F(ConditionalImages, DamagedConditionalAspects) {
  const std::string set(kDeviceRequirementsSet);
  Main("A").Words<int32_t>(set, "condition-0", kIfFp16);
  Main("B").Words<uint32_t>(set, "conditional-aspects-7", {});
  Main("C").RequiresIf("0", {kConditionNot}, {});
  Main("D").RequiresIf("0", {}, {0x80000000u});
  Main("E")
      .Property(set, "condition-0", std::vector<unsigned char>{1, 2, 3})
      .Words<uint32_t>(set, "conditional-aspects-0", {});
  ExpectRefusal("number '0' are missing", "A");
  ExpectRefusal("number '7' are missing", "B");
  for (const char* kernel : {"C", "D", "E"})
    ExpectRefusal("malformed requirements", kernel);
}

TEST_F(ConditionalImages, RequirementsOfTheKernelOnly) {
  Main("K")
      .FunctionRequires("K", {Entry(kFp16, 1)})
      .FunctionRequires("L", {Entry(kFp64, 2)});
  images.Add(SYCL_IMAGE_FORMAT_SPIRV, "spir64", {"L"})
      .FunctionRequires("L", {Entry(kFp64, 2)});
  const ImageChoice choice = Choose("K");
  ASSERT_EQ(choice.images.size(), 1u);
  // Values are those of all entries.
  ASSERT_EQ(choice.constants.size(), 1u);
  EXPECT_EQ(choice.constants[0], (SpecConstants{{1, true}, {2, false}}));
  ExpectRefusal("'aspect::fp64'", "L");
}

TEST_F(ConditionalImages, RequirementsOfImportedFunctions) {
  Main("K").Property(kImportedSymbolsSet, "f", 1u);
  Main("L").Property(kImportedSymbolsSet, "g", 1u);
  images.Add(SYCL_IMAGE_FORMAT_SPIRV, "spir64", {"f", "g"})
      .Property(kExportedSymbolsSet, "f", 1u)
      .Property(kExportedSymbolsSet, "g", 1u)
      .FunctionRequires("f", {Entry(kFp16, 1)})
      .FunctionRequires("g", {Entry(kFp64, 2)});
  EXPECT_EQ(Choose("K").images.size(), 2u);
  ExpectRefusal("'aspect::fp64'", "L");
}

TEST_F(ConditionalImages, SizesAreNeedsAsWell) {
  const KernelRequirement sub_group = {Feature::OfSubGroup(8), 5};
  const KernelRequirement work_group = {
      Feature::OfWorkGroup({{64, 0, 0}, 1}), 4};
  Main("K").FunctionRequires("L", {sub_group, work_group});
  images.Add(SYCL_IMAGE_FORMAT_SPIRV, "spir64", {"L"})
      .FunctionRequires("L", {sub_group, work_group});
  EXPECT_EQ(Choose("K").constants[0],
            (SpecConstants{{4, true}, {5, false}}));
  ExpectRefusal("sub-group size of '8'", "L");
}

TEST_F(ConditionalImages, SpecialConstants) {
  const auto pvc =
      static_cast<uint32_t>(ArchitectureOrdinal(device.info().architecture_id));
  const std::string set = kSpecialSpecializationConstantsSet;
  const std::vector<uint32_t> aspects = {3, uint32_t(kFp16), 1, uint32_t(kFp64)};
  Main("K")
      .Words(set, "aspects", aspects)
      .Words<uint32_t>(set, "architectures", {2, pvc, 9, pvc + 1});
  images.Add(SYCL_IMAGE_FORMAT_OCLOC, "exact", {"L"})
      .Words(set, "aspects", aspects);
  Main("M").Words<uint32_t>(set, "aspects",
                            {1, uint32_t(kFp16), 1, uint32_t(kFp64)});
  Main("N").Words<uint32_t>(set, "aspects", {1});
  EXPECT_EQ(Choose("K").constants[0],
            (SpecConstants{{1, false}, {2, true}, {3, true}, {9, false}}));
  EXPECT_TRUE(Choose("L").constants[0].empty());
  ExpectRefusal("constant 1 stands for different things", "M");
  ExpectRefusal("malformed specialization constants", "N");
}

TEST_F(ConditionalImages, DamagedKernelRequirements) {
  Main("K").Property(std::string(kRequirementsSet), "K",
                     std::vector<unsigned char>{1, 0, 0});
  ExpectRefusal("property 'K'");
}

}  // namespace
}  // namespace facet
