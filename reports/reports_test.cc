#include "reports/comparison.h"

#include <gtest/gtest.h>

#include <initializer_list>
#include <string>
#include <vector>

#include "reports/report_file.h"

namespace facet {
namespace {

using report::Change;
using report::Report;
using report::Verdict;

struct Answer {
  bool runs;
  std::vector<std::string> words;  // needs, or what is lacking
};
const Answer kRuns = {true, {}};
const Answer kNoFp64 = {false, {"aspect::fp64"}};

// A report with verdicts of kernels on targets, and on one device.
class ReportTest : public testing::Test {
 protected:
  static Report Of(std::initializer_list<std::string> targets) {
    Report report = NewReport("sycl-explain");
    report.set_program("app");
    for (const std::string& target : targets) report.add_targets(target);
    return report;
  }
  static void AddDevice(const std::string& name, Report* report) {
    report::Device& device = *report->add_devices();
    device.set_id("cuda:0");
    device.set_name(name);
  }
  static void Answered(const Answer& answer, Verdict* verdict) {
    verdict->set_runs(answer.runs);
    for (const std::string& word : answer.words) {
      if (answer.runs) {
        verdict->add_needs(word);
      } else {
        verdict->add_lacks(word);
        verdict->add_reasons("It lacks " + word + ".");
      }
    }
  }
  static void AddKernel(const std::string& name,
                        std::initializer_list<Answer> answers, Report* report) {
    report::Kernel& kernel = *report->add_kernels();
    kernel.set_name(name);
    kernel.set_symbol("_ZTS" + name);
    int place = 0;
    for (const Answer& answer : answers) {
      Verdict& verdict = *kernel.add_on();
      if (place < report->targets_size()) {
        verdict.set_target(report->targets(place++));
      } else {
        verdict.set_device(report->devices(0).name());
        verdict.set_id("cuda:0");
      }
      Answered(answer, &verdict);
    }
  }
};

TEST_F(ReportTest, EqualReports) {
  Report report = Of({"a", "b"});
  AddDevice("GPU", &report);
  AddKernel("K", {kRuns, kNoFp64, kRuns}, &report);
  const report::Comparison same = Compare(report, report);
  EXPECT_EQ(same.changes_size(), 0);
  EXPECT_EQ(same.not_compared_size(), 0);
  EXPECT_EQ(same.lost(), 0u);
  EXPECT_EQ(ToText(same), "app -> app: no changes\n");
}

TEST_F(ReportTest, LostAndGainedSayWhy) {
  Report before = Of({"a", "b"}), after = Of({"a", "b"});
  AddDevice("GPU", &before);
  AddDevice("GPU", &after);
  AddKernel("K", {kRuns, kNoFp64, kRuns}, &before);
  AddKernel("K", {kNoFp64, kRuns, kNoFp64}, &after);
  const report::Comparison changes = Compare(before, after);
  ASSERT_EQ(changes.changes_size(), 3);
  EXPECT_EQ(changes.lost(), 2u);
  EXPECT_EQ(changes.changes(0).kind(), Change::LOST);
  EXPECT_EQ(changes.changes(0).target(), "a");
  EXPECT_EQ(changes.changes(0).lacks(0), "aspect::fp64");
  EXPECT_EQ(changes.changes(1).device(), "GPU");
  EXPECT_EQ(changes.changes(1).id(), "cuda:0");
  EXPECT_FALSE(changes.changes(1).has_target());
  EXPECT_EQ(changes.changes(2).kind(), Change::GAINED);
  EXPECT_EQ(changes.changes(2).target(), "b");
  EXPECT_EQ(ToText(changes),
            "app -> app: 3 changes\n"
            "\nkernels that no longer run\n"
            "  K\n"
            "    a\n"
            "      It lacks aspect::fp64.\n"
            "    device GPU [cuda:0]\n"
            "      It lacks aspect::fp64.\n"
            "\nkernels that run now\n"
            "  K\n"
            "    b\n"
            "      before: It lacks aspect::fp64.\n");
}

TEST_F(ReportTest, KernelsComeAndGo) {
  Report before = Of({"a"}), after = Of({"a"});
  AddKernel("Old", {kRuns}, &before);
  AddKernel("Both", {kRuns}, &before);
  AddKernel("Both", {kRuns}, &after);
  AddKernel("New", {kNoFp64}, &after);
  const report::Comparison changes = Compare(before, after);
  ASSERT_EQ(changes.changes_size(), 2);
  EXPECT_EQ(changes.changes(0).kind(), Change::REMOVED);
  EXPECT_EQ(changes.changes(0).name(), "Old");
  EXPECT_EQ(changes.changes(0).symbol(), "_ZTSOld");
  EXPECT_EQ(changes.changes(1).kind(), Change::ADDED);
  EXPECT_EQ(changes.lost(), 0u);
  EXPECT_EQ(ToText(changes),
            "app -> app: 2 changes\n"
            "\nkernels that are gone\n  Old\n\nkernels that are new\n  New\n");
}

// The symbol of a lambda has the path of its source: another checkout, another symbol.
TEST_F(ReportTest, KernelsWithOtherSymbolsAreKnownByTheirNames) {
  Report before = Of({"a"}), after = Of({"a"});
  for (Report* report : {&before, &after}) {
    const bool is_old = report == &before;
    AddKernel("Solve", {is_old ? kRuns : kNoFp64}, report);
    AddKernel("twice", {is_old ? kRuns : kNoFp64}, report);
    AddKernel("twice", {is_old ? kRuns : kNoFp64}, report);
    for (int k = 0; k < 3; ++k)
      report->mutable_kernels(k)->set_symbol((is_old ? "old" : "new") + std::to_string(k));
  }
  const report::Comparison changes = Compare(before, after);
  ASSERT_EQ(changes.changes_size(), 5);
  EXPECT_EQ(changes.lost(), 1u);
  EXPECT_EQ(changes.changes(0).name(), "Solve");
  EXPECT_EQ(changes.changes(0).symbol(), "new0");
  EXPECT_EQ(changes.changes(1).kind(), Change::REMOVED);
  EXPECT_EQ(changes.changes(4).kind(), Change::ADDED);
}

TEST_F(ReportTest, OtherReasonsAndNeeds) {
  Report before = Of({"a", "b", "c"}), after = Of({"a", "b", "c"});
  AddKernel("K", {kNoFp64, {true, {"x", "y"}}, {true, {"y", "x"}}}, &before);
  AddKernel("K", {{false, {"aspect::fp16"}}, {true, {"z", "y"}}, {true, {"x", "y"}}}, &after);
  const report::Comparison changes = Compare(before, after);
  ASSERT_EQ(changes.changes_size(), 2);
  EXPECT_EQ(changes.changes(0).kind(), Change::REASONS);
  EXPECT_EQ(changes.changes(0).lacks(0), "aspect::fp16");
  EXPECT_EQ(changes.changes(1).kind(), Change::NEEDS);
  EXPECT_EQ(changes.changes(1).needs_now(0), "z");
  EXPECT_EQ(changes.changes(1).needed_before(0), "x");
  EXPECT_EQ(changes.lost(), 0u);
  EXPECT_NE(ToText(changes).find("    b, now: z, no more: x\n"), std::string::npos) << ToText(changes);
}

// A target whose images are gone is lost; of another machine's devices nothing is said.
TEST_F(ReportTest, PlacesOfOneReport) {
  Report before = Of({"a", "gone"}), after = Of({"a", "new"});
  AddDevice("Old GPU", &before);
  AddDevice("New GPU", &after);
  AddKernel("K", {kRuns, kRuns, kRuns}, &before);
  AddKernel("L", {kRuns, kNoFp64, kRuns}, &before);
  AddKernel("K", {kRuns, kNoFp64, kNoFp64}, &after);
  AddKernel("L", {kRuns, kNoFp64, kNoFp64}, &after);
  const report::Comparison changes = Compare(before, after);
  ASSERT_EQ(changes.changes_size(), 1);
  EXPECT_EQ(changes.changes(0).kind(), Change::LOST);
  EXPECT_EQ(changes.changes(0).name(), "K");
  EXPECT_EQ(changes.changes(0).target(), "gone");
  EXPECT_EQ(changes.changes(0).reasons(0), "The new program has no images for target 'gone'.");
  ASSERT_EQ(changes.not_compared_size(), 3);
  EXPECT_EQ(changes.not_compared(0), "device Old GPU [cuda:0], in the old report alone");
  EXPECT_EQ(changes.not_compared(1), "device New GPU [cuda:0], in the new report alone");
  EXPECT_EQ(changes.not_compared(2), "new, in the new report alone");
}

TEST_F(ReportTest, EachFormatIsReadAgain) {
  Report report = Of({"a"});
  AddDevice("Fast \"One\"\xae", &report);
  report.mutable_devices(0)->set_global_memory_size(uint64_t{1} << 40);
  AddKernel("A<int>\n", {{true, {"aspect::fp64"}}, kNoFp64}, &report);
  report::Property& property = *report.add_modules()->add_properties()->add_properties();
  property.set_data(std::string("\0\xff\x80", 3));
  Report expected = report;
  expected.mutable_devices(0)->set_name("Fast \"One\"\xc2\xae");
  expected.mutable_kernels(0)->mutable_on(1)->set_device("Fast \"One\"\xc2\xae");
  for (const char* option : {"--json", "--textproto", "--binary"}) {
    const std::string file = Write(report, *ReportFormatOf(option));
    EXPECT_TRUE(LooksLikeReport(file)) << option;
    std::string error;
    const auto read = ReadReport(file, &error);
    ASSERT_TRUE(read) << option << ": " << error;
    EXPECT_EQ(read->SerializeAsString(), expected.SerializeAsString()) << option;
  }
  EXPECT_FALSE(ReportFormatOf("--html"));
}

// What programs read without a schema: each list is there, and each value that is false or 0.
TEST_F(ReportTest, JsonHasAllLists) {
  Report report = Of({"a"});
  AddKernel("K", {kNoFp64}, &report);
  const std::string json = Write(report, ReportFormat::kJson);
  for (const char* part : {"\"schema_version\": 1", "\"devices\": []", "\"warnings\": []", "\"runs\": false", "\"needs\": []",
                           "\"lacks\": [\n"})
    EXPECT_NE(json.find(part), std::string::npos) << part << " is not in " << json;
  EXPECT_EQ(json.find("\"device\""), std::string::npos) << json;
}

TEST_F(ReportTest, WhatIsNoReport) {
  const auto error_of = [](const std::string& file) {
    std::string error;
    EXPECT_FALSE(ReadReport(file, &error)) << file;
    return error;
  };
  const std::string binary = Write(Of({"a"}), ReportFormat::kBinary);
  for (size_t size = 0; size < binary.size(); ++size) {
    std::string error;
    // What ends between two fields is a report with less in it.
    if (!ReadReport(binary.substr(0, size), &error)) {
      EXPECT_EQ(error.find("no report"), 0u) << error;
    }
  }
  EXPECT_EQ(error_of(""), "no report: there is no schema_version");
  EXPECT_EQ(error_of("{}"), "no report: there is no schema_version");
  EXPECT_EQ(error_of("{").find("no report: "), 0u);
  EXPECT_EQ(error_of("{\"schema_version\": \"x\"}").find("no report: "), 0u);
  EXPECT_EQ(error_of("schema_version: 1\nkernels { name: }").find("no report: line 2, column 17"), 0u)
      << error_of("schema_version: 1\nkernels { name: }");
  EXPECT_EQ(error_of("text").find("no report"), 0u);
  EXPECT_NE(error_of("{\"schema_version\": 2, \"facet_version\": \"9.1\"}").find("schema version 2, made by Facet 9.1"), std::string::npos);
  EXPECT_FALSE(LooksLikeReport("\x7f" "ELF"));
  EXPECT_FALSE(LooksLikeReport(""));
}

// Tools of this schema read what newer ones add.
TEST_F(ReportTest, UnknownFields) {
  std::string error;
  const auto json = ReadReport("{\"schema_version\": 1, \"added_later\": [{}], \"program\": \"app\"}", &error);
  ASSERT_TRUE(json) << error;
  EXPECT_EQ(json->program(), "app");
  const auto text = ReadReport("schema_version: 1\nadded_later { a: 1 }\nprogram: \"app\"\n", &error);
  ASSERT_TRUE(text) << error;
  EXPECT_EQ(text->program(), "app");
}

}  // namespace
}  // namespace facet
