//===- device_inputs.cpp - The device code of a link ----------------------===//
//
// See device_inputs.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/driver/device_inputs.h"

#include "compiler/support/tool.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/BinaryFormat/Magic.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Object/Archive.h"
#include "llvm/Object/SymbolicFile.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <map>

using namespace llvm;
using namespace llvm::object;

namespace facet {
namespace {

/// One file that the link may take.
struct Candidate {
  DeviceObject Object;
  MemoryBufferRef Buffer;
  bool Taken = false;
};

struct OpenArchive {
  std::unique_ptr<MemoryBuffer> Buffer;
  std::unique_ptr<Archive> File;
  /// Members of thin archives are kept open by File.
  std::vector<Candidate> Members;
  /// Which of them have a name.
  StringMap<SmallVector<size_t, 1>> Named;
};

struct Symbols {
  StringSet<> Defined, Undefined;
};

Error readSymbols(MemoryBufferRef Buffer, StringRef Name, Symbols &Out) {
  LLVMContext Context;
  Expected<std::unique_ptr<SymbolicFile>> File = SymbolicFile::createSymbolicFile(
      Buffer, identify_magic(Buffer.getBuffer()), &Context);
  if (!File)
    return makeError(toString(File.takeError()), Name);
  for (const BasicSymbolRef &Symbol : (*File)->symbols()) {
    Expected<uint32_t> Flags = Symbol.getFlags();
    if (!Flags)
      return makeError(toString(Flags.takeError()), Name);
    if (!(*Flags & BasicSymbolRef::SF_Global) ||
        (*Flags & BasicSymbolRef::SF_FormatSpecific))
      continue;
    std::string Text;
    raw_string_ostream Stream(Text);
    if (Error E = Symbol.printName(Stream))
      return makeError(toString(std::move(E)), Name);
    (*Flags & BasicSymbolRef::SF_Undefined ? Out.Undefined : Out.Defined)
        .insert(Text);
  }
  return Error::success();
}

Expected<Symbols> deviceSymbols(const DeviceObject &Object) {
  Symbols Result;
  for (const OffloadFile &Piece : Object.Pieces)
    if (Error E = readSymbols(
            MemoryBufferRef(Piece.getBinary()->getImage(), Object.Name),
            Object.Name, Result))
      return std::move(E);
  return Result;
}

class Inputs {
public:
  explicit Inputs(const LinkerAnswer &Answer) : Answer(Answer) {}

  Expected<std::vector<DeviceObject>> run() {
    if (Error E = takeWhatTheHostTakes())
      return std::move(E);
    if (Error E = takeWhatDevicesNeed())
      return std::move(E);
    return std::move(Objects);
  }

private:
  Error takeWhatTheHostTakes();
  Error takeMember(const TracedFile &File);
  Error takeObject(StringRef Path);
  Expected<bool> isMeant(const Candidate &Member);
  Error takeWhatDevicesNeed();
  Expected<std::vector<DeviceObject *>> objectsLeft();
  Expected<OpenArchive *> open(const std::string &Path);

  const LinkerAnswer &Answer;
  std::map<std::string, OpenArchive, std::less<>> Archives;
  StringMap<unsigned> Traced;
  std::vector<DeviceObject> Objects, Lazy;
};

Expected<OpenArchive *> Inputs::open(const std::string &Path) {
  auto [Found, IsNew] = Archives.try_emplace(Path);
  OpenArchive &Result = Found->second;
  if (!IsNew)
    return &Result;
  auto Failed = [&](Error E) { return makeError(toString(std::move(E)), Path); };
  Expected<std::unique_ptr<MemoryBuffer>> Buffer = openInput(Path);
  if (!Buffer)
    return Buffer.takeError();
  Result.Buffer = std::move(*Buffer);
  Expected<std::unique_ptr<Archive>> File = Archive::create(*Result.Buffer);
  if (!File)
    return Failed(File.takeError());
  Result.File = std::move(*File);
  Error Problem = Error::success();
  for (const Archive::Child &Child : Result.File->children(Problem)) {
    Expected<StringRef> Name = Child.getName();
    if (!Name)
      return Failed(Name.takeError());
    Expected<MemoryBufferRef> Member = Child.getMemoryBufferRef();
    if (!Member) {
      // A file of a thin archive is gone, and the linker has no use for it.
      consumeError(Member.takeError());
      continue;
    }
    // Linkers name a member of a thin archive by the last part of its path.
    Expected<DeviceObject> Object = readDeviceObject(
        *Member, Path + "(" + sys::path::filename(*Name) + ")");
    if (!Object)
      return Object.takeError();
    Result.Named[Object->Name].push_back(Result.Members.size());
    Result.Members.push_back({std::move(*Object), *Member});
  }
  if (Problem)
    return Failed(std::move(Problem));
  return &Result;
}

/// Of several members of one name the one that defines a symbol for which the
/// linker took it.
Expected<bool> Inputs::isMeant(const Candidate &Member) {
  auto Reasons = Answer.Symbols.find(Member.Object.Name);
  if (Reasons == Answer.Symbols.end())
    return true;
  Symbols Host;
  if (Error E = readSymbols(Member.Buffer, Member.Object.Name, Host))
    return std::move(E);
  return any_of(Host.Defined, [&](const auto &Symbol) {
    return Reasons->second.contains(Symbol.getKey()) ||
           Reasons->second.contains(demangle(Symbol.getKey()));
  });
}

Error Inputs::takeMember(const TracedFile &File) {
  Expected<OpenArchive *> TheArchive = open(File.Path);
  if (!TheArchive)
    return TheArchive.takeError();
  std::string Name = File.Path + "(" + File.Member + ")";
  SmallVector<size_t, 1> Alike = (*TheArchive)->Named.lookup(Name);
  bool All = Traced.lookup(Name) >= Alike.size();
  for (size_t Number : Alike) {
    Candidate &Member = (*TheArchive)->Members[Number];
    if (Member.Taken)
      continue;
    if (!All) {
      Expected<bool> Meant = isMeant(Member);
      if (!Meant)
        return Meant.takeError();
      if (!*Meant)
        continue;
    }
    Member.Taken = true;
    Objects.push_back(std::move(Member.Object));
  }
  return Error::success();
}

Error Inputs::takeObject(StringRef Path) {
  Expected<std::vector<DeviceObject>> Read = readDeviceObjects(Path.str());
  if (!Read)
    return Read.takeError();
  for (DeviceObject &Object : *Read)
    Objects.push_back(std::move(Object));
  return Error::success();
}

Error Inputs::takeWhatTheHostTakes() {
  for (const std::string &File : Answer.Files)
    ++Traced[File];
  for (const std::string &Line : Answer.Files) {
    TracedFile File = parseTracedFile(Line);
    if (Error E = File.Member.empty() ? takeObject(File.Path)
                                      : takeMember(File))
      return E;
  }
  return Error::success();
}

/// What has device code and was not taken.
Expected<std::vector<DeviceObject *>> Inputs::objectsLeft() {
  std::vector<DeviceObject *> Left;
  for (const std::string &Path : Answer.Archives) {
    Expected<OpenArchive *> TheArchive = open(Path);
    if (!TheArchive)
      return TheArchive.takeError();
    for (Candidate &Member : (*TheArchive)->Members)
      if (!Member.Taken && !Member.Object.Pieces.empty())
        Left.push_back(&Member.Object);
  }
  std::vector<std::string> Paths;
  for (const std::string &Path : Answer.LazyObjects)
    if (!Traced.contains(Path))
      Paths.push_back(Path);
  Expected<std::vector<DeviceObject>> Read = readDeviceObjects(Paths);
  if (!Read)
    return Read.takeError();
  Lazy = std::move(*Read);
  for (DeviceObject &Object : Lazy)
    if (!Object.Pieces.empty())
      Left.push_back(&Object);
  return Left;
}

Error Inputs::takeWhatDevicesNeed() {
  Expected<std::vector<DeviceObject *>> Left = objectsLeft();
  if (!Left)
    return Left.takeError();
  if (Left->empty())
    return Error::success();
  StringSet<> Defined, Needed;
  auto Add = [&](const Symbols &New) {
    for (const auto &Symbol : New.Defined)
      Defined.insert(Symbol.getKey());
    for (const auto &Symbol : New.Undefined)
      Needed.insert(Symbol.getKey());
  };
  for (const DeviceObject &Object : Objects) {
    Expected<Symbols> Of = deviceSymbols(Object);
    if (!Of)
      return Of.takeError();
    Add(*Of);
  }
  std::vector<std::pair<DeviceObject *, Symbols>> Offers;
  for (DeviceObject *Object : *Left) {
    Expected<Symbols> Of = deviceSymbols(*Object);
    if (!Of)
      return Of.takeError();
    Offers.push_back({Object, std::move(*Of)});
  }
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (auto &[Object, Offer] : Offers) {
      if (!Object || none_of(Offer.Defined, [&](const auto &Symbol) {
            return Needed.contains(Symbol.getKey()) &&
                   !Defined.contains(Symbol.getKey());
          }))
        continue;
      Add(Offer);
      Objects.push_back(std::move(*Object));
      Object = nullptr;
      Changed = true;
    }
  }
  return Error::success();
}

} // namespace

Expected<std::vector<DeviceObject>>
findDeviceInputs(const LinkerAnswer &Answer) {
  return Inputs(Answer).run();
}

} // namespace facet
