//===- offload_section.cpp - Device bitcode inside host objects -----------===//
//
// See offload_section.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/driver/offload_section.h"

#include "compiler/support/tool.h"
#include "config/image/image.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/BinaryFormat/Magic.h"
#include "llvm/Object/Archive.h"
#include "llvm/Object/ObjectFile.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace llvm::object;

namespace facet {

/// Key of the names of the targets with code of their own, beside "triple".
static constexpr StringLiteral OwnCodeKey = "facet-targets";

bool DevicePiece::isFor(StringRef Name) const {
  return Target.empty() ? !is_contained(OwnCode, Name) : Target == Name;
}

static Error appendPiece(const DevicePiece &Piece, SmallVectorImpl<char> &Out) {
  Expected<std::unique_ptr<MemoryBuffer>> Bitcode = openInput(Piece.Path);
  if (!Bitcode)
    return Bitcode.takeError();
  OffloadBinary::OffloadingImage Image;
  Image.TheImageKind = IMG_Bitcode;
  Image.TheOffloadKind = OFK_SYCL;
  Image.StringData["triple"] = "spirv64-unknown-unknown";
  Image.StringData["arch"] = Piece.Target;
  std::string OwnCode = join(Piece.OwnCode, ",");
  if (!OwnCode.empty())
    Image.StringData[OwnCodeKey] = OwnCode;
  // The buffer's identifier is a path; the bytes alone go in.
  Image.Image = MemoryBuffer::getMemBuffer((*Bitcode)->getBuffer(), "",
                                           /*RequiresNullTerminator=*/false);
  Out.append(OffloadBinary::write(Image));
  return Error::success();
}

Error packDeviceCode(StringRef Bitcode, ArrayRef<DevicePiece> OfTargets,
                     StringRef PackedPath) {
  DevicePiece Others{Bitcode.str(), "", {}};
  for (const DevicePiece &Piece : OfTargets)
    Others.OwnCode.push_back(Piece.Target);
  SmallString<0> Packed;
  if (Error E = appendPiece(Others, Packed))
    return E;
  for (const DevicePiece &Piece : OfTargets)
    if (Error E = appendPiece(Piece, Packed))
      return E;
  return writeOutput(PackedPath, Packed);
}

static bool mayHoldDeviceCode(MemoryBufferRef Buffer) {
  switch (identify_magic(Buffer.getBuffer())) {
  case file_magic::elf_relocatable:
  case file_magic::bitcode:
    return true;
  default:
    return false;
  }
}

Expected<DeviceObject> readDeviceObject(MemoryBufferRef Object,
                                        const Twine &Name) {
  DeviceObject Result{Name.str(), {}};
  if (!mayHoldDeviceCode(Object))
    return Result;
  SmallVector<OffloadFile> Files;
  if (Error E = extractOffloadBinaries(Object, Files))
    return makeError(toString(std::move(E)), Name);
  for (OffloadFile &File : Files)
    if (File.getBinary()->getOffloadKind() == OFK_SYCL &&
        File.getBinary()->getImageKind() == IMG_Bitcode)
      Result.Pieces.push_back(std::move(File));
  return Result;
}

/// What is damaged has none: the linker says what is wrong with it.
static bool hasImages(MemoryBufferRef Buffer) {
  Expected<std::unique_ptr<ObjectFile>> Object =
      ObjectFile::createObjectFile(Buffer);
  if (!Object) {
    consumeError(Object.takeError());
    return false;
  }
  return any_of((*Object)->sections(), [](SectionRef Section) {
    Expected<StringRef> Name = Section.getName();
    if (Name)
      return *Name == SYCL_REGISTRATION_SECTION;
    consumeError(Name.takeError());
    return false;
  });
}

bool anyObject(StringRef Path, function_ref<bool(MemoryBufferRef)> Is) {
  ErrorOr<std::unique_ptr<MemoryBuffer>> File = MemoryBuffer::getFile(
      Path, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  if (!File)
    return false;
  if (identify_magic((*File)->getBuffer()) != file_magic::archive)
    return Is(**File);
  Expected<std::unique_ptr<Archive>> Members = Archive::create(**File);
  if (!Members) {
    consumeError(Members.takeError());
    return false;
  }
  bool Found = false;
  Error Problem = Error::success();
  for (const Archive::Child &Child : (*Members)->children(Problem)) {
    if (Expected<MemoryBufferRef> Member = Child.getMemoryBufferRef())
      Found = Is(*Member);
    else
      consumeError(Member.takeError());
    if (Found)
      break;
  }
  consumeError(std::move(Problem));
  return Found;
}

bool hasDeviceImages(StringRef Path) { return anyObject(Path, hasImages); }

static Error readMembers(MemoryBufferRef Buffer, StringRef Path,
                         std::vector<DeviceObject> &Objects) {
  auto Failed = [&](Error E) { return makeError(toString(std::move(E)), Path); };
  Expected<std::unique_ptr<Archive>> TheArchive = Archive::create(Buffer);
  if (!TheArchive)
    return Failed(TheArchive.takeError());
  Error Problem = Error::success();
  for (const Archive::Child &Child : (*TheArchive)->children(Problem)) {
    Expected<StringRef> Name = Child.getName();
    if (!Name)
      return Failed(Name.takeError());
    Expected<MemoryBufferRef> Member = Child.getMemoryBufferRef();
    if (!Member)
      return Failed(Member.takeError());
    Expected<DeviceObject> Object =
        readDeviceObject(*Member, Path + "(" + *Name + ")");
    if (!Object)
      return Object.takeError();
    Objects.push_back(std::move(*Object));
  }
  return Problem ? Failed(std::move(Problem)) : Error::success();
}

Expected<std::vector<DeviceObject>>
readDeviceObjects(ArrayRef<std::string> Paths) {
  std::vector<DeviceObject> Objects;
  for (const std::string &Path : Paths) {
    if (sys::fs::is_directory(Path))
      continue;
    Expected<std::unique_ptr<MemoryBuffer>> Buffer = openInput(Path);
    if (!Buffer)
      return Buffer.takeError();
    if (identify_magic((*Buffer)->getBuffer()) == file_magic::archive) {
      if (Error E = readMembers(**Buffer, Path, Objects))
        return std::move(E);
      continue;
    }
    Expected<DeviceObject> Object = readDeviceObject(**Buffer, Path);
    if (!Object)
      return Object.takeError();
    Objects.push_back(std::move(*Object));
  }
  return Objects;
}

Expected<std::vector<DevicePiece>>
writeDevicePieces(ArrayRef<DeviceObject> Objects, StringRef Directory) {
  std::vector<DevicePiece> Pieces;
  for (const DeviceObject &Object : Objects)
    for (const OffloadFile &File : Object.Pieces) {
      const OffloadBinary &Binary = *File.getBinary();
      StringRef Target = Binary.getArch();
      SmallString<128> Path(Directory);
      sys::path::append(Path,
                        Target.empty() ? "device" : "device-" + Target);
      if (Error E = createDirectory(Path))
        return std::move(E);
      // As many digits as keep the order of names that of the inputs.
      sys::path::append(
          Path, formatv("{0:d6}.bc", Pieces.size()).str());
      if (Error E = writeOutput(Path, Binary.getImage()))
        return std::move(E);
      SmallVector<StringRef> OwnCode;
      Binary.getString(OwnCodeKey)
          .split(OwnCode, ',', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
      Pieces.push_back({std::string(Path),
                        Target.str(),
                        {OwnCode.begin(), OwnCode.end()},
                        Object.Name});
    }
  return Pieces;
}

} // namespace facet
