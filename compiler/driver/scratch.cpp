//===- scratch.cpp - A folder for intermediate files ----------------------===//
//
// See scratch.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/driver/scratch.h"

#include "compiler/support/tool.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace facet {

/// "a/b.o": `a/b.o` in the working directory's folder, so that outputs of one
/// name in two folders do not meet.
static std::string savedFolder(StringRef Output, SaveTemps Save) {
  if (Output.empty() || Output == "-")
    return "sycl-temps/stdout";
  SmallString<128> Path;
  StringRef Name = sys::path::filename(Output);
  if (Save == SaveTemps::BesideOutput) {
    Path = sys::path::parent_path(Output);
    sys::path::append(Path, "sycl-temps", Name);
    return std::string(Path);
  }
  SmallString<128> Relative(Output);
  sys::path::remove_dots(Relative, /*remove_dot_dot=*/true);
  bool Below = !sys::path::is_absolute(Relative) &&
               !StringRef(Relative).starts_with("..");
  sys::path::append(Path, "sycl-temps", Below ? Relative.str() : Name);
  return std::string(Path);
}

Error Scratch::create(StringRef Output) {
  if (PrintOnly || Save != SaveTemps::No) {
    Directory = savedFolder(Output, Save);
    return PrintOnly ? Error::success() : createDirectory(Directory);
  }
  SmallString<128> Path;
  if (std::error_code Code = sys::fs::createUniqueDirectory("facet", Path))
    return makeError(textOf<Message::err_create_directory>(Code.message()),
                     "facet");
  Directory = std::string(Path);
  return Error::success();
}

Scratch::~Scratch() {
  if (isHidden() && !Kept && !Directory.empty())
    sys::fs::remove_directories(Directory, /*IgnoreErrors=*/true);
}

std::string Scratch::path(const Twine &Name) const {
  SmallString<128> Path(Directory);
  sys::path::append(Path, Name);
  return std::string(Path);
}

Error Scratch::createFolder(const Twine &Name) const {
  return createDirectory(path(Name));
}

} // namespace facet
