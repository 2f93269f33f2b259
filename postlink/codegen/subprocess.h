//===- subprocess.h - Running other tools ---------------------------------===//
//
// In:  a program and its arguments.
// Out: the exit code, the output, and the files it wrote.
//
// ocloc, lld and ptxas read and write files. They get a directory of their own
// that is gone afterwards, and what they print is kept for the error message.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_POSTLINK_CODEGEN_SUBPROCESS_H
#define FACET_POSTLINK_CODEGEN_SUBPROCESS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>

namespace facet {

class TemporaryDirectory {
public:
  static llvm::Expected<TemporaryDirectory> create();
  TemporaryDirectory(TemporaryDirectory &&Other) noexcept;
  TemporaryDirectory &operator=(TemporaryDirectory &&) = delete;
  ~TemporaryDirectory();

  std::string path(llvm::StringRef FileName) const;
  llvm::Error write(llvm::StringRef FileName, llvm::StringRef Bytes) const;
  llvm::Expected<llvm::SmallVector<char, 0>>
  read(llvm::StringRef FileName) const;

private:
  explicit TemporaryDirectory(llvm::StringRef Path) : Path(Path) {}
  llvm::SmallString<128> Path;
};

/// Returns the directory this program is in.
std::string ownDirectory();

struct ToolResult {
  int ExitCode = 0;
  /// stdout and stderr together.
  std::string Output;
};

/// \p Tool as a path. A bare name is looked up beside this program, where an
/// installation has it, then in PATH; an error says which Debian package has
/// it.
llvm::Expected<std::string> findTool(llvm::StringRef Tool,
                                     llvm::StringRef DebianPackage);

/// Runs \p Program, a path, with \p Arguments.
llvm::Expected<ToolResult> runTool(const std::string &Program,
                                   llvm::ArrayRef<std::string> Arguments,
                                   const TemporaryDirectory &Directory);

} // namespace facet

#endif // FACET_POSTLINK_CODEGEN_SUBPROCESS_H
