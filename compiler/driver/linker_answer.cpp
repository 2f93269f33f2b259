//===- linker_answer.cpp - Which files a link takes -----------------------===//
//
// See linker_answer.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/driver/linker_answer.h"

#include "compiler/support/tool.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/BinaryFormat/Magic.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace facet {
namespace {

std::string below(StringRef Directory, StringRef Name) {
  SmallString<128> Path(Directory);
  sys::path::append(Path, Name);
  return std::string(Path);
}

bool isLld(StringRef Program) {
  return sys::path::filename(Program).contains("lld");
}

bool isArchive(StringRef Path) {
  file_magic Magic;
  return !identify_magic(Path, Magic) && Magic == file_magic::archive;
}

/// The last of several such options counts, so a user's own does no harm.
ToolCommand makeQuestion(const ToolCommand &Link, StringRef Directory) {
  ToolCommand Question = Link;
  auto Add = [&](std::initializer_list<std::string> Arguments) {
    append_range(Question.Arguments, Arguments);
  };
  Add({"-o", below(Directory, "question.out"), "--trace"});
  if (isLld(Link.Program))
    // Without link-time optimization there is no index to write, and with it
    // the files go to the folder instead of beside the inputs.
    Add({"--why-extract=" + below(Directory, "reasons"),
         "--print-archive-stats=" + below(Directory, "archives"),
         "--thinlto-index-only",
         "--thinlto-prefix-replace=;" + below(Directory, "thinlto") + "/"});
  else
    // Once lists archives, twice their members too. The images are not there
    // yet; undefined symbols are reported by the link that counts.
    Add({"--trace", "--unresolved-symbols=ignore-all"});
  Question.Stdout = below(Directory, "trace");
  Question.Stderr = below(Directory, "linker-messages");
  return Question;
}

Expected<std::vector<std::string>> linesOf(const std::string &Path) {
  Expected<std::unique_ptr<MemoryBuffer>> Text = openInput(Path);
  if (!Text)
    return Text.takeError();
  SmallVector<StringRef> Lines;
  (*Text)->getBuffer().split(Lines, '\n', /*MaxSplit=*/-1,
                             /*KeepEmpty=*/false);
  return std::vector<std::string>(Lines.begin(), Lines.end());
}

/// Lines of "members <tab> extracted <tab> archive", after one of titles.
Error readArchives(const std::string &Path, LinkerAnswer &Answer) {
  Expected<std::vector<std::string>> Lines = linesOf(Path);
  if (!Lines)
    return Lines.takeError();
  for (StringRef Line : ArrayRef(*Lines).drop_front(!Lines->empty()))
    Answer.Archives.insert(
        Line.split('\t').second.split('\t').second.str());
  return Error::success();
}

/// Lines of "reference <tab> extracted <tab> symbol", after one of titles.
Error readReasons(const std::string &Path, LinkerAnswer &Answer) {
  Expected<std::vector<std::string>> Lines = linesOf(Path);
  if (!Lines)
    return Lines.takeError();
  for (StringRef Line : ArrayRef(*Lines).drop_front(!Lines->empty())) {
    auto [File, Symbol] = Line.split('\t').second.split('\t');
    Answer.Symbols[File.str()].insert(Symbol);
  }
  return Error::success();
}

void findLazyObjects(ArrayRef<std::string> Arguments, LinkerAnswer &Answer) {
  bool Lazy = false;
  for (StringRef Argument : Arguments) {
    StringRef Name = Argument.ltrim('-');
    if (Argument.starts_with("-") &&
        (Name == "start-lib" || Name == "end-lib"))
      Lazy = Name == "start-lib";
    else if (Lazy && !Argument.starts_with("-"))
      Answer.LazyObjects.insert(Argument.str());
  }
}

} // namespace

TracedFile parseTracedFile(StringRef Line) {
  Line.consume_front("trace: "); // mold
  if (Line.starts_with("(")) {
    auto [Archive, Member] = Line.drop_front().rsplit(')');
    if (!Member.empty())
      return {Archive.str(), Member.str()};
  }
  if (Line.ends_with(")") && !sys::fs::exists(Line)) {
    // The names of folders and members may have parentheses: the archive is the
    // shortest prefix that is a file.
    for (size_t At = Line.find('('); At != StringRef::npos;
         At = Line.find('(', At + 1))
      if (sys::fs::is_regular_file(Line.take_front(At)))
        return {Line.take_front(At).str(),
                Line.drop_front(At + 1).drop_back().str()};
  }
  return {Line.str(), ""};
}

Expected<LinkerAnswer> askLinker(const ToolCommand &Link, StringRef Directory,
                                 const Runner &Run) {
  ToolCommand Question = makeQuestion(Link, Directory);
  if (Error E = Run.runUnannounced(Question))
    return std::move(E);
  LinkerAnswer Answer;
  Expected<std::vector<std::string>> Trace = linesOf(Question.Stdout);
  if (!Trace)
    return Trace.takeError();
  for (StringRef Line : *Trace) {
    TracedFile File = parseTracedFile(Line);
    if (File.Member.empty() && !sys::fs::is_regular_file(File.Path))
      continue; // something else that the user lets the linker print
    if (!File.Member.empty())
      Answer.Files.push_back(File.Path + "(" + File.Member + ")");
    else if (!isArchive(File.Path))
      Answer.Files.push_back(File.Path);
    if (!isLld(Link.Program) && isArchive(File.Path))
      Answer.Archives.insert(File.Path);
  }
  findLazyObjects(Link.Arguments, Answer);
  if (!isLld(Link.Program)) {
    // gold does not name an archive of which it takes nothing.
    for (StringRef Argument : Link.Arguments)
      if (!Argument.starts_with("-") && isArchive(Argument))
        Answer.Archives.insert(Argument.str());
    return Answer;
  }
  if (Error E = readArchives(below(Directory, "archives"), Answer))
    return std::move(E);
  if (Error E = readReasons(below(Directory, "reasons"), Answer))
    return std::move(E);
  return Answer;
}

} // namespace facet
