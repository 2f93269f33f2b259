//===- side_by_side.cpp - The host's compilation beside the device's ------===//
//
// See side_by_side.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/driver/side_by_side.h"

#include "compiler/driver/cc1_arguments.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Threading.h"
#include "llvm/Support/raw_ostream.h"

#include <csignal>
#include <fcntl.h>
#include <unistd.h>
#include <utility>

using namespace llvm;

namespace facet {

bool mayRunSideBySide(ArrayRef<std::string> HostArguments) {
  // Coverage: Clang reads the module of counters before the source.
  return any_of(HostArguments, isCodeGeneration) &&
         valueOf(HostArguments, "-o") != "-" &&
         valueOf(HostArguments, "-dependency-file") != "-" &&
         none_of(HostArguments, [](StringRef Text) {
           return Text == "-ftime-report" || Text == "-print-stats" ||
                  Text == "-load" || Text == "-mlink-bitcode-file" ||
                  Text.starts_with("-ftime-report=") ||
                  Text.starts_with("-ftime-trace") ||
                  Text.starts_with("-fdump-") ||
                  Text.starts_with("-header-include-file");
         });
}

/// Of "0.33 0.98 1.78 2/345 12345" the 2, this process among them; 1 if the
/// system does not say.
static unsigned runningThreads() {
  auto File = MemoryBuffer::getFileAsStream("/proc/loadavg");
  SmallVector<StringRef, 5> Fields;
  if (File)
    (*File)->getBuffer().split(Fields, ' ');
  unsigned Count;
  if (Fields.size() < 4 || Fields[3].split('/').first.getAsInteger(10, Count))
    return 1;
  return Count;
}

bool hasIdleProcessor() {
  // What make starts is one process each, by its own count.
  std::optional<std::string> Make = sys::Process::GetEnv("MAKEFLAGS");
  if (Make && StringRef(*Make).contains("--jobserver"))
    return false;
  // This process is going to sleep, and two to run.
  return runningThreads() + 1 <= hardware_concurrency().compute_thread_count();
}

namespace {

/// The standard error output is another file for what is started meanwhile.
class ErrorsTo {
public:
  explicit ErrorsTo(int File)
      : Saved(fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3)) {
    dup2(File, STDERR_FILENO);
  }
  ErrorsTo(const ErrorsTo &) = delete;
  ~ErrorsTo() {
    if (Saved < 0) { // there was none
      ::close(STDERR_FILENO);
      return;
    }
    dup2(Saved, STDERR_FILENO);
    ::close(Saved);
  }

private:
  int Saved;
};

/// What is started meanwhile begins with SIGTERM blocked.
class TerminationBlocked {
public:
  TerminationBlocked() {
    sigset_t Signals;
    sigemptyset(&Signals);
    sigaddset(&Signals, SIGTERM);
    sigprocmask(SIG_BLOCK, &Signals, &Before);
  }
  TerminationBlocked(const TerminationBlocked &) = delete;
  ~TerminationBlocked() { sigprocmask(SIG_SETMASK, &Before, nullptr); }

private:
  sigset_t Before;
};

} // namespace

Error WaitingCompilation::start(const ToolCommand &Command) {
  Expected<ProcessLatch> Made = ProcessLatch::create();
  if (!Made)
    return Made.takeError();
  Latch.emplace(std::move(*Made));
  int Ends[2];
  if (pipe2(Ends, O_CLOEXEC) != 0)
    return errorCodeToError(errnoAsErrorCode());
  Messages = Ends[0];
  ToolCommand Waiting = Command;
  Waiting.Arguments.insert(Waiting.Arguments.begin() + 1,
                           "-fsycl-wait-for-latch=" +
                               std::to_string(Latch->descriptor()));
  Expected<StartedCommand> Started = [&] {
    ErrorsTo Pipe(Ends[1]);
    TerminationBlocked Blocked;
    Latch->setInherited(true);
    Expected<StartedCommand> Result = Run.start(Waiting);
    Latch->setInherited(false);
    return Result;
  }();
  ::close(Ends[1]);
  if (!Started)
    return Started.takeError();
  Process.emplace(std::move(*Started));
  Process->Original = Command; // without the latch
  return Error::success();
}

void WaitingCompilation::print(bool IsWanted) {
  char Buffer[4096];
  for (;;) {
    ssize_t Size =
        sys::RetryAfterSignal(-1, ::read, Messages, &Buffer[0], sizeof Buffer);
    if (Size <= 0)
      break;
    if (IsWanted)
      errs() << StringRef(Buffer, Size);
  }
  ::close(std::exchange(Messages, -1));
}

Error WaitingCompilation::finish() {
  Run.announce(Process->Original);
  Latch->open();
  print(/*IsWanted=*/true);
  return Run.finish(*std::exchange(Process, std::nullopt));
}

WaitingCompilation::~WaitingCompilation() {
  if (Process) {
    Latch->abandon();
    kill(Process->Process.Pid, SIGTERM);
    // What it prints must not keep it from ending.
    print(/*IsWanted=*/false);
    sys::Wait(Process->Process, /*SecondsToWait=*/std::nullopt);
  }
  if (Messages >= 0)
    ::close(Messages);
}

} // namespace facet
