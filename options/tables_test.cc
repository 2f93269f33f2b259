// Every option of every tool: it has a help text, a group and a place in the
// tool's documentation, and is accepted and refused as its table says.

#include "options/tool_options.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/Option/Option.h"
#include "llvm/Support/MemoryBuffer.h"

#include <gtest/gtest.h>

namespace aot {
#define FACET_OPTIONS "options/aot.inc"
#include "options/define_table.inc"
} // namespace aot
namespace config {
#define FACET_OPTIONS "options/config.inc"
#include "options/define_table.inc"
} // namespace config
namespace deploy {
#define FACET_OPTIONS "options/deploy.inc"
#include "options/define_table.inc"
} // namespace deploy
namespace device_link {
#define FACET_OPTIONS "options/device_link.inc"
#include "options/define_table.inc"
} // namespace device_link
namespace driver {
#define FACET_OPTIONS "options/driver.inc"
#include "options/define_table.inc"
} // namespace driver
namespace explain {
#define FACET_OPTIONS "options/explain.inc"
#include "options/define_table.inc"
} // namespace explain
namespace image_dump {
#define FACET_OPTIONS "options/image_dump.inc"
#include "options/define_table.inc"
} // namespace image_dump
namespace ls {
#define FACET_OPTIONS "options/ls.inc"
#include "options/define_table.inc"
} // namespace ls
namespace offload_wrapper {
#define FACET_OPTIONS "options/offload_wrapper.inc"
#include "options/define_table.inc"
} // namespace offload_wrapper
namespace post_link {
#define FACET_OPTIONS "options/post_link.inc"
#include "options/define_table.inc"
} // namespace post_link

namespace facet {
namespace {

using namespace llvm;
using opt::Option;

struct TestedTable {
  const char *Page;
  const opt::OptTable &Options;
};

class Tables : public testing::TestWithParam<TestedTable> {
protected:
  const opt::OptTable &Table = GetParam().Options;

  /// Calls \p Check for each option; aliases are spellings of an option.
  template <class F> void forEachOption(F Check) const {
    for (unsigned Id = 1; Id <= Table.getNumOptions(); ++Id) {
      const Option Each = Table.getOption(Id);
      bool IsOption = Each.getKind() != Option::GroupClass &&
                      Each.getKind() != Option::InputClass &&
                      Each.getKind() != Option::UnknownClass;
      if (!IsOption || (Each.getGroup().isValid() &&
                        Each.getGroup().getName() == "<ignored>"))
        continue;
      SCOPED_TRACE(Each.getPrefixedName().str());
      Check(Each);
    }
  }

  std::string valueFor(const Option &Each) const {
    std::vector<std::string> Known = Table.suggestValueCompletions(
        Each.getUnaliasedOption().getPrefixedName(), "");
    return Known.empty() ? "any" : Known.front();
  }

  std::string parse(std::vector<std::string> Words, ToolOptions &Into) const {
    std::vector<const char *> Argv{"tool"};
    for (const std::string &Word : Words)
      Argv.push_back(Word.c_str());
    return toString(Into.parse(Argv.size(), Argv.data()));
  }

  /// Expects that \p Words are this option with this value.
  void expectAccepted(std::vector<std::string> Words, const Option &Each,
                      StringRef Value) const {
    ToolOptions Options(Table);
    EXPECT_EQ(parse(Words, Options), "") << Words.front();
    const unsigned Id = Each.getUnaliasedOption().getID();
    EXPECT_TRUE(Options.has(Id)) << Words.front();
    EXPECT_EQ(Options.value(Id), Value) << Words.front();
    EXPECT_TRUE(Options.inputs().empty()) << Words.front();
  }

  void expectRefused(std::string Word) const {
    ToolOptions Options(Table);
    EXPECT_NE(parse({Word}, Options), "") << Word;
  }
};

TEST_P(Tables, EveryOptionHasHelpAndAGroup) {
  std::string Help = helpText("usage: tool", Table);
  forEachOption([&](const Option &Each) {
    if (Each.getAlias().isValid()) {
      EXPECT_EQ(Table.getOptionHelpText(Each.getID()), nullptr);
      return;
    }
    const char *Text = Table.getOptionHelpText(Each.getID());
    ASSERT_NE(Text, nullptr);
    EXPECT_NE(*Text, '\0');
    // Sentences have no full stop, as Clang's.
    EXPECT_NE(StringRef(Text).back(), '.');
    ASSERT_TRUE(Each.getGroup().isValid());
    const char *Title = Table.getOptionHelpText(Each.getGroup().getID());
    ASSERT_NE(Title, nullptr);
    EXPECT_NE(Help.find("\n\n" + std::string(Title) + ":\n"),
              std::string::npos);
    EXPECT_NE(Help.find("\n  " + Each.getPrefixedName().str()),
              std::string::npos);
    if (Each.getKind() != Option::FlagClass)
      EXPECT_NE(Table.getOptionMetaVar(Each.getID()), nullptr);
  });
  SmallVector<StringRef> Lines;
  StringRef(Help).split(Lines, '\n');
  for (StringRef Line : Lines)
    EXPECT_LE(Line.size(), 80u) << Line.str();
}

TEST_P(Tables, EveryOptionIsDocumented) {
  ErrorOr<std::unique_ptr<MemoryBuffer>> Page =
      MemoryBuffer::getFile(GetParam().Page);
  ASSERT_TRUE(bool(Page)) << GetParam().Page;
  forEachOption([&](const Option &Each) {
    if (Each.getAlias().isValid() ||
        Each.getGroup().getName() == "<~information>")
      return;
    StringRef Name = Each.getPrefixedName();
    EXPECT_TRUE((*Page)->getBuffer().contains(Name.rtrim('=')))
        << GetParam().Page;
  });
}

TEST_P(Tables, EverySpellingIsAccepted) {
  forEachOption([&](const Option &Each) {
    SmallVector<StringRef> Prefixes;
    Table.appendOptionPrefixes(Each.getID(), Prefixes);
    for (StringRef Prefix : Prefixes) {
      std::string Spelling = (Prefix + Each.getName()).str();
      std::string Value = valueFor(Each);
      switch (Each.getKind()) {
      case Option::FlagClass:
        expectAccepted({Spelling}, Each, "");
        if (!StringRef(Spelling).starts_with("-W"))
          expectRefused(Spelling + "=any");
        break;
      case Option::JoinedClass:
        expectAccepted({Spelling + Value}, Each, Value);
        break;
      case Option::SeparateClass:
        expectAccepted({Spelling, Value}, Each, Value);
        expectRefused(Spelling);
        break;
      default:
        ADD_FAILURE() << "a kind that is not tested";
      }
    }
  });
}

TEST_P(Tables, ValuesAreThoseOfTheTable) {
  forEachOption([&](const Option &Each) {
    StringRef Name = Each.getPrefixedName();
    std::vector<std::string> Known = Table.suggestValueCompletions(Name, "");
    if (Known.empty())
      return;
    for (const std::string &Value : Known)
      expectAccepted({Name.str() + Value}, Each, Value);
    expectRefused(Name.str() + "no-such-value");
    expectRefused(Name.str());
  });
}

// The driver parses its options itself, for all others are Clang's.
TEST(DriverTable, EveryOptionHasHelpAndIsDocumented) {
  const opt::OptTable &Table = driver::optionTable();
  auto Own = MemoryBuffer::getFile("docs/compiler.md");
  auto Others = MemoryBuffer::getFile("docs/dpcpp-options.md");
  ASSERT_TRUE(Own && Others);
  unsigned Count = 0;
  for (unsigned Id = 1; Id <= Table.getNumOptions(); ++Id) {
    const unsigned Group = Table.getOptionGroupID(Id);
    if (Group == driver::OPT_INVALID || Group == driver::OPT_clang_Group ||
        Group == driver::OPT_ignored_Group)
      continue;
    StringRef Name = Table.getOptionPrefixedName(Id);
    SCOPED_TRACE(Name.str());
    ++Count;
    ASSERT_NE(Table.getOptionHelpText(Id), nullptr);
    EXPECT_NE(*Table.getOptionHelpText(Id), '\0');
    if (Group == driver::OPT_warnings_Group)
      EXPECT_TRUE(Name.ends_with("sycl-aspects") ||
                  Name.ends_with("sycl-undefined"));
    else
      EXPECT_TRUE((*Own)->getBuffer().contains(Name.rtrim('=')) ||
                  (*Others)->getBuffer().contains(Name));
  }
  EXPECT_GT(Count, 100u);
}

INSTANTIATE_TEST_SUITE_P(
    , Tables,
    testing::Values(
        TestedTable{"docs/aot.md", aot::optionTable()},
        TestedTable{"docs/configuration.md", config::optionTable()},
        TestedTable{"docs/install.md", deploy::optionTable()},
        TestedTable{"docs/post-link.md", device_link::optionTable()},
        TestedTable{"docs/reports.md", explain::optionTable()},
        TestedTable{"docs/post-link.md", image_dump::optionTable()},
        TestedTable{"docs/reports.md", ls::optionTable()},
        TestedTable{"docs/wrapping.md", offload_wrapper::optionTable()},
        TestedTable{"docs/post-link.md", post_link::optionTable()}),
    [](const auto &Each) { return std::to_string(Each.index); });

} // namespace
} // namespace facet
