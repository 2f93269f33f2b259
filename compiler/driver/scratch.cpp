//===- scratch.cpp - A folder for what is made on the way -----------------===//
//
// See scratch.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/driver/scratch.h"

#include "postlink/support/tool.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace facet {

Error Scratch::create() {
  if (PrintOnly || Keep) {
    Directory = "sycl-temps";
    return PrintOnly ? Error::success() : createDirectory(Directory);
  }
  SmallString<128> Path;
  if (std::error_code Code = sys::fs::createUniqueDirectory("facet", Path))
    return makeError("cannot create directory (" + Code.message() + ")",
                     "facet");
  Directory = std::string(Path);
  return Error::success();
}

Scratch::~Scratch() {
  if (!PrintOnly && !Keep && !Directory.empty())
    sys::fs::remove_directories(Directory, /*IgnoreErrors=*/true);
}

std::string Scratch::path(const Twine &Name) const {
  SmallString<128> Path(Directory);
  sys::path::append(Path, Name);
  return std::string(Path);
}

} // namespace facet
