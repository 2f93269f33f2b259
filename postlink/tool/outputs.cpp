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

} // namespace

OutputFiles::~OutputFiles() {
  for (const auto &Path : Paths)
    sys::fs::remove(Path.first());
}

Error OutputFiles::write(StringRef Path, StringRef Bytes) {
  if (Paths.contains(Path))
    return Error::success();
  if (Error E = writeOutput(Path, Bytes))
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
        return makeError("cannot remove (" + Failure.message() + ")", File);
  }
  if (Code)
    return makeError("cannot list directory (" + Code.message() + ")", Path);
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
