//===- sycl-image-dump.cpp - Shows module and image files -----------------===//
//
// In:  module and image files (postlink/container), programs and shared
//      libraries.
// Out: text on stdout, one block per module or image in the order given; with
//      -extract=FILE the code of the one file given, ready for the tool of its
//      format (llvm-dis, spirv-dis, ptxas, llvm-readelf, ocloc). Of several
//      images in the file -format=NAME, -target=NAME and -image=N pick one;
//      else it is the first.
//
// Exists so that a user, and every test, can see what was really built.
//
//===----------------------------------------------------------------------===//

#include "compiler/support/tool.h"
#include "config/image/image.h"
#include "features/conditions/conditions.h"
#include "features/requirements/feature_kinds.h"
#include "features/requirements/kernel_requirements.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/MemoryBuffer.h"
#include "postlink/container/container.h"
#include "postlink/dump/program.h"
#include "targets/families.h"

#include <optional>

#define FACET_OPTIONS "options/image_dump.inc"
#include "options/define_table.inc"

using namespace llvm;

namespace facet {
namespace {

StringRef formatName(uint32_t Number) {
  if (Number == SYCL_IMAGE_FORMAT_NONE)
    return "none";
  const ImageFormat *Format = FindImageFormat(Number);
  return Format ? StringRef(Format->name) : "unknown";
}

/// A byte array whose size is a multiple of 4 is shown as uint32 values, which
/// is what every property of the specification holds; anything else as hex.
void printBytes(raw_ostream &OS, ArrayRef<unsigned char> Bytes) {
  if (Bytes.size() % 4) {
    OS << "0x" << toHex(Bytes, /*LowerCase=*/true);
    return;
  }
  for (size_t I = 0; I < Bytes.size(); I += 4)
    OS << (I ? " " : "") << support::endian::read32le(Bytes.data() + I);
}

std::vector<uint32_t> wordsOf(ArrayRef<unsigned char> Bytes) {
  std::vector<uint32_t> Words;
  for (size_t I = 0; I + 4 <= Bytes.size(); I += 4)
    Words.push_back(support::endian::read32le(Bytes.data() + I));
  return Words;
}

bool isCondition(StringRef Set, StringRef Name) {
  return Set == kAddOnImagesSet ||
         (Set == kDeviceRequirementsSet && Name.starts_with(kConditionPrefix));
}

void printCondition(raw_ostream &OS, ArrayRef<unsigned char> Bytes) {
  std::vector<uint32_t> Words = wordsOf(Bytes);
  Condition When(Words.begin(), Words.end());
  for (int32_t Number : When)
    OS << Number << " ";
  OS << "(" << ConditionText(When) << ")";
}

void printEntry(raw_ostream &OS, const KernelRequirement &Entry) {
  const Feature &Needed = Entry.feature;
  if (Needed.kind == Feature::Kind::kAspect)
    OS << "aspect " << Needed.number << " (" << AspectName(Needed.aspect())
       << ")";
  else
    OS << ShortText(Needed);
  OS << " constant " << Entry.spec_id;
}

/// The entries of one function, "nothing", or the bytes if they are malformed.
void printEntries(raw_ostream &OS, ArrayRef<unsigned char> Bytes) {
  auto Entries =
      DecodeKernelRequirements({Bytes.data(), Bytes.size()}, nullptr);
  if (!Entries)
    return printBytes(OS, Bytes);
  if (Entries->empty())
    OS << "nothing";
  for (const KernelRequirement &Entry : *Entries) {
    OS << (&Entry == Entries->data() ? "" : ", ");
    printEntry(OS, Entry);
  }
}

void printValue(raw_ostream &OS, StringRef Set, StringRef Name,
                ArrayRef<unsigned char> Bytes) {
  if (isCondition(Set, Name) && Bytes.size() % 4 == 0)
    return printCondition(OS, Bytes);
  if (Set == StringRef(kRequirementsSet))
    return printEntries(OS, Bytes);
  printBytes(OS, Bytes);
}

void printProperties(raw_ostream &OS, const PropertySetRegistry &Sets) {
  for (const auto &[SetName, Set] : Sets) {
    OS << "  [" << SetName << "]\n";
    for (const auto &[Name, Value] : Set) {
      OS << "    " << Name << " = ";
      if (const auto *Number = std::get_if<uint32_t>(&Value))
        OS << *Number;
      else
        printValue(OS, SetName, Name,
                   std::get<llvm::offloading::ByteArray>(Value));
      OS << "\n";
    }
  }
}

void printSymbols(raw_ostream &OS, ArrayRef<std::string> Symbols) {
  for (const std::string &Symbol : Symbols)
    OS << "  symbol " << Symbol << "\n";
}

void printImage(raw_ostream &OS, const DeviceImage &Image) {
  OS << "image " << Image.Name << "\n  target " << Image.Target << "\n  format "
     << formatName(Image.Format) << "\n  bytes " << Image.Bytes.size() << "\n";
  printSymbols(OS, Image.Symbols);
  printProperties(OS, Image.Properties);
}

/// Which of several images -extract means.
struct Choice {
  std::string Extract, Format, Target, Name;

  bool admits(const DeviceImage &Image) const {
    return (Format.empty() || Format == formatName(Image.Format)) &&
           (Target.empty() || Target == Image.Target) &&
           (Name.empty() || Name == Image.Name);
  }
  std::string text() const {
    return (Format.empty() ? "" : " of format '" + Format + "'") +
           (Target.empty() ? "" : " for target '" + Target + "'") +
           (Name.empty() ? "" : " named '" + Name + "'");
  }
};

Error dumpImages(ArrayRef<DeviceImage> Images, const Choice &Which,
                 StringRef Path) {
  if (Which.Extract.empty()) {
    for (const DeviceImage &Image : Images)
      printImage(outs(), Image);
    return Error::success();
  }
  const auto *Found = llvm::find_if(
      Images, [&](const DeviceImage &Image) { return Which.admits(Image); });
  if (Found == Images.end())
    return makeError("no image" + Which.text(), Path);
  return writeOutput(Which.Extract,
                     StringRef(Found->Bytes.data(), Found->Bytes.size()));
}

/// The code of \p Path, printed unless \p Which names a file for it.
Error dumpFile(StringRef Path, const Choice &Which) {
  ErrorOr<std::unique_ptr<MemoryBuffer>> File = MemoryBuffer::getFile(
      Path, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  if (File && isProgram(**File)) {
    Expected<std::vector<DeviceImage>> Images = readProgramImages(**File);
    return Images ? dumpImages(*Images, Which, Path) : Images.takeError();
  }
  Expected<std::vector<DeviceImage>> Images = readDeviceImageFile(Path);
  if (Images)
    return dumpImages(*Images, Which, Path);
  Expected<DeviceModule> Module = readDeviceModuleFile(Path);
  if (!Module) {
    // Neither: the message for images is the one to show, it names the file.
    consumeError(Module.takeError());
    return Images.takeError();
  }
  consumeError(Images.takeError());
  if (!Which.Extract.empty())
    return writeOutput(Which.Extract, StringRef(Module->Bitcode.data(),
                                                Module->Bitcode.size()));
  outs() << "module " << Module->Name << "\n  bytes " << Module->Bitcode.size()
         << "\n";
  printSymbols(outs(), Module->Symbols);
  printProperties(outs(), Module->Properties);
  return Error::success();
}

/// A directory stands for the files in it, in the order of their names.
Error dumpInput(StringRef Path) {
  if (!sys::fs::is_directory(Path))
    return dumpFile(Path, {});
  std::vector<std::string> Files;
  std::error_code EC;
  for (sys::fs::directory_iterator I(Path, EC), E; I != E && !EC;
       I.increment(EC))
    Files.push_back(I->path());
  if (EC)
    return makeError(EC.message(), Path);
  llvm::sort(Files);
  for (const std::string &File : Files)
    if (Error E = dumpFile(File, {}))
      return E;
  return Error::success();
}

Error run(ArrayRef<std::string> Inputs, const Choice &Which) {
  if (!Which.Extract.empty())
    return dumpFile(Inputs.front(), Which);
  for (const std::string &Input : Inputs)
    if (Error E = dumpInput(Input))
      return E;
  return Error::success();
}

} // namespace
} // namespace facet

int main(int argc, char **argv) {
  using namespace facet;
  ToolSession Tool(
      "sycl-image-dump",
      helpText(
          "usage: sycl-image-dump [-extract=FILE [options]] INPUT...\n"
          "\n"
          "Prints what is in files of modules and of images, in programs and "
          "in\nshared libraries.",
          optionTable()));
  ToolOptions Args(optionTable());
  if (Error E = Args.parse(argc, argv))
    return Tool.usageError(std::move(E));
  if (Args.informationRequested())
    return Tool.answer(Args);
  const Choice Which = {Args.value(OPT_extract), Args.value(OPT_format),
                        Args.value(OPT_target), Args.value(OPT_image)};
  const bool Chooses =
      !(Which.Format + Which.Target + Which.Name).empty();
  if (Args.inputs().empty())
    return Tool.usageError(makeError("no input file"));
  if (!Which.Extract.empty() && Args.inputs().size() != 1)
    return Tool.usageError(makeError("-extract takes exactly one input file"));
  if (Which.Extract.empty() && Chooses)
    return Tool.usageError(
        makeError("-format, -target and -image go with -extract"));
  return Tool.finish(run(Args.inputs(), Which));
}
