//===- device_warnings.cpp - What only the device compilation warns of ----===//
//
// See device_warnings.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/frontend/device_warnings.h"

#include "compiler/frontend/clang_messages.h"
#include "compiler/frontend/device_pass.h"
#include "compiler/frontend/device_rules.h"
#include "compiler/frontend/plugins/diagnostic_forwarder.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/DiagnosticIDs.h"
#include "clang/Basic/FileManager.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/LexDiagnostic.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

#include <deque>
#include <set>
#include <string>
#include <tuple>
#include <vector>

using namespace clang;

namespace facet {
namespace {

/// A place that another compilation finds again. No file: nowhere.
struct Place {
  std::string File;
  unsigned Line = 0, Column = 0;

  bool operator<(const Place &Other) const {
    return std::tie(File, Line, Column) <
           std::tie(Other.File, Other.Line, Other.Column);
  }
};

Place placeOf(SourceLocation Where, const SourceManager &SM) {
  if (Where.isInvalid())
    return {};
  Where = SM.getExpansionLoc(Where);
  return {SM.getFilename(Where).str(), SM.getExpansionLineNumber(Where),
          SM.getExpansionColumnNumber(Where)};
}

SourceLocation locationOf(const Place &P, SourceManager &SM) {
  if (P.File.empty())
    return {};
  FileID File = SM.getMainFileID();
  if (SM.getFilename(SM.getLocForStartOfFile(File)) != P.File) {
    OptionalFileEntryRef Entry = SM.getFileManager().getOptionalFileRef(P.File);
    if (!Entry)
      return {};
    File = SM.translateFile(*Entry);
    if (File.isInvalid())
      File = SM.createFileID(*Entry, SourceLocation(), SrcMgr::C_User);
  }
  return SM.translateLineCol(File, P.Line, P.Column);
}

/// What is told of a place.
struct Line {
  Place Where;
  std::string Text;

  bool operator<(const Line &Other) const {
    return std::tie(Where, Text) < std::tie(Other.Where, Other.Text);
  }
};

Line lineOf(const Diagnostic &Info) {
  Line Result;
  llvm::SmallString<128> Text;
  Info.FormatDiagnostic(Text);
  Result.Text = Text.str().str();
  if (Info.hasSourceManager())
    Result.Where = placeOf(Info.getLocation(), Info.getSourceManager());
  return Result;
}

/// A warning with what belongs to it.
struct Warning {
  unsigned Id = 0;
  SourceLocation Where;
  Line Said;
  std::vector<Line> Notes;
};

llvm::json::Object toJson(const Line &L) {
  return llvm::json::Object{
      {"file", L.Where.File},
      {"line", L.Where.Line},
      {"column", L.Where.Column},
      {"text", llvm::json::isUTF8(L.Text) ? L.Text
                                          : llvm::json::fixUTF8(L.Text)}};
}

Line fromJson(const llvm::json::Object &O) {
  return {{O.getString("file").value_or("").str(),
           unsigned(O.getInteger("line").value_or(0)),
           unsigned(O.getInteger("column").value_or(0))},
          O.getString("text").value_or("").str()};
}

} // namespace

class DeviceWarnings : public DiagnosticForwarder {
public:
  using DiagnosticForwarder::DiagnosticForwarder;

  void HandleDiagnostic(DiagnosticsEngine::Level Level,
                        const Diagnostic &Info) override {
    const bool IsNote = Level == DiagnosticsEngine::Note;
    if (IsNote && Notes) {
      Notes->push_back(lineOf(Info));
      return;
    }
    if (!IsNote)
      Notes = nullptr;
    // Those of the device rules are nobody else's.
    if (Level != DiagnosticsEngine::Warning ||
        DiagnosticIDs::IsCustomDiag(Info.getID()))
      return DiagnosticForwarder::HandleDiagnostic(Level, Info);
    Kept.push_back({Info.getID(), Info.getLocation(), lineOf(Info), {}});
    Notes = &Kept.back().Notes;
  }

  /// Notes of now on belong to \p To; null: they are printed.
  void noteFor(std::vector<Line> *To) { Notes = To; }

  std::deque<Warning> Kept;

private:
  std::vector<Line> *Notes = nullptr;
};

DeviceWarnings &keepDeviceWarnings(DiagnosticsEngine &Diags) {
  // An error would end the compilation before the host's.
  Diags.setWarningsAsErrors(false);
  std::vector<diag::kind> All;
  DiagnosticIDs::getAllDiagnostics(diag::Flavor::WarningOrError, All);
  for (diag::kind Id : All)
    if (Diags.getDiagnosticIDs()->isWarningOrExtension(Id) &&
        Diags.getDiagnosticLevel(Id, SourceLocation()) >=
            DiagnosticsEngine::Error)
      Diags.setSeverity(Id, diag::Severity::Warning, SourceLocation());
  auto *Consumer = new DeviceWarnings(Diags);
  Diags.setClient(Consumer, /*ShouldOwnClient=*/true);
  return *Consumer;
}

namespace {

/// Which function of device code a place is in.
class FunctionsByPlace {
public:
  FunctionsByPlace(const DeviceCode &Code, const SourceManager &SM) : SM(SM) {
    llvm::ArrayRef<DeviceCode::Node> Nodes = Code.nodes();
    for (unsigned I = 0; I < Nodes.size(); ++I) {
      const SourceRange Range = Nodes[I].Function->getSourceRange();
      if (Range.isInvalid() || !Nodes[I].Function->hasBody())
        continue;
      const auto [File, Begin] = SM.getDecomposedExpansionLoc(Range.getBegin());
      const auto [EndFile, End] = SM.getDecomposedExpansionLoc(Range.getEnd());
      if (File == EndFile)
        Ranges.push_back({File, Begin, End, I});
    }
  }

  /// The innermost one, or None.
  unsigned find(SourceLocation Where) const {
    if (Where.isInvalid())
      return DeviceCode::None;
    const auto [File, At] = SM.getDecomposedExpansionLoc(Where);
    const Range *Found = nullptr;
    for (const Range &R : Ranges)
      if (R.File == File && R.Begin <= At && At <= R.End &&
          (!Found || R.End - R.Begin < Found->End - Found->Begin))
        Found = &R;
    return Found ? Found->Node : DeviceCode::None;
  }

private:
  struct Range {
    FileID File;
    unsigned Begin, End, Node;
  };
  const SourceManager &SM;
  std::vector<Range> Ranges;
};

} // namespace

void writeDeviceWarnings(DeviceWarnings &Warnings, const DeviceCode &Code,
                         ASTContext &Context, DiagnosticsEngine &Diags,
                         llvm::StringRef Path) {
  llvm::json::Array All;
  if (!Warnings.Kept.empty()) {
    const FunctionsByPlace Functions(Code, Context.getSourceManager());
    std::set<Line> Seen; // instances of a template warn of the same
    for (Warning &W : Warnings.Kept) {
      const unsigned Node = Functions.find(W.Where);
      if ((Node == DeviceCode::None && W.Id != diag::pp_hash_warning) ||
          !Seen.insert(W.Said).second)
        continue;
      if (Node != DeviceCode::None) {
        Warnings.noteFor(&W.Notes);
        // Clang drops notes behind a warning that nobody wants.
        Diags.setLastDiagnosticIgnored(false);
        noteCallChain(Code, Node, Context, Diags);
        Warnings.noteFor(nullptr);
      }
      llvm::json::Array Notes;
      for (const Line &N : W.Notes)
        Notes.push_back(toJson(N));
      llvm::json::Object Entry = toJson(W.Said);
      Entry["id"] = W.Id;
      Entry["notes"] = std::move(Notes);
      All.push_back(std::move(Entry));
    }
  }
  std::error_code Error;
  llvm::raw_fd_ostream Out(Path, Error);
  Out << llvm::json::Value(std::move(All));
  Out.close();
  if (Error || Out.has_error())
    diagnose(Diags, SourceLocation(), Message::err_cannot_write, {Path.str()});
  Out.clear_error();
}

namespace {

class HostWarnings : public DiagnosticForwarder {
public:
  HostWarnings(DiagnosticsEngine &Diags, llvm::StringRef Path, DevicePass &Pass)
      : DiagnosticForwarder(Diags), Diags(Diags), Path(Path), Pass(Pass) {}

  void HandleDiagnostic(DiagnosticsEngine::Level Level,
                        const Diagnostic &Info) override {
    if (Level != DiagnosticsEngine::Note)
      Printed.insert(lineOf(Info));
    DiagnosticForwarder::HandleDiagnostic(Level, Info);
  }

  /// Before the files of a compilation that fails are removed.
  void EndSourceFile() override {
    if (Diags.hasSourceManager())
      print();
    DiagnosticForwarder::EndSourceFile();
  }

private:
  void print() {
    Pass.wait();
    auto File = llvm::MemoryBuffer::getFile(Path);
    if (!File)
      return diagnose(Diags, SourceLocation(), Message::err_cannot_read,
                      {Path});
    llvm::Expected<llvm::json::Value> Read =
        llvm::json::parse((*File)->getBuffer());
    if (!Read)
      return llvm::consumeError(Read.takeError());
    const llvm::json::Array *All = Read->getAsArray();
    for (const llvm::json::Value &Entry : All ? *All : llvm::json::Array())
      if (const llvm::json::Object *O = Entry.getAsObject())
        print(*O);
  }

  void print(const llvm::json::Object &Entry) {
    const Line Said = fromJson(Entry);
    if (Printed.count(Said) != 0)
      return;
    const auto Id = unsigned(Entry.getInteger("id").value_or(0));
    const SourceLocation Where =
        locationOf(Said.Where, Diags.getSourceManager());
    // Of the group of the warning: Clang decides for a message of ours without
    // regard to the place.
    const bool IsError =
        Diags.getDiagnosticLevel(Id, Where) >= DiagnosticsEngine::Error;
    diagnoseText(
        Diags, Where,
        IsError ? DiagnosticsEngine::Error : DiagnosticsEngine::Warning,
        Said.Text + optionOf(Id, IsError));
    if (const llvm::json::Array *Notes = Entry.getArray("notes"))
      for (const llvm::json::Value &Note : *Notes)
        if (const llvm::json::Object *O = Note.getAsObject()) {
          const Line L = fromJson(*O);
          diagnoseText(Diags, locationOf(L.Where, Diags.getSourceManager()),
                       DiagnosticsEngine::Note, L.Text);
        }
  }

  /// As Clang's own printer has it.
  std::string optionOf(unsigned Id, bool IsError) const {
    const llvm::StringRef Option =
        Diags.getDiagnosticIDs()->getWarningOptionForDiag(Id);
    if (Option.empty() || !Diags.getDiagnosticOptions().ShowOptionNames)
      return "";
    return (IsError ? " [-Werror,-W" : " [-W") + Option.str() + "]";
  }

  DiagnosticsEngine &Diags;
  std::string Path;
  DevicePass &Pass;
  std::set<Line> Printed;
};

} // namespace

void printDeviceWarnings(DiagnosticsEngine &Diags, llvm::StringRef Path,
                         DevicePass &Pass) {
  Diags.setClient(new HostWarnings(Diags, Path, Pass),
                  /*ShouldOwnClient=*/true);
}

} // namespace facet
