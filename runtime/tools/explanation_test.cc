#include "runtime/tools/explanation.h"

#include <gtest/gtest.h>

#include <fstream>
#include <random>

#include "runtime/testing/fake_device.h"
#include "runtime/testing/fake_images.h"
#include "runtime/tools/program_images.h"

namespace facet {
namespace {

bool Contains(const std::string& text, const std::string& part) {
  return text.find(part) != text.npos;
}

class ExplanationTest : public testing::Test {
 protected:
  ExplanationTest() {
    Requirements fp64;
    fp64.aspects = {*AspectByName("fp64")};
    const unsigned char* code = reinterpret_cast<const unsigned char*>("code");
    images.Add(SYCL_IMAGE_FORMAT_SPIRV, "spir64", {"_ZTS1AIiE"}, code, 4)
        .Requires(fp64);
    images.Add(SYCL_IMAGE_FORMAT_NONE, "intel_gpu_dg1", {"_ZTS1AIiE"})
        .Requires(fp64);
    images.Add(SYCL_IMAGE_FORMAT_OCLOC, "intel_gpu_dg1", {"_ZTS1B"}, code, 4);
    registry.Register(images.registration());
  }
  Explanation Made(const std::vector<std::string>& targets = {},
                   const std::vector<DevicePtr>& devices = {}) {
    std::string error;
    Explanation e = Explain(registry, targets, devices, &error);
    EXPECT_EQ(error, "");
    e.program = "app";
    return e;
  }
  FakeImages images;
  ImageRegistry registry;
};

TEST_F(ExplanationTest, TargetsAreDecidedAsDevices) {
  const Explanation e = Made({"intel_gpu_pvc", "nvidia_gpu_sm_80"});
  ASSERT_EQ(e.columns.size(), 4u);
  EXPECT_EQ(e.columns[0].name, "intel_gpu_dg1");
  EXPECT_EQ(e.columns[1].name, "spir64");
  ASSERT_EQ(e.rows.size(), 2u);
  const auto& a = e.rows[0];
  EXPECT_EQ(a.kernel, "A<int>");
  EXPECT_FALSE(a.cells[0].runs);  // DG1 has no fp64
  ASSERT_EQ(a.cells[0].reasons.size(), 1u);
  EXPECT_TRUE(Contains(a.cells[0].reasons[0], "aspect::fp64"));
  EXPECT_TRUE(a.cells[1].runs);
  EXPECT_EQ(a.cells[1].needs, std::vector<std::string>{"aspect::fp64"});
  EXPECT_TRUE(a.cells[2].runs);  // compiled by the driver
  EXPECT_EQ(a.cells[2].format, "SPIR-V");
  EXPECT_FALSE(a.cells[3].runs);
  const auto& b = e.rows[1];
  EXPECT_TRUE(b.cells[0].runs);
  EXPECT_EQ(b.cells[0].format, "Intel binary");
  EXPECT_EQ(b.cells[0].size, 4u);
  EXPECT_FALSE(b.cells[1].runs);
}

TEST_F(ExplanationTest, DevicesOfTheMachine) {
  auto device = std::make_shared<FakeDevice>();
  device->fake_info.name = "Fake <1>";
  device->ranks = {{"spir64", kRankIntermediate}};
  const Explanation e = Made({}, {device});
  EXPECT_TRUE(e.columns.back().is_device);
  EXPECT_FALSE(e.rows[0].cells.back().runs);
  const std::string text = ToText(e), json = ToJson(e), html = ToHtml(e);
  EXPECT_TRUE(Contains(text, "device Fake <1>: refused"));
  EXPECT_TRUE(Contains(json, "\"device\": \"Fake <1>\""));
  EXPECT_TRUE(Contains(html, "Fake &lt;1&gt;"));
  EXPECT_FALSE(Contains(html, "Fake <1>"));
  EXPECT_TRUE(Contains(html, "A&lt;int&gt;"));
  for (const char* foreign : {"http", "<script", "src="})
    EXPECT_FALSE(Contains(html, foreign)) << foreign;
}

// Every element of the page ends, in the right order.
void ExpectWellFormed(const std::string& html) {
  std::vector<std::string> open;
  for (size_t at = html.find('<'); at != html.npos; at = html.find('<', at)) {
    const size_t end = html.find('>', at);
    ASSERT_NE(end, html.npos);
    std::string tag = html.substr(at + 1, end - at - 1);
    at = end;
    const bool closes = tag.starts_with('/');
    if (closes) tag.erase(0, 1);
    tag = tag.substr(0, tag.find(' '));
    if (tag == "!DOCTYPE" || tag == "meta") continue;
    if (!closes) {
      open.push_back(tag);
      continue;
    }
    ASSERT_FALSE(open.empty()) << tag;
    EXPECT_EQ(open.back(), tag) << html.substr(0, at).substr(at > 80 ? at - 80 : 0);
    open.pop_back();
  }
  EXPECT_TRUE(open.empty());
}

TEST_F(ExplanationTest, ThePageIsWellFormedAndSaysWhatIsNeededOnce) {
  const Explanation e = Made({"intel_gpu_pvc"});
  const std::string html = ToHtml(e);
  ExpectWellFormed(html);
  EXPECT_TRUE(Contains(html, "A&lt;int&gt;<small>needs aspect::fp64</small>"));
  const size_t first = html.find("needs aspect::fp64");
  EXPECT_EQ(html.find("needs aspect::fp64", first + 1), html.npos);
  EXPECT_TRUE(Contains(html, "<th>intel_gpu_dg1<small>target, 1 of 2</small>"));
  // One that needs something only here and there says where.
  Explanation other = e;
  other.rows[0].cells[1].needs = {"aspect::fp16"};
  EXPECT_TRUE(Contains(ToHtml(other), "<small>needs aspect::fp16</small>"));
  Explanation none;
  none.program = "<&>";
  ExpectWellFormed(ToHtml(none));
}

TEST_F(ExplanationTest, UnknownTargets) {
  std::string error;
  Explain(registry, {"intel_gpu_none"}, {}, &error);
  EXPECT_EQ(error, "unknown target 'intel_gpu_none'");
}

// Any change of a file gives images or an error: this test's own program has
// everything but images.
TEST(ProgramImages, AnyBytes) {
  std::ifstream in("/proc/self/exe", std::ios::binary);
  std::vector<unsigned char> file(4096);
  in.read(reinterpret_cast<char*>(file.data()), file.size());
  std::string error;
  EXPECT_EQ(ProgramImages::Read({}, &error), nullptr);
  EXPECT_EQ(error, "no ELF file");
  std::mt19937 random(7);
  for (int i = 0; i < 20000; ++i) {
    auto bad = file;
    for (int n = 0; n < 4; ++n) bad[random() % 1024] = random() % 256;
    bad.resize(random() % file.size());
    error.clear();
    if (!ProgramImages::Read(bad, &error)) {
      EXPECT_NE(error, "");
    }
  }
}

}  // namespace
}  // namespace facet
