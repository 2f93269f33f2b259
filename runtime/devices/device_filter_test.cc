// ONEAPI_DEVICE_SELECTOR over a list of fake devices.
#include "runtime/devices/device_filter.h"

#include <gtest/gtest.h>

#include "runtime/testing/fake_device.h"

namespace facet {
namespace {

void Add(PlatformList* list, BackendKind backend,
         const std::vector<std::pair<std::string, DeviceType>>& devices,
         bool emulated = false) {
  auto platform = std::make_shared<Platform>();
  for (const auto& [name, type] : devices) {
    auto device = std::make_shared<FakeDevice>();
    device->fake_info.name = name;
    device->fake_info.type = type;
    device->fake_info.backend = backend;
    device->fake_info.emulated = emulated;
    platform->devices.push_back(std::move(device));
  }
  list->platforms.push_back(std::move(platform));
}

std::string Selected(const std::string& text) {
  PlatformList list;
  Add(&list, BackendKind::kCuda, {{"c0", DeviceType::kGpu}, {"c1", DeviceType::kGpu}});
  Add(&list, BackendKind::kOpenCl, {{"o0", DeviceType::kCpu}});
  Add(&list, BackendKind::kOpenCl, {{"o1", DeviceType::kGpu}});
  Add(&list, BackendKind::kCpu, {{"n0", DeviceType::kCpu}});
  Add(&list, BackendKind::kCpu, {{"e0", DeviceType::kGpu}}, true);
  DeviceSelector selector;
  const Status status = DeviceSelector::Parse(text, &selector);
  if (!status.ok()) return status.message();
  selector.Apply(&list);
  std::string names;
  for (const auto& platform : list.platforms) {
    EXPECT_FALSE(platform->devices.empty());
    for (const auto& device : platform->devices)
      names += (names.empty() ? "" : " ") + device->info().name;
  }
  return names;
}

TEST(DeviceFilter, Accepts) {
  EXPECT_EQ(Selected(""), "c0 c1 o0 o1 n0 e0");
  EXPECT_EQ(Selected("*:*"), "c0 c1 o0 o1 n0 e0");
  EXPECT_EQ(Selected("OpenCL:*"), "o0 o1");
  EXPECT_EQ(Selected("*:cpu"), "o0 n0");
  EXPECT_EQ(Selected("cuda:1; opencl:gpu"), "c1 o1");
  EXPECT_EQ(Selected("*:0"), "c0 o0 n0 e0");
  EXPECT_EQ(Selected("opencl:1,0"), "o0 o1");
  EXPECT_EQ(Selected("hip:*"), "");
  EXPECT_EQ(Selected("emulated:*;native_cpu:*"), "n0 e0");
  EXPECT_EQ(Selected("*:gpu"), "c0 c1 o1 e0");
  EXPECT_EQ(Selected("level_zero:0,1"), "");
  EXPECT_EQ(Selected("cuda:0,1"), "c0 c1");
  EXPECT_EQ(Selected("cuda:1,7"), "c1");
  EXPECT_EQ(Selected("opencl:cpu,1"), "o0 o1");
  EXPECT_EQ(Selected("*:fpga"), "");
  EXPECT_EQ(Selected(";; cuda : 0 ;"), "c0");
  EXPECT_EQ(Selected("CUDA:GPU;cuda:*;*:0"), "c0 c1 o0 n0 e0");
}

// Drivers that nothing can be selected of are not loaded.
std::string MayBeSelected(const std::string& text) {
  DeviceSelector selector;
  EXPECT_TRUE(DeviceSelector::Parse(text, &selector).ok());
  std::string names;
  for (const char* backend :
       {"cuda", "hip", "level_zero", "opencl", "native_cpu", "emulated"})
    if (selector.MaySelect(backend)) names += std::string(" ") + backend;
  return names;
}

TEST(DeviceFilter, KnowsWhatIsExcluded) {
  const std::string all = " cuda hip level_zero opencl native_cpu emulated";
  EXPECT_EQ(MayBeSelected(""), all);
  EXPECT_EQ(MayBeSelected("*:gpu"), all);
  EXPECT_EQ(MayBeSelected("CUDA:0;hip:*"), " cuda hip");
  EXPECT_EQ(MayBeSelected("native_cpu:gpu"), " native_cpu");
  EXPECT_EQ(MayBeSelected("!opencl:*"),
            " cuda hip level_zero native_cpu emulated");
  EXPECT_EQ(MayBeSelected("!opencl:gpu;!cuda:0;!hip:0,*"),
            " cuda level_zero opencl native_cpu emulated");
  EXPECT_EQ(MayBeSelected("*:*;!level_zero:*"),
            " cuda hip opencl native_cpu emulated");
  EXPECT_EQ(MayBeSelected("!cuda:*;cuda:0"), "");
  EXPECT_EQ(MayBeSelected("!*:*"), "");
}

TEST(DeviceFilter, Discards) {
  EXPECT_EQ(Selected("!opencl:*"), "c0 c1 n0 e0");
  EXPECT_EQ(Selected("*:gpu;!cuda:0;!emulated:*"), "c1 o1");
  // In any order, and whatever else accepts it.
  EXPECT_EQ(Selected("!cuda:0;cuda:*"), "c1");
  EXPECT_EQ(Selected("!*:gpu;*:*"), "o0 n0");
  EXPECT_EQ(Selected("!*:*"), "");
  EXPECT_EQ(Selected("!level_zero:*;!hip:*"), "c0 c1 o0 o1 n0 e0");
  EXPECT_EQ(Selected("!*:cpu,gpu"), "");
}

TEST(DeviceFilter, RefusesWhatItDoesNotUnderstand) {
  EXPECT_EQ(Selected("cuda"),
            "ONEAPI_DEVICE_SELECTOR: 'cuda': expected 'backend:devices'");
  EXPECT_NE(Selected("metal:*").find("unknown back end; known are: *, opencl"),
            std::string::npos);
  EXPECT_NE(Selected("cuda:0.1").find("sub-devices are not supported"),
            std::string::npos);
  EXPECT_NE(Selected("cuda:tpu").find("'tpu' is no device"), std::string::npos);
  EXPECT_NE(Selected("cuda:").find("'' is no device"), std::string::npos);
  const char* const kEach[] = {":",          "!",        "!cuda",   "!!cuda:0",
                               "cuda:0,",    "cuda:,0",  "cuda:-1", "cuda:0x1",
                               "cuda:0:1",   ":gpu",     "*",       "gpu",
                               "cuda:0;hip", "cuda:**",  "cpu:*",   "ext_oneapi_cuda:0",
                               "cuda:1e1",   "cuda:99999999999999999999"};
  for (const char* wrong : kEach)
    EXPECT_EQ(Selected(wrong).rfind("ONEAPI_DEVICE_SELECTOR: '", 0), 0u)
        << wrong << " gave " << Selected(wrong);
}

}  // namespace
}  // namespace facet
