//===- container.cpp - Module and image files between actions -------------===//
//
// See container.h. The properties are kept as JSON inside the string table:
// they are small, and `strings` on a file then shows them.
//
//===----------------------------------------------------------------------===//

#include "postlink/container/container.h"

#include "compiler/support/tool.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Object/OffloadBinary.h"
#include "llvm/Support/Alignment.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

#include <cstring>
#include <optional>

using namespace llvm;
using llvm::object::OffloadBinary;

namespace facet {
namespace {

constexpr StringLiteral ModuleTag = "module";
constexpr StringLiteral ImageTag = "image";

/// What both kinds of file have in common, as read.
struct RawFile {
  std::string Name;
  std::string Target;
  std::string Format;
  SmallVector<char, 0> Bytes;
  PropertySetRegistry Properties;
  std::vector<std::string> Symbols;
};

template <Message M, typename... ArgumentTs>
Error malformed(MemoryBufferRef Buffer, const ArgumentTs &...Arguments) {
  return makeError(textOf<M>(Arguments...), Buffer.getBufferIdentifier());
}

/// True if [Offset, Offset + Size) lies inside \p Total bytes.
bool isInside(uint64_t Offset, uint64_t Size, uint64_t Total) {
  return Offset <= Total && Size <= Total - Offset;
}

/// OffloadBinary::create checks the header, not what the offsets in it point
/// to; following them unchecked would read outside the buffer.
bool offsetsAreSane(StringRef Data) {
  OffloadBinary::Header Header;
  OffloadBinary::Entry Entry;
  if (Data.size() < sizeof(Header) + sizeof(Entry))
    return false;
  std::memcpy(&Header, Data.data(), sizeof(Header));
  if (Header.Size > Data.size() ||
      !isInside(Header.EntryOffset, sizeof(Entry), Header.Size) ||
      Header.EntryOffset % alignof(OffloadBinary::Entry) != 0)
    return false;
  std::memcpy(&Entry, Data.data() + Header.EntryOffset, sizeof(Entry));
  if (!isInside(Entry.ImageOffset, Entry.ImageSize, Header.Size) ||
      Entry.NumStrings > Header.Size / sizeof(OffloadBinary::StringEntry) ||
      !isInside(Entry.StringOffset,
                Entry.NumStrings * sizeof(OffloadBinary::StringEntry),
                Header.Size) ||
      Entry.StringOffset % alignof(OffloadBinary::StringEntry) != 0)
    return false;
  auto IsTerminated = [&](uint64_t Offset) {
    return Offset < Header.Size &&
           std::memchr(Data.data() + Offset, 0, Header.Size - Offset);
  };
  for (uint64_t I = 0; I != Entry.NumStrings; ++I) {
    OffloadBinary::StringEntry String;
    std::memcpy(&String,
                Data.data() + Entry.StringOffset + I * sizeof(String),
                sizeof(String));
    if (!IsTerminated(String.KeyOffset) || !IsTerminated(String.ValueOffset))
      return false;
  }
  return true;
}

Expected<RawFile> readRaw(MemoryBufferRef Buffer, StringRef Tag) {
  StringRef Data = Buffer.getBuffer();
  if (!Data.starts_with(StringRef("\x10\xFF\x10\xAD", 4)))
    return malformed<Message::err_not_container>(Buffer, Tag);
  if (!offsetsAreSane(Data))
    return malformed<Message::err_damaged_container>(Buffer, Tag);
  // The format wants eight-byte alignment, which a caller's buffer may lack. A
  // mapped file has it, and may be too large to copy for nothing.
  std::unique_ptr<MemoryBuffer> Copy;
  if (!isAddrAligned(Align(alignof(OffloadBinary::Header)), Data.data())) {
    Copy = MemoryBuffer::getMemBufferCopy(Data);
    Data = Copy->getBuffer();
  }
  Expected<std::unique_ptr<OffloadBinary>> Binary =
      OffloadBinary::create(MemoryBufferRef(Data, Buffer.getBufferIdentifier()));
  if (!Binary) {
    consumeError(Binary.takeError());
    return malformed<Message::err_damaged_container>(Buffer, Tag);
  }
  const OffloadBinary &File = **Binary;
  StringRef Kind = File.getString("facet");
  if (Kind != Tag)
    return malformed<Message::err_other_container>(
        Buffer, Tag,
        Kind.empty() ? "another kind of offload binary"
                     : ("a device " + Kind + " file").str());

  RawFile Result;
  Result.Name = File.getString("name").str();
  Result.Target = File.getString("target").str();
  Result.Format = File.getString("format").str();
  StringRef Image = File.getImage();
  Result.Bytes.assign(Image.begin(), Image.end());
  Expected<PropertySetRegistry> Properties =
      offloading::readPropertiesFromJSON(
          MemoryBufferRef(File.getString("properties"), "properties"));
  if (!Properties) {
    consumeError(Properties.takeError());
    return malformed<Message::err_container_properties>(Buffer, Tag);
  }
  Result.Properties = std::move(*Properties);
  SmallVector<StringRef> Lines;
  File.getString("symbols").split(Lines, '\n', -1, /*KeepEmpty=*/false);
  for (StringRef Line : Lines)
    Result.Symbols.push_back(Line.str());
  return Result;
}

/// The parts of a file that its kind decides.
struct Parts {
  StringRef Tag;
  object::ImageKind Kind;
  StringRef Name;
  StringRef Bytes;
  std::optional<StringRef> Target;
  std::optional<uint32_t> Format;
};

SmallString<0> writeRaw(const Parts &P, const PropertySetRegistry &Properties,
                        ArrayRef<std::string> SymbolList) {
  std::string Json;
  raw_string_ostream Stream(Json);
  offloading::writePropertiesToJSON(Properties, Stream);
  std::string Symbols = join(SymbolList, "\n");
  std::string Format = P.Format ? std::to_string(*P.Format) : std::string();

  OffloadBinary::OffloadingImage Image;
  Image.TheImageKind = P.Kind;
  Image.TheOffloadKind = object::OFK_SYCL;
  Image.StringData["facet"] = P.Tag;
  Image.StringData["name"] = P.Name;
  Image.StringData["properties"] = Json;
  Image.StringData["symbols"] = Symbols;
  if (P.Target)
    Image.StringData["target"] = *P.Target;
  if (P.Format)
    Image.StringData["format"] = Format;
  Image.Image = MemoryBuffer::getMemBuffer(P.Bytes, "",
                                           /*RequiresNullTerminator=*/false);
  return OffloadBinary::write(Image);
}

/// LLVM's name for a format, so that its tools describe our files well. The
/// numbers are sycl_image_format's.
object::ImageKind imageKind(uint32_t Format) {
  switch (Format) {
  case 1:
    return object::IMG_SPIRV;
  case 2:
    return object::IMG_PTX;
  case 3:
    return object::IMG_Cubin;
  case 0:
    return object::IMG_None;
  default:
    return object::IMG_Object;
  }
}

template <class Reader>
auto readFile(StringRef Path, Reader Read)
    -> decltype(Read(MemoryBufferRef())) {
  ReadingScope Reading(Path);
  Expected<std::unique_ptr<MemoryBuffer>> Buffer = openInput(Path);
  if (!Buffer)
    return Buffer.takeError();
  return Read((*Buffer)->getMemBufferRef());
}

} // namespace

Expected<DeviceModule> readDeviceModule(MemoryBufferRef Buffer) {
  Expected<RawFile> Raw = readRaw(Buffer, ModuleTag);
  if (!Raw)
    return Raw.takeError();
  return DeviceModule{std::move(Raw->Name), std::move(Raw->Bytes),
                      std::move(Raw->Properties), std::move(Raw->Symbols)};
}

static Expected<DeviceImage> readOneImage(MemoryBufferRef Buffer) {
  Expected<RawFile> Raw = readRaw(Buffer, ImageTag);
  if (!Raw)
    return Raw.takeError();
  DeviceImage Image;
  if (StringRef(Raw->Format).getAsInteger(10, Image.Format))
    return malformed<Message::err_image_without_member>(Buffer, "format");
  if (Raw->Target.empty())
    return malformed<Message::err_image_without_member>(Buffer, "target");
  Image.Name = std::move(Raw->Name);
  Image.Target = std::move(Raw->Target);
  Image.Bytes = std::move(Raw->Bytes);
  Image.Properties = std::move(Raw->Properties);
  Image.Symbols = std::move(Raw->Symbols);
  return Image;
}

Expected<std::vector<DeviceImage>> readDeviceImages(MemoryBufferRef Buffer) {
  std::vector<DeviceImage> Images;
  StringRef Rest = Buffer.getBuffer();
  do {
    // Its size field is in the part readRaw checks, so it is there to read.
    Expected<DeviceImage> Image =
        readOneImage(MemoryBufferRef(Rest, Buffer.getBufferIdentifier()));
    if (!Image)
      return Image.takeError();
    Images.push_back(std::move(*Image));
    OffloadBinary::Header Header;
    std::memcpy(&Header, Rest.data(), sizeof(Header));
    Rest = Rest.drop_front(Header.Size);
  } while (!Rest.empty());
  return Images;
}

Expected<DeviceModule> readDeviceModuleFile(StringRef Path) {
  return readFile(Path, readDeviceModule);
}

Expected<std::vector<DeviceImage>> readDeviceImageFile(StringRef Path) {
  return readFile(Path, readDeviceImages);
}

SmallString<0> serialize(const DeviceModule &Module) {
  return writeRaw({ModuleTag, object::IMG_Bitcode, Module.Name,
                   StringRef(Module.Bitcode.data(), Module.Bitcode.size()),
                   std::nullopt, std::nullopt},
                  Module.Properties, Module.Symbols);
}

SmallString<0> serialize(const DeviceImage &Image) {
  return writeRaw({ImageTag, imageKind(Image.Format), Image.Name,
                   StringRef(Image.Bytes.data(), Image.Bytes.size()),
                   StringRef(Image.Target), Image.Format},
                  Image.Properties, Image.Symbols);
}

Error writeDeviceModule(const DeviceModule &Module, StringRef Path) {
  return writeOutput(Path, serialize(Module));
}

Error writeDeviceImages(ArrayRef<DeviceImage> Images, StringRef Path) {
  SmallString<0> Bytes;
  for (const DeviceImage &Image : Images)
    Bytes += serialize(Image);
  return writeOutput(Path, Bytes);
}

Expected<Requirements> requirementsOf(const PropertySetRegistry &Sets) {
  auto Set = Sets.find(kDeviceRequirementsSet);
  if (Set == Sets.end())
    return Requirements();
  std::vector<PropertyView> Views;
  for (const auto &[Name, Value] : Set->second) {
    const auto *Bytes = std::get_if<offloading::ByteArray>(&Value);
    if (!Bytes)
      return makeError(textOf<Message::err_property_type>(Name),
                       kDeviceRequirementsSet);
    Views.push_back({Name, Bytes->data(), Bytes->size()});
  }
  std::string Message;
  std::optional<Requirements> Result = DecodeRequirements(Views, &Message);
  if (!Result)
    return makeError(Message, kDeviceRequirementsSet);
  return std::move(*Result);
}

} // namespace facet
