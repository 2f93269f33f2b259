//===- runner.cpp - Commands and how they are run -------------------------===//
//
// See runner.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/driver/runner.h"

#include "compiler/diagnostics/messages.h"
#include "postlink/support/tool.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <atomic>
#include <optional>
#include <thread>

using namespace llvm;

namespace facet {

char AlreadyReported::ID;

void AlreadyReported::log(raw_ostream &OS) const {
  OS << "a command failed with exit code " << ExitCode;
}

std::error_code AlreadyReported::convertToErrorCode() const {
  return inconvertibleErrorCode();
}

void Runner::print(const ToolCommand &Command) const {
  std::string Line = " ";
  raw_string_ostream Stream(Line);
  sys::printArg(Stream, Command.Program, /*Quote=*/true);
  for (const std::string &Argument : Command.Arguments) {
    Stream << ' ';
    sys::printArg(Stream, Argument, /*Quote=*/true);
  }
  Stream << '\n';
  errs() << Line;
}

Error Runner::run(const ToolCommand &Command) const {
  if (PrintOnly || Verbose)
    print(Command);
  if (PrintOnly)
    return Error::success();
  std::string Program = Command.Program;
  if (!StringRef(Program).contains('/')) {
    ErrorOr<std::string> Found = sys::findProgramByName(Program);
    if (!Found)
      return makeError(textOf(Message::err_cannot_run,
                              {Program, Found.getError().message()}));
    Program = *Found;
  }
  SmallVector<StringRef, 64> Arguments{Command.Program};
  Arguments.append(Command.Arguments.begin(), Command.Arguments.end());
  std::string Problem;
  bool NotStarted = false;
  int Code = sys::ExecuteAndWait(Program, Arguments, /*Env=*/std::nullopt,
                                 /*Redirects=*/{}, /*SecondsToWait=*/0,
                                 /*MemoryLimit=*/0, &Problem, &NotStarted);
  if (Code == 0)
    return Error::success();
  if (NotStarted)
    return makeError(textOf(Message::err_cannot_run, {Program, Problem}));
  StringRef Name = sys::path::filename(Program);
  // Killed by a signal: it had no time to say so.
  if (Code < 0)
    return makeError(textOf(Message::err_cannot_run, {Name.str(), Problem}));
  return make_error<AlreadyReported>(Code);
}

Error Runner::runAll(ArrayRef<ToolCommand> Commands, unsigned Jobs) const {
  Jobs = std::min<unsigned>(std::max(Jobs, 1u), Commands.size());
  if (PrintOnly || Jobs <= 1) {
    for (const ToolCommand &Command : Commands)
      if (Error E = run(Command))
        return E;
    return Error::success();
  }
  std::vector<std::optional<Error>> Failures(Commands.size());
  std::atomic<size_t> Next{0};
  std::atomic<bool> Stop{false};
  auto Work = [&] {
    for (size_t I; !Stop && (I = Next++) < Commands.size();)
      if (Error E = run(Commands[I])) {
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
