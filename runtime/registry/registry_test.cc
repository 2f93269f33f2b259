#include "runtime/registry/registry.h"

#include <gtest/gtest.h>

#include <cstring>

#include "headers/sycl/detail/source_names.hpp"
#include "runtime/registry/counters.h"
#include "runtime/testing/fake_images.h"

namespace facet {
namespace {

std::vector<unsigned char> BytesOf(const std::vector<uint64_t>& words) {
  std::vector<unsigned char> bytes(words.size() * sizeof(uint64_t));
  std::memcpy(bytes.data(), words.data(), bytes.size());
  return bytes;
}

TEST(Registry, FindsAndForgets) {
  ImageRegistry registry;
  FakeImages first("a,b"), second("b,,c");
  first.Add(SYCL_IMAGE_FORMAT_SPIRV, "spir64", {"K1", "K2"});
  first.Add(SYCL_IMAGE_FORMAT_PTX, "nvidia_gpu_sm_80", {"K1"});
  second.Add(SYCL_IMAGE_FORMAT_SPIRV, "spir64", {"K1"});
  const auto* one = first.registration();
  const auto* two = second.registration();
  const uint64_t before = registry.generation();
  ASSERT_TRUE(registry.Register(one));
  ASSERT_TRUE(registry.Register(two));
  EXPECT_NE(registry.generation(), before);
  EXPECT_EQ(registry.ImagesWith("K1").size(), 3u);
  EXPECT_EQ(registry.ImagesWith("K2").size(), 1u);
  EXPECT_TRUE(registry.ImagesWith("K").empty());
  EXPECT_EQ(registry.Targets(),
            (std::vector<std::string>{"nvidia_gpu_sm_80", "spir64"}));
  EXPECT_EQ(registry.EmulatedDevices(),
            (std::vector<std::string>{"a", "b", "c"}));
  registry.Unregister(one);
  EXPECT_EQ(registry.ImagesWith("K1").size(), 1u);
  EXPECT_TRUE(registry.ImagesWith("K2").empty());
  registry.Unregister(one);  // twice does no harm
  registry.Unregister(two);
  EXPECT_TRUE(registry.AllImages().empty());
}

// Images of emulated targets say what their device has; damaged ones nothing.
TEST(Registry, KnowsDevicesThatImagesDescribe) {
  ImageRegistry registry;
  FakeImages images;
  EmulatedDevice device;
  device.features.aspects = {2, 5};
  device.features.limits.local_memory_size = 77;
  const std::string set(kEmulatedDeviceSet);
  const auto describe = [&](const std::string& target) -> FakeImage& {
    FakeImage& image = images.Add(SYCL_IMAGE_FORMAT_X86_64, target, {"K"});
    for (auto& [name, bytes] : EncodeEmulatedDevice(device))
      image.Property(set, name, bytes);
    return image;
  };
  describe("emu_mine");
  device.features.limits.local_memory_size = 78;
  describe("emu_mine");
  describe("mine_too");
  images.Add(SYCL_IMAGE_FORMAT_X86_64, "emu_nothing", {"K"});
  images.Add(SYCL_IMAGE_FORMAT_X86_64, "emu_damaged", {"K"})
      .Property(set, "aspects", {1, 2, 3});
  registry.Register(images.registration());
  const auto found = registry.DescribedDevices();
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found.begin()->first, "mine");
  EXPECT_EQ(found.begin()->second.features.limits.local_memory_size, 77u);
  EXPECT_EQ(found.begin()->second.features.aspects, (AspectSet{2, 5}));
}

TEST(Registry, AddOnsBelongToTheirRegistrationAndTarget) {
  ImageRegistry registry;
  FakeImages first, second;
  first.Add(SYCL_IMAGE_FORMAT_SPIRV, "spir64", {"K"});
  first.Add(SYCL_IMAGE_FORMAT_SPIRV, "spir64", {})
      .Property(kAddOnImageSet, "7", 1u);
  first.Add(SYCL_IMAGE_FORMAT_SPIRV, "spir64", {"action"})
      .Property(kAddOnImageSet, "7", 0u);
  first.Add(SYCL_IMAGE_FORMAT_SPIRV, "spirv64", {"K"});
  second.Add(SYCL_IMAGE_FORMAT_SPIRV, "spir64", {"L"});
  const auto* one = first.registration();
  const auto* two = second.registration();
  registry.Register(one);
  registry.Register(two);
  EXPECT_EQ(registry.AddOn(*first.image(0), "7", true), first.image(1));
  EXPECT_EQ(registry.AddOn(*first.image(1), "7", false), first.image(2));
  EXPECT_EQ(registry.AddOn(*first.image(0), "8", true), nullptr);
  EXPECT_EQ(registry.AddOn(*first.image(3), "7", true), nullptr);
  EXPECT_EQ(registry.AddOn(*second.image(0), "7", true), nullptr);
  EXPECT_TRUE(registry.ImagesWith("action").empty());
  registry.Unregister(two);
  EXPECT_EQ(registry.AddOn(*first.image(0), "7", true), first.image(1));
  registry.Unregister(one);
  EXPECT_EQ(registry.AddOn(*first.image(0), "7", true), nullptr);
}

// Instances of a template are declared at one place: the linker tells them
// apart.
TEST(Registry, DeviceGlobalsOfTheHost) {
  const auto bytes = [](const std::vector<DeviceGlobal>& globals) {
    return EncodeDeviceGlobals(globals);
  };
  const auto global = [](const char* name, uint64_t place, uint64_t size = 32,
                         bool is_internal = false) {
    DeviceGlobal g;
    g.name = name;
    g.is_internal = is_internal;
    g.size = size;
    g.initial.resize(16);
    std::memcpy(g.initial.data(), &place, sizeof(place));
    return g;
  };
  // Of this executable, as the registration is; and of none.
  static int a, b, d, unused;
  int unknown = 0;
  ImageRegistry registry;
  static FakeImages images;
  images.Add(SYCL_IMAGE_FORMAT_SPIRV, "spir64", {"K"})
      .Property(kProgramMetadataSet, "K@device_globals",
                bytes({global("A", 1), global("B", 1), global("C", 1, 64),
                       global("I", 2, 32, true), global("D", 3),
                       global("E", 3)}));
  images.Variable("A", &a);
  images.Variable("B", &b);
  images.Variable("D", &d);
  images.Variable("E", nullptr);
  registry.Register(images.registration());
  const auto names = [&](const void* object, uint64_t place,
                         uint64_t size = 32) {
    std::vector<std::string> found;
    for (const DeviceGlobal& g :
         registry.DeviceGlobalsOf(object, size, {place, 0}))
      found.push_back(g.name);
    return found;
  };
  using Names = std::vector<std::string>;
  EXPECT_EQ(names(&a, 1), Names{"A"});
  EXPECT_EQ(names(&b, 1), Names{"B"});
  EXPECT_EQ(names(&b, 77), Names{"B"});
  EXPECT_EQ(names(&d, 3), Names{"D"});
  // An instance that no kernel uses is none of the others.
  EXPECT_EQ(names(&unused, 1), Names());
  EXPECT_EQ(names(&unused, 1, 64), Names{"C"});
  EXPECT_EQ(names(&unused, 3), Names{"E"});
  // A library may have its own copy of any of them.
  EXPECT_EQ(names(&unknown, 1), (Names{"A", "B"}));
  EXPECT_EQ(names(&unknown, 3), (Names{"D", "E"}));
  // Those of one source are found by the place, in their own executable.
  EXPECT_EQ(names(&unused, 2).size(), 1u);
  EXPECT_EQ(names(&unknown, 2), Names());
  EXPECT_EQ(names(&unused, 9), Names());
}

TEST(Registry, RefusesOtherVersions) {
  ImageRegistry registry;
  FakeImages images;
  sycl_image_registration newer = *images.registration();
  newer.version = 99;
  EXPECT_FALSE(registry.Register(&newer));
  EXPECT_FALSE(registry.Register(nullptr));
}

TEST(Registry, EntriesAreStable) {
  ImageRegistry registry;
  KernelEntry* entry = registry.Entry("K");
  EXPECT_EQ(entry->name, "K");
  for (int i = 0; i < 1000; ++i) registry.Entry(("K" + std::to_string(i)).c_str());
  EXPECT_EQ(registry.Entry("K"), entry);
}

TEST(Registry, Metadata) {
  FakeImages images;
  images.Add(SYCL_IMAGE_FORMAT_SPIRV, "spir64", {"K", "K2"})
      .ReqdWorkGroupSize("K", {2, 16})
      .Property(kProgramMetadataSet, "K2@reqd_sub_group_size", 8u)
      .Property(kProgramMetadataSet, "K2@uses_local_arena", 1u)
      .Property(kProgramMetadataSet, kFunctorLayoutsProperty,
                BytesOf({sycl::detail::hash_of("K"), 0x700000010u,
                         sycl::detail::hash_of("L"), 0x900000008u}));
  images.registration();
  const KernelMetadataTable metadata(*images.image(0));
  const KernelMetadata k = metadata.Of("K");
  EXPECT_EQ(k.reqd_work_group_dimensions, 2u);
  EXPECT_EQ(k.reqd_work_group_size[0], 16u);  // x is fastest
  EXPECT_EQ(k.reqd_work_group_size[1], 2u);
  EXPECT_EQ(k.reqd_work_group_size[2], 1u);
  EXPECT_EQ(k.reqd_sub_group_size, 0u);
  EXPECT_FALSE(k.uses_local_arena);
  EXPECT_EQ(k.functor_layout, 0x700000010u);
  const KernelMetadata k2 = metadata.Of("K2");
  EXPECT_EQ(k2.reqd_sub_group_size, 8u);
  EXPECT_TRUE(k2.uses_local_arena);
  EXPECT_EQ(k2.reqd_work_group_size[0], 0u);
  EXPECT_EQ(k2.functor_layout, 0u);
  EXPECT_EQ(metadata.Of("L").functor_layout, 0x900000008u);
  EXPECT_EQ(metadata.Of("M").functor_layout, 0u);
}

// Half a pair at the end is none.
TEST(Registry, MetadataWithATruncatedLayout) {
  FakeImages images;
  std::vector<unsigned char> bytes = BytesOf({sycl::detail::hash_of("K"), 1});
  bytes.resize(12);
  images.Add(SYCL_IMAGE_FORMAT_SPIRV, "spir64", {"K"})
      .Property(kProgramMetadataSet, kFunctorLayoutsProperty, bytes);
  images.registration();
  EXPECT_EQ(KernelMetadataTable(*images.image(0)).Of("K").functor_layout, 0u);
}

// Program and library may be made of the same source.
TEST(Counters, AreFoundWhileTheirObjectIsLoaded) {
  const void *one[1], *two[1];
  EXPECT_EQ(CountersOf("name"), nullptr);
  __sycl_register_counters("name", one);
  __sycl_register_counters("name", two);
  EXPECT_EQ(CountersOf("name"), one);
  EXPECT_EQ(CountersOf("nam"), nullptr);
  __sycl_unregister_counters("name", one);
  EXPECT_EQ(CountersOf("name"), two);
  __sycl_unregister_counters("name", one);  // twice does no harm
  EXPECT_EQ(CountersOf("name"), two);
  __sycl_unregister_counters("name", two);
  EXPECT_EQ(CountersOf("name"), nullptr);
}

}  // namespace
}  // namespace facet
