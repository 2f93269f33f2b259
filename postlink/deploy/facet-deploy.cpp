//===- facet-deploy.cpp - A program with the libraries that it needs ------===//
//
// In:  a program or shared library, and a folder.
// Out: the folder with a copy of it and of all libraries that it loads but the
//      C library's, each of which finds the others there, wherever the folder
//      is moved. Nothing is changed if that would not be so.
//
//===----------------------------------------------------------------------===//

#include "compiler/support/tool.h"
#include "config/image/image.h"
#include "postlink/deploy/loaded_libraries.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <climits>
#include <dlfcn.h>
#include <link.h>

#define FACET_OPTIONS "options/deploy.inc"
#include "options/define_table.inc"

using namespace llvm;

namespace facet {
namespace {

std::string joined(StringRef Folder, StringRef Name) {
  SmallString<128> Path(Folder);
  sys::path::append(Path, Name);
  return std::string(Path);
}

/// Where the dynamic linker finds \p Name for dlopen; empty: nowhere.
std::string pathOfOpened(const char *Name) {
  void *Library = dlopen(Name, RTLD_LAZY | RTLD_LOCAL);
  link_map *Map = nullptr;
  if (!Library || dlinfo(Library, RTLD_DI_LINKMAP, &Map) != 0)
    return "";
  return Map->l_name;
}

/// One program and its libraries.
class Deployment {
public:
  Deployment(StringRef Program, std::vector<std::string> Without)
      : Program(Program), Without(std::move(Without)) {}

  /// Finds all files.
  Error find();
  void print(raw_ostream &Out) const;
  /// Copies them into \p Folder, which is created.
  Error copyTo(StringRef Folder) const;

private:
  struct File {
    std::string Name; // in the folder
    std::string Path;
  };

  Error findLibraries();
  Error inspect(const File &Each);
  bool isLeftOut(StringRef Name) const { return is_contained(Without, Name); }
  Error stage(StringRef Folder) const;
  Error checkStaged(StringRef Folder) const;

  std::string Program;
  std::vector<std::string> Without;
  std::vector<File> Files; // the program is the first
  bool IsCompressed = false;
  VersionTuple CLibrary;
};

Error Deployment::findLibraries() {
  Files.push_back({sys::path::filename(Program).str(), Program});
  Expected<std::vector<LoadedLibrary>> Libraries =
      loadedLibraries(Program, SearchEnvironment::Ours);
  if (!Libraries)
    return Libraries.takeError();
  std::vector<std::string> Missing;
  for (const LoadedLibrary &Each : *Libraries) {
    if (isLeftOut(Each.Name))
      continue;
    if (Each.Path.empty())
      Missing.push_back("'" + Each.Name + "'");
    else if (StringRef(Each.Name).contains('/'))
      return makeError(textOf<Message::err_library_by_path>(Each.Name),
                       Program);
    else
      Files.push_back({Each.Name, Each.Path});
  }
  if (!Missing.empty())
    return makeError(
        textOf<Message::err_libraries_not_found>(join(Missing, ", ")), Program);
  return Error::success();
}

Error Deployment::inspect(const File &Each) {
  Expected<std::unique_ptr<MemoryBuffer>> Contents = openInput(Each.Path);
  if (!Contents)
    return Contents.takeError();
  Expected<VersionTuple> Version = neededCLibrary(**Contents);
  if (!Version)
    return Version.takeError();
  CLibrary = std::max(CLibrary, *Version);
  IsCompressed |= hasCompressedImages(**Contents);
  return Error::success();
}

Error Deployment::find() {
  if (Error E = findLibraries())
    return E;
  for (const File &Each : Files)
    if (Error E = inspect(Each))
      return E;
  if (!IsCompressed || isLeftOut(SYCL_IMAGE_ZSTD_LIBRARY) ||
      any_of(Files, [](const File &Each) {
        return Each.Name == SYCL_IMAGE_ZSTD_LIBRARY;
      }))
    return Error::success();
  std::string Path = pathOfOpened(SYCL_IMAGE_ZSTD_LIBRARY);
  if (Path.empty())
    return makeError(
        textOf<Message::err_needs_zstd_library>(SYCL_IMAGE_ZSTD_LIBRARY),
        Program);
  Files.push_back({SYCL_IMAGE_ZSTD_LIBRARY, std::move(Path)});
  return inspect(Files.back());
}

void Deployment::print(raw_ostream &Out) const {
  for (const File &Each : Files)
    Out << Each.Name << " from " << Each.Path << "\n";
  if (!CLibrary.empty())
    Out << "needs GNU's C library " << CLibrary.getAsString() << " or newer\n";
}

Error Deployment::stage(StringRef Folder) const {
  for (const File &Each : Files) {
    const std::string To = joined(Folder, Each.Name);
    std::error_code Code = sys::fs::copy_file(Each.Path, To);
    ErrorOr<sys::fs::perms> Mode = sys::fs::getPermissions(Each.Path);
    if (!Code && Mode)
      Code = sys::fs::setPermissions(To, (*Mode & sys::fs::perms::all_perms) |
                                             sys::fs::owner_write);
    if (Code)
      return makeError(textOf<Message::err_copy_failed>(Code.message()),
                       Each.Path);
  }
  return Error::success();
}

/// Only what the copies find without help is of use elsewhere.
Error Deployment::checkStaged(StringRef Folder) const {
  SmallString<PATH_MAX> Real;
  if (std::error_code Code = sys::fs::real_path(Folder, Real))
    return makeError(Code.message(), Folder);
  Expected<std::vector<LoadedLibrary>> Libraries = loadedLibraries(
      joined(Real, Files.front().Name), SearchEnvironment::Bare);
  if (!Libraries)
    return Libraries.takeError();
  for (const LoadedLibrary &Each : *Libraries)
    if (!isLeftOut(Each.Name) && sys::path::parent_path(Each.Path) != Real)
      return makeError(textOf<Message::err_library_not_beside>(Each.Name),
                       Program);
  return Error::success();
}

Error Deployment::copyTo(StringRef Folder) const {
  SmallString<128> To(Folder), Stage;
  sys::fs::make_absolute(To);
  const bool IsNew = !sys::fs::exists(To);
  std::error_code Code = sys::fs::create_directories(
      To, /*IgnoreExisting=*/true, sys::fs::perms::all_all);
  if (!Code)
    Code = sys::fs::createUniqueDirectory(joined(To, ".facet-deploy"), Stage);
  if (Code)
    return makeError(textOf<Message::err_create_directory>(Code.message()),
                     Folder);
  // Before the folder, which goes if nothing came into it.
  scope_exit RemoveFolder([&] {
    if (IsNew)
      sys::fs::remove(To);
  });
  scope_exit RemoveStage([&] { sys::fs::remove_directories(Stage); });
  if (Error E = stage(Stage))
    return E;
  if (Error E = checkStaged(Stage))
    return E;
  for (const File &Each : Files)
    if ((Code =
             sys::fs::rename(joined(Stage, Each.Name), joined(To, Each.Name))))
      return makeError(textOf<Message::err_write_failed>(Code.message()),
                       joined(Folder, Each.Name));
  return Error::success();
}

Error run(const ToolOptions &Args) {
  Deployment Files(Args.inputs()[0], Args.values(OPT_without));
  if (Error E = Files.find())
    return E;
  if (!Args.has(OPT_list_only))
    if (Error E = Files.copyTo(Args.inputs()[1]))
      return E;
  Files.print(outs());
  return Error::success();
}

} // namespace
} // namespace facet

int main(int argc, char **argv) {
  using namespace facet;
  ToolSession Tool(
      "facet-deploy",
      helpText("usage: facet-deploy [options] PROGRAM FOLDER\n"
               "\n"
               "Copies a program or shared library and all libraries that it "
               "needs, but\nthose of the C library, into a folder, which may "
               "be moved to another\nmachine.",
               optionTable()));
  ToolOptions Args(optionTable());
  if (Error E = Args.parse(argc, argv))
    return Tool.usageError(std::move(E));
  if (Args.informationRequested())
    return Tool.answer(Args);
  const size_t Wanted = Args.has(OPT_list_only) ? 1 : 2;
  if (Args.inputs().size() != Wanted)
    return Tool.usageError(
        makeError(Wanted == 1 ? textOf<Message::err_deploy_list_usage>()
                              : textOf<Message::err_deploy_usage>()));
  return Tool.finish(run(Args));
}
