//===- side_by_side.h - The host's compilation beside the device's --------===//
//
// In:  the command that compiles a source for the host, while the one for
//      devices still runs.
// Out: what the user sees if the one command follows the other: what the host's
//      compilation prints comes behind all that the device's has printed, and
//      if the device's fails, nothing of the host's is ever seen.
//
// The host's compilation waits for a latch (compiler/support/process_latch.h)
// before it needs what the device's makes. Its standard error output is a pipe
// that is read from then on.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_COMPILER_DRIVER_SIDE_BY_SIDE_H
#define FACET_COMPILER_DRIVER_SIDE_BY_SIDE_H

#include "compiler/driver/runner.h"
#include "compiler/support/process_latch.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

#include <optional>
#include <string>

namespace facet {

/// Returns whether the commands of a source may run side by side: neither
/// writes to a standard stream what is not a message, and none measures itself.
bool mayRunSideBySide(llvm::ArrayRef<std::string> HostArguments);

/// Returns whether a processor has nothing to do, and no `make -j` counts the
/// processes.
bool hasIdleProcessor();

/// A host compilation that has been started. Not for several threads.
class WaitingCompilation {
public:
  explicit WaitingCompilation(const Runner &Run) : Run(Run) {}
  WaitingCompilation(const WaitingCompilation &) = delete;
  /// Ends it, if finish() was not called.
  ~WaitingCompilation();

  /// Starts \p Command without a line for -v.
  llvm::Error start(const ToolCommand &Command);
  /// Announces the command, lets it go on, prints what it prints, and returns
  /// how it ended.
  llvm::Error finish();

private:
  void print(bool IsWanted);

  const Runner &Run;
  std::optional<ProcessLatch> Latch;
  std::optional<StartedCommand> Process;
  int Messages = -1; // where what it prints is read
};

} // namespace facet

#endif // FACET_COMPILER_DRIVER_SIDE_BY_SIDE_H
