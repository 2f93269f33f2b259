//===- tool.h - What every device tool does the same way ------------------===//
//
// In:  the command line of a tool.
// Out: messages, exit codes and files.
//
// Messages, exit codes, options, and files for the tools of this room.
//
//   `tool: error: what: where` on stderr, exit 1 for bad input, exit 2 for bad
//   usage. LLVM's own fatal errors are reported the same way, and crashes while
//   a file is read, which is then damaged. Any other crash is the tool's fault:
//   exit 70, and a stack.
//   Outputs are written beside their place and renamed, so that none is ever
//   half-written.
//
// Example:
//   int main(int argc, char **argv) {
//     ToolSession Tool("sycl-thing", helpText(Usage, optionTable()));
//     ToolOptions Args(optionTable());
//     if (Error E = Args.parse(argc, argv))
//       return Tool.usageError(std::move(E));
//     if (Args.informationRequested())
//       return Tool.answer(Args);
//     return Tool.finish(run(Args.value(OPT_o), Args.inputs()));
//   }
//
//===----------------------------------------------------------------------===//

#ifndef FACET_COMPILER_SUPPORT_TOOL_H
#define FACET_COMPILER_SUPPORT_TOOL_H

#include "messages/messages.h"
#include "options/tool_options.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"

#include <memory>
#include <string>
#include <vector>

namespace facet {

/// The exit code of a tool that crashed on an input that is not damaged: what
/// happened is the tool's fault (EX_SOFTWARE).
inline constexpr int CrashExitCode = 70;

/// Returns "what: where", or "what" when there is no place to name. \p What is
/// a text of messages/messages.h, or what another library says.
llvm::Error makeError(const llvm::Twine &What, const llvm::Twine &Where = "");

/// Opens \p Path; a failure names the path.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
openInput(llvm::StringRef Path);

/// Writes \p Bytes beside \p Path and renames.
llvm::Error writeOutput(llvm::StringRef Path, llvm::StringRef Bytes);

/// Creates \p Path and its parents.
llvm::Error createDirectory(llvm::StringRef Path);

/// While one exists, crashes are the fault of the file \p Path: LLVM's readers
/// trust it more than a damaged one deserves. Not for several threads.
class ReadingScope {
public:
  explicit ReadingScope(const llvm::Twine &Path);
  ~ReadingScope();
  ReadingScope(const ReadingScope &) = delete;
  ReadingScope &operator=(const ReadingScope &) = delete;
};

/// One run of one tool: its name in every message.
class ToolSession {
public:
  /// \p Usage (helpText) is printed by --help, and its first paragraph after a
  /// usage error.
  ToolSession(llvm::StringRef Name, llvm::StringRef Usage);
  ~ToolSession();
  ToolSession(const ToolSession &) = delete;
  ToolSession &operator=(const ToolSession &) = delete;

  /// What the message of a crash names.
  void worksOn(const llvm::Twine &Inputs);

  void warning(const llvm::Twine &Message) const;
  void note(const llvm::Twine &Message) const;

  /// Prints the error and the usage line; returns 2.
  int usageError(llvm::Error E) const;
  /// Prints the usage; returns 0.
  int help() const;
  /// Prints "NAME (Facet) VERSION"; returns 0.
  int version() const;
  /// Returns what \p Args ask for: help or the version.
  int answer(const ToolOptions &Args) const;
  /// Prints the error if there is one; returns 1 or 0.
  int finish(llvm::Error E) const;

private:
  std::string Name;
  std::string Usage;
};

} // namespace facet

#endif // FACET_COMPILER_SUPPORT_TOOL_H
