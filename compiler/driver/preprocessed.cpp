//===- preprocessed.cpp - Text of the host's and the device's preprocessor ===//
//
// See preprocessed.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/driver/preprocessed.h"

#include "compiler/support/tool.h"
#include "messages/messages.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;

namespace facet {
namespace {

/// Also a preprocessed source obeys directives, of which these are the first.
constexpr StringLiteral HostPart =
    "#ifndef __SYCL_DEVICE_ONLY__ // sycl-clang++ -E\n";
constexpr StringLiteral DevicePart = "#else // device code\n";
constexpr StringLiteral End = "#endif // sycl-clang++ -E\n";

std::string wholeLines(StringRef Text) {
  return Text.empty() || Text.ends_with("\n") ? Text.str() : (Text + "\n").str();
}

/// The first rule of a dependency file: "TARGETS: PREREQUISITES", without the
/// end of its last line.
StringRef firstRule(StringRef Text) {
  size_t At = 0;
  while ((At = Text.find('\n', At)) != StringRef::npos) {
    if (!Text.take_front(At).rtrim('\r').ends_with("\\"))
      return Text.take_front(At);
    ++At;
  }
  return Text;
}

/// As written: escapes stay.
SmallVector<StringRef> prerequisites(StringRef Rule) {
  SmallVector<StringRef> Words;
  // A target may have a colon, but none before a space.
  StringRef Rest = Rule.substr(Rule.find(": ") + 1);
  while (!(Rest = Rest.ltrim(" \t\r\n")).empty()) {
    if (Rest.starts_with("\\\n") || Rest.starts_with("\\\r\n")) {
      Rest = Rest.drop_front();
      continue;
    }
    size_t Length = 0;
    while (Length < Rest.size() && !isSpace(Rest[Length]))
      Length += Rest[Length] == '\\' && Length + 1 < Rest.size() &&
                        Rest[Length + 1] != '\n' && Rest[Length + 1] != '\r'
                    ? 2
                    : 1;
    Words.push_back(Rest.take_front(Length));
    Rest = Rest.drop_front(Length);
  }
  return Words;
}

} // namespace

std::string joinPreprocessed(StringRef Host, StringRef Device) {
  // The first line names the source: Clang reads it there.
  StringRef First = Host.take_front(Host.find('\n') + 1);
  if (!First.starts_with("# 1 "))
    First = "";
  return (First + HostPart + wholeLines(Host) + DevicePart +
          wholeLines(Device) + End)
      .str();
}

Error checkPreprocessed(ArrayRef<std::string> Paths) {
  for (const std::string &Path : Paths) {
    if (Path == "-")
      continue;
    Expected<std::unique_ptr<MemoryBuffer>> Text = openInput(Path);
    if (!Text)
      return Text.takeError();
    StringRef Begin = (*Text)->getBuffer();
    if (Begin.starts_with("# 1 "))
      Begin = Begin.drop_front(Begin.find('\n') + 1);
    if (!Begin.starts_with(HostPart))
      return makeError(textOf<Message::err_preprocessed_for_host>(Path));
  }
  return Error::success();
}

std::string joinDependencies(StringRef Host, StringRef Device) {
  StringRef Rule = firstRule(Host);
  StringRef Others = Host.drop_front(Rule.size());
  StringSet<> Known;
  for (StringRef File : prerequisites(Rule))
    Known.insert(File);
  // With -MP each header has an empty rule of its own.
  bool Phony = Others.contains(":");
  std::string Added = Rule.str(), Rules;
  for (StringRef File : prerequisites(firstRule(Device)))
    if (Known.insert(File).second) {
      Added += (" \\\n  " + File).str();
      if (Phony)
        Rules += ("\n" + File + ":\n").str();
    }
  return Added + Others.str() + Rules;
}

Error joinFiles(JoinFunction Join, StringRef HostPath, StringRef DevicePath,
                StringRef Output) {
  Expected<std::unique_ptr<MemoryBuffer>> Host = openInput(HostPath);
  if (!Host)
    return Host.takeError();
  Expected<std::unique_ptr<MemoryBuffer>> Device = openInput(DevicePath);
  if (!Device)
    return Device.takeError();
  return writeOutput(Output, Join((*Host)->getBuffer(), (*Device)->getBuffer()));
}

} // namespace facet
