//===- messages.cpp - Every message in one table --------------------------===//
//
// See messages.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/diagnostics/messages.h"

#include <algorithm>

using namespace llvm;

namespace facet {
namespace {

struct Row {
  Message Id;
  StringLiteral Name;
  Severity Level;
  StringLiteral Text;
};

constexpr Row Table[] = {
#define FACET_MESSAGE(NAME, SEVERITY, TEXT)                                    \
  {Message::NAME, #NAME, Severity::SEVERITY, TEXT},
#include "compiler/diagnostics/messages.def"
#undef FACET_MESSAGE
};

const Row &rowOf(Message M) { return Table[static_cast<size_t>(M)]; }

/// The number of the placeholder at the start of \p Text ("{7}"), or -1.
int placeholder(StringRef Text) {
  bool Is = Text.size() >= 3 && Text[0] == '{' && Text[1] >= '0' &&
            Text[1] <= '9' && Text[2] == '}';
  return Is ? Text[1] - '0' : -1;
}

} // namespace

Severity severityOf(Message M) { return rowOf(M).Level; }

StringRef nameOf(Message M) { return rowOf(M).Name; }

std::string textOf(Message M, ArrayRef<std::string> Arguments) {
  std::string Result;
  StringRef Text = rowOf(M).Text;
  while (!Text.empty()) {
    int Number = placeholder(Text);
    if (Number < 0) {
      Result += Text.front();
      Text = Text.drop_front();
      continue;
    }
    if (static_cast<size_t>(Number) < Arguments.size())
      Result += Arguments[Number];
    Text = Text.drop_front(3);
  }
  return Result;
}

unsigned argumentCountOf(Message M) {
  int Highest = -1;
  for (StringRef Text = rowOf(M).Text; !Text.empty(); Text = Text.drop_front())
    Highest = std::max(Highest, placeholder(Text));
  return Highest + 1;
}

ArrayRef<Message> allMessages() {
  static constexpr Message All[] = {
#define FACET_MESSAGE(NAME, SEVERITY, TEXT) Message::NAME,
#include "compiler/diagnostics/messages.def"
#undef FACET_MESSAGE
  };
  return All;
}

} // namespace facet
