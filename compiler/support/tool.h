//===- tool.h - What every device tool does the same way ------------------===//
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
//     ToolSession Tool("sycl-thing", "usage: sycl-thing -o FILE INPUT");
//     ArgumentParser Args;
//     std::string Output;
//     Args.value("o", Output);
//     if (Error E = Args.parse(argc, argv))
//       return Tool.usageError(std::move(E));
//     if (Args.informationRequested())
//       return Tool.answer(Args);
//     return Tool.finish(run(Output, Args.inputs()));
//   }
//
//===----------------------------------------------------------------------===//

#ifndef FACET_COMPILER_SUPPORT_TOOL_H
#define FACET_COMPILER_SUPPORT_TOOL_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace facet {

/// The exit code of a tool that crashed on an input that is not damaged: what
/// happened is the tool's fault (EX_SOFTWARE).
inline constexpr int CrashExitCode = 70;

/// "what: where", or "what" when there is no place to name.
llvm::Error makeError(const llvm::Twine &What, const llvm::Twine &Where = "");

/// Opens \p Path; a failure names the path.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
openInput(llvm::StringRef Path);

/// Writes \p Bytes beside \p Path and renames.
llvm::Error writeOutput(llvm::StringRef Path, llvm::StringRef Bytes);

/// Creates \p Path and its parents.
llvm::Error createDirectory(llvm::StringRef Path);

/// Long and short options with one or two dashes, `-name=value` or
/// `-name value`, and positional inputs. LLVM's own command line library is of
/// no use here: it also accepts the several hundred options of the passes, and
/// its registry is shared with everything else in the dynamic libLLVM.
class ArgumentParser {
public:
  void flag(llvm::StringRef Name, bool &Out);
  void value(llvm::StringRef Name, std::string &Out);
  void values(llvm::StringRef Name, std::vector<std::string> &Out);
  /// Arguments for which \p Ignore is true are dropped instead of refused.
  void ignoreUnknown(std::function<bool(llvm::StringRef)> Ignore);

  /// Expands `@file` response files, then reads the arguments.
  llvm::Error parse(int argc, const char *const *argv);
  llvm::ArrayRef<std::string> inputs() const { return Inputs; }
  /// -h, -help, --help or --version was given: ToolSession::answer.
  bool informationRequested() const { return Help || Version; }
  bool versionRequested() const { return Version; }

private:
  struct Option {
    bool TakesValue;
    std::function<void(llvm::StringRef)> Set;
  };
  llvm::Error parseOption(llvm::ArrayRef<const char *> Args, size_t &Index);

  std::map<std::string, Option, std::less<>> Options;
  std::function<bool(llvm::StringRef)> Ignore;
  std::vector<std::string> Inputs;
  bool Help = false, Version = false;
};

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
  /// \p Usage is printed by --help and after a usage error.
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
  /// What \p Args ask for: help or the version.
  int answer(const ArgumentParser &Args) const;
  /// Prints the error if there is one; returns 1 or 0.
  int finish(llvm::Error E) const;

private:
  std::string Name;
  std::string Usage;
};

} // namespace facet

#endif // FACET_COMPILER_SUPPORT_TOOL_H
