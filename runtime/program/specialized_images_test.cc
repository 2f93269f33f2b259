// Tests of specialised images: only conditional SPIR-V changes.
#include "runtime/program/specialized_images.h"

#include <gtest/gtest.h>

#include <string>

#include "spirv/conditional_sample.h"
#include "spirv/listing.h"

namespace facet {
namespace {

TEST(SpecializedImagesTest, DecidesConditionalSpirvAndNothingElse) {
  const spirv::ConditionalModule sample = spirv::ConditionalSample();
  const auto bytes = spirv::ToBytes(sample.module);
  sycl_device_image spirv{}, native{};
  spirv.format = SYCL_IMAGE_FORMAT_SPIRV;
  spirv.target = "spir64";
  spirv.begin = bytes.data();
  spirv.end = bytes.data() + bytes.size();
  native = spirv;
  native.format = SYCL_IMAGE_FORMAT_PTX;
  const sycl_device_image* images[] = {&spirv, &native, &spirv};
  const SpecConstants half = {{sample.spec_ids[0], true}};
  const SpecConstants constants[] = {half, half, {}};
  std::unique_ptr<SpecializedImages> special;
  const Status status = SpecializedImages::Make(images, constants, &special);
  ASSERT_TRUE(status.ok()) << status.message();
  ASSERT_EQ(special->images().size(), 3u);
  EXPECT_EQ(special->images()[1], &native);
  EXPECT_EQ(special->images()[2], &spirv);
  const sycl_device_image& decided = *special->images()[0];
  EXPECT_STREQ(decided.target, "spir64");
  std::string error;
  const auto module = spirv::Module::Parse(
      std::span<const unsigned char>(decided.begin, decided.end), &error);
  ASSERT_TRUE(module) << error;
  EXPECT_EQ(spirv::EntryPoints(*module).size(), 2u);  // Plain and Half
}

TEST(SpecializedImagesTest, SaysWhatIsWrong) {
  const unsigned char bytes[] = {1, 2, 3};
  sycl_device_image image{};
  image.format = SYCL_IMAGE_FORMAT_SPIRV;
  image.begin = bytes;
  image.end = bytes + sizeof bytes;
  const sycl_device_image* images[] = {&image};
  const SpecConstants constants[] = {{{0, true}}};
  std::unique_ptr<SpecializedImages> special;
  const Status status = SpecializedImages::Make(images, constants, &special);
  EXPECT_EQ(status.code(), StatusCode::kBuildFailed);
  EXPECT_EQ(status.message(),
            "conditional device image: SPIR-V: 3 bytes are no whole number of "
            "words");
}

}  // namespace
}  // namespace facet
