//===- source_start.cpp - Whether a source begins with SYCL's header ------===//
//
// See source_start.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/precompiled/source_start.h"

#include "clang/Basic/LangOptions.h"
#include "clang/Lex/Lexer.h"
#include "clang/Tooling/Inclusions/StandardLibrary.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <optional>

using namespace llvm;
using clang::Token;
namespace tok = clang::tok;

namespace facet {
namespace {

/// The names of SYCL's header.
bool isSycl(StringRef Name) {
  return Name == "sycl/sycl.hpp" || Name == "CL/sycl.hpp";
}

bool isStandard(StringRef Name) {
  // POSIX, whose headers declare functions of C.
  constexpr StringLiteral Posix[] = {
      "dirent.h",   "dlfcn.h",    "fcntl.h",        "getopt.h", "pthread.h",
      "sched.h",    "strings.h",  "sys/resource.h", "unistd.h", "sys/stat.h",
      "sys/mman.h", "sys/time.h", "sys/types.h",
  };
  if (is_contained(Posix, Name))
    return true;
  using namespace clang::tooling::stdlib;
  std::string Quoted = ("<" + Name + ">").str();
  return Header::named(Quoted, Lang::CXX) || Header::named(Quoted, Lang::C);
}

struct Include {
  StringRef Name;
  bool Angled;
};

/// The directives of a file, up to the first token that belongs to none.
class Directives {
public:
  explicit Directives(StringRef Text)
      : Text(Text), Lexer(clang::SourceLocation(), Language, Text.begin(),
                          Text.begin(), Text.end()) {}

  /// The next directive without its '#', as one line without comments; "" at
  /// the end of the file; nothing if something else comes first.
  std::optional<std::string> next() {
    Token T;
    Lexer.LexFromRawLexer(T);
    if (T.is(tok::eof))
      return "";
    if (T.isNot(tok::hash) || !T.isAtStartOfLine())
      return std::nullopt;
    std::string Line;
    // Names in angle brackets are no tokens: what is read is text.
    const char *At = Text.begin() + Lexer.getCurrentBufferOffset();
    const char *End = endOfLine(At);
    for (; At != End; ++At) {
      StringRef Rest(At, End - At);
      if (Rest.starts_with("//"))
        break;
      if (Rest.starts_with("/*"))
        return std::nullopt; // it may go on in the next line
      if (Rest.starts_with("\\\n") || Rest.starts_with("\\\r"))
        return std::nullopt;
      Line += *At;
    }
    Lexer.seek(End - Text.begin(), /*IsAtStartOfLine=*/true);
    return StringRef(Line).trim().empty() ? next()
                                          : StringRef(Line).trim().str();
  }

private:
  const char *endOfLine(const char *At) const {
    StringRef Rest(At, Text.end() - At);
    size_t Length = Rest.find('\n');
    // A continued line goes on to the next.
    while (Length != StringRef::npos &&
           Rest.take_front(Length).rtrim('\r').ends_with("\\"))
      Length = Rest.find('\n', Length + 1);
    return Length == StringRef::npos ? Text.end() : At + Length;
  }

  clang::LangOptions Language;
  StringRef Text;
  clang::Lexer Lexer;
};

/// "DIRECTIVE REST", with one space or none between.
std::pair<StringRef, StringRef> splitDirective(StringRef Line) {
  StringRef Name = Line.take_while(isAlpha);
  return {Name, Line.drop_front(Name.size()).trim()};
}

std::optional<Include> includeOf(StringRef Text) {
  if (Text.size() > 2 && Text.starts_with("<") && Text.ends_with(">"))
    return Include{Text.drop_front().drop_back(), true};
  if (Text.size() > 2 && Text.starts_with("\"") && Text.ends_with("\""))
    return Include{Text.drop_front().drop_back(), false};
  return std::nullopt;
}

/// "_ENDIAN_H": the C library's include guards are named so. Where SYCL's
/// headers come first, a header of the user's with such a guard may seem to
/// have been read.
bool mayBeOfTheSystem(StringRef Guard) {
  return Guard.size() > 2 && Guard[0] == '_' && isUpper(Guard[1]) &&
         Guard.ends_with("_H");
}

/// `__has_include(<sycl/sycl.hpp>)`, which is true.
bool asksForSycl(StringRef Condition) {
  if (!Condition.consume_front("__has_include"))
    return false;
  Condition = Condition.trim();
  if (!Condition.consume_front("(") || !Condition.consume_back(")"))
    return false;
  std::optional<Include> Name = includeOf(Condition.trim());
  return Name && Name->Angled && isSycl(Name->Name);
}

class Search {
public:
  explicit Search(const IncludeFolders &Folders) : Folders(Folders) {}

  /// Whether the file leads to SYCL's header with nothing in between.
  bool leads(StringRef Path) { return read(Path) == End::AtSycl; }

private:
  enum class End { AtSycl, OfFile, AtOther };

  End read(StringRef Path) {
    // Again: its guard skips it.
    if (!Read.insert(Path).second)
      return End::OfFile;
    auto Buffer = MemoryBuffer::getFile(Path);
    if (!Buffer)
      return End::AtOther;
    Directives Lines((*Buffer)->getBuffer());
    for (bool First = true;; First = false) {
      std::optional<std::string> Line = Lines.next();
      if (!Line)
        return End::AtOther;
      if (Line->empty())
        return End::OfFile;
      auto [Name, Rest] = splitDirective(*Line);
      if (Name == "include") {
        End Reached = include(Rest, Path);
        if (Reached != End::OfFile)
          return Reached;
      } else if (Name == "ifndef" && First) {
        if (mayBeOfTheSystem(Rest) || Lines.next() != "define " + Rest.str())
          return End::AtOther;
      } else if (Name == "if" && asksForSycl(Rest)) {
        // What is included next, if anything, is what was asked for.
      } else if (Name == "endif" && Lines.next() == "") {
        return End::OfFile;
      } else if (!isHarmlessPragma(Name, Rest)) {
        return End::AtOther;
      }
    }
  }

  static bool isHarmlessPragma(StringRef Name, StringRef Rest) {
    return Name == "pragma" &&
           (Rest == "once" || Rest.starts_with("GCC diagnostic") ||
            Rest.starts_with("clang diagnostic"));
  }

  End include(StringRef Text, StringRef Includer) {
    std::optional<Include> I = includeOf(Text);
    if (!I)
      return End::AtOther;
    std::string Found = find(*I, Includer);
    if (!Found.empty())
      return read(Found);
    if (isSycl(I->Name))
      return End::AtSycl;
    return isStandard(I->Name) ? End::OfFile : End::AtOther;
  }

  /// The user's header of that name.
  std::string find(const Include &I, StringRef Includer) const {
    if (!I.Angled) {
      if (std::string Path = join(sys::path::parent_path(Includer), I.Name);
          sys::fs::is_regular_file(Path))
        return Path;
      for (StringRef Folder : Folders.Quoted)
        if (std::string Path = join(Folder, I.Name);
            sys::fs::is_regular_file(Path))
          return Path;
    }
    for (StringRef Folder : Folders.Angled)
      if (std::string Path = join(Folder, I.Name);
          sys::fs::is_regular_file(Path))
        return Path;
    return "";
  }

  static std::string join(StringRef Folder, StringRef Name) {
    SmallString<256> Path(Folder);
    sys::path::append(Path, Name);
    return std::string(Path);
  }

  const IncludeFolders &Folders;
  StringSet<> Read;
};

} // namespace

bool beginsWithSyclHeader(StringRef Source, const IncludeFolders &Folders) {
  return Search(Folders).leads(Source);
}

} // namespace facet
