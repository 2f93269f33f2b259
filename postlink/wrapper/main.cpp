//===- main.cpp - sycl-offload-wrapper ------------------------------------===//
//
//   sycl-offload-wrapper [-emulate=T,...] [-target=T] [-compress]
//                        [-contains=LIBRARY...] -o images.o
//                        IMAGE_OR_DIRECTORY_OR_TABLE...
//
// Directories stand for the image files in them, by name. See registration.h,
// tables.h and docs/wrapping.md.
//
//===----------------------------------------------------------------------===//

#include "compiler/support/phases.h"
#include "compiler/support/tool.h"
#include "config/image/image.h"
#include "llvm/Support/Compression.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "postlink/container/container.h"
#include "postlink/wrapper/registration.h"
#include "postlink/wrapper/tables.h"

#include <algorithm>
#include <optional>

#define FACET_OPTIONS "options/offload_wrapper.inc"
#include "options/define_table.inc"

using namespace llvm;
using namespace facet;

namespace {

constexpr char Usage[] =
    "usage: sycl-offload-wrapper [options] -o OUTPUT.o "
    "IMAGE|DIRECTORY|FILE.table...\n"
    "\n"
    "Makes an object of images, which a program or a shared library links.";

struct CommandLine {
  std::string Output, Target;
  RegistrationOptions Registration;
  bool Compress;
};

/// Files of a directory tree in the order of their names.
Expected<std::vector<std::string>> filesOf(StringRef Path) {
  if (!sys::fs::is_directory(Path))
    return std::vector<std::string>{Path.str()};
  std::vector<std::string> Files;
  std::error_code Code;
  for (sys::fs::recursive_directory_iterator I(Path, Code), End;
       I != End && !Code; I.increment(Code))
    if (!sys::fs::is_directory(I->path()))
      Files.push_back(I->path());
  if (Code)
    return makeError(textOf<Message::err_list_directory>(Code.message()), Path);
  std::sort(Files.begin(), Files.end());
  return Files;
}

Error readImageFile(StringRef File, StringRef TargetOverride,
                    std::vector<DeviceImage> &Images) {
  Expected<std::vector<DeviceImage>> Read = readDeviceImageFile(File);
  if (!Read)
    return Read.takeError();
  for (DeviceImage &Image : *Read) {
    if (Error E = checkProperties(Image.Properties, File))
      return E;
    // A target whose conditions were decided when it was compiled has no
    // add-ons.
    if (Image.Format == SYCL_IMAGE_FORMAT_NONE &&
        Image.Properties.find(kAddOnImageSet) != Image.Properties.end())
      continue;
    if (!TargetOverride.empty())
      Image.Target = TargetOverride.str();
    Images.push_back(std::move(Image));
  }
  return Error::success();
}

Expected<std::vector<DeviceImage>> readImages(ArrayRef<std::string> Inputs,
                                              StringRef Target) {
  std::vector<DeviceImage> Images;
  for (const std::string &Input : Inputs) {
    if (StringRef(Input).ends_with(".table")) {
      if (Target.empty())
        return makeError(textOf<Message::err_table_without_target>(), Input);
      if (Error E = readImageTable(Input, Target, Images))
        return std::move(E);
      continue;
    }
    Expected<std::vector<std::string>> Files = filesOf(Input);
    if (!Files)
      return Files.takeError();
    for (const std::string &File : *Files)
      if (Error E = readImageFile(File, Target, Images))
        return std::move(E);
  }
  return Images;
}

/// Compressed where asked for and worth it: what a GPU's driver made is often
/// compressed already.
EmbeddedImage embed(DeviceImage Image, bool Compress) {
  EmbeddedImage Embedded{std::move(Image)};
  auto &Bytes = Embedded.Image.Bytes;
  if (!Compress || Bytes.empty())
    return Embedded;
  SmallVector<uint8_t, 0> Frame;
  compression::zstd::compress(
      ArrayRef(reinterpret_cast<const uint8_t *>(Bytes.data()), Bytes.size()),
      Frame);
  if (Frame.size() >= Bytes.size())
    return Embedded;
  Bytes.assign(Frame.begin(), Frame.end());
  Embedded.Flags |= SYCL_IMAGE_FLAG_ZSTD;
  return Embedded;
}

Error run(const CommandLine &Command, ArrayRef<std::string> Inputs,
          PhaseReport &Phases) {
  if (Command.Compress && !compression::zstd::isAvailable())
    return makeError(textOf<Message::err_no_zstd>("-compress"));
  auto Timed = std::make_optional(Phases.enter("read"));
  Expected<std::vector<DeviceImage>> Images =
      readImages(Inputs, Command.Target);
  Timed.reset();
  if (!Images)
    return Images.takeError();
  Timed.emplace(Phases.enter("compress"));
  std::vector<EmbeddedImage> Embedded;
  Embedded.reserve(Images->size());
  for (DeviceImage &Image : *Images)
    Embedded.push_back(embed(std::move(Image), Command.Compress));
  Timed.reset();
  Timed.emplace(Phases.enter("object"));
  LLVMContext Context;
  std::unique_ptr<Module> M =
      makeRegistration(Embedded, Command.Registration, Context);
  Expected<SmallVector<char, 0>> Object = emitObject(*M);
  Timed.reset();
  if (!Object)
    return Object.takeError();
  Timed.emplace(Phases.enter("write"));
  return writeObject(Command.Output, std::move(*Object), Embedded);
}

} // namespace

int main(int argc, char **argv) {
  ToolSession Tool("sycl-offload-wrapper", helpText(Usage, optionTable()));
  ToolOptions Args(optionTable());
  if (Error E = Args.parse(argc, argv))
    return Tool.usageError(std::move(E));
  if (Args.informationRequested())
    return Tool.answer(Args);
  CommandLine Command{Args.value(OPT_o),
                      Args.value(OPT_target),
                      {Args.value(OPT_emulate), Args.values(OPT_contains)},
                      Args.has(OPT_compress)};
  if (Command.Output.empty())
    return Tool.usageError(makeError(textOf<Message::err_no_output>()));
  if (Args.inputs().empty() && !Args.has(OPT_allow_empty))
    return Tool.usageError(makeError(textOf<Message::err_no_images>()));
  PhaseReport Phases("sycl-offload-wrapper", Args.has(OPT_ftime_report));
  return Tool.finish(run(Command, Args.inputs(), Phases));
}
