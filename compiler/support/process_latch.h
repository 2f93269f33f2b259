//===- process_latch.h - One process waits for another --------------------===//
//
// In:  a process that has to be told, once, that what it needs is there.
// Out: that it is, or that nobody will say so any more: the process which would
//      have said it has died or given up.
// Why: the waiting process sleeps in a read of a pipe. The kernel closes the
//      pipe of whoever dies, so that there is neither a time limit nor a file
//      that is half-written.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_COMPILER_SUPPORT_PROCESS_LATCH_H
#define FACET_COMPILER_SUPPORT_PROCESS_LATCH_H

#include "llvm/Support/Error.h"

namespace facet {

/// The side that says so. Processes which are started later inherit neither
/// end, but for one that is started between setInherited(true) and
/// setInherited(false). Not for several threads.
class ProcessLatch {
public:
  static llvm::Expected<ProcessLatch> create();
  ProcessLatch(ProcessLatch &&Other);
  ProcessLatch &operator=(ProcessLatch &&) = delete;
  ~ProcessLatch() { abandon(); }

  /// Returns what the waiting process waits for: an open file of its own.
  int descriptor() const { return ReadEnd; }
  void setInherited(bool Inherited) const;
  /// Lets the other process go on. It may have ended.
  void open();
  /// The other process waits in vain, unless the latch is open.
  void abandon();

private:
  ProcessLatch(int ReadEnd, int WriteEnd)
      : ReadEnd(ReadEnd), WriteEnd(WriteEnd) {}

  int ReadEnd, WriteEnd; // -1: closed
};

/// Returns whether the latch was opened, as soon as it is known. To be called
/// once.
bool waitForLatch(int Descriptor);

} // namespace facet

#endif // FACET_COMPILER_SUPPORT_PROCESS_LATCH_H
