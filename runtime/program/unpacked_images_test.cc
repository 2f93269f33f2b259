#include "runtime/program/unpacked_images.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace facet {
namespace {

// "facet" 40 times, as `zstd --no-check` compresses it with the size known.
std::vector<unsigned char> Frame();

sycl_device_image Image(const std::vector<unsigned char>& bytes,
                        uint32_t flags) {
  sycl_device_image image = {};
  image.format = SYCL_IMAGE_FORMAT_PTX;
  image.flags = flags;
  image.target = "spir64";
  image.begin = bytes.data();
  image.end = bytes.data() + bytes.size();
  return image;
}

std::string Content(const sycl_device_image& image) {
  return {image.begin, image.end};
}

std::string Expected() {
  std::string text;
  for (int i = 0; i < 40; ++i) text += "facet";
  return text;
}

TEST(UnpackedImages, PlainImagesAreTheSameObjects) {
  const std::vector<unsigned char> bytes = {1, 2, 3};
  const sycl_device_image image = Image(bytes, 0);
  const sycl_device_image* images[] = {&image};
  std::unique_ptr<UnpackedImages> unpacked;
  ASSERT_TRUE(UnpackedImages::Make(images, &unpacked).ok());
  ASSERT_EQ(unpacked->images().size(), 1u);
  EXPECT_EQ(unpacked->images()[0], &image);
}

TEST(UnpackedImages, CompressedOnesAreDecompressed) {
  const std::vector<unsigned char> frame = Frame(), plain = {7};
  const sycl_device_image first = Image(frame, SYCL_IMAGE_FLAG_ZSTD);
  const sycl_device_image second = Image(plain, 0);
  const sycl_device_image* images[] = {&first, &second};
  std::unique_ptr<UnpackedImages> unpacked;
  const Status status = UnpackedImages::Make(images, &unpacked);
  ASSERT_TRUE(status.ok()) << status.message();
  const sycl_device_image& image = *unpacked->images()[0];
  EXPECT_EQ(Content(image), Expected());
  EXPECT_EQ(*image.end, 0);
  EXPECT_EQ(image.flags, 0u);
  EXPECT_STREQ(image.target, "spir64");
  EXPECT_EQ(unpacked->images()[1], &second);
}

TEST(UnpackedImages, DamageIsAnError) {
  std::vector<unsigned char> frame = Frame();
  const sycl_device_image* images[1];
  std::unique_ptr<UnpackedImages> unpacked;
  for (size_t size = 0; size < frame.size(); ++size) {
    const std::vector<unsigned char> cut(frame.begin(), frame.begin() + size);
    const sycl_device_image image = Image(cut, SYCL_IMAGE_FLAG_ZSTD);
    images[0] = &image;
    const Status status = UnpackedImages::Make(images, &unpacked);
    ASSERT_FALSE(status.ok()) << size;
    EXPECT_EQ(status.message(), "damaged compressed device image for 'spir64'");
  }
}

TEST(UnpackedImages, UnknownFlagsAreAnError) {
  const std::vector<unsigned char> bytes = {1};
  const sycl_device_image image = Image(bytes, 0x40);
  const sycl_device_image* images[] = {&image};
  std::unique_ptr<UnpackedImages> unpacked;
  EXPECT_EQ(UnpackedImages::Make(images, &unpacked).code(),
            StatusCode::kNotSupported);
}

std::vector<unsigned char> Frame() {
  return {0x28, 0xb5, 0x2f, 0xfd, 0x20, 0xc8, 0x65, 0x00, 0x00, 0x28, 0x66, 0x61,
          0x63, 0x65, 0x74, 0x01, 0x00, 0x40, 0x50, 0x45, 0x0b};
}

}  // namespace
}  // namespace facet
