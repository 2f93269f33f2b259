//===- runner.h - Commands and how they are run ---------------------------===//
//
// In:  command lines.
// Out: their effects, or with -### their text as a shell would take it.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_COMPILER_DRIVER_RUNNER_H
#define FACET_COMPILER_DRIVER_RUNNER_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/Program.h"

#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace facet {

struct ToolCommand {
  std::string Program;
  std::vector<std::string> Arguments; // without the program
  /// Files that the standard streams are; empty: this program's own.
  std::string Stdin = "", Stdout = "", Stderr = "";
  /// Messages are about files that the user does not know: see
  /// Runner::callInMessages.
  bool Translated = false;
  /// What it makes, for lines about progress.
  std::string Makes = "";
};

/// One that runs.
struct StartedCommand {
  ToolCommand Original;
  std::string Program; // its file
  /// Where its messages are, to be translated; "": they are printed already.
  std::string Messages;
  llvm::sys::ProcessInfo Process;
};

/// With -### arguments are not known that depend on what runs before. In a
/// printed command a shell finds them: it expands what stands behind this.
inline constexpr llvm::StringLiteral ShellPattern = "\1";

class Runner {
public:
  /// \p PrintOnly prints commands instead of running them (-###).
  Runner(bool PrintOnly, bool Verbose)
      : PrintOnly(PrintOnly), Verbose(Verbose) {}

  bool printsOnly() const { return PrintOnly; }
  /// Messages of translated commands name \p Path, which is not the user's, by
  /// \p Name. Of several prefixes of a path the longest counts.
  void callInMessages(llvm::StringRef Path, llvm::StringRef Name);
  /// Returns what messages call \p Path: itself, if nothing was said.
  std::string nameInMessages(llvm::StringRef Path) const;
  /// A command that crashed: its inputs are worth keeping.
  std::optional<ToolCommand> crashed() const;
  /// Prints a command of the shell's, with -### alone.
  void printShell(llvm::StringRef Line) const;
  /// Prints a command that this process executes itself.
  void announce(const ToolCommand &Command) const;
  /// The error has no text when the command has already said what is wrong.
  llvm::Error run(const ToolCommand &Command) const;
  /// Runs it without a line for -v: a part of a step that is
  /// announced.
  llvm::Error runUnannounced(const ToolCommand &Command) const;
  /// Runs it in two steps: start() returns while it runs, without a line for
  /// -v, and finish() waits for it. Each that was started is to be finished.
  llvm::Expected<StartedCommand> start(const ToolCommand &Command) const;
  llvm::Error finish(const StartedCommand &Started) const;
  /// Runs all, at most \p Jobs at a time. The first failure in the order of
  /// \p Commands is reported; nothing new starts after one. On a terminal, once it
  /// takes its time, and with -v, a line for each command that has ended.
  llvm::Error runAll(llvm::ArrayRef<ToolCommand> Commands, unsigned Jobs) const;

private:
  void printTranslated(llvm::StringRef Messages) const;
  void reportProgress(const ToolCommand &Command, size_t Done,
                      size_t Total) const;

  bool PrintOnly;
  bool Verbose;
  std::map<std::string, std::string> Names;
  /// Guards what follows, and the standard error output.
  mutable std::mutex Mutex;
  mutable std::optional<ToolCommand> Crashed;
};

/// Returns the command as a shell takes it.
std::string shellText(const ToolCommand &Command);

/// What a command that failed and reported it returns.
class AlreadyReported : public llvm::ErrorInfo<AlreadyReported> {
public:
  static char ID;
  explicit AlreadyReported(int ExitCode) : ExitCode(ExitCode) {}
  void log(llvm::raw_ostream &OS) const override;
  std::error_code convertToErrorCode() const override;
  int ExitCode;
};

} // namespace facet

#endif // FACET_COMPILER_DRIVER_RUNNER_H
