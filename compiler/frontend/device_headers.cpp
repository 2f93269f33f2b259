//===- device_headers.cpp - Precompiled headers of device compilations ----===//
//
// See device_headers.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/frontend/device_headers.h"

#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "clang/Serialization/ASTReader.h"
#include "llvm/Support/FileSystem.h"

using namespace clang;

namespace facet {
namespace {

/// What -include of the compilation that made the header named, besides the
/// header itself.
class IncludesOfHeader : public ASTReaderListener {
public:
  bool ReadPreprocessorOptions(const PreprocessorOptions &Options,
                               llvm::StringRef, bool, bool,
                               std::string &) override {
    Includes = Options.Includes;
    return false;
  }
  std::vector<std::string> Includes;
};

/// A folder `h.gch` has one file for each set of options.
std::string anyFileOf(const std::string &Path) {
  std::error_code Code;
  if (llvm::sys::fs::is_directory(Path))
    for (llvm::sys::fs::directory_iterator I(Path, Code), End;
         I != End && !Code; I.increment(Code))
      return I->path();
  return Path;
}

} // namespace

bool includeHeaderInsteadOfPrecompiled(CompilerInstance &CI) {
  PreprocessorOptions &Options = CI.getPreprocessorOpts();
  if (Options.ImplicitPCHInclude.empty())
    return true;
  std::string Path = anyFileOf(Options.ImplicitPCHInclude);
  Options.ImplicitPCHInclude.clear();
  CI.createFileManager();
  std::string Header = ASTReader::getOriginalSourceFile(
      Path, CI.getFileManager(), CI.getPCHContainerReader(),
      CI.getDiagnostics());
  if (Header.empty())
    return false;
  IncludesOfHeader Found;
  ASTReader::readASTFileControlBlock(
      Path, CI.getFileManager(), CI.getModuleCache(),
      CI.getPCHContainerReader(), /*FindModuleFileExtensions=*/false, Found,
      /*ValidateDiagnosticOptions=*/false);
  Found.Includes.push_back(Header);
  Options.Includes.insert(Options.Includes.begin(), Found.Includes.begin(),
                          Found.Includes.end());
  return true;
}

} // namespace facet
