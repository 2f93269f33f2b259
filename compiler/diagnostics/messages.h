//===- messages.h - Every message in one table ----------------------------===//
//
// In:  the name of a message of messages.def and its arguments.
// Out: its text. Who prints it, and with which place in the source, is the
//      caller's: Clang's diagnostics, an LLVMContext, or the driver.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_COMPILER_DIAGNOSTICS_MESSAGES_H
#define FACET_COMPILER_DIAGNOSTICS_MESSAGES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <string>

namespace facet {

enum class Severity { Note, Warning, Error };

enum class Message {
#define FACET_MESSAGE(NAME, SEVERITY, TEXT) NAME,
#include "compiler/diagnostics/messages.def"
#undef FACET_MESSAGE
};

Severity severityOf(Message M);
llvm::StringRef nameOf(Message M);
/// The text with {0}, {1}, … replaced. All messages and their numbers of
/// arguments are checked by a test.
std::string textOf(Message M, llvm::ArrayRef<std::string> Arguments = {});
/// How many arguments the text takes.
unsigned argumentCountOf(Message M);
llvm::ArrayRef<Message> allMessages();

} // namespace facet

#endif // FACET_COMPILER_DIAGNOSTICS_MESSAGES_H
