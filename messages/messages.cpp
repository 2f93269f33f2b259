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

const detail::MessageRow &rowOf(Message M) {
  return detail::MessageTable[static_cast<size_t>(M)];
}

} // namespace

Severity severityOf(Message M) { return rowOf(M).Level; }

StringRef nameOf(Message M) { return rowOf(M).Name; }

std::string textOf(Message M, ArrayRef<std::string> Arguments) {
  assert(Arguments.size() == argumentCountOf(M) &&
         "the text of the message takes another number of arguments");
  std::string Result;
  for (const char *Text = rowOf(M).Text.data(); *Text; ++Text) {
    int Number = detail::placeholder(Text);
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
#define FACET_MESSAGE(NAME, SEVERITY, TEXT) Message::NAME,
#include "messages/messages.def"
#undef FACET_MESSAGE
  };
  return All;
}

} // namespace facet
