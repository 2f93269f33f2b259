//===- messages.h - Every message of every tool in one table --------------===//
//
// In:  the name of a message of messages.def and its arguments.
// Out: its text. Who prints it, and with which place, is the caller's: Clang's
//      diagnostics, an LLVMContext, or a tool (compiler/support/tool.h).
// Why: a user reads all tools in one build, so one fact has one text.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_MESSAGES_MESSAGES_H
#define FACET_MESSAGES_MESSAGES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"

#include <string>

namespace facet {

enum class Severity { Note, Warning, Error };

enum class Message {
#define FACET_MESSAGE(NAME, SEVERITY, TEXT) NAME,
#include "messages/messages.def"
#undef FACET_MESSAGE
};

namespace detail {

struct MessageRow {
  Message Id;
  llvm::StringLiteral Name;
  Severity Level;
  llvm::StringLiteral Text;
};

inline constexpr MessageRow MessageTable[] = {
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

} // namespace detail

Severity severityOf(Message M);
llvm::StringRef nameOf(Message M);
llvm::ArrayRef<Message> allMessages();

/// How many arguments the text takes.
constexpr unsigned argumentCountOf(Message M) {
  int Highest = -1;
  const char *Text = detail::MessageTable[static_cast<size_t>(M)].Text.data();
  for (; *Text; ++Text)
    if (int Number = detail::placeholder(Text); Number > Highest)
      Highest = Number;
  return Highest + 1;
}

/// The text with {0}, {1}, … replaced by as many \p Arguments.
std::string textOf(Message M, llvm::ArrayRef<std::string> Arguments = {});

/// The same for a message that is known here: the compiler counts the
/// arguments, which are whatever a Twine can hold.
template <Message M, typename... ArgumentTs>
std::string textOf(const ArgumentTs &...Arguments) {
  static_assert(sizeof...(ArgumentTs) == argumentCountOf(M),
                "the text of the message takes another number of arguments");
  return textOf(M, {llvm::Twine(Arguments).str()...});
}

} // namespace facet

#endif // FACET_MESSAGES_MESSAGES_H
