//===- messages.cpp - Every message of every tool in one table ------------===//
//
// See messages.h.
//
//===----------------------------------------------------------------------===//

#include "messages/messages.h"

#include <cassert>

using namespace llvm;

namespace facet {
namespace {

struct MessageRow {
  Message Id;
  StringLiteral Name;
  Severity Level;
  StringLiteral Text;
};

constexpr MessageRow Table[] = {
#define FACET_MESSAGE(NAME, SEVERITY, TEXT)                                    \
  {Message::NAME, #NAME, Severity::SEVERITY, TEXT},
#include "messages/messages.def"
#undef FACET_MESSAGE
};

/// The number of the placeholder at the start of \p Text ("{7}"), or -1.
constexpr int placeholder(const char *Text) {
  return Text[0] == '{' && Text[1] >= '0' && Text[1] <= '9' && Text[2] == '}'
             ? Text[1] - '0'
             : -1;
}

/// Whether message_names.inc has the rows of the table, in their order.
constexpr bool namesAreOfTheTable() {
  size_t Index = 0;
  for (const MessageRow &Row : Table) {
    int Highest = -1;
    for (const char *Text = Row.Text.data(); *Text; ++Text)
      if (int Number = placeholder(Text); Number > Highest)
        Highest = Number;
    if (Row.Id != static_cast<Message>(Index++) ||
        argumentCountOf(Row.Id) != static_cast<unsigned>(Highest + 1))
      return false;
  }
  return true;
}
static_assert(namesAreOfTheTable());

const MessageRow &rowOf(Message M) { return Table[static_cast<size_t>(M)]; }

} // namespace

Severity severityOf(Message M) { return rowOf(M).Level; }

StringRef nameOf(Message M) { return rowOf(M).Name; }

std::string textOf(Message M, ArrayRef<std::string> Arguments) {
  assert(Arguments.size() == argumentCountOf(M) &&
         "the text of the message takes another number of arguments");
  std::string Result;
  for (const char *Text = rowOf(M).Text.data(); *Text; ++Text) {
    int Number = placeholder(Text);
    if (Number < 0) {
      Result += *Text;
      continue;
    }
    Result += Arguments[Number];
    Text += 2;
  }
  return Result;
}

ArrayRef<Message> allMessages() {
  static constexpr Message All[] = {
#define FACET_MESSAGE(NAME, ARGUMENTS) Message::NAME,
#include "messages/message_names.inc"
#undef FACET_MESSAGE
  };
  return All;
}

} // namespace facet
