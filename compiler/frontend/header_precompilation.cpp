//===- header_precompilation.cpp - <sycl/sycl.hpp> as a tree on disk ------===//
//
// See header_precompilation.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/frontend/header_precompilation.h"

#include "compiler/frontend/clang_messages.h"
#include "compiler/frontend/device_metadata.h"
#include "compiler/frontend/plugins/early_action.h"
#include "compiler/support/tool.h"
#include "clang/Basic/FileManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendActions.h"
#include "clang/Frontend/FrontendPluginRegistry.h"
#include "clang/Frontend/MultiplexConsumer.h"
#include "clang/Frontend/Utils.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "clang/Serialization/ASTReader.h"
#include "llvm/ADT/StringExtras.h"

#include <optional>
#include <set>

using namespace clang;

namespace facet {
namespace {

/// All files that are read, also those of the system.
class FileCollector : public DependencyCollector {
public:
  bool needSystemDependencies() override { return true; }
  bool sawDependency(llvm::StringRef Name, bool, bool, bool,
                     bool IsMissing) override {
    return !IsMissing && !Name.starts_with("<");
  }
};

/// What is included and asked for, by name. __has_include_next asks for what
/// the folders before have: there a name that was read can be absent.
class NameCollector : public PPCallbacks {
public:
  NameCollector(std::set<std::string> &Names, std::set<std::string> &Absent)
      : Names(Names), Absent(Absent) {}

  void InclusionDirective(SourceLocation, const Token &, llvm::StringRef Name,
                          bool, CharSourceRange, OptionalFileEntryRef,
                          llvm::StringRef, llvm::StringRef, const Module *,
                          bool, SrcMgr::CharacteristicKind) override {
    Names.insert(Name.str());
  }
  void HasInclude(SourceLocation, llvm::StringRef Name, bool,
                  OptionalFileEntryRef File,
                  SrcMgr::CharacteristicKind) override {
    Names.insert(Name.str());
    if (!File)
      Absent.insert(Name.str());
  }

private:
  std::set<std::string> &Names, &Absent;
};

/// "sycl::half", by which a lookup finds the type again; "" if none would.
std::string lookupName(const TagDecl &Tag) {
  const auto *Record = dyn_cast<CXXRecordDecl>(&Tag);
  if (!Tag.getIdentifier() ||
      (Record && Record->getTemplateSpecializationKind() != TSK_Undeclared))
    return "";
  std::string Name = Tag.getName().str();
  for (const DeclContext *Where = Tag.getDeclContext();
       !Where->isTranslationUnit(); Where = Where->getParent()) {
    const auto *Space = dyn_cast<NamespaceDecl>(Where);
    if (!Space || !Space->getIdentifier())
      return "";
    if (!Space->isInline())
      Name = (Space->getName() + "::" + Name).str();
  }
  return Name;
}

/// Remembers the declarations that consumers of the header are not told of.
class DeclarationCollector : public ASTConsumer {
public:
  DeclarationCollector(HeaderRecord &Record, DiagnosticsEngine &Diags)
      : Record(Record), Diags(Diags) {}

  bool HandleTopLevelDecl(DeclGroupRef Group) override {
    Found.addTopLevel(Group);
    return true;
  }
  void HandleTagDeclDefinition(TagDecl *Tag) override {
    Found.addTag(Tag, Diags);
  }
  void HandleTranslationUnit(ASTContext &) override {
    if (Found.AspectEnum)
      add(*Found.AspectEnum);
    for (const TagDecl *Tag : Found.DecoratedTypes)
      add(*Tag);
    if (!Found.Kernels.empty() || !Found.HiddenParts.empty())
      refuse("kernels, or bases that need aspects");
  }

private:
  void add(const TagDecl &Tag) {
    Record.Types.push_back(lookupName(Tag));
    if (Record.Types.back().empty())
      refuse(Tag.getQualifiedNameAsString());
  }
  void refuse(const std::string &What) {
    diagnose(Diags, SourceLocation(), Message::err_not_precompiled, {What});
  }

  HeaderRecord &Record;
  DiagnosticsEngine &Diags;
  DeviceDeclarations Found;
};

class PrecompileAction : public GeneratePCHAction {
public:
  PrecompileAction(HeaderRecord &Record) : Record(Record) {}

  std::set<std::string> Names, Absent;
  /// All that the headers mention, a line each. Macros that mean something to
  /// them are among these.
  std::string Identifiers;

protected:
  void EndSourceFileAction() override {
    std::vector<llvm::StringRef> All;
    for (const auto &Entry :
         getCompilerInstance().getPreprocessor().getIdentifierTable())
      All.push_back(Entry.getKey());
    llvm::sort(All);
    Identifiers = llvm::join(All, "\n") + "\n";
    GeneratePCHAction::EndSourceFileAction();
  }

  std::unique_ptr<ASTConsumer>
  CreateASTConsumer(CompilerInstance &CI, llvm::StringRef File) override {
    std::vector<std::unique_ptr<ASTConsumer>> Consumers;
    Consumers.push_back(GeneratePCHAction::CreateASTConsumer(CI, File));
    if (!Consumers.front())
      return nullptr;
    CI.getPreprocessor().addPPCallbacks(
        std::make_unique<NameCollector>(Names, Absent));
    if (CI.getLangOpts().SYCLIsDevice)
      Consumers.push_back(
          std::make_unique<DeclarationCollector>(Record, CI.getDiagnostics()));
    return std::make_unique<MultiplexConsumer>(std::move(Consumers));
  }

private:
  HeaderRecord &Record;
};

/// The headers take from what follows them what the source alone knows:
/// source_place.hpp the name of the source, device_aspect_traits.hpp what the
/// targets have, and kernel_name.hpp, of host code, the prefix of the kernels'
/// names.
constexpr llvm::StringLiteral LateSourceMacro = "__SYCL_LATE_SOURCE__";
constexpr llvm::StringLiteral LateTargetsMacro = "__SYCL_LATE_TARGETS__";
constexpr llvm::StringLiteral LatePrefixMacro = "__SYCL_LATE_PREFIX__";

/// The prefix, while headers that are precompiled are in use.
std::optional<std::string> &latePrefix() {
  static std::optional<std::string> Text;
  return Text;
}

/// What __BASE_FILE__ is in the source: among the headers it is another.
std::string sourceName(const CompilerInstance &CI) {
  llvm::SmallString<256> Name(CI.getFrontendOpts().Inputs.front().getFile());
  Preprocessor::processPathForFileMacro(Name, CI.getLangOpts(), CI.getTarget());
  return Lexer::Stringify(Name.str());
}

/// Code between the precompiled headers and the rest of the source, where these
/// headers ask for it: as theirs, code of the system, of which there are no
/// warnings.
std::string lateCode(const CompilerInstance &CI) {
  auto Define = [](llvm::StringRef Wanted, llvm::StringRef Name,
                   llvm::StringRef Value) {
    return ("#ifdef " + Wanted +
            "\nnamespace sycl { inline namespace _V1 { namespace detail { "
            "template <typename T> inline constexpr const char *" +
            Name + "<T, void> = \"" + Value + "\"; } } }\n#endif\n")
        .str();
  };
  std::string Code =
      "# 1 \"<built-in>\" 3\n" +
      Define("__SYCL_HAS_LATE_SOURCE__", "late_source", sourceName(CI));
  if (CI.getLangOpts().SYCLIsHost && !latePrefix()->empty())
    Code += Define("__SYCL_HAS_LATE_PREFIX__", "late_prefix", *latePrefix());
  return Code + "#ifdef __SYCL_HAS_LATE_TARGETS__\n"
                "#include <sycl/detail/aspects_of_targets.hpp>\n#endif\n";
}

/// Adds what follows the precompiled headers: only now the preprocessor has
/// what it reads in front of the source.
class LateConsumer : public ASTConsumer {
public:
  explicit LateConsumer(CompilerInstance &CI) : CI(CI) {}
  void Initialize(ASTContext &) override {
    Preprocessor &PP = CI.getPreprocessor();
    if (latePrefix())
      PP.setPredefines(PP.getPredefines() + lateCode(CI));
  }

private:
  CompilerInstance &CI;
};

class LateAction : public EarlyAction {
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &CI,
                                                 llvm::StringRef) override {
    return std::make_unique<LateConsumer>(CI);
  }
};

PreprocessorOptions withLateMacros(CompilerInstance &CI) {
  PreprocessorOptions Options = CI.getPreprocessorOpts();
  Options.addMacroDef(LateSourceMacro);
  Options.addMacroDef(LateTargetsMacro);
  if (CI.getLangOpts().SYCLIsHost)
    Options.addMacroDef(LatePrefixMacro);
  return Options;
}

} // namespace

/// Reports \p E, if it is an error.
static bool wasWritten(CompilerInstance &CI, llvm::StringRef Path,
                       llvm::Error E) {
  if (!E)
    return true;
  llvm::consumeError(std::move(E));
  diagnose(CI.getDiagnostics(), SourceLocation(), Message::err_cannot_write,
           {Path.str()});
  return false;
}

bool precompileHeaders(CompilerInstance &CI, llvm::StringRef RecordPath,
                       llvm::StringRef NamesPath) {
  auto Files = std::make_shared<FileCollector>();
  CI.addDependencyCollector(Files);
  CI.getPreprocessorOpts() = withLateMacros(CI);
  HeaderRecord Record;
  PrecompileAction Action(Record);
  if (!CI.ExecuteAction(Action) || CI.getDiagnostics().hasErrorOccurred())
    return false;
  for (const std::string &Path : Files->getDependencies())
    if (OptionalFileEntryRef File =
            CI.getFileManager().getOptionalFileRef(Path))
      Record.Files.push_back({Path, static_cast<uint64_t>(File->getSize()),
                              File->getModificationTime()});
  Record.Includes.assign(Action.Names.begin(), Action.Names.end());
  for (const std::string &Name : Action.Absent)
    if (llvm::none_of(Record.Files, [&](const HeaderFile &File) {
          return llvm::StringRef(File.Path).ends_with("/" + Name);
        }))
      Record.Absent.push_back(Name);
  return (NamesPath.empty() ||
          wasWritten(CI, NamesPath, writeOutput(NamesPath, Action.Identifiers))) &&
         wasWritten(CI, RecordPath, writeHeaderRecord(RecordPath, Record));
}

bool usePrecompiledHeaders(CompilerInstance &CI, llvm::StringRef Path,
                           const std::string &KernelPrefix,
                           HeaderRecord &Record) {
  latePrefix().reset();
  llvm::SmallString<256> RecordPath(Path);
  llvm::sys::path::replace_extension(RecordPath, "json");
  llvm::Expected<HeaderRecord> Found = readHeaderRecord(RecordPath);
  if (!Found) {
    llvm::consumeError(Found.takeError());
    return false;
  }
  CI.createFileManager();
  PreprocessorOptions Preprocessing = withLateMacros(CI);
  if (!ASTReader::isAcceptableASTFile(
          Path, CI.getFileManager(), CI.getModuleCache(),
          CI.getPCHContainerReader(), CI.getLangOpts(), CI.getCodeGenOpts(),
          CI.getTargetOpts(), Preprocessing, CI.getHeaderSearchOpts(),
          /*ExistingModuleCachePath=*/""))
    return false;
  Preprocessing.ImplicitPCHInclude = Path.str();
  CI.getPreprocessorOpts() = std::move(Preprocessing);
  latePrefix() = KernelPrefix;
  static FrontendPluginRegistry::Add<LateAction> Action("facet-late-code", "");
  Record = std::move(*Found);
  return true;
}

} // namespace facet
