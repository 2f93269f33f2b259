//===- program.cpp - The device images of a program -----------------------===//
//
// See program.h.
//
//===----------------------------------------------------------------------===//

#include "postlink/dump/program.h"

#include "compiler/support/tool.h"
#include "config/program/program_images.h"
#include "llvm/BinaryFormat/Magic.h"
#include "llvm/Support/Compression.h"
#include "llvm/Support/MemoryBuffer.h"

#include <optional>

using namespace llvm;

namespace facet {
namespace {

PropertySetRegistry propertiesOf(const sycl_device_image &Image) {
  PropertySetRegistry Result;
  for (const sycl_property_set *Set = Image.property_sets_begin;
       Set != Image.property_sets_end; ++Set)
    for (const sycl_property *P = Set->begin; P != Set->end; ++P) {
      auto &To = Result[Set->name][P->name];
      if (P->type == SYCL_PROPERTY_UINT32) {
        To = P->value;
        continue;
      }
      auto *Bytes = static_cast<const unsigned char *>(P->data);
      To = offloading::ByteArray(Bytes, Bytes + P->size);
    }
  return Result;
}

/// More than any image has: a damaged file must not take all memory.
constexpr uint64_t MaximumSize = uint64_t(1) << 32;

/// The size of the contents of a zstd frame, which its header tells (RFC 8878,
/// 3.1.1.1).
std::optional<uint64_t> contentSize(ArrayRef<uint8_t> Frame) {
  if (Frame.size() < 5)
    return std::nullopt;
  const unsigned Descriptor = Frame[4];
  const bool IsSingle = Descriptor & 0x20;
  static constexpr unsigned DictionaryBytes[] = {0, 1, 2, 4};
  const unsigned Kind = Descriptor >> 6;
  const unsigned Bytes = Kind ? 1 << Kind : IsSingle;
  const size_t At = 5 + !IsSingle + DictionaryBytes[Descriptor & 3];
  if (Bytes == 0 || Frame.size() < At + Bytes)
    return std::nullopt;
  uint64_t Size = 0;
  for (unsigned I = 0; I != Bytes; ++I)
    Size |= uint64_t(Frame[At + I]) << 8 * I;
  return Kind == 1 ? Size + 256 : Size;
}

Error readCode(const sycl_device_image &Image, SmallVectorImpl<char> &To) {
  ArrayRef<uint8_t> Code(Image.begin, Image.end);
  if (!(Image.flags & SYCL_IMAGE_FLAG_ZSTD)) {
    To.append(Code.begin(), Code.end());
    return Error::success();
  }
  if (!compression::zstd::isAvailable())
    return makeError(textOf<Message::err_no_zstd>("compressed code"));
  std::optional<uint64_t> Size = contentSize(Code);
  if (!Size || *Size > MaximumSize)
    return makeError(textOf<Message::err_not_zstd>());
  SmallVector<uint8_t, 0> Plain;
  if (Error E = compression::zstd::decompress(Code, Plain, *Size))
    return E;
  To.append(Plain.begin(), Plain.end());
  return Error::success();
}

} // namespace

bool isProgram(MemoryBufferRef File) {
  file_magic Magic = identify_magic(File.getBuffer());
  return Magic == file_magic::elf_executable ||
         Magic == file_magic::elf_shared_object;
}

Expected<std::vector<DeviceImage>> readProgramImages(MemoryBufferRef Program) {
  StringRef File = Program.getBuffer();
  std::string Problem;
  std::unique_ptr<ProgramImages> Found =
      ProgramImages::Read({File.bytes_begin(), File.size()}, &Problem);
  if (!Found)
    return makeError(Problem, Program.getBufferIdentifier());
  std::vector<DeviceImage> Result;
  for (const sycl_image_registration &Each : Found->registrations())
    for (const sycl_device_image &Image :
         ArrayRef(Each.images, Each.image_count)) {
      DeviceImage &New = Result.emplace_back();
      New.Format = Image.format;
      New.Name = std::to_string(Result.size());
      New.Target = Image.target;
      New.Symbols.assign(Image.symbols_begin, Image.symbols_end);
      New.Properties = propertiesOf(Image);
      if (Error E = readCode(Image, New.Bytes))
        return makeError(toString(std::move(E)), Program.getBufferIdentifier());
    }
  return Result;
}

} // namespace facet
