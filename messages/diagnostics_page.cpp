//===- diagnostics_page.cpp - The page of all diagnostics -----------------===//
//
//   diagnostics-page GOLDEN.txt… -- TEST…
//
// In:  what the golden programs print, and other tests that expect messages.
// Out: docs/diagnostics.md: each message of the compiler with an example, and
//      those of the other tools. A message of the compiler that no test expects
//      is an error: nobody has seen it.
//
//===----------------------------------------------------------------------===//

#include "messages/messages.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

using namespace llvm;
using namespace facet;

namespace {

struct TextFile {
  std::string Path;
  std::unique_ptr<MemoryBuffer> Text;
};

/// An argument where it stands in a text; no message contains it otherwise.
constexpr StringLiteral Blank = "\x01";

std::string textWithBlanks(Message M) {
  return textOf(M, std::vector<std::string>(argumentCountOf(M), Blank.str()));
}

/// Whether the fixed parts of the message stand in \p Line, in their order.
bool shows(StringRef Line, Message M) {
  if (severityOf(M) != Severity::Note) {
    size_t Start = Line.find("error: ");
    if (Start == StringRef::npos)
      Start = Line.find("warning: ");
    // A unit test compares the text alone.
    if (Start != StringRef::npos)
      Line = Line.substr(Start);
  }
  std::string Text = textWithBlanks(M);
  SmallVector<StringRef> Parts;
  StringRef(Text).split(Parts, Blank, /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  for (StringRef Part : Parts) {
    size_t At = Line.find(Part);
    if (At == StringRef::npos)
      return false;
    Line = Line.substr(At + Part.size());
  }
  return true;
}

/// The first line of \p Files that shows the message, and its file.
std::optional<std::pair<std::string, const TextFile *>>
findExample(const std::vector<TextFile> &Files, Message M) {
  for (const TextFile &File : Files) {
    SmallVector<StringRef> Lines;
    File.Text->getBuffer().split(Lines, '\n');
    for (StringRef Line : Lines)
      if (shows(Line, M))
        return std::make_pair(Line.trim().str(), &File);
  }
  return std::nullopt;
}

std::string cell(StringRef Text) {
  std::string Result = "`";
  for (char C : Text) {
    if (C == Blank[0])
      Result += "…";
    else if (C == '|')
      Result += "\\|";
    else if (C == '\n')
      Result += ' ';
    else
      Result += C;
  }
  return Result + "`";
}

std::string exampleCell(const std::vector<TextFile> &Golden,
                        const std::vector<TextFile> &Tests, Message M) {
  if (auto Found = findExample(Golden, M)) {
    std::string Program = sys::path::stem(Found->second->Path).str() + ".cpp";
    return cell(Found->first) + " [" + Program + "](../testing/diagnostics/" +
           Program + ")";
  }
  if (auto Found = findExample(Tests, M))
    return "[" + sys::path::filename(Found->second->Path).str() + "](../" +
           Found->second->Path + ")";
  return "";
}

/// What only a mistake of this compiler's own can cause, so that no program can
/// show it.
bool isInternal(Message M) { return M == Message::err_invalid_device_module; }

StringRef wordFor(Severity S) {
  return S == Severity::Error     ? "error"
         : S == Severity::Warning ? "warning"
                                  : "note";
}

constexpr char Introduction[] =
    R"(# Diagnostics

Every message of the compiler and its driver, with an example, and those of the [other tools](#other-tools). This page is made
from the table [messages.def](../messages/messages.def) and the programs of [testing/diagnostics](../testing/diagnostics), whose complete
messages are tested letter by letter; a test says when the page is not up to date, or a message of the compiler has no example.
`./bazelw run //testing/diagnostics:update_golden` writes both anew. How to add one:
[how-to-add-a-diagnostic.md](how-to-add-a-diagnostic.md).

Warnings about aspects are of the group `-Wsycl-aspects`: `-Wno-sycl-aspects` silences them, `-Werror=sycl-aspects` makes them
errors. What the specification words is kept in its words. A message without arguments of your program is shown as it is;
`…` stands for what differs.

| | message | example |
|---|---|---|
)";

constexpr char OtherTools[] = R"(
## Other tools

What the steps behind the compiler say, each as `TOOL: error: MESSAGE: PLACE`, where the place is a file, a function or a target.
Unknown options and invalid values are in the table above.

| | message |
|---|---|
)";

constexpr Message FirstOfOtherTools = Message::err_option_takes_no_value;

bool readAll(ArrayRef<StringRef> Paths, std::vector<TextFile> &Files) {
  for (StringRef Path : Paths) {
    auto Buffer = MemoryBuffer::getFile(Path);
    if (!Buffer) {
      errs() << "diagnostics-page: error: cannot read: " << Path << '\n';
      return false;
    }
    Files.push_back({Path.str(), std::move(*Buffer)});
  }
  return true;
}

} // namespace

int main(int argc, char **argv) {
  SmallVector<StringRef> GoldenPaths, TestPaths;
  bool Dashes = false;
  for (StringRef Argument : ArrayRef(argv, argc).drop_front()) {
    if (Argument == "--")
      Dashes = true;
    else
      (Dashes ? TestPaths : GoldenPaths).push_back(Argument);
  }
  if (!Dashes) {
    errs() << "usage: diagnostics-page GOLDEN... -- TEST...\n";
    return 2;
  }
  std::vector<TextFile> Golden, Tests;
  if (!readAll(GoldenPaths, Golden) || !readAll(TestPaths, Tests))
    return 1;
  std::string Page = Introduction;
  bool Complete = true;
  for (Message M : allMessages()) {
    if (M == FirstOfOtherTools)
      Page += OtherTools;
    Page += "| " + wordFor(severityOf(M)).str() + " | " +
            cell(textWithBlanks(M)) + " |";
    if (M < FirstOfOtherTools) {
      std::string Example = exampleCell(Golden, Tests, M);
      if (Example.empty() && isInternal(M))
        Example = "a mistake of Facet's own: please report it";
      if (Example.empty()) {
        errs() << "diagnostics-page: error: no test expects this message: "
               << nameOf(M) << '\n';
        Complete = false;
      }
      Page += " " + Example + " |";
    }
    Page += "\n";
  }
  outs() << Page;
  return Complete ? 0 : 1;
}
