// Round trips of module and image files, and that damaged ones are errors.

#include "postlink/container/container.h"

#include "llvm/ADT/StringExtras.h"

#include <gtest/gtest.h>

namespace facet {
namespace {

using llvm::MemoryBufferRef;
using llvm::StringRef;

DeviceModule sampleModule() {
  DeviceModule Module;
  Module.Name = "m0";
  Module.Bitcode.assign({'B', 'C', '\0', '\x01'});
  Module.Properties[kDeviceRequirementsSet]["aspect"] =
      llvm::offloading::ByteArray{6, 0, 0, 0};
  Module.Properties[kProgramMetadataSet]["k@reqd_sub_group_size"] =
      uint32_t(16);
  Module.Symbols = {"_ZTS1k", "_Z5scaled"};
  return Module;
}

std::string errorText(llvm::Error E) { return llvm::toString(std::move(E)); }

TEST(Container, ModuleRoundTrip) {
  auto Bytes = serialize(sampleModule());
  auto Module = readDeviceModule(MemoryBufferRef(Bytes, "m"));
  ASSERT_TRUE(bool(Module)) << errorText(Module.takeError());
  EXPECT_EQ(Module->Name, "m0");
  EXPECT_EQ(StringRef(Module->Bitcode.data(), Module->Bitcode.size()),
            StringRef("BC\0\x01", 4));
  EXPECT_EQ(Module->Properties, sampleModule().Properties);
  EXPECT_EQ(Module->Symbols, sampleModule().Symbols);
}

TEST(Container, ImageRoundTripEvenWithoutBytes) {
  DeviceImage Image;
  Image.Format = 5;
  Image.Name = "m0";
  Image.Target = "intel_gpu_pvc";
  auto Bytes = serialize(Image);
  auto Read = readDeviceImages(MemoryBufferRef(Bytes, "i"));
  ASSERT_TRUE(bool(Read)) << errorText(Read.takeError());
  ASSERT_EQ(Read->size(), 1u);
  EXPECT_EQ(Read->front().Format, 5u);
  EXPECT_EQ(Read->front().Target, "intel_gpu_pvc");
  EXPECT_TRUE(Read->front().Bytes.empty());
  EXPECT_TRUE(Read->front().Symbols.empty());
}

TEST(Container, SeveralImagesInAFile) {
  DeviceImage Ptx, Cubin;
  Ptx.Format = 2;
  Cubin.Format = 3;
  Ptx.Target = Cubin.Target = "nvidia_gpu_sm_90";
  Ptx.Bytes.assign({'.', 'v', '\0'});
  Cubin.Bytes.assign({'E', 'L', 'F'});
  std::string Bytes = serialize(Ptx).str().str();
  size_t First = Bytes.size();
  Bytes += serialize(Cubin).str();
  auto Read = readDeviceImages(MemoryBufferRef(Bytes, "i"));
  ASSERT_TRUE(bool(Read)) << errorText(Read.takeError());
  ASSERT_EQ(Read->size(), 2u);
  EXPECT_EQ((*Read)[0].Bytes, Ptx.Bytes);
  EXPECT_EQ((*Read)[1].Format, 3u);
  EXPECT_EQ((*Read)[1].Bytes, Cubin.Bytes);
  for (size_t Size = First + 1; Size < Bytes.size(); ++Size) {
    auto Cut = readDeviceImages(MemoryBufferRef(Bytes.substr(0, Size), "i"));
    ASSERT_FALSE(bool(Cut)) << "prefix of " << Size << " bytes";
    llvm::consumeError(Cut.takeError());
  }
}

TEST(Container, SameContentSameBytes) {
  EXPECT_EQ(serialize(sampleModule()), serialize(sampleModule()));
}

TEST(Container, KindsAreNotMixedUp) {
  auto Bytes = serialize(sampleModule());
  auto Image = readDeviceImages(MemoryBufferRef(Bytes, "f.img"));
  ASSERT_FALSE(bool(Image));
  EXPECT_EQ(errorText(Image.takeError()),
            "expected a device image file, found a device module file: f.img");
}

TEST(Container, ForeignFile) {
  auto Module = readDeviceModule(MemoryBufferRef("\x7f" "ELF", "f.o"));
  ASSERT_FALSE(bool(Module));
  EXPECT_EQ(errorText(Module.takeError()), "not a device module file: f.o");
}

// Every prefix of a file is refused, and none of them is read past its end
// (run under a sanitizer this also proves the latter).
TEST(Container, EveryTruncationIsAnError) {
  auto Bytes = serialize(sampleModule());
  for (size_t Size = 0; Size < Bytes.size(); ++Size) {
    std::string Prefix(Bytes.data(), Size);
    auto Module = readDeviceModule(MemoryBufferRef(Prefix, "f"));
    ASSERT_FALSE(bool(Module)) << "prefix of " << Size << " bytes";
    llvm::consumeError(Module.takeError());
  }
}

// A flipped byte is either noticed or harmless; it never crashes.
TEST(Container, DamagedBytesNeverCrash) {
  auto Bytes = serialize(sampleModule());
  for (size_t I = 0; I < Bytes.size(); ++I)
    for (unsigned char Mask : {0x01, 0x80, 0xff}) {
      std::string Copy(Bytes.data(), Bytes.size());
      Copy[I] ^= Mask;
      auto Module = readDeviceModule(MemoryBufferRef(Copy, "f"));
      if (!Module)
        llvm::consumeError(Module.takeError());
    }
}

TEST(Container, RequirementsOfDecodes) {
  auto Result = requirementsOf(sampleModule().Properties);
  ASSERT_TRUE(bool(Result)) << errorText(Result.takeError());
  EXPECT_TRUE(Result->aspects.Contains(6));
  EXPECT_EQ(Result->aspects.size(), 1u);
}

TEST(Container, RequirementsOfRefusesDamage) {
  PropertySetRegistry Sets;
  Sets[kDeviceRequirementsSet]["aspect"] =
      llvm::offloading::ByteArray{6, 0, 0};
  auto Odd = requirementsOf(Sets);
  EXPECT_FALSE(bool(Odd));
  llvm::consumeError(Odd.takeError());
  Sets[kDeviceRequirementsSet]["aspect"] = uint32_t(6);
  auto Scalar = requirementsOf(Sets);
  ASSERT_FALSE(bool(Scalar));
  EXPECT_EQ(errorText(Scalar.takeError()),
            "property 'aspect' is not a byte array: SYCL/device requirements");
}

} // namespace
} // namespace facet
