//===- runner.cpp - Commands and how they are run -------------------------===//
//
// See runner.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/driver/runner.h"

#include "compiler/support/tool.h"
#include "messages/messages.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <csignal>
#include <cstring>
#include <atomic>
#include <chrono>
#include <optional>
#include <thread>

using namespace llvm;

namespace facet {

char AlreadyReported::ID;

void AlreadyReported::log(raw_ostream &OS) const {
  OS << textOf<Message::err_command_failed>(ExitCode);
}

std::error_code AlreadyReported::convertToErrorCode() const {
  return inconvertibleErrorCode();
}

/// Of a command that a signal ended: it was the command's fault.
static bool isCrash(StringRef SignalName) {
  for (int Signal : {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT})
    if (SignalName.starts_with(strsignal(Signal)))
      return true;
  return false;
}

std::string shellText(const ToolCommand &Command) {
  std::string Line;
  raw_string_ostream Stream(Line);
  sys::printArg(Stream, Command.Program, /*Quote=*/true);
  for (StringRef Argument : Command.Arguments) {
    Stream << ' ';
    if (Argument.consume_front(ShellPattern))
      Stream << Argument;
    else
      sys::printArg(Stream, Argument, /*Quote=*/true);
  }
  if (!Command.Stdin.empty()) {
    Stream << " < ";
    sys::printArg(Stream, Command.Stdin, /*Quote=*/true);
  }
  return Line;
}

void Runner::printShell(StringRef Line) const {
  if (PrintOnly)
    errs() << ' ' << Line << '\n';
}

void Runner::announce(const ToolCommand &Command) const {
  if (PrintOnly || Verbose)
    errs() << ' ' << shellText(Command) << '\n';
}

void Runner::callInMessages(StringRef Path, StringRef Name) {
  Names[Path.str()] = Name.str();
}

std::optional<ToolCommand> Runner::crashed() const {
  std::lock_guard Lock(Mutex);
  return Crashed;
}

std::string Runner::nameInMessages(StringRef Path) const {
  auto Found = Names.find(Path.str());
  return Found == Names.end() ? Path.str() : Found->second;
}

void Runner::printTranslated(StringRef Messages) const {
  std::string Text = Messages.str();
  // Longer paths come later in the order of the map: a file before its folder.
  for (const auto &[Path, Name] : reverse(Names))
    for (size_t At = 0; (At = Text.find(Path, At)) != std::string::npos;
         At += Name.size())
      Text.replace(At, Path.size(), Name);
  std::lock_guard Lock(Mutex);
  errs() << Text;
}

Error Runner::run(const ToolCommand &Command) const {
  announce(Command);
  return PrintOnly ? Error::success() : runUnannounced(Command);
}

Error Runner::runUnannounced(const ToolCommand &Command) const {
  Expected<StartedCommand> Started = start(Command);
  return Started ? finish(*Started) : Started.takeError();
}

Expected<StartedCommand> Runner::start(const ToolCommand &Command) const {
  StartedCommand Started{Command, Command.Program, Command.Stderr, {}};
  if (!StringRef(Started.Program).contains('/')) {
    ErrorOr<std::string> Found = sys::findProgramByName(Started.Program);
    if (!Found)
      return makeError(textOf<Message::err_cannot_run>(
          Started.Program, Found.getError().message()));
    Started.Program = *Found;
  }
  SmallString<128> Messages;
  if (Command.Translated && !Names.empty() &&
      !sys::fs::createTemporaryFile("facet", "messages", Messages))
    Started.Messages = std::string(Messages);
  SmallVector<StringRef, 64> Arguments{Command.Program};
  Arguments.append(Command.Arguments.begin(), Command.Arguments.end());
  std::optional<StringRef> Streams[3];
  if (!Command.Stdin.empty())
    Streams[0] = Command.Stdin;
  if (!Command.Stdout.empty())
    Streams[1] = Command.Stdout;
  if (!Started.Messages.empty())
    Streams[2] = Started.Messages;
  std::string Problem;
  bool NotStarted = false;
  Started.Process = sys::ExecuteNoWait(
      Started.Program, Arguments, /*Env=*/std::nullopt, Streams,
      /*MemoryLimit=*/0, &Problem, &NotStarted);
  if (!NotStarted)
    return Started;
  if (!Messages.empty())
    sys::fs::remove(Messages);
  return makeError(textOf<Message::err_cannot_run>(Started.Program, Problem));
}

Error Runner::finish(const StartedCommand &Started) const {
  std::string Problem;
  const int Code =
      sys::Wait(Started.Process, /*SecondsToWait=*/std::nullopt, &Problem)
          .ReturnCode;
  const bool IsOurs = Started.Messages != Started.Original.Stderr;
  if (!Started.Messages.empty() && (IsOurs || Code != 0)) {
    if (auto Text = MemoryBuffer::getFile(Started.Messages))
      printTranslated((*Text)->getBuffer());
    if (IsOurs)
      sys::fs::remove(Started.Messages);
  }
  if (Code == 0)
    return Error::success();
  if (Code == CrashExitCode || (Code < 0 && isCrash(Problem))) {
    std::lock_guard Lock(Mutex);
    Crashed = Started.Original;
  }
  // Killed by a signal: it had no time to say so.
  if (Code < 0)
    return makeError(textOf<Message::err_cannot_run>(
        sys::path::filename(Started.Program).str(), Problem));
  return make_error<AlreadyReported>(Code);
}

void Runner::reportProgress(const ToolCommand &Command, size_t Done,
                            size_t Total) const {
  if (Command.Makes.empty())
    return;
  std::lock_guard Lock(Mutex);
  errs() << "sycl-clang++: " << Done << " of " << Total << ": "
         << Command.Makes << '\n';
}

Error Runner::runAll(ArrayRef<ToolCommand> Commands, unsigned Jobs) const {
  using Clock = std::chrono::steady_clock;
  // Short links are silent.
  constexpr std::chrono::seconds Patience{2};
  const Clock::time_point Start = Clock::now();
  const bool OnTerminal = sys::Process::StandardErrIsDisplayed();
  std::atomic<size_t> Done{0};
  auto RunOne = [&](const ToolCommand &Command) {
    Error E = run(Command);
    size_t Number = ++Done;
    if (!E && !PrintOnly &&
        (Verbose || (OnTerminal && Clock::now() - Start > Patience)))
      reportProgress(Command, Number, Commands.size());
    return E;
  };
  Jobs = std::min<unsigned>(std::max(Jobs, 1u), Commands.size());
  if (PrintOnly || Jobs <= 1) {
    for (const ToolCommand &Command : Commands)
      if (Error E = RunOne(Command))
        return E;
    return Error::success();
  }
  std::vector<std::optional<Error>> Failures(Commands.size());
  std::atomic<size_t> Next{0};
  std::atomic<bool> Stop{false};
  auto Work = [&] {
    for (size_t I; !Stop && (I = Next++) < Commands.size();)
      if (Error E = RunOne(Commands[I])) {
        Stop = true;
        Failures[I].emplace(std::move(E));
      }
  };
  std::vector<std::thread> Threads;
  for (unsigned I = 0; I < Jobs; ++I)
    Threads.emplace_back(Work);
  for (std::thread &T : Threads)
    T.join();
  Error First = Error::success();
  for (std::optional<Error> &E : Failures) {
    if (!E)
      continue;
    if (First)
      consumeError(std::move(*E));
    else
      First = std::move(*E);
  }
  return First;
}

} // namespace facet
