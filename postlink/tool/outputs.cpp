//===- outputs.cpp - The files of sycl-post-link --------------------------===//
//
// See outputs.h.
//
//===----------------------------------------------------------------------===//

#include "postlink/tool/outputs.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "postlink/support/bitcode.h"
#include "postlink/support/tool.h"

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

Error removeOtherModules(StringRef Directory, const StringSet<> &Written) {
  std::error_code Code;
  for (sys::fs::directory_iterator I(Directory, Code), End; I != End && !Code;
       I.increment(Code)) {
    StringRef Path = I->path();
    if (Path.ends_with(ModuleExtension) &&
        !Written.contains(sys::path::filename(Path)))
      if (std::error_code Failure = sys::fs::remove(Path))
        return makeError("cannot remove (" + Failure.message() + ")", Path);
  }
  if (Code)
    return makeError("cannot list directory (" + Code.message() + ")",
                     Directory);
  return Error::success();
}

} // namespace

OutputFiles::~OutputFiles() {
  for (const std::string &Path : Paths)
    sys::fs::remove(Path);
}

Error OutputFiles::write(StringRef Path, StringRef Bytes) {
  if (Error E = writeOutput(Path, Bytes))
    return E;
  Paths.push_back(Path.str());
  return Error::success();
}

Error writeModulesDirectory(StringRef Directory,
                            ArrayRef<PostLinkModule> Modules,
                            OutputFiles &Files) {
  if (Error E = createDirectory(Directory))
    return E;
  StringSet<> Written;
  for (const PostLinkModule &M : Modules) {
    std::string Name = M.Module.Name + ModuleExtension.str();
    SmallString<128> Path(Directory);
    sys::path::append(Path, Name);
    if (Error E = Files.write(Path, serialize(M.Module)))
      return E;
    Written.insert(Name);
  }
  return removeOtherModules(Directory, Written);
}

Error writeTable(StringRef TablePath, ArrayRef<PostLinkModule> Modules,
                 const Module &Empty, const TableFormat &Format,
                 function_ref<bool(const Requirements &)> IsCompatible,
                 OutputFiles &Files) {
  StringRef Directory = sys::path::parent_path(TablePath);
  auto WriteBeside = [&](const Twine &Name, StringRef Bytes) {
    SmallString<128> Path(Directory);
    sys::path::append(Path, Name);
    return Files.write(Path, Bytes);
  };
  std::string Extension = Format.Assembly ? ".ll" : ".bc";
  std::string EmptyName;

  std::string Table = "[Code";
  Table += Format.Properties ? "|Properties" : "";
  Table += Format.Symbols ? "|Symbols" : "";
  Table += "]\n";
  for (const PostLinkModule &M : Modules) {
    const std::string &Name = M.Module.Name;
    if (IsCompatible(M.Needs)) {
      if (Error E = WriteBeside(Name + Extension,
                                Format.Assembly ? StringRef(M.Assembly)
                                                : bytesOf(M.Module.Bitcode)))
        return E;
      Table += Name + Extension;
    } else {
      if (EmptyName.empty()) {
        EmptyName = "empty" + Extension;
        SmallVector<char, 0> Bitcode = writeBitcode(Empty);
        if (Error E = WriteBeside(EmptyName, Format.Assembly
                                                 ? writeAssembly(Empty)
                                                 : bytesOf(Bitcode).str()))
          return E;
      }
      Table += EmptyName;
    }
    if (Format.Properties) {
      if (Error E = WriteBeside(Name + ".prop",
                                propertiesText(M.Module.Properties)))
        return E;
      Table += "|" + Name + ".prop";
    }
    if (Format.Symbols) {
      if (Error E =
              WriteBeside(Name + ".sym", symbolsText(M.Module.Symbols)))
        return E;
      Table += "|" + Name + ".sym";
    }
    Table += "\n";
  }
  return Files.write(TablePath, Table);
}

} // namespace facet
