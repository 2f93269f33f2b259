//===- scratch.h - A folder for intermediate files ------------------------===//
//
// In:  -save-temps, and the output of the command.
// Out: a folder, and paths in it.
//
// Removed at the end, unless -save-temps: then it is `sycl-temps/OUTPUT` in the
// working directory, or with -save-temps=obj beside the output: compilations
// that run at the same time have different outputs, and do not meet there. With
// -### nothing is created.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_COMPILER_DRIVER_SCRATCH_H
#define FACET_COMPILER_DRIVER_SCRATCH_H

#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"

#include <string>

namespace facet {

enum class SaveTemps { No, InWorkingDirectory, BesideOutput };

class Scratch {
public:
  Scratch(SaveTemps Save, bool PrintOnly) : Save(Save), PrintOnly(PrintOnly) {}
  ~Scratch();
  Scratch(const Scratch &) = delete;
  Scratch &operator=(const Scratch &) = delete;

  /// \p Output: of the whole command.
  llvm::Error create(llvm::StringRef Output);
  std::string path(const llvm::Twine &Name) const;
  /// Creates a folder in it.
  llvm::Error createFolder(const llvm::Twine &Name) const;
  /// Returns whether it is a folder of files that the user knows nothing of.
  bool isHidden() const { return !PrintOnly && Save == SaveTemps::No; }
  /// Leaves the folder, whatever -save-temps says.
  void keep() { Kept = true; }

private:
  SaveTemps Save;
  bool Kept = false;
  bool PrintOnly;
  std::string Directory;
};

} // namespace facet

#endif // FACET_COMPILER_DRIVER_SCRATCH_H
