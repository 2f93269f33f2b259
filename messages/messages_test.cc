// Every message is well-formed.

#include "messages/messages.h"

#include "llvm/ADT/StringSet.h"
#include "gtest/gtest.h"

namespace facet {
namespace {

std::string withArguments(Message M) {
  std::vector<std::string> Arguments;
  for (unsigned I = 0; I < argumentCountOf(M); ++I)
    Arguments.push_back("<arg" + std::to_string(I) + ">");
  return textOf(M, Arguments);
}

TEST(MessagesTest, NamesSayTheSeverity) {
  for (Message M : allMessages()) {
    llvm::StringRef Prefix = severityOf(M) == Severity::Error     ? "err_"
                             : severityOf(M) == Severity::Warning ? "warn_"
                                                                  : "note_";
    EXPECT_TRUE(nameOf(M).starts_with(Prefix)) << nameOf(M).str();
  }
}

TEST(MessagesTest, ArgumentsAreNumberedWithoutGaps) {
  for (Message M : allMessages()) {
    std::string Text = withArguments(M);
    for (unsigned I = 0; I < argumentCountOf(M); ++I)
      EXPECT_NE(Text.find("<arg" + std::to_string(I) + ">"), std::string::npos)
          << nameOf(M).str();
    EXPECT_EQ(Text.find('{'), std::string::npos) << nameOf(M).str();
  }
}

TEST(MessagesTest, NoTextEndsInAFullStop) {
  for (Message M : allMessages())
    // The specification has one.
    EXPECT_EQ(withArguments(M).back() == '.',
              M == Message::warn_external_fixed_targets)
        << nameOf(M).str();
}

TEST(MessagesTest, TextsAreUnique) {
  llvm::StringSet<> Seen;
  for (Message M : allMessages())
    EXPECT_TRUE(Seen.insert(withArguments(M)).second) << nameOf(M).str();
}

TEST(MessagesTest, ArgumentsAreWhatATwineHolds) {
  static_assert(argumentCountOf(Message::err_table_cells) == 2);
  EXPECT_EQ(textOf<Message::err_table_cells>(2u, llvm::StringRef("1")),
            "expected 2 cells in file table, got 1");
  EXPECT_EQ(textOf<Message::err_no_input>(), "no input files");
  // What stands in an argument is no place for another one.
  EXPECT_EQ(textOf<Message::err_cannot_run>("{1}", std::string("{0}")),
            "cannot run '{1}': {0}");
}

} // namespace
} // namespace facet
