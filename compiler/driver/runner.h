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

#include <string>
#include <vector>

namespace facet {

struct ToolCommand {
  std::string Program;
  std::vector<std::string> Arguments; // without the program
};

class Runner {
public:
  /// \p PrintOnly prints commands instead of running them (-###).
  Runner(bool PrintOnly, bool Verbose)
      : PrintOnly(PrintOnly), Verbose(Verbose) {}

  bool printsOnly() const { return PrintOnly; }
  /// The error has no text when the command has already said what is wrong.
  llvm::Error run(const ToolCommand &Command) const;
  /// Runs all, at most \p Jobs at a time. The first failure in the order of
  /// \p Commands is reported; nothing new starts after one.
  llvm::Error runAll(llvm::ArrayRef<ToolCommand> Commands, unsigned Jobs) const;

private:
  void print(const ToolCommand &Command) const;

  bool PrintOnly;
  bool Verbose;
};

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
