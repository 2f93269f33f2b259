//===- outputs.cpp - The files of sycl-post-link --------------------------===//
//
// See outputs.h.
//
//===----------------------------------------------------------------------===//

#include "postlink/tool/outputs.h"

#include "compiler/support/bitcode.h"
#include "compiler/support/tool.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"
#include "postlink/conditional/resolve.h"

#include <utility>

using namespace llvm;

namespace facet {
namespace {

// A C-family extension: Bazel expands a directory into one compile action per
// file only for those.
constexpr StringLiteral ModuleExtension = ".module.cl";

StringRef bytesOf(const SmallVector<char, 0> &Bytes) {
  return StringRef(Bytes.data(), Bytes.size());
}

std::string propertiesText(const PropertySetRegistry &Properties) {
  std::string Text;
  raw_string_ostream Stream(Text);
  offloading::writePropertiesToJSON(Properties, Stream);
  Stream << '\n';
  return Text;
}

std::string symbolsText(ArrayRef<std::string> Symbols) {
  std::string Text;
  for (const std::string &Symbol : Symbols)
    Text += Symbol + "\n";
  return Text;
}

/// Writes \p Path anew. \p Path is removed if that fails.
std::error_code writeFile(StringRef Path, StringRef Bytes) {
  std::error_code Code;
  raw_fd_ostream Stream(Path, Code, sys::fs::CD_CreateAlways);
  if (Code)
    return Code;
  Stream << Bytes;
  Stream.close();
  Code = Stream.error();
  Stream.clear_error();
  if (Code)
    sys::fs::remove(Path);
  return Code;
}

/// Devices and pipes are written to as they are.
bool isReplaced(StringRef Path) {
  sys::fs::file_status Status;
  return Path != "-" && (sys::fs::status(Path, Status) ||
                         Status.type() == sys::fs::file_type::regular_file);
}

} // namespace

OutputFiles::~OutputFiles() {
  for (const auto &Temporary : Temporaries)
    sys::DontRemoveFileOnSignal(Temporary.second);
  for (const auto &Path : Paths)
    sys::fs::remove(Path.first());
}

Error OutputFiles::replace(StringRef Path, StringRef Bytes) {
  auto Fail = [&](std::error_code Code) {
    return makeError(textOf<Message::err_write_failed>(Code.message()), Path);
  };
  std::string &Temporary = Temporaries[sys::path::parent_path(Path)];
  if (Temporary.empty()) {
    SmallString<128> Unique;
    // The first file of the folder lends its name.
    if (std::error_code Code =
            sys::fs::createUniqueFile(Path + ".tmp%%%%%%%%", Unique))
      return Fail(Code);
    sys::RemoveFileOnSignal(Unique);
    Temporary = Unique.str().str();
  }
  if (std::error_code Code = writeFile(Temporary, Bytes))
    return Fail(Code);
  if (std::error_code Code = sys::fs::rename(Temporary, Path)) {
    sys::fs::remove(Temporary);
    return Fail(Code);
  }
  return Error::success();
}

Error OutputFiles::write(StringRef Path, StringRef Bytes) {
  if (Paths.contains(Path))
    return Error::success();
  if (Error E = isReplaced(Path) ? replace(Path, Bytes)
                                 : writeOutput(Path, Bytes))
    return E;
  Paths.insert(Path);
  return Error::success();
}

Error ModulesDirectory::createOnce() {
  if (std::exchange(Created, true))
    return Error::success();
  return createDirectory(Path);
}

Error ModulesDirectory::add(const PostLinkModule &M) {
  if (Error E = createOnce())
    return E;
  SmallString<128> File(Path);
  sys::path::append(File, M.Module.Name + ModuleExtension);
  return Files->write(File, serialize(M.Module));
}

Error ModulesDirectory::finish() {
  if (Error E = createOnce())
    return E;
  std::error_code Code;
  for (sys::fs::directory_iterator I(Path, Code), End; I != End && !Code;
       I.increment(Code)) {
    StringRef File = I->path();
    if (File.ends_with(ModuleExtension) && !Files->contains(File))
      if (std::error_code Failure = sys::fs::remove(File))
        return makeError(textOf<Message::err_remove_failed>(Failure.message()),
                         File);
  }
  if (Code)
    return makeError(textOf<Message::err_list_directory>(Code.message()), Path);
  return Error::success();
}

FileTable::FileTable(StringRef Path, const TargetDescription *Target,
                     const TableFormat &Format, const std::string &EmptyCode,
                     OutputFiles &Files)
    : Path(Path.str()), Target(Target), Format(Format), EmptyCode(&EmptyCode),
      Files(&Files) {
  Text = "[Code";
  Text += Format.Properties ? "|Properties" : "";
  Text += Format.Symbols ? "|Symbols" : "";
  Text += "]\n";
}

Error FileTable::writeBeside(const Twine &Name, StringRef Bytes) {
  SmallString<128> File(sys::path::parent_path(Path));
  sys::path::append(File, Name);
  return Files->write(File, Bytes);
}

Error FileTable::add(const PostLinkModule &M) {
  // A target whose conditions are decided now links no add-ons later.
  if (Target && !Target->IsJit() && isAddOnModule(M.Module.Properties))
    return Error::success();
  if (!M.IsConditional)
    return addRow(M);
  Expected<PostLinkModule> Own = forTarget(M, Target);
  if (!Own)
    return Own.takeError();
  return addRow(*Own);
}

Error FileTable::addRow(const PostLinkModule &M) {
  StringRef Extension = Format.Assembly ? ".ll" : ".bc";
  bool Fits = !Target || Target->WhyFilteredOut(M.Needs).empty();
  std::string Name = Fits ? M.Module.Name : "empty";
  StringRef Code = !Fits             ? StringRef(*EmptyCode)
                   : Format.Assembly ? StringRef(M.Assembly)
                                     : bytesOf(M.Module.Bitcode);
  if (Error E = writeBeside(Name + Extension, Code))
    return E;
  Text += Name + Extension.str();
  if (Format.Properties) {
    if (Error E = writeBeside(M.Module.Name + ".prop",
                              propertiesText(M.Module.Properties)))
      return E;
    Text += "|" + M.Module.Name + ".prop";
  }
  if (Format.Symbols) {
    if (Error E = writeBeside(M.Module.Name + ".sym",
                              symbolsText(M.Module.Symbols)))
      return E;
    Text += "|" + M.Module.Name + ".sym";
  }
  Text += "\n";
  return Error::success();
}

Error FileTable::finish() { return Files->write(Path, Text); }

} // namespace facet
