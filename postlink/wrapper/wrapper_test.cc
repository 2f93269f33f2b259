// This executable is linked with the object that sycl-offload-wrapper made of
// test_images' files. It stands in for the runtime and reads them back through
// config/image/image.h, so that a difference in layout shows.

#include "config/image/image.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <map>
#include <string>
#include <vector>

static const sycl_image_registration *Registered = nullptr;
static int UserConstructorsBefore = 0;
// Volatile: the compiler would run so simple a constructor itself.
static volatile int UserConstructors = 0;

extern "C" void __sycl_register_images(const sycl_image_registration *R) {
  Registered = R;
  UserConstructorsBefore = UserConstructors;
}

// Runs after every test, when the executable ends.
extern "C" void __sycl_unregister_images(const sycl_image_registration *R) {
  if (R != Registered)
    __builtin_trap();
}

__attribute__((constructor(101))) static void userConstructor() {
  UserConstructors = 1;
}

// Variables of kernels that the host has, too. A kernel has a variable of the
// second one's name that is not this one.
int on_host;
static int internal_variable;

namespace {

const sycl_property *find(const sycl_device_image &Image, const char *Set,
                          const char *Name) {
  for (auto *S = Image.property_sets_begin; S != Image.property_sets_end; ++S)
    if (!std::strcmp(S->name, Set))
      for (auto *P = S->begin; P != S->end; ++P)
        if (!std::strcmp(P->name, Name))
          return P;
  return nullptr;
}

std::vector<std::string> symbols(const sycl_device_image &Image) {
  return {Image.symbols_begin, Image.symbols_end};
}

TEST(Wrapper, RegistersOnceBeforeUserConstructors) {
  ASSERT_NE(Registered, nullptr);
  EXPECT_EQ(UserConstructors, 1);
  EXPECT_EQ(UserConstructorsBefore, 0);
  EXPECT_EQ(Registered->version, uint32_t(SYCL_IMAGE_REGISTRATION_VERSION));
  ASSERT_EQ(Registered->image_count, 3u);
  EXPECT_STREQ(Registered->emulated_devices, "intel_gpu_dg1,nvidia_gpu_sm_80");
}

TEST(Wrapper, ImageWithCode) {
  const sycl_device_image &Image = Registered->images[0];
  EXPECT_EQ(Image.format, uint32_t(SYCL_IMAGE_FORMAT_SPIRV));
  EXPECT_EQ(Image.flags, 0u);
  EXPECT_STREQ(Image.target, "spir64");
  EXPECT_EQ(std::string(Image.begin, Image.end),
            std::string("\x03\x02\x23\x07\0\xff", 6));
  EXPECT_EQ(reinterpret_cast<uintptr_t>(Image.begin) % 64, 0u);
  EXPECT_EQ(symbols(Image), (std::vector<std::string>{"k1", "k2"}));
}

TEST(Wrapper, Properties) {
  const sycl_device_image &Image = Registered->images[0];
  const sycl_property *Aspects =
      find(Image, "SYCL/device requirements", "aspect");
  ASSERT_NE(Aspects, nullptr);
  EXPECT_EQ(Aspects->type, uint32_t(SYCL_PROPERTY_BYTE_ARRAY));
  EXPECT_EQ(Aspects->value, 0u);
  ASSERT_EQ(Aspects->size, 8u);
  uint32_t Numbers[2];
  std::memcpy(Numbers, Aspects->data, sizeof(Numbers));
  EXPECT_EQ(Numbers[0], 6u);
  EXPECT_EQ(Numbers[1], 26u);
  const sycl_property *Size =
      find(Image, "SYCL/program metadata", "k1@reqd_sub_group_size");
  ASSERT_NE(Size, nullptr);
  EXPECT_EQ(Size->type, uint32_t(SYCL_PROPERTY_UINT32));
  EXPECT_EQ(Size->value, 16u);
  EXPECT_EQ(Size->data, nullptr);
  EXPECT_EQ(Size->size, 0u);
}

TEST(Wrapper, FilteredImageKeepsWhatItNeeds) {
  const sycl_device_image &Image = Registered->images[1];
  EXPECT_EQ(Image.format, uint32_t(SYCL_IMAGE_FORMAT_NONE));
  EXPECT_STREQ(Image.target, "intel_gpu_dg1");
  EXPECT_EQ(Image.begin, Image.end);
  EXPECT_EQ(symbols(Image), (std::vector<std::string>{"k1"}));
  EXPECT_NE(find(Image, "SYCL/device requirements", "aspect"), nullptr);
}

TEST(Wrapper, ImageWithoutProperties) {
  const sycl_device_image &Image = Registered->images[2];
  EXPECT_STREQ(Image.target, "nvidia_gpu_sm_80");
  EXPECT_EQ(Image.property_sets_begin, Image.property_sets_end);
  EXPECT_EQ(Image.symbols_begin, Image.symbols_end);
  // Text formats are read up to a zero.
  EXPECT_EQ(Image.end - Image.begin, 2);
  EXPECT_EQ(*Image.end, '\0');
}

TEST(Wrapper, KnowsWhereTheHostHasVariables) {
  std::map<std::string, const void *> Variables;
  for (auto *V = Registered->variables_begin; V != Registered->variables_end;
       ++V)
    EXPECT_TRUE(Variables.emplace(V->name, V->address).second) << V->name;
  EXPECT_EQ(Variables,
            (std::map<std::string, const void *>{
                {"on_host", &on_host}, {"on_device_alone", nullptr}}));
  EXPECT_EQ(internal_variable, 0);
}

} // namespace
