#include "runtime/program/kernel_catalog.h"

#include <gtest/gtest.h>

#include <string>
#include <thread>

#include "runtime/testing/fake_device.h"
#include "runtime/testing/fake_images.h"

namespace facet {
namespace {

class KernelCatalogTest : public testing::Test {
 protected:
  KernelCatalogTest() {
    device.fake_info.features.aspects = {*AspectByName("gpu")};
    device.ranks = {{"spir64", kRankIntermediate}, {"exact", kRankExact}};
  }
  std::vector<std::string> Names() {
    const auto hold = registry.Hold();
    std::vector<std::string> names;
    for (const KernelEntry* kernel : *catalog.AllKernels())
      names.push_back(kernel->name);
    return names;
  }
  const char* TargetFor(const char* kernel, const Device& on) {
    const auto hold = registry.Hold();
    const auto* image = catalog.ImageFor(on, *registry.Entry(kernel));
    return image ? image->target : "none";
  }

  FakeDevice device;
  FakeImages images, more;
  ImageRegistry registry;
  KernelCatalog catalog{registry};
};

TEST_F(KernelCatalogTest, KernelsInOrderOfNamesWithoutExportedFunctions) {
  images.Add(SYCL_IMAGE_FORMAT_SPIRV, "spir64", {"L", "f", "K"})
      .Property(kExportedSymbolsSet, "f", 1u);
  images.Add(SYCL_IMAGE_FORMAT_OCLOC, "exact", {"K"});
  EXPECT_TRUE(Names().empty());
  registry.Register(images.registration());
  EXPECT_EQ(Names(), (std::vector<std::string>{"K", "L"}));
}

TEST_F(KernelCatalogTest, ImagesThatComeAndGoAreSeen) {
  images.Add(SYCL_IMAGE_FORMAT_SPIRV, "spir64", {"K"});
  more.Add(SYCL_IMAGE_FORMAT_OCLOC, "exact", {"K", "M"});
  EXPECT_STREQ(TargetFor("K", device), "none");
  registry.Register(images.registration());
  EXPECT_STREQ(TargetFor("K", device), "spir64");
  EXPECT_STREQ(TargetFor("M", device), "none");
  registry.Register(more.registration());
  EXPECT_STREQ(TargetFor("M", device), "exact");
  EXPECT_EQ(Names(), (std::vector<std::string>{"K", "K", "M"}));
  registry.Unregister(more.registration());
  EXPECT_STREQ(TargetFor("M", device), "none");
  EXPECT_STREQ(TargetFor("K", device), "spir64");
  EXPECT_EQ(Names(), (std::vector<std::string>{"K"}));
}

TEST_F(KernelCatalogTest, EachDeviceHasItsOwnImage) {
  FakeDevice other;
  other.ranks = {{"exact", kRankExact}};
  images.Add(SYCL_IMAGE_FORMAT_SPIRV, "spir64", {"K"});
  Requirements needs;
  needs.aspects = {*AspectByName("gpu")};
  images.Add(SYCL_IMAGE_FORMAT_OCLOC, "exact", {"K"}).Requires(needs);
  registry.Register(images.registration());
  EXPECT_STREQ(TargetFor("K", device), "exact");
  EXPECT_STREQ(TargetFor("K", other), "none");
  EXPECT_STREQ(TargetFor("K", device), "exact");
}

TEST_F(KernelCatalogTest, ReadersOfConstants) {
  const auto keys = [](std::vector<uint64_t> k) {
    std::vector<unsigned char> bytes(k.size() * 8);
    if (!k.empty()) std::memcpy(bytes.data(), k.data(), bytes.size());
    return bytes;
  };
  const std::string suffix = kReadsConstantsSuffix;
  for (const char* target : {"spir64", "exact"})  // of both once
    images.Add(SYCL_IMAGE_FORMAT_SPIRV, target, {"K", "L", "M"})
        .Property(kProgramMetadataSet, "K" + suffix, keys({1, 2}))
        .Property(kProgramMetadataSet, "L" + suffix, keys({2}))
        .Property(kProgramMetadataSet, "M" + suffix, keys({}));
  registry.Register(images.registration());
  const auto hold = registry.Hold();
  const auto readers = catalog.ConstantReaders();
  EXPECT_EQ(readers->size(), 2u);
  EXPECT_EQ(readers->at(1), KernelCatalog::Kernels{registry.Entry("K")});
  EXPECT_EQ(readers->at(2).size(), 2u);
}

TEST_F(KernelCatalogTest, ThreadsAskWhileImagesCome) {
  images.Add(SYCL_IMAGE_FORMAT_SPIRV, "spir64", {"K"});
  registry.Register(images.registration());
  std::thread asking([&] {
    for (int i = 0; i < 2000; ++i) {
      ASSERT_STREQ(TargetFor("K", device), "spir64");
      ASSERT_GE(Names().size(), 1u);
    }
  });
  more.Add(SYCL_IMAGE_FORMAT_OCLOC, "exact", {"M"});
  for (int i = 0; i < 200; ++i) {
    registry.Register(more.registration());
    registry.Unregister(more.registration());
  }
  asking.join();
}

}  // namespace
}  // namespace facet
