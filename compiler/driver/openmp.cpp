//===- openmp.cpp - The machine's OpenMP runtime --------------------------===//
//
// See openmp.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/driver/openmp.h"

#include "compiler/support/tool.h"
#include "messages/messages.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace facet {
namespace {

/// The resource directory's headers: lib/clang/19 or lib/clang/14.0.6.
std::string headerDirectoryIn(StringRef Libraries) {
  SmallString<128> Root(Libraries);
  sys::path::append(Root, "clang");
  std::error_code Code;
  for (sys::fs::directory_iterator I(Root, Code), End; I != End && !Code;
       I.increment(Code)) {
    SmallString<128> Headers(I->path());
    sys::path::append(Headers, "include");
    if (sys::fs::exists(Headers + "/omp.h"))
      return std::string(Headers);
  }
  return "";
}

} // namespace

std::optional<OpenMP> findOpenMP(StringRef Root) {
  std::optional<OpenMP> Newest;
  unsigned NewestRelease = 0;
  std::error_code Code;
  for (sys::fs::directory_iterator I(Root + "/lib", Code), End;
       I != End && !Code; I.increment(Code)) {
    StringRef Name = sys::path::filename(I->path());
    unsigned Release = 0;
    if (!Name.consume_front("llvm-") || Name.getAsInteger(10, Release) ||
        Release <= NewestRelease)
      continue;
    SmallString<128> Libraries(I->path());
    sys::path::append(Libraries, "lib");
    std::string Headers = headerDirectoryIn(Libraries);
    if (Headers.empty() || !sys::fs::exists(Libraries + "/libomp.so"))
      continue;
    Newest = OpenMP{std::move(Headers), std::string(Libraries)};
    NewestRelease = Release;
  }
  return Newest;
}

bool usesOpenMP(ArrayRef<std::string> Arguments) {
  bool Uses = false;
  for (StringRef Text : Arguments)
    if (Text == "-fopenmp" || Text == "-fopenmp=libomp")
      Uses = true;
    else if (Text == "-fno-openmp" || Text.starts_with("-fopenmp="))
      Uses = false;
  return Uses;
}

Error checkOpenMP(ArrayRef<std::string> Arguments, StringRef Root) {
  constexpr StringLiteral Searched[] = {"/lib/x86_64-linux-gnu/libomp.so",
                                        "/lib64/libomp.so", "/lib/libomp.so",
                                        "/local/lib/libomp.so"};
  bool Present = findOpenMP(Root) ||
                 any_of(Searched,
                        [&](StringRef Path) {
                          return sys::fs::exists(Root + Path);
                        }) ||
                 any_of(Arguments, [](StringRef Text) {
                   return Text.starts_with("-L");
                 });
  return Present ? Error::success()
                 : makeError(textOf<Message::err_no_openmp>());
}

} // namespace facet
