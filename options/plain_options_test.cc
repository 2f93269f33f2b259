// Both readers of command lines, LLVM's and the one without, say the same of
// the same table; and what a tool prints.

#include "options/plain_options.h"

#include "options/tool_options.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/Option/Option.h"

#include <gtest/gtest.h>

namespace config {
#define FACET_OPTIONS "options/config.inc"
#include "options/define_table.inc"
} // namespace config
namespace explain {
#define FACET_OPTIONS "options/explain.inc"
#include "options/define_table.inc"
} // namespace explain
namespace ls {
#define FACET_OPTIONS "options/ls.inc"
#include "options/define_table.inc"
} // namespace ls
namespace plain_config {
#include "options/config_options.inc"
constexpr char Help[] = "usage: tool" OPTION_HELP;
#undef OPTION_HELP
} // namespace plain_config
namespace plain_explain {
#include "options/explain_options.inc"
constexpr char Help[] = "usage: tool" OPTION_HELP;
#undef OPTION_HELP
} // namespace plain_explain
namespace plain_ls {
#include "options/ls_options.inc"
constexpr char Help[] = "usage: tool" OPTION_HELP;
#undef OPTION_HELP
} // namespace plain_ls

namespace facet {
namespace {

using Words = std::vector<std::string>;

std::vector<const char *> argvOf(const Words &Given) {
  std::vector<const char *> Argv{"tool"};
  for (const std::string &Word : Given)
    Argv.push_back(Word.c_str());
  return Argv;
}

struct Read {
  std::string Problem;
  std::vector<std::pair<unsigned, Words>> Options;
  Words Inputs;
};

Read readWithLLVM(const Words &Given, const llvm::opt::OptTable &Table) {
  ToolOptions Options(Table);
  const auto Argv = argvOf(Given);
  Read Result{llvm::toString(Options.parse(Argv.size(), Argv.data())), {}, {}};
  for (unsigned Id = 1; Id <= Table.getNumOptions(); ++Id)
    if (Options.has(Id))
      Result.Options.emplace_back(Id, Options.values(Id));
  Result.Inputs = Options.inputs();
  return Result;
}

Read readPlainly(const Words &Given, std::span<const OptionSpelling> Table,
                 unsigned Ids) {
  PlainOptions Options(Table);
  const auto Argv = argvOf(Given);
  Read Result{Options.Parse(Argv.size(), Argv.data()), {}, {}};
  for (unsigned Id = 1; Id <= Ids; ++Id)
    if (Options.Has(Id))
      Result.Options.emplace_back(Id, Options.Values(Id));
  Result.Inputs = Options.inputs();
  return Result;
}

struct Tables {
  const llvm::opt::OptTable &Whole;
  std::span<const OptionSpelling> Plain;
};

/// What is wrong with the command line, which both readers read alike.
std::string problemOf(const Words &Given, const Tables &T) {
  std::string Trace;
  for (const std::string &Word : Given)
    Trace += " '" + Word + "'";
  SCOPED_TRACE(Trace);
  const Read Whole = readWithLLVM(Given, T.Whole);
  const Read Plain = readPlainly(Given, T.Plain, T.Whole.getNumOptions());
  EXPECT_EQ(Plain.Problem, Whole.Problem);
  EXPECT_EQ(Plain.Options, Whole.Options);
  EXPECT_EQ(Plain.Inputs, Whole.Inputs);
  return Plain.Problem;
}

class PlainTables : public testing::TestWithParam<Tables> {};

INSTANTIATE_TEST_SUITE_P(
    , PlainTables,
    testing::Values(Tables{config::optionTable(), plain_config::kOptions},
                    Tables{explain::optionTable(), plain_explain::kOptions},
                    Tables{ls::optionTable(), plain_ls::kOptions}),
    [](const auto &Each) { return std::to_string(Each.index); });

TEST_P(PlainTables, EverySpellingIsReadAlike) {
  EXPECT_GT(GetParam().Plain.size(), 10u);
  for (const OptionSpelling &Each : GetParam().Plain) {
    const std::string Spelling(Each.spelling);
    for (const Words &Given :
         std::vector<Words>{{Spelling},
                            {Spelling, "value"},
                            {Spelling, "-value"},
                            {Spelling, "--help"},
                            {Spelling + "value", "input"},
                            {Spelling + "=value"},
                            {Spelling + "="},
                            {"input", Spelling, Spelling},
                            {Spelling + "x"},
                            {Spelling.substr(0, Spelling.size() - 1)},
                            {"-" + Spelling},
                            {"-" + Spelling + "=a"}})
      problemOf(Given, GetParam());
  }
}

TEST_P(PlainTables, Inputs) {
  EXPECT_EQ(
      problemOf({"-", "", "a", "a=b", "--version", "--", "b"}, GetParam()),
      "unknown option '--'");
  EXPECT_EQ(problemOf({"-", "", "a", "a=b", "--version", "b"}, GetParam()), "");
  EXPECT_EQ(problemOf({}, GetParam()), "");
}

TEST(PlainOptions, SuggestionsForSlips) {
  const Tables T{explain::optionTable(), plain_explain::kOptions};
  EXPECT_EQ(problemOf({"--no-device"}, T),
            "unknown option '--no-device'; did you mean '--no-devices'?");
  EXPECT_EQ(problemOf({"--target=a,b"}, T),
            "unknown option '--target=a,b'; did you mean '--targets=a,b'?");
  EXPECT_EQ(problemOf({"--elsewhere"}, T), "unknown option '--elsewhere'");
  EXPECT_EQ(problemOf({"--json=1"}, T), "option '--json' takes no value");
  EXPECT_EQ(problemOf({"--targets"}, T), "option '--targets' needs a value");
}

// Two letters that changed places are one slip for one reader and two for the
// other.
TEST(PlainOptions, LettersChangePlaces) {
  EXPECT_EQ(readPlainly({"--jsno"}, plain_ls::kOptions, 0).Problem,
            "unknown option '--jsno'; did you mean '--json'?");
}

TEST(PlainOptions, NamesAreThoseOfHelp) {
  PlainOptions Options(plain_explain::kOptions);
  const char *Argv[] = {"tool", "-json",       "-targets",
                        "a,b",  "--targets=c", "-h"};
  EXPECT_EQ(Options.Parse(6, Argv), "");
  EXPECT_EQ(Options.names(),
            (std::vector<std::string_view>{
                "--json", "--targets=", "--targets=", "--help"}));
  EXPECT_EQ(Options.Values(plain_explain::OPT_targets), (Words{"a,b", "c"}));
}

TEST(PlainOptions, HelpIsThatOfTheTable) {
  EXPECT_EQ(plain_config::Help,
            helpText("usage: tool", config::optionTable()));
  EXPECT_EQ(plain_explain::Help,
            helpText("usage: tool", explain::optionTable()));
  EXPECT_EQ(plain_ls::Help, helpText("usage: tool", ls::optionTable()));
}

TEST(PlainOptions, Answers) {
  const auto read = [](const char *Word) {
    PlainOptions Options(plain_ls::kOptions);
    const char *Argv[] = {"tool", Word};
    testing::internal::CaptureStdout();
    testing::internal::CaptureStderr();
    const auto Status = Options.Read("tool", "usage: tool\n\nMore", 2, Argv);
    return std::tuple(Status, testing::internal::GetCapturedStdout(),
                      testing::internal::GetCapturedStderr());
  };
  using Answer = std::tuple<std::optional<int>, std::string, std::string>;
  EXPECT_EQ(read("-h"), Answer(0, "usage: tool\n\nMore\n", ""));
  EXPECT_EQ(std::get<0>(read("--version")), 0);
  EXPECT_EQ(std::get<1>(read("--version")).rfind("tool (Facet) ", 0), 0u);
  EXPECT_EQ(read("--x"), Answer(2, "",
                                "tool: error: unknown option '--x'\n"
                                "usage: tool\n"));
  EXPECT_EQ(read("--short"), Answer(std::nullopt, "", ""));
}

} // namespace
} // namespace facet
