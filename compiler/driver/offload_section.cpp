//===- offload_section.cpp - Device bitcode inside host objects -----------===//
//
// See offload_section.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/driver/offload_section.h"

#include "postlink/support/tool.h"
#include "llvm/ADT/Twine.h"
#include "llvm/BinaryFormat/Magic.h"
#include "llvm/Object/OffloadBinary.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace llvm::object;

namespace facet {

Error packDeviceCode(StringRef BitcodePath, StringRef PackedPath) {
  Expected<std::unique_ptr<MemoryBuffer>> Bitcode = openInput(BitcodePath);
  if (!Bitcode)
    return Bitcode.takeError();
  OffloadBinary::OffloadingImage Image;
  Image.TheImageKind = IMG_Bitcode;
  Image.TheOffloadKind = OFK_SYCL;
  Image.StringData["triple"] = "spirv64-unknown-unknown";
  Image.StringData["arch"] = "";
  // The buffer's identifier is a path; the bytes alone go in.
  Image.Image = MemoryBuffer::getMemBuffer((*Bitcode)->getBuffer(), "",
                                           /*RequiresNullTerminator=*/false);
  SmallString<0> Packed = OffloadBinary::write(Image);
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

Expected<std::vector<std::string>>
unpackDeviceCode(ArrayRef<std::string> Inputs, StringRef Directory) {
  std::vector<std::string> Files;
  for (const std::string &Input : Inputs) {
    if (sys::fs::is_directory(Input))
      continue;
    Expected<std::unique_ptr<MemoryBuffer>> Buffer = openInput(Input);
    if (!Buffer)
      return Buffer.takeError();
    if (!mayHoldDeviceCode(**Buffer))
      continue;
    SmallVector<OffloadFile> Pieces;
    if (Error E = extractOffloadBinaries(**Buffer, Pieces))
      return makeError(toString(std::move(E)), Input);
    for (const OffloadFile &Piece : Pieces) {
      const OffloadBinary &Binary = *Piece.getBinary();
      if (Binary.getOffloadKind() != OFK_SYCL ||
          Binary.getImageKind() != IMG_Bitcode)
        continue;
      SmallString<128> Path(Directory);
      sys::path::append(Path, "device" + Twine(Files.size()) + ".bc");
      if (Error E = writeOutput(Path, Binary.getImage()))
        return std::move(E);
      Files.push_back(std::string(Path));
    }
  }
  return Files;
}

} // namespace facet
