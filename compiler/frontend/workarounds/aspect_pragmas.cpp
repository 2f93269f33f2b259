//===- aspect_pragmas.cpp - #pragma clang diagnostic "-Wsycl-aspects" -----===//
//
// See aspect_pragmas.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/frontend/workarounds/aspect_pragmas.h"

#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/LexDiagnostic.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/StringSwitch.h"

#include <map>
#include <vector>

using namespace clang;

namespace facet {
namespace {

using Setting = std::optional<diag::Severity>;

/// In the order of the translation unit.
using History = std::vector<std::pair<SourceLocation, Setting>>;

std::map<const SourceManager *, History> &histories() {
  static std::map<const SourceManager *, History> All;
  return All;
}

/// The next word of \p Text. Quotes inside of _Pragma's string are escaped.
llvm::StringRef nextWord(llvm::StringRef &Text) {
  constexpr llvm::StringLiteral Separators = " \t\"\\()#";
  Text = Text.drop_while(
      [&](char C) { return Separators.contains(llvm::StringRef(&C, 1)); });
  llvm::StringRef Word = Text.take_until([&](char C) {
    return C == '\n' || Separators.contains(llvm::StringRef(&C, 1));
  });
  Text = Text.drop_front(Word.size());
  return Word;
}

class AspectPragmas : public PPCallbacks {
public:
  explicit AspectPragmas(const SourceManager &SM)
      : SM(SM), Seen(histories()[&SM]) {}

  void PragmaDirective(SourceLocation Where, PragmaIntroducerKind) override {
    llvm::StringRef Text =
        SM.getCharacterData(SM.getSpellingLoc(Where));
    llvm::StringRef Word = nextWord(Text);
    if (Word == "pragma" || Word == "_Pragma" || Word == "__pragma")
      Word = nextWord(Text);
    if ((Word != "clang" && Word != "GCC") || nextWord(Text) != "diagnostic")
      return;
    Setting New = llvm::StringSwitch<Setting>(nextWord(Text))
                      .Case("ignored", diag::Severity::Ignored)
                      .Case("warning", diag::Severity::Warning)
                      .Cases({"error", "fatal"}, diag::Severity::Error)
                      .Default(std::nullopt);
    if (New && nextWord(Text) == "-Wsycl-aspects")
      set(Where, New);
  }
  void PragmaDiagnosticPush(SourceLocation, llvm::StringRef) override {
    Pushed.push_back(Current);
  }
  void PragmaDiagnosticPop(SourceLocation Where, llvm::StringRef) override {
    if (Pushed.empty())
      return;
    if (Current != Pushed.back())
      set(Where, Pushed.back());
    Pushed.pop_back();
  }

private:
  void set(SourceLocation Where, Setting New) {
    Current = New;
    Seen.push_back({Where, New});
  }

  const SourceManager &SM;
  History &Seen;
  Setting Current;
  std::vector<Setting> Pushed;
};

} // namespace

void watchAspectPragmas(Preprocessor &PP) {
  PP.addPPCallbacks(std::make_unique<AspectPragmas>(PP.getSourceManager()));
}

std::optional<diag::Severity> aspectSeverityAt(SourceLocation Where,
                                               const SourceManager &SM) {
  Setting Result;
  if (Where.isValid())
    for (const auto &[Place, Set] : histories()[&SM])
      if (SM.isBeforeInTranslationUnit(Place, Where))
        Result = Set;
  return Result;
}

bool hasAspectPragmas(const SourceManager &SM) {
  return !histories()[&SM].empty();
}

bool isUnknownAspectGroup(const Diagnostic &Info) {
  return Info.getID() == diag::warn_pragma_diagnostic_unknown_warning &&
         Info.getNumArgs() == 1 &&
         Info.getArgKind(0) == DiagnosticsEngine::ak_std_string &&
         Info.getArgStdStr(0) == "-Wsycl-aspects";
}

} // namespace facet
