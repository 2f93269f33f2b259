#include "config/program/elf_file.h"
#include "config/program/program_images.h"
#include "runtime/tools/explanation.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <random>

#include "runtime/testing/fake_device.h"
#include "runtime/testing/fake_images.h"

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
                   const std::vector<NamedDevice>& devices = {}) {
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
  const Explanation e =
      Made({"intel_gpu_pvc", "nvidia_gpu_sm_80", "emu_intel_gpu_pvc"});
  ASSERT_EQ(e.columns.size(), 5u);
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
  EXPECT_FALSE(a.cells[4].runs);  // emulated, but there is no image for that
  EXPECT_TRUE(a.cells[4].lacks.empty());
  EXPECT_EQ(a.cells[0].lacks, std::vector<std::string>{"aspect::fp64"});
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
  const Explanation e = Made({}, {{device, "cuda:0"}});
  EXPECT_TRUE(e.columns.back().is_device());
  EXPECT_FALSE(e.rows[0].cells.back().runs);
  const std::string text = ToText(e), html = ToHtml(e);
  const report::Verdict verdict = *ToReport(e).kernels(0).on().rbegin();
  EXPECT_TRUE(Contains(text, "device Fake <1> [cuda:0]: refused"));
  EXPECT_EQ(verdict.device(), "Fake <1>");
  EXPECT_EQ(verdict.id(), "cuda:0");
  EXPECT_FALSE(verdict.has_target());
  EXPECT_TRUE(Contains(html, "Fake &lt;1&gt;"));
  EXPECT_FALSE(Contains(html, "Fake <1>"));
  EXPECT_TRUE(Contains(html, "A&lt;int&gt;"));
  for (const char* foreign : {"http", "src=", "href=", "@import", "url("})
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
    if (tag == "script") at = html.find("</script>", at);
    if (tag == "script") tag = "/script", open.push_back("script"), ++at;
    const bool closes = tag.starts_with('/');
    if (closes) tag.erase(0, 1);
    tag = tag.substr(0, tag.find(' '));
    if (tag == "!DOCTYPE" || tag == "meta" || tag == "input" || tag == "wbr") continue;
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
  EXPECT_TRUE(Contains(html, "A&lt;int&gt;</span><small>needs aspect::fp64</small>"));
  const size_t first = html.find("needs aspect::fp64");
  EXPECT_EQ(html.find("needs aspect::fp64", first + 1), html.npos);
  EXPECT_TRUE(Contains(html, "<th scope=\"col\">intel_<wbr>gpu_<wbr>dg1<small><span class=\"of\">target, </span>1 of 2</small>"));
  // One that needs something only here and there says where.
  Explanation other = e;
  other.rows[0].cells[1].needs = {"aspect::fp16"};
  EXPECT_TRUE(Contains(ToHtml(other), "<small>needs aspect::fp16</small>"));
  Explanation none;
  none.program = "<&>";
  ExpectWellFormed(ToHtml(none));
}

// Two hundred kernels on twenty targets, with names as templates make them. The
// page is among the test's outputs, for a person to view.
TEST(ExplanationPage, OfALargeProgram) {
  Explanation e;
  e.program = "simulation";
  for (const char* name :
       {"amd_gpu_gfx906", "amd_gpu_gfx908", "amd_gpu_gfx90a", "amd_gpu_gfx1030",
        "emu_intel_gpu_dg1", "intel_gpu_acm_g10", "intel_gpu_bmg_g21",
        "intel_gpu_dg1", "intel_gpu_lnl_m", "intel_gpu_mtl_h", "intel_gpu_pvc",
        "intel_gpu_tgllp", "nvidia_gpu_sm_50", "nvidia_gpu_sm_60",
        "nvidia_gpu_sm_70", "nvidia_gpu_sm_80", "nvidia_gpu_sm_90", "spir64",
        "x86_64"})
    e.columns.push_back({name, "", 0});
  e.columns.push_back({"AMD EPYC 9654 96-Core Processor", "native_cpu:0", 0});
  std::mt19937 random(3);
  for (int i = 0; i < 200; ++i) {
    Explanation::Row& row = e.rows.emplace_back();
    row.kernel = "Kernel" + std::to_string(i);
    if (i % 7 == 3)
      row.kernel = "solver::detail::Stage<std::tuple<float, double, "
                   "sycl::vec<float, 4>>, solver::Policy<solver::Blocked<16>, "
                   "true>, " +
                   std::to_string(i) +
                   ">::operator()(sycl::handler&) const::{lambda(sycl::"
                   "nd_item<3>)#1}";
    if (i % 50 == 9) row.kernel += std::string(300, 'x');
    row.symbol = "_ZTS" + row.kernel;
    const bool needs = i % 5 == 0;
    for (Explanation::Column& column : e.columns) {
      Explanation::Cell& cell = row.cells.emplace_back();
      const bool lacks = column.name.find("dg1") != std::string::npos ||
                         column.name.find("g10") != std::string::npos;
      cell.runs = !(needs && lacks) && random() % 100 != 0;
      column.runs += cell.runs;
      cell.format = "SPIR-V";
      cell.images = 1 + i % 3;
      cell.size = random() % 5000000;
      if (needs) cell.needs = {"aspect::fp64"};
      if (cell.runs) continue;
      if (needs) cell.lacks = {"aspect::fp64"};
      cell.reasons = {"Kernel uses optional feature corresponding to "
                      "'aspect::fp64' but device does not support this aspect."};
    }
    e.images.push_back({"spir64", "SPIR-V", 5000, i % 2 == 0, false, {row.kernel}});
  }
  const std::string html = ToHtml(e);
  ExpectWellFormed(html);
  EXPECT_LT(html.size(), 1500000u);
  EXPECT_TRUE(Contains(html, "<table id=\"kernels\" class=\"compact\">"));
  if (const char* outputs = std::getenv("TEST_UNDECLARED_OUTPUTS_DIR"))
    std::ofstream(std::string(outputs) + "/large.html") << html;
}

// What is missing where: once for kernels that are refused on the same columns.
TEST(ExplanationPage, EachReasonOnce) {
  Explanation e;
  e.columns = {{"one", "", 0}, {"two", "", 0}};
  for (const char* kernel : {"A", "B", "C"}) {
    Explanation::Row& row = e.rows.emplace_back();
    row.kernel = kernel;
    row.cells.resize(2);
    row.cells[0].lacks = {"aspect::fp64"};
    row.cells[1].runs = row.kernel == "C";
    if (!row.cells[1].runs) row.cells[1].lacks = {"aspect::fp64"};
  }
  const std::string html = ToHtml(e);
  EXPECT_TRUE(Contains(html, "<th scope=\"row\">aspect::fp64</th><td class=\"names\">one, two</td>"
                             "<td class=\"names\">A, B</td>")) << html;
  EXPECT_TRUE(Contains(html, "<th scope=\"row\">aspect::fp64</th><td class=\"names\">one</td>"
                             "<td class=\"names\">C</td>"));
}

// What is decided is in the report, and nothing else.
TEST_F(ExplanationTest, Report) {
  const Explanation e = Made();
  const report::Report report = ToReport(e);
  EXPECT_EQ(report.schema_version(), 1u);
  EXPECT_EQ(report.program(), "app");
  ASSERT_EQ(report.targets_size(), 2);
  EXPECT_EQ(report.targets(0), "intel_gpu_dg1");
  ASSERT_EQ(report.images_size(), 3);
  EXPECT_EQ(report.images(0).size(), 4u);
  EXPECT_EQ(report.images(0).symbols(0), "A<int>");
  ASSERT_EQ(report.kernels_size(), 2);
  const report::Kernel& kernel = report.kernels(0);
  EXPECT_EQ(kernel.symbol(), "_ZTS1AIiE");
  const report::Verdict &refused = kernel.on(0), &runs = kernel.on(1);
  EXPECT_EQ(refused.target(), "intel_gpu_dg1");
  EXPECT_FALSE(refused.runs());
  EXPECT_EQ(refused.lacks(0), "aspect::fp64");
  EXPECT_EQ(refused.reasons_size(), 1);
  EXPECT_FALSE(refused.has_image() || refused.has_size());
  EXPECT_TRUE(runs.runs());
  EXPECT_EQ(runs.image(), "spir64");
  EXPECT_EQ(runs.format(), "SPIR-V");
  EXPECT_EQ(runs.images(), 1u);
  EXPECT_EQ(runs.size(), 4u);
  EXPECT_EQ(runs.needs(0), "aspect::fp64");
}

// The reader's own devices stand before all targets, and are marked for the script that keeps them in view.
TEST_F(ExplanationTest, DevicesComeFirstOnThePage) {
  auto device = std::make_shared<FakeDevice>();
  device->fake_info.name = "Own";
  const std::string html = ToHtml(Made({"intel_gpu_pvc"}, {{device, "cuda:0"}}));
  ExpectWellFormed(html);
  const size_t own = html.find("<th scope=\"col\" class=\"own\">Own<small>");
  ASSERT_NE(own, html.npos) << html;
  EXPECT_LT(own, html.find("intel_<wbr>gpu_<wbr>dg1"));
  const size_t row = html.find("<th scope=\"row\"");
  EXPECT_EQ(html.find("<td class=\"no own\">"), html.find("<td", row));
}

// Names are UTF-8; bytes that are invalid UTF-8 are Latin-1.
TEST(ExplanationPage, Encoding) {
  Explanation e;
  e.program = "Gr\xc3\xb6\xc3\x9f" "e\xae";
  EXPECT_TRUE(Contains(ToHtml(e), "Gr\xc3\xb6\xc3\x9f" "e\xc2\xae"));
}

TEST_F(ExplanationTest, UnknownTargets) {
  std::string error;
  Explain(registry, {"intel_gpu_none"}, {}, &error);
  EXPECT_TRUE(Contains(error, "unknown target 'intel_gpu_none'; did you mean 'intel_"))
      << error;
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

// The same for a program's own structures: what is read of a damaged one is
// explained like anything else.
TEST(ProgramImages, DamagedStructures) {
  std::ifstream in(std::getenv("FACET_PROGRAM"), std::ios::binary);
  std::vector<unsigned char> file{std::istreambuf_iterator<char>(in), {}};
  std::string error;
  ASSERT_NE(ProgramImages::Read(file, &error), nullptr) << error;
  // Where structures, their pointers and the relocations of these are.
  struct Place {
    size_t offset, size;
  };
  std::vector<Place> places;
  const auto elf = ElfFile::Parse(file, &error);
  for (const char* name : {".data.rel.ro", ".rela.dyn", ".rodata",
                           SYCL_REGISTRATION_SECTION}) {
    const auto section = elf->FindSection(name);
    ASSERT_TRUE(section) << name;
    const auto bytes = elf->At(section->address, section->size);
    ASSERT_TRUE(bytes) << name;
    places.push_back({size_t(bytes->data() - file.data()), section->size});
  }
  std::mt19937_64 random(11);
  const uint64_t values[] = {0, ~uint64_t{0}, uint64_t{1} << 63, 1 << 20};
  int read = 0, refused = 0;
  for (int i = 0; i < 600; ++i) {
    std::vector<std::pair<size_t, unsigned char>> undo;
    const auto change = [&](size_t at, unsigned char byte) {
      undo.emplace_back(at, file[at]);
      file[at] = byte;
    };
    for (uint64_t n = 1 + random() % 6; n != 0; --n) {
      // Mostly where the structures are.
      const Place& place = places[random() % 3 ? 0 : random() % places.size()];
      size_t at = place.offset + random() % (place.size - 8);
      if (random() % 2) {
        change(at, random() % 256);
        continue;
      }
      at -= at % 8;
      const uint64_t value = values[random() % 4];
      for (int byte = 0; byte < 8; ++byte) change(at + byte, value >> 8 * byte);
    }
    error.clear();
    if (const auto images = ProgramImages::Read(file, &error)) {
      ++read;
      ImageRegistry registry;
      for (const auto& registration : images->registrations())
        registry.Register(&registration);
      const Explanation e = Explain(registry, {"intel_gpu_dg1"}, {}, &error);
      ExpectWellFormed(ToHtml(e));
      EXPECT_FALSE(ToText(e).empty());
    } else {
      ++refused;
      EXPECT_NE(error, "");
    }
    for (; !undo.empty(); undo.pop_back()) file[undo.back().first] = undo.back().second;
  }
  EXPECT_GT(read, 50);
  EXPECT_GT(refused, 50);
}

}  // namespace
}  // namespace facet
