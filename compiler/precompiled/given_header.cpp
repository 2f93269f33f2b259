//===- given_header.cpp - A precompiled <sycl/sycl.hpp> of a build --------===//
//
// See given_header.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/precompiled/given_header.h"

#include "compiler/precompiled/header_options.h"
#include "compiler/precompiled/header_record.h"
#include "compiler/precompiled/precompile.h"
#include "compiler/precompiled/source_start.h"
#include "compiler/support/tool.h"
#include "messages/messages.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <vector>

using namespace llvm;

namespace facet {
namespace {

/// \p SdkHeaders, and those folders of -isystem that have SYCL's headers, of
/// the source tree or made by the build.
std::vector<std::string> syclFolders(ArrayRef<std::string> Arguments,
                                     ArrayRef<std::string> SdkHeaders) {
  std::vector<std::string> Folders = SdkHeaders.vec();
  for (size_t I = 0; I + 1 < Arguments.size(); ++I)
    if (Arguments[I] == "-isystem")
      for (const char *Name : {"sycl/sycl.hpp", "sycl/detail/version.hpp"}) {
        SmallString<128> Path(Arguments[I + 1]);
        sys::path::append(Path, Name);
        if (sys::fs::exists(Path))
          Folders.push_back(Arguments[I + 1]);
      }
  return Folders;
}

std::optional<HeaderOptions> optionsOf(const GivenHeader &Given,
                                       ArrayRef<std::string> Arguments) {
  return headerOptionsOf(Arguments, syclFolders(Arguments, Given.SdkHeaders));
}

std::string beside(StringRef Header, StringRef Extension) {
  SmallString<128> Path(Header);
  sys::path::replace_extension(Path, Extension);
  return std::string(Path);
}

/// NAME of "-DNAME=VALUE", "-DNAME(X)=VALUE", "-UNAME".
StringRef nameOf(StringRef Macro) {
  return Macro.drop_front(2).take_until(
      [](char C) { return C == '=' || C == '('; });
}

StringSet<> namesOf(ArrayRef<std::string> Macros) {
  StringSet<> Names;
  for (StringRef Macro : Macros)
    Names.insert(nameOf(Macro));
  return Names;
}

/// Returns whether headers that were read with the macros \p Given are the same
/// with \p Wanted. \p Mentioned is asked for the file of names, if need be.
bool meanTheSame(ArrayRef<std::string> Given, ArrayRef<std::string> Wanted,
                 StringRef NamesPath) {
  const StringSet<> Known = namesOf(Given);
  std::vector<std::string> Same;
  StringSet<> Others;
  for (const std::string &Macro : Wanted)
    if (Known.contains(nameOf(Macro)))
      Same.push_back(Macro);
    else
      Others.insert(nameOf(Macro));
  if (ArrayRef<std::string>(Same) != Given)
    return false;
  if (Others.empty())
    return true;
  auto Text = MemoryBuffer::getFile(NamesPath);
  if (!Text)
    return false;
  StringRef Rest = (*Text)->getBuffer();
  while (!Rest.empty()) {
    auto [Name, After] = Rest.split('\n');
    if (Others.contains(Name))
      return false;
    Rest = After;
  }
  return true;
}

Error addOptions(const std::string &RecordPath, const HeaderOptions &Options) {
  Expected<HeaderRecord> Record = readHeaderRecord(RecordPath);
  if (!Record)
    return Record.takeError();
  Record->Options = Options.Shared;
  Record->Macros = Options.Macros;
  // These are others in each place where the build runs.
  for (HeaderFile &File : Record->Files)
    File.Modified = 0;
  return writeHeaderRecord(RecordPath, *Record);
}

} // namespace

Error writeGivenHeader(const GivenHeader &Given, StringRef Program,
                       ArrayRef<std::string> Arguments) {
  const std::string &Header = Given.Path;
  std::optional<HeaderOptions> Options = optionsOf(Given, Arguments);
  const std::string Source = beside(Header, "source"),
                    Record = beside(Header, "json"),
                    Names = beside(Header, "names");
  // A build does not know that these options need the text: it gets files.
  auto WriteNothing = [&]() -> Error {
    for (const std::string &File : {Header, Record, Names})
      if (Error E = writeOutput(File, ""))
        return E;
    return Error::success();
  };
  if (!Options)
    return WriteNothing();
  if (Error E = writeOutput(Source, HeaderSource))
    return E;
  scope_exit RemoveSource([&] { sys::fs::remove(Source); });
  scope_exit RemoveAll([&] {
    for (const std::string &File : {Header, Record, Names})
      sys::fs::remove(File);
  });
  const int Status =
      precompile({Program.str(), Source, Header, Record, Names}, *Options);
  if (Status < 0)
    return makeError(textOf<Message::err_cannot_run>(
        Program.str(), "it did not start, or crashed on <sycl/sycl.hpp>"));
  if (Error E = Status == 0 ? addOptions(Record, *Options) : WriteNothing())
    return E;
  RemoveAll.release();
  return Error::success();
}

bool fitsGivenHeader(const GivenHeader &Given, ArrayRef<std::string> Arguments,
                     StringRef Source) {
  const std::string &Header = Given.Path;
  std::optional<HeaderOptions> Options = optionsOf(Given, Arguments);
  if (!Options || !beginsWithSyclHeader(Source, Options->User))
    return false;
  Expected<HeaderRecord> Record = readHeaderRecord(beside(Header, "json"));
  if (!Record) {
    consumeError(Record.takeError());
    return false;
  }
  return Record->Options == Options->Shared &&
         meanTheSame(Record->Macros, Options->Macros,
                     beside(Header, "names")) &&
         !isShadowed(*Record, Options->userFolders());
}

} // namespace facet
