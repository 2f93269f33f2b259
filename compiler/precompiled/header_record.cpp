//===- header_record.cpp - What a precompiled header was made of ----------===//
//
// See header_record.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/precompiled/header_record.h"

#include "compiler/support/tool.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"

#include <set>

using namespace llvm;

namespace facet {

static json::Value toJSON(const HeaderFile &File) {
  return json::Object{{"path", File.Path},
                      {"size", static_cast<int64_t>(File.Size)},
                      {"modified", File.Modified}};
}

static bool fromJSON(const json::Value &Value, HeaderFile &File,
                     json::Path Where) {
  json::ObjectMapper Map(Value, Where);
  return Map && Map.map("path", File.Path) && Map.map("size", File.Size) &&
         Map.map("modified", File.Modified);
}

static bool fromJSON(const json::Value &Value, HeaderRecord &Record,
                     json::Path Where) {
  json::ObjectMapper Map(Value, Where);
  return Map && Map.map("files", Record.Files) &&
         Map.map("includes", Record.Includes) &&
         Map.map("absent", Record.Absent) && Map.map("types", Record.Types) &&
         Map.mapOptional("options", Record.Options) &&
         Map.mapOptional("macros", Record.Macros);
}

Expected<HeaderRecord> readHeaderRecord(StringRef Path) {
  Expected<std::unique_ptr<MemoryBuffer>> Text = openInput(Path);
  if (!Text)
    return Text.takeError();
  return json::parse<HeaderRecord>((*Text)->getBuffer());
}

Error writeHeaderRecord(StringRef Path, const HeaderRecord &Record) {
  json::Array Files;
  for (const HeaderFile &File : Record.Files)
    Files.push_back(toJSON(File));
  json::Value Value = json::Object{
      {"files", std::move(Files)},   {"includes", Record.Includes},
      {"absent", Record.Absent},     {"types", Record.Types},
      {"options", Record.Options},   {"macros", Record.Macros}};
  std::string Text;
  raw_string_ostream(Text) << formatv("{0:2}\n", Value);
  return writeOutput(Path, Text);
}

static bool exists(StringRef Folder, StringRef Name) {
  SmallString<256> Path(Folder);
  sys::path::append(Path, Name);
  return sys::fs::exists(Path);
}

bool isCurrent(const HeaderRecord &Record,
               ArrayRef<std::string> SystemFolders) {
  for (const HeaderFile &File : Record.Files) {
    sys::fs::file_status Status;
    if (sys::fs::status(File.Path, Status) || Status.getSize() != File.Size ||
        sys::toTimeT(Status.getLastModificationTime()) != File.Modified)
      return false;
  }
  return none_of(SystemFolders, [&](StringRef Folder) {
    return any_of(Record.Absent,
                  [&](StringRef Name) { return exists(Folder, Name); });
  });
}

namespace {

/// Finds the names that a folder may have, without a question per name: what a
/// project's folder has is mostly not what headers are called.
class ShadowSearch {
public:
  explicit ShadowSearch(const HeaderRecord &Record) : Record(Record) {
    for (StringRef Name : Record.Includes)
      ByFirstPart[*sys::path::begin(Name)].push_back(Name);
  }

  bool finds(StringRef Folder) {
    std::error_code Code;
    for (sys::fs::directory_iterator I(Folder, Code), End; I != End && !Code;
         I.increment(Code)) {
      auto Found = ByFirstPart.find(sys::path::filename(I->path()));
      if (Found == ByFirstPart.end())
        continue;
      for (StringRef Name : Found->second)
        if (isOther(Folder, Name))
          return true;
    }
    return false;
  }

private:
  bool isOther(StringRef Folder, StringRef Name) {
    SmallString<256> Path(Folder);
    sys::path::append(Path, Name);
    sys::fs::UniqueID Id;
    if (sys::fs::is_directory(Path) || sys::fs::getUniqueID(Path, Id))
      return false;
    if (Known.empty())
      for (const HeaderFile &File : Record.Files)
        if (sys::fs::UniqueID Own; !sys::fs::getUniqueID(File.Path, Own))
          Known.insert(Own);
    return Known.count(Id) == 0;
  }

  const HeaderRecord &Record;
  StringMap<SmallVector<StringRef, 1>> ByFirstPart;
  std::set<sys::fs::UniqueID> Known;
};

} // namespace

bool isShadowed(const HeaderRecord &Record, ArrayRef<std::string> Folders) {
  ShadowSearch Search(Record);
  return any_of(Folders,
                [&](StringRef Folder) { return Search.finds(Folder); });
}

} // namespace facet
