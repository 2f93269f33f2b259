//===- subprocess.cpp - Running other tools -------------------------------===//
//
// See subprocess.h.
//
//===----------------------------------------------------------------------===//

#include "postlink/codegen/subprocess.h"

#include "compiler/support/tool.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"

using namespace llvm;

namespace facet {

Expected<TemporaryDirectory> TemporaryDirectory::create() {
  SmallString<128> Path;
  if (std::error_code Code = sys::fs::createUniqueDirectory("facet-aot", Path))
    return makeError(textOf<Message::err_create_directory>(Code.message()),
                     "facet-aot");
  return TemporaryDirectory(Path);
}

TemporaryDirectory::TemporaryDirectory(TemporaryDirectory &&Other) noexcept
    : Path(std::move(Other.Path)) {
  Other.Path.clear();
}

TemporaryDirectory::~TemporaryDirectory() {
  if (!Path.empty())
    sys::fs::remove_directories(Path);
}

std::string TemporaryDirectory::path(StringRef FileName) const {
  SmallString<128> Result(Path);
  sys::path::append(Result, FileName);
  return Result.str().str();
}

Error TemporaryDirectory::write(StringRef FileName, StringRef Bytes) const {
  return writeOutput(path(FileName), Bytes);
}

Expected<SmallVector<char, 0>>
TemporaryDirectory::read(StringRef FileName) const {
  Expected<std::unique_ptr<MemoryBuffer>> Buffer = openInput(path(FileName));
  if (!Buffer)
    return Buffer.takeError();
  StringRef Bytes = (*Buffer)->getBuffer();
  return SmallVector<char, 0>(Bytes.begin(), Bytes.end());
}

std::string ownDirectory() {
  std::string Self = sys::fs::getMainExecutable(
      nullptr, reinterpret_cast<void *>(&ownDirectory));
  return sys::path::parent_path(Self).str();
}

Expected<std::string> findTool(StringRef Tool, StringRef DebianPackage) {
  if (Tool.contains('/')) {
    if (sys::fs::can_execute(Tool))
      return Tool.str();
  } else {
    std::string Beside = ownDirectory();
    if (ErrorOr<std::string> Found = sys::findProgramByName(Tool, {Beside}))
      return *Found;
    if (ErrorOr<std::string> Found = sys::findProgramByName(Tool))
      return *Found;
  }
  return makeError(
      textOf<Message::err_tool_not_installed>(Tool, DebianPackage));
}

Expected<ToolResult> runTool(const std::string &Program,
                             ArrayRef<std::string> Arguments,
                             const TemporaryDirectory &Directory) {
  SmallVector<StringRef> Line{Program};
  Line.append(Arguments.begin(), Arguments.end());
  std::string Log = Directory.path("log");
  std::string Empty = "/dev/null";
  std::optional<StringRef> Redirects[] = {StringRef(Empty), StringRef(Log),
                                          StringRef(Log)};
  std::string Message;
  bool Failed = false;
  ToolResult Result;
  Result.ExitCode = sys::ExecuteAndWait(Program, Line, std::nullopt, Redirects,
                                        0, 0, &Message, &Failed);
  if (Failed)
    return makeError(textOf<Message::err_cannot_run>(Program, Message));
  if (auto Output = MemoryBuffer::getFile(Log))
    Result.Output = (*Output)->getBuffer().trim().str();
  if (Result.ExitCode < 0 && !Message.empty())
    Result.Output += (Result.Output.empty() ? "" : "\n") + Message;
  return Result;
}

} // namespace facet
