//===- offload_section.cpp - Device bitcode inside host objects -----------===//
//
// See offload_section.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/driver/offload_section.h"

#include "postlink/support/tool.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/BinaryFormat/Magic.h"
#include "llvm/Object/OffloadBinary.h"
#include "llvm/Support/FileSystem.h"
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
  case file_magic::archive:
  case file_magic::bitcode:
    return true;
  default:
    return false;
  }
}

Expected<std::vector<DevicePiece>>
unpackDeviceCode(ArrayRef<std::string> Inputs, StringRef Directory) {
  std::vector<DevicePiece> Pieces;
  for (const std::string &Input : Inputs) {
    if (sys::fs::is_directory(Input))
      continue;
    Expected<std::unique_ptr<MemoryBuffer>> Buffer = openInput(Input);
    if (!Buffer)
      return Buffer.takeError();
    if (!mayHoldDeviceCode(**Buffer))
      continue;
    SmallVector<OffloadFile> Files;
    if (Error E = extractOffloadBinaries(**Buffer, Files))
      return makeError(toString(std::move(E)), Input);
    for (const OffloadFile &File : Files) {
      const OffloadBinary &Binary = *File.getBinary();
      if (Binary.getOffloadKind() != OFK_SYCL ||
          Binary.getImageKind() != IMG_Bitcode)
        continue;
      SmallString<128> Path(Directory);
      sys::path::append(Path, "device" + Twine(Pieces.size()) + ".bc");
      if (Error E = writeOutput(Path, Binary.getImage()))
        return std::move(E);
      SmallVector<StringRef> OwnCode;
      Binary.getString(OwnCodeKey)
          .split(OwnCode, ',', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
      Pieces.push_back({std::string(Path),
                        Binary.getArch().str(),
                        {OwnCode.begin(), OwnCode.end()}});
    }
  }
  return Pieces;
}

} // namespace facet
