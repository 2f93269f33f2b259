//===- sycl-image-dump.cpp - Shows module and image files -----------------===//
//
// In:  module and image files (postlink/container), programs and shared
//      libraries.
// Out: text on stdout, one block per module or image in the order given; with
//      -extract=FILE the code of the one file given, ready for the tool of its
//      format (llvm-dis, spirv-dis, ptxas, llvm-readelf, ocloc). Of several
//      images in the file -format=NAME, -target=NAME and -image=N pick one;
//      else it is the first. With -json, -textproto or -binary a report.
//
// Exists so that a user, and every test, can see what was really built.
//
//===----------------------------------------------------------------------===//

#include "compiler/support/tool.h"
#include "config/image/image.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/MemoryBuffer.h"
#include "postlink/container/container.h"
#include "postlink/dump/program.h"
#include "postlink/dump/report.h"
#include "postlink/dump/values.h"
#include "reports/report_file.h"

#include <optional>

#define FACET_OPTIONS "options/image_dump.inc"
#include "options/define_table.inc"

using namespace llvm;

namespace facet {
namespace {

void printProperties(raw_ostream &OS, const PropertySetRegistry &Sets) {
  for (const auto &[SetName, Set] : Sets) {
    OS << "  [" << SetName << "]\n";
    for (const auto &[Name, Value] : Set)
      OS << "    " << Name << " = " << propertyText(SetName, Name, Value)
         << "\n";
  }
}

void printSymbols(raw_ostream &OS, ArrayRef<std::string> Symbols) {
  for (const std::string &Symbol : Symbols)
    OS << "  symbol " << Symbol << "\n";
}

void printModule(raw_ostream &OS, const DeviceModule &Module) {
  OS << "module " << Module.Name << "\n  bytes " << Module.Bitcode.size()
     << "\n";
  printSymbols(OS, Module.Symbols);
  printProperties(OS, Module.Properties);
}

void printImage(raw_ostream &OS, const DeviceImage &Image) {
  OS << "image " << Image.Name << "\n  target " << Image.Target << "\n  format "
     << formatName(Image.Format) << "\n  bytes " << Image.Bytes.size() << "\n";
  printSymbols(OS, Image.Symbols);
  printProperties(OS, Image.Properties);
}

/// What is asked for: the code of one of several images, a report, or text.
struct Request {
  std::string Extract, Format, Target, Name;
  std::optional<ReportFormat> Report;

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

Error dumpImages(ArrayRef<DeviceImage> Images, const Request &Asked,
                 StringRef Path, report::Report &Report) {
  if (Asked.Extract.empty()) {
    for (const DeviceImage &Image : Images)
      if (Asked.Report)
        addImage(Image, Path, Report);
      else
        printImage(outs(), Image);
    return Error::success();
  }
  const auto *Found = llvm::find_if(
      Images, [&](const DeviceImage &Image) { return Asked.admits(Image); });
  if (Found == Images.end())
    return makeError(textOf<Message::err_no_such_image>(Asked.text()), Path);
  return writeOutput(Asked.Extract,
                     StringRef(Found->Bytes.data(), Found->Bytes.size()));
}

/// The code of \p Path, printed or reported unless a file is named for it.
Error dumpFile(StringRef Path, const Request &Asked, report::Report &Report) {
  ErrorOr<std::unique_ptr<MemoryBuffer>> File = MemoryBuffer::getFile(
      Path, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  if (File && isProgram(**File)) {
    Expected<std::vector<DeviceImage>> Images = readProgramImages(**File);
    return Images ? dumpImages(*Images, Asked, Path, Report)
                  : Images.takeError();
  }
  Expected<std::vector<DeviceImage>> Images = readDeviceImageFile(Path);
  if (Images)
    return dumpImages(*Images, Asked, Path, Report);
  Expected<DeviceModule> Module = readDeviceModuleFile(Path);
  if (!Module) {
    // Neither: the message for images is the one to show, it names the file.
    consumeError(Module.takeError());
    return Images.takeError();
  }
  consumeError(Images.takeError());
  if (!Asked.Extract.empty())
    return writeOutput(Asked.Extract, StringRef(Module->Bitcode.data(),
                                                Module->Bitcode.size()));
  if (Asked.Report)
    addModule(*Module, Path, Report);
  else
    printModule(outs(), *Module);
  return Error::success();
}

/// A directory stands for the files in it, in the order of their names.
Error dumpInput(StringRef Path, const Request &Asked, report::Report &Report) {
  if (!sys::fs::is_directory(Path))
    return dumpFile(Path, Asked, Report);
  std::vector<std::string> Files;
  std::error_code EC;
  for (sys::fs::directory_iterator I(Path, EC), E; I != E && !EC;
       I.increment(EC))
    Files.push_back(I->path());
  if (EC)
    return makeError(EC.message(), Path);
  llvm::sort(Files);
  for (const std::string &File : Files)
    if (Error E = dumpFile(File, Asked, Report))
      return E;
  return Error::success();
}

Error run(ArrayRef<std::string> Inputs, const Request &Asked) {
  report::Report Report = NewReport("sycl-image-dump");
  if (!Asked.Extract.empty())
    return dumpFile(Inputs.front(), Asked, Report);
  for (const std::string &Input : Inputs)
    if (Error E = dumpInput(Input, Asked, Report))
      return E;
  if (Asked.Report)
    outs() << Write(Report, *Asked.Report);
  return Error::success();
}

/// An error if two of the options are given.
Expected<std::optional<ReportFormat>> reportFormat(const ToolOptions &Args) {
  std::optional<ReportFormat> Result;
  for (const auto &[Option, Format] :
       {std::pair(OPT_json, ReportFormat::kJson),
        std::pair(OPT_textproto, ReportFormat::kText),
        std::pair(OPT_binary, ReportFormat::kBinary)}) {
    if (!Args.has(Option))
      continue;
    if (Result)
      return makeError(textOf<Message::err_two_report_formats>());
    Result = Format;
  }
  return Result;
}

} // namespace
} // namespace facet

int main(int argc, char **argv) {
  using namespace facet;
  ToolSession Tool(
      "sycl-image-dump",
      helpText(
          "usage: sycl-image-dump [options] INPUT...\n"
          "\n"
          "Prints what is in files of modules and of images, in programs and "
          "in\nshared libraries.",
          optionTable()));
  ToolOptions Args(optionTable());
  if (Error E = Args.parse(argc, argv))
    return Tool.usageError(std::move(E));
  if (Args.informationRequested())
    return Tool.answer(Args);
  Expected<std::optional<ReportFormat>> Report = reportFormat(Args);
  if (!Report)
    return Tool.usageError(Report.takeError());
  const Request Asked = {Args.value(OPT_extract), Args.value(OPT_format),
                         Args.value(OPT_target), Args.value(OPT_image),
                         *Report};
  const bool Chooses = !(Asked.Format + Asked.Target + Asked.Name).empty();
  if (Args.inputs().empty())
    return Tool.usageError(makeError(textOf<Message::err_no_input>()));
  if (!Asked.Extract.empty() && Args.inputs().size() != 1)
    return Tool.usageError(makeError(textOf<Message::err_extract_one_input>()));
  if (Asked.Extract.empty() && Chooses)
    return Tool.usageError(makeError(textOf<Message::err_only_with_extract>()));
  if (!Asked.Extract.empty() && Asked.Report)
    return Tool.usageError(
        makeError(textOf<Message::err_extract_and_report>()));
  return Tool.finish(run(Args.inputs(), Asked));
}
