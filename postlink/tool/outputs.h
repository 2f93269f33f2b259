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

#include "config/device_config/device_config.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
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
///
/// Each is written to a temporary file and renamed. There is one name of a
/// temporary file for each folder: LLVM keeps a list of those that a signal
/// removes, and walks it for each one, so that ten thousand modules took most of
/// the time of splitting them.
class OutputFiles {
public:
  OutputFiles() = default;
  OutputFiles(const OutputFiles &) = delete;
  OutputFiles &operator=(const OutputFiles &) = delete;
  ~OutputFiles();
  /// Does nothing if this run wrote \p Path before: names are made from
  /// content, and several tables may name one file.
  llvm::Error write(llvm::StringRef Path, llvm::StringRef Bytes);
  bool contains(llvm::StringRef Path) const { return Paths.contains(Path); }
  void keep() { Paths.clear(); }
  /// Returns how many names of temporary files there were.
  size_t temporaryNames() const { return Temporaries.size(); }

private:
  llvm::Error replace(llvm::StringRef Path, llvm::StringRef Bytes);

  llvm::StringSet<> Paths;
  /// By folder. None of these files exists between two writes.
  llvm::StringMap<std::string> Temporaries;
};

/// DIR/NAME.module.cl for each module. The directory is made for the first of
/// them, or at the end; other module files there are removed at the end.
class ModulesDirectory {
public:
  ModulesDirectory(llvm::StringRef Path, OutputFiles &Files)
      : Path(Path.str()), Files(&Files) {}
  llvm::Error add(const PostLinkModule &M);
  llvm::Error finish();

private:
  llvm::Error createOnce();

  std::string Path;
  bool Created = false;
  OutputFiles *Files;
};

/// A file table and the files it names.
class FileTable {
public:
  /// \p Target: what its modules must fit, or null for all. \p EmptyCode:
  /// the code of those that do not fit (text with Format.Assembly);
  /// it need not be there before the first add.
  FileTable(llvm::StringRef Path, const TargetDescription *Target,
            const TableFormat &Format, const std::string &EmptyCode,
            OutputFiles &Files);
  llvm::Error add(const PostLinkModule &M);
  llvm::Error finish();

private:
  llvm::Error addRow(const PostLinkModule &M);
  llvm::Error writeBeside(const llvm::Twine &Name, llvm::StringRef Bytes);

  std::string Path;
  const TargetDescription *Target;
  TableFormat Format;
  const std::string *EmptyCode;
  OutputFiles *Files;
  std::string Text;
};

} // namespace facet

#endif // FACET_POSTLINK_TOOL_OUTPUTS_H
