// Images on a device whose aspects the test chooses.
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <sycl/sycl.hpp>
#include <utility>

#include "features/aspects/aspect_table.h"
#include "runtime/devices/platforms.h"
#include "runtime/memory/context.h"
#include "runtime/testing/fake_device.h"

namespace {

using access = sycl::detail::access_implementation;
using sycl::access_mode;
using sycl::image_target;

sycl::queue QueueOf(const std::shared_ptr<facet::FakeDevice>& device) {
  auto context = std::make_shared<facet::Context>();
  context->devices = {device};
  auto platform = std::make_shared<facet::Platform>();
  platform->devices = {device};
  context->platform = platform;
  const auto of_sycl = access::make<sycl::context>(std::move(context));
  return sycl::queue(of_sycl, of_sycl.get_devices()[0]);
}

// The error that `make` throws, and its text.
template <typename F>
std::pair<std::error_code, std::string> ErrorOf(F make) {
  try {
    make();
  } catch (const sycl::exception& e) {
    return {e.code(), e.what()};
  }
  return {};
}

TEST(Image, AccessorsForDevicesNeedTheAspect) {
  const auto device = std::make_shared<facet::FakeDevice>();
  device->fake_info.name = "picturebook";
  sycl::queue queue = QueueOf(device);
  sycl::unsampled_image<1> unsampled(sycl::image_format::r8g8b8a8_uint, 4);
  sycl::sampled_image<1> sampled(nullptr, sycl::image_format::r8g8b8a8_uint, {},
                                 4);
  for (const bool has : {false, true}) {
    if (has)
      device->fake_info.features.aspects.Insert(*facet::AspectByName("image"));
    EXPECT_EQ(
        queue.get_device().get_info<sycl::info::device::max_samplers>() != 0,
        has);
    queue
        .submit([&](sycl::handler& group) {
          for (const auto& [code, text] :
               {ErrorOf([&] {
                  (void)unsampled.get_access<sycl::uint4, access_mode::read>(
                      group);
                }),
                ErrorOf([&] { (void)sampled.get_access<sycl::uint4>(group); })})
            if (has) {
              EXPECT_FALSE(code) << text;
            } else {
              EXPECT_EQ(code, sycl::make_error_code(
                                  sycl::errc::feature_not_supported));
              EXPECT_EQ(text,
                        "image accessor: device 'picturebook' does not have "
                        "aspect::image");
            }
          (void)unsampled.get_access<sycl::uint4, access_mode::read,
                                     image_target::host_task>(group);
          (void)sampled.get_access<sycl::uint4, image_target::host_task>(group);
          group.host_task([] {});
        })
        .wait();
  }
}

// What an exception says of an image that cannot be.
TEST(Image, Messages) {
  const auto format = sycl::image_format::r16g16b16a16_sint;
  using image = sycl::unsampled_image<3>;
  const auto text = [&](sycl::range<3> size, sycl::range<2> pitch) {
    const auto [code, what] = ErrorOf([&] { image(format, size, pitch); });
    EXPECT_EQ(code, sycl::make_error_code(sycl::errc::invalid));
    return what;
  };
  EXPECT_EQ(text({1, 0, 1}, {8, 8}),
            "image: an image has at least one element");
  EXPECT_EQ(text({2, 1, 1}, {12, 12}),
            "image: the row pitch (12 bytes) is less than a row (16 bytes)");
  EXPECT_EQ(text({2, 3, 1}, {20, 40}),
            "image: the slice pitch (40 bytes) is less than a slice (60 "
            "bytes)");
  EXPECT_EQ(text({2, 3, 1}, {18, 60}),
            "image: the row pitch must be a multiple of 4 bytes, not 18");
  EXPECT_EQ(text({2, 3, 1}, {size_t(1) << 34, 60}),
            "image: the row pitch exceeds 17179869180 bytes");
  EXPECT_EQ(
      text({size_t(1) << 31, 1, 1}, {8, 8}),
      "image: no dimension of an image has more than 2147483647 elements");
  image i(format, {1, 1, 1});
  EXPECT_EQ(ErrorOf([&] { (void)i.get_host_access<sycl::uint4>(); }).second,
            "image accessor: images of the format r16g16b16a16_sint are "
            "accessed as int4");
}

TEST(BindlessImage, NeedsTheAspect) {
  namespace exp = sycl::ext::oneapi::experimental;
  const auto device = std::make_shared<facet::FakeDevice>();
  device->fake_info.name = "picturebook";
  sycl::queue queue = QueueOf(device);
  const exp::image_descriptor of({4, 2}, 4, sycl::image_channel_type::fp32);
  size_t pitch = 0;
  int pixel = 0;
  const auto refused = [](const auto& error, const std::string& aspect) {
    EXPECT_EQ(error.first,
              sycl::make_error_code(sycl::errc::feature_not_supported));
    EXPECT_EQ(error.second,
              "bindless images: device 'picturebook' does not have aspect::" +
                  aspect);
  };
  refused(ErrorOf([&] { (void)exp::alloc_image_mem(of, queue); }),
          "ext_oneapi_bindless_images");
  refused(ErrorOf([&] { exp::image_mem(of, queue); }),
          "ext_oneapi_bindless_images");
  refused(ErrorOf([&] { (void)exp::create_image(&pixel, 64, of, queue); }),
          "ext_oneapi_bindless_images_2d_usm");
  refused(ErrorOf([&] { (void)exp::pitched_alloc_device(&pitch, of, queue); }),
          "ext_oneapi_bindless_images_2d_usm");
  EXPECT_EQ(
      queue.get_device().get_info<exp::info::device::max_image_linear_width>(),
      0u);
}

TEST(BindlessImage, Messages) {
  using sycl::image_channel_type;
  namespace exp = sycl::ext::oneapi::experimental;
  const auto of_descriptor = [](exp::image_descriptor of) {
    const auto [code, what] = ErrorOf([&] { of.verify(); });
    EXPECT_EQ(code, sycl::make_error_code(sycl::errc::invalid));
    return what;
  };
  exp::image_descriptor of({4, 2}, 5, image_channel_type::fp32);
  EXPECT_EQ(of_descriptor(of),
            "image_descriptor: an image has one to four channels, not 5");
  of.num_channels = 2;
  of.channel_type = image_channel_type::unorm_int_101010;
  EXPECT_EQ(of_descriptor(of),
            "image_descriptor: no image has channels of this type");
  of.channel_type = image_channel_type::fp16;
  of.depth = size_t{1} << 31;
  EXPECT_EQ(of_descriptor(of),
            "image_descriptor: no dimension of an image has more than "
            "2147483647 pixels");
  EXPECT_EQ(of_descriptor({}),
            "image_descriptor: an image has at least one pixel, not (0, 0, 0)");
  of.depth = 0;
  of.num_levels = 3;
  EXPECT_EQ(of_descriptor(of),
            "image_descriptor: a standard image has one level and one layer");

  sycl::queue queue;  // of the native CPU
  of.num_levels = 1;
  const exp::image_mem memory(of, queue);
  const auto text = [](auto action) { return ErrorOf(action).second; };
  exp::image_descriptor wide = of;
  wide.width = 5;
  EXPECT_EQ(text([&] { (void)exp::create_image(memory, wide, queue); }),
            "bindless images: the memory is for an image of (4, 2, 0) pixels "
            "of 4 bytes, not of (5, 2, 0) pixels of 4 bytes");
  EXPECT_EQ(text([&] {
              (void)exp::create_image(exp::image_mem_handle{7}, of, queue);
            }),
            "bindless images: the handle is of no image's memory in this "
            "context");
  float host[8] = {};
  EXPECT_EQ(text([&] {
              queue.ext_oneapi_copy(host, {0, 0, 0}, {4, 2, 1},
                                    memory.get_handle(), {2, 0, 0}, of,
                                    {3, 1, 1});
            }),
            "ext_oneapi_copy: (3, 1, 1) pixels from (2, 0, 0) on exceed the "
            "image, which has (4, 2, 1)");
  void* rows = sycl::malloc_device(64, queue);
  EXPECT_EQ(text([&] { (void)exp::create_image(rows, 15, of, queue); }),
            "bindless images: a row pitch of 15 bytes is less than a row, "
            "which has 16");
  EXPECT_EQ(text([&] { (void)exp::create_image(rows, 17, of, queue); }),
            "bindless images: a row pitch is a multiple of the channels' 2 "
            "bytes, not 17");
  sycl::free(rows, queue);
  EXPECT_EQ(text([&] { queue.ext_oneapi_copy(host, host, of, 16); }),
            "ext_oneapi_copy: neither address is of device or shared USM in "
            "the queue's context");
  exp::unsampled_image_handle none;
  EXPECT_EQ(text([&] { exp::destroy_image_handle(none, queue); }),
            "destroy_image_handle: this context has no such handle");
}

}  // namespace
