// What options say about a group: the table is what Clang 22 answers for its
// own groups -Wempty-body and -Wunused-command-line-argument.

#include "compiler/diagnostics/warning_group.h"

#include "llvm/ADT/SmallVector.h"
#include "gtest/gtest.h"

namespace facet {
namespace {

constexpr llvm::StringLiteral Name = "group";

WarningGroup read(llvm::StringRef Options) {
  WarningGroup Result(Name);
  llvm::SmallVector<llvm::StringRef> Words;
  Options.split(Words, ' ', -1, /*KeepEmpty=*/false);
  for (llvm::StringRef Word : Words)
    Result.see(Word);
  return Result;
}

constexpr auto Off = WarningLevel::Off;
constexpr auto Warning = WarningLevel::Warning;
constexpr auto Error = WarningLevel::Error;

constexpr struct {
  const char *Options;
  WarningLevel Level;
} Cases[] = {
    {"", Warning},
    {"-Wgroup", Warning},
    {"-Wno-group", Off},
    {"-Wno-group -Wgroup", Warning},
    {"-Wno-group -Wgroup -Wno-group", Off},
    {"-Wno-group -Wgroup -Wno-group -Wgroup", Warning},
    {"-Wno-grou", Warning},
    {"-Wno-another-group", Warning},
    // All warnings as errors.
    {"-Werror", Error},
    {"-Werror -Wno-error", Warning},
    {"-Wno-error -Werror", Error},
    {"-Wno-group -Werror", Off},
    {"-Werror -Wno-group", Off},
    // These as errors.
    {"-Werror=group", Error},
    {"-Werror=group -Werror=group", Error},
    {"-Wno-group -Werror=group", Error},
    {"-Werror=group -Wno-group", Off},
    {"-Werror=group -Wgroup", Error},
    {"-Werror=group -Wno-group -Wgroup", Warning},
    {"-Werror=group -Wno-error", Error},
    {"-Werror=group -Werror -Wno-error", Error},
    {"-Werror=another-group", Warning},
    // These as no errors.
    {"-Wno-error=group", Warning},
    {"-Wno-error=group -Wno-error=group", Warning},
    {"-Wno-group -Wno-error=group", Off},
    {"-Werror -Wno-error=group", Warning},
    {"-Wno-error=group -Werror", Warning},
    {"-Werror=group -Wno-error=group", Warning},
    {"-Wno-error=group -Werror=group", Error},
    {"-Werror -Wno-error=group -Werror=group", Error},
    {"-Werror -Wno-error=group -Wgroup", Warning},
    {"-Wno-error=group -Wno-group -Wgroup -Werror", Warning},
    // Nothing at all.
    {"-w", Off},
    {"-w -Wgroup", Off},
    {"-w -Werror", Off},
    {"-Werror -w", Off},
    {"-w -Werror=group", Off},
    {"-Werror=group -w", Off},
    // Every group.
    {"-Wno-everything", Off},
    {"-Wno-everything -Wgroup", Warning},
    {"-Wgroup -Wno-everything", Off},
    {"-Wno-everything -Werror=group", Error},
    {"-Werror=group -Wno-everything", Off},
    {"-Wno-everything -Wno-error=group", Off},
    {"-Werror -Wno-error=group -Wno-everything -Wgroup", Warning},
    {"-Weverything", Warning},
    {"-Wno-group -Weverything", Off},
    {"-Wno-everything -Weverything", Off},
    {"-Wno-everything -Weverything -Wgroup", Warning},
    {"-Werror=group -Weverything", Error},
    {"-Wno-error=group -Weverything -Werror", Warning},
    {"-Wno-error=everything -Werror", Error},
    {"-Werror=everything", Warning},
};

TEST(WarningGroupTest, OptionsInTheirOrder) {
  for (const auto &Case : Cases)
    EXPECT_EQ(read(Case.Options).level(), Case.Level) << Case.Options;
}

TEST(WarningGroupTest, OptionsSayTheSameToAnotherTool) {
  for (const auto &Case : Cases) {
    WarningGroup Told(Name);
    for (const std::string &Option : read(Case.Options).options())
      Told.see(Option);
    // The front end sees what is for all groups as well, wherever it is.
    llvm::SmallVector<llvm::StringRef> Words;
    llvm::StringRef(Case.Options).split(Words, ' ');
    for (llvm::StringRef Word : Words)
      if (!Word.ends_with("group") && Word != "-Wno-everything")
        Told.see(Word);
    EXPECT_EQ(Told.level(), Case.Level) << Case.Options;
  }
}

TEST(WarningGroupTest, SaysWhatIsForTheGroupAlone) {
  WarningGroup Group(Name);
  for (const char *Own :
       {"-Wgroup", "-Wno-group", "-Werror=group", "-Wno-error=group"})
    EXPECT_TRUE(Group.see(Own)) << Own;
  for (const char *Other : {"-w", "-Werror", "-Wno-error", "-Wno-everything",
                            "-Wno-another-group",
                            "-Weverything", "group", "-fgroup", "-Wgroups"})
    EXPECT_FALSE(Group.see(Other)) << Other;
}

TEST(WarningGroupTest, Quiet) {
  EXPECT_TRUE(read("-w -Werror=group").isQuiet());
  EXPECT_FALSE(read("-Wno-group").isQuiet());
}

} // namespace
} // namespace facet
