//===- tool.cpp - What every device tool does the same way ----------------===//
//
// See tool.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/support/tool.h"

#include "compiler/support/message_style.h"
#include "config/version/version.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"

#include <csignal>
#include <cstdlib>
#include <new>
#include <unistd.h>

using namespace llvm;

namespace facet {
namespace {

/// LLVM calls this instead of aborting. Destructors of half-built modules
/// cannot be trusted at that point, so leave without running any.
void reportFatal(void *ToolName, const char *Reason, bool) {
  errs() << styledMessage(static_cast<const char *>(ToolName), "error", Reason)
         << '\n';
  errs().flush();
  _exit(1);
}

//===-- Crashes -----------------------------------------------------------===//

// LLVM's readers trust bitcode more than a damaged file deserves. Such a crash
// ends with an error like any other. Outputs are renamed into place when
// complete, so none is left.

constexpr int CrashSignals[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT};

/// The messages are made before: a handler may not allocate.
std::string CrashMessage, DamageMessage;
std::string CrashedTool;
volatile std::sig_atomic_t Reading = 0;

void reportCrash(int) {
  const std::string &Message = Reading ? DamageMessage : CrashMessage;
  ssize_t Written = write(STDERR_FILENO, Message.data(), Message.size());
  if (Reading)
    _exit(Written < 0 ? 2 : 1);
  // What follows may allocate, and a crash may have left the heap locked or in
  // ruins; the message is out.
  for (int Signal : CrashSignals)
    signal(Signal, SIG_DFL);
  signal(SIGALRM, [](int) { _exit(CrashExitCode); });
  alarm(10);
  // The symbolizer's temporary files would be left behind.
  signal(SIGTERM, SIG_IGN);
  sys::RunInterruptHandlers(); // removes outputs that are half-written
  sys::PrintStackTrace(errs());
  errs().flush();
  _exit(CrashExitCode);
}

void setCrashMessage(const Twine &Inputs) {
  std::string Place = Inputs.str();
  CrashMessage = CrashedTool + ": error: " + textOf<Message::err_crashed>() +
                 (Place.empty() ? "" : ": " + Place) + "\n" +
                 textOf<Message::note_defect>(CrashedTool) + "\n";
}

void installCrashHandler(StringRef ToolName) {
  CrashedTool = ToolName.str();
  setCrashMessage("");
  // Deep recursion may have used up the ordinary stack.
  static char Stack[256 * 1024];
  stack_t Alternative = {};
  Alternative.ss_sp = Stack;
  Alternative.ss_size = sizeof(Stack);
  sigaltstack(&Alternative, nullptr);
  struct sigaction Action = {};
  Action.sa_handler = reportCrash;
  Action.sa_flags = SA_ONSTACK;
  for (int Signal : CrashSignals)
    sigaction(Signal, &Action, nullptr);
}

} // namespace

Error makeError(const Twine &What, const Twine &Where) {
  std::string Place = Where.str();
  std::string Message =
      Place.empty() ? What.str() : (What + ": " + Place).str();
  return createStringError(std::make_error_code(std::errc::invalid_argument),
                           "%s", Message.c_str());
}

Expected<std::unique_ptr<MemoryBuffer>> openInput(StringRef Path) {
  ErrorOr<std::unique_ptr<MemoryBuffer>> Buffer =
      MemoryBuffer::getFileOrSTDIN(Path, /*IsText=*/false,
                                   /*RequiresNullTerminator=*/false);
  if (!Buffer)
    return makeError(
        textOf<Message::err_read_failed>(Buffer.getError().message()), Path);
  return std::move(*Buffer);
}

Error writeOutput(StringRef Path, StringRef Bytes) {
  Error E = writeToOutput(Path, [&](raw_ostream &Stream) -> Error {
    Stream << Bytes;
    return Error::success();
  });
  if (!E)
    return Error::success();
  return makeError(textOf<Message::err_write_failed>(toString(std::move(E))),
                   Path);
}

Error createDirectory(StringRef Path) {
  if (std::error_code Code = sys::fs::create_directories(Path))
    return makeError(textOf<Message::err_create_directory>(Code.message()),
                     Path);
  return Error::success();
}

ReadingScope::ReadingScope(const Twine &Path) {
  DamageMessage = (CrashedTool +
                   ": error: " + textOf<Message::err_crashed_while_reading>() +
                   ": " + Path + "\n")
                      .str();
  Reading = Reading + 1;
}

ReadingScope::~ReadingScope() { Reading = Reading - 1; }

ToolSession::ToolSession(StringRef Name, StringRef Usage)
    : Name(Name), Usage(Usage) {
  install_fatal_error_handler(reportFatal, this->Name.data());
  install_bad_alloc_error_handler(reportFatal, this->Name.data());
  // A damaged file may ask for any amount of memory; without exceptions the
  // library of C++ would have its own last words.
  std::set_new_handler([] { std::abort(); });
  installCrashHandler(Name);
}

ToolSession::~ToolSession() {
  std::set_new_handler(nullptr);
  remove_bad_alloc_error_handler();
  remove_fatal_error_handler();
  for (int Signal : CrashSignals)
    signal(Signal, SIG_DFL);
}

void ToolSession::worksOn(const Twine &Inputs) { setCrashMessage(Inputs); }

void ToolSession::warning(const Twine &Message) const {
  errs() << styledMessage(Name, "warning", Message.str()) << '\n';
}

void ToolSession::note(const Twine &Message) const {
  errs() << styledMessage(Name, "note", Message.str()) << '\n';
}

int ToolSession::usageError(Error E) const {
  errs() << styledMessage(Name, "error", toString(std::move(E))) << '\n'
         << StringRef(Usage).split("\n\n").first << '\n';
  return 2;
}

int ToolSession::help() const {
  outs() << Usage << '\n';
  return 0;
}

int ToolSession::version() const {
  outs() << Name << " (Facet) " FACET_VERSION "\n";
  return 0;
}

int ToolSession::answer(const ToolOptions &Args) const {
  return Args.versionRequested() ? version() : help();
}

int ToolSession::finish(Error E) const {
  if (!E)
    return 0;
  errs() << styledMessage(Name, "error", toString(std::move(E))) << '\n';
  return 1;
}

} // namespace facet
