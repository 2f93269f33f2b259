//===- scratch.h - A folder for what is made on the way -------------------===//
//
// Removed at the end, unless -save-temps: then it is `sycl-temps` in the
// working directory. With -### nothing is created.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_COMPILER_DRIVER_SCRATCH_H
#define FACET_COMPILER_DRIVER_SCRATCH_H

#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"

#include <string>

namespace facet {

class Scratch {
public:
  Scratch(bool Keep, bool PrintOnly) : Keep(Keep), PrintOnly(PrintOnly) {}
  ~Scratch();
  Scratch(const Scratch &) = delete;
  Scratch &operator=(const Scratch &) = delete;

  llvm::Error create();
  std::string path(const llvm::Twine &Name) const;

private:
  bool Keep;
  bool PrintOnly;
  std::string Directory;
};

} // namespace facet

#endif // FACET_COMPILER_DRIVER_SCRATCH_H
