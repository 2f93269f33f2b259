//===- main.cpp - sycl-offload-wrapper ------------------------------------===//
//
//   sycl-offload-wrapper [-emulate=T,...] [-target=T] -o images.o IMAGE_OR_DIR...
//
// Directories stand for the image files in them, by name. See registration.h
// and docs/wrapping.md.
//
//===----------------------------------------------------------------------===//

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "postlink/container/container.h"
#include "postlink/support/tool.h"
#include "postlink/wrapper/registration.h"

#include <algorithm>

using namespace llvm;
using namespace facet;

namespace {

constexpr char Usage[] =
    "usage: sycl-offload-wrapper [options] -o OUTPUT.o IMAGE_OR_DIRECTORY...\n"
    "  -emulate=T,...  devices the program emulates unless "
    "SYCL_DEVICE_EMULATION is set\n"
    "  -target=T       target name of all images, instead of their own";

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
    return makeError("cannot list directory (" + Code.message() + ")", Path);
  std::sort(Files.begin(), Files.end());
  return Files;
}

Expected<std::vector<DeviceImage>> readImages(ArrayRef<std::string> Inputs,
                                              StringRef TargetOverride) {
  std::vector<DeviceImage> Images;
  for (const std::string &Input : Inputs) {
    Expected<std::vector<std::string>> Files = filesOf(Input);
    if (!Files)
      return Files.takeError();
    for (const std::string &File : *Files) {
      Expected<DeviceImage> Image = readDeviceImageFile(File);
      if (!Image)
        return Image.takeError();
      if (!TargetOverride.empty())
        Image->Target = TargetOverride.str();
      Images.push_back(std::move(*Image));
    }
  }
  return Images;
}

Error run(StringRef Output, StringRef Emulate, StringRef TargetOverride,
          ArrayRef<std::string> Inputs) {
  Expected<std::vector<DeviceImage>> Images = readImages(Inputs, TargetOverride);
  if (!Images)
    return Images.takeError();
  LLVMContext Context;
  std::unique_ptr<Module> M = makeRegistration(*Images, Emulate, Context);
  Expected<SmallVector<char, 0>> Object = emitObject(*M);
  if (!Object)
    return Object.takeError();
  return writeOutput(Output, StringRef(Object->data(), Object->size()));
}

} // namespace

int main(int argc, char **argv) {
  ToolSession Tool("sycl-offload-wrapper", Usage);
  std::string Output, Emulate, TargetOverride;
  ArgumentParser Args;
  Args.value("o", Output);
  Args.value("emulate", Emulate);
  Args.value("target", TargetOverride);
  if (Error E = Args.parse(argc, argv))
    return Tool.usageError(std::move(E));
  if (Args.helpRequested())
    return Tool.help();
  if (Output.empty())
    return Tool.usageError(makeError("no output: give -o"));
  if (Args.inputs().empty())
    return Tool.usageError(makeError("no images"));
  return Tool.finish(run(Output, Emulate, TargetOverride, Args.inputs()));
}
