//===- messages.h - Every message of every tool in one table --------------===//
//
// In:  the name of a message of messages.def and its arguments.
// Out: its text. Who prints it, and with which place, is the caller's: Clang's
//      diagnostics, an LLVMContext, or a tool (compiler/support/tool.h).
// Why: a user reads all tools in one build, so one fact has one text.
//
// message_names.inc is made of the table (message_names.awk): names and counts
// of arguments, without the texts.
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
#define FACET_MESSAGE(NAME, ARGUMENTS) NAME,
#include "messages/message_names.inc"
#undef FACET_MESSAGE
};

Severity severityOf(Message M);
llvm::StringRef nameOf(Message M);
llvm::ArrayRef<Message> allMessages();

/// Returns how many arguments the text takes.
constexpr unsigned argumentCountOf(Message M) {
  constexpr unsigned char Counts[] = {
#define FACET_MESSAGE(NAME, ARGUMENTS) ARGUMENTS,
#include "messages/message_names.inc"
#undef FACET_MESSAGE
  };
  return Counts[static_cast<size_t>(M)];
}

/// Returns the text with {0}, {1}, … replaced by as many \p Arguments.
std::string textOf(Message M, llvm::ArrayRef<std::string> Arguments = {});

/// Returns the same for a message that is known here: the compiler counts the
/// arguments, which are whatever a Twine can hold.
template <Message M, typename... ArgumentTs>
std::string textOf(const ArgumentTs &...Arguments) {
  static_assert(sizeof...(ArgumentTs) == argumentCountOf(M),
                "the text of the message takes another number of arguments");
  return textOf(M, {llvm::Twine(Arguments).str()...});
}

} // namespace facet

#endif // FACET_MESSAGES_MESSAGES_H
