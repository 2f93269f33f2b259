//===- outputs.h - The files of sycl-post-link ----------------------------===//
//
// In:  modules.
// Out: either a directory of module files (for one action per module), or file
//      tables, one for each target, with code, property and symbol files beside
//      them (SPEC 001, "New filtering pass in the post link tool").
// Why: nothing is left behind when something fails, and nothing stale when all
//      goes well.
//
// Names in a table are relative to the table.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_POSTLINK_TOOL_OUTPUTS_H
#define FACET_POSTLINK_TOOL_OUTPUTS_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "postlink/tool/post_link.h"

#include <string>

namespace facet {

/// What to write beside a file table.
struct TableFormat {
  bool Properties = false;
  bool Symbols = false;
  bool Assembly = false;
};

/// Files written so far; removed again unless the run is a success.
class OutputFiles {
public:
  ~OutputFiles();
  llvm::Error write(llvm::StringRef Path, llvm::StringRef Bytes);
  void keep() { Paths.clear(); }

private:
  std::vector<std::string> Paths;
};

/// Writes DIR/NAME.module.cl for each module and removes other module files
/// there.
llvm::Error writeModulesDirectory(llvm::StringRef Directory,
                                  llvm::ArrayRef<PostLinkModule> Modules,
                                  OutputFiles &Files);

/// \p IsCompatible decides which modules' code is replaced by an empty one.
llvm::Error
writeTable(llvm::StringRef TablePath, llvm::ArrayRef<PostLinkModule> Modules,
           const llvm::Module &Empty, const TableFormat &Format,
           llvm::function_ref<bool(const Requirements &)> IsCompatible,
           OutputFiles &Files);

} // namespace facet

#endif // FACET_POSTLINK_TOOL_OUTPUTS_H
