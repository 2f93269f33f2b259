//===- assembler.cpp - Assembling a source in this process ----------------===//
//
// See assembler.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/driver/assembler.h"

#include "compiler/driver/runner.h"
#include "compiler/support/tool.h"
#include "clang/Options/Options.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/MC/MCAsmBackend.h"
#include "llvm/MC/MCAsmInfo.h"
#include "llvm/MC/MCCodeEmitter.h"
#include "llvm/MC/MCContext.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCObjectFileInfo.h"
#include "llvm/MC/MCObjectWriter.h"
#include "llvm/MC/MCParser/MCAsmParser.h"
#include "llvm/MC/MCParser/MCTargetAsmParser.h"
#include "llvm/MC/MCRegisterInfo.h"
#include "llvm/MC/MCStreamer.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Option/OptTable.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/ToolOutputFile.h"
#include "llvm/Support/VirtualFileSystem.h"

using namespace llvm;
using namespace clang::options;

namespace facet {
namespace {

Expected<opt::InputArgList> parse(ArrayRef<const char *> Arguments) {
  unsigned MissingIndex, MissingCount;
  opt::InputArgList Result = clang::getDriverOptTable().ParseArgs(
      Arguments, MissingIndex, MissingCount, opt::Visibility(CC1AsOption));
  if (MissingCount != 0)
    return makeError(textOf<Message::err_option_needs_value>(
        Result.getArgString(MissingIndex)));
  for (const opt::Arg *Unknown : Result.filtered(OPT_UNKNOWN))
    return makeError(
        textOf<Message::err_unknown_option>(Unknown->getAsString(Result), ""));
  if (size_t Inputs = Result.getAllArgValues(OPT_INPUT).size(); Inputs != 1)
    return makeError(textOf<Message::err_one_input>(std::to_string(Inputs)));
  if (!Result.hasArg(OPT_o))
    return makeError(textOf<Message::err_no_output>());
  return std::move(Result);
}

DebugCompressionType compressionOf(const opt::ArgList &Options) {
  return StringSwitch<DebugCompressionType>(
             Options.getLastArgValue(OPT_compress_debug_sections_EQ, "none"))
      .Case("zlib", DebugCompressionType::Zlib)
      .Case("zstd", DebugCompressionType::Zstd)
      .Default(DebugCompressionType::None);
}

MCTargetOptions targetOptions(const opt::ArgList &Options) {
  MCTargetOptions Result;
  Result.MCRelaxAll = Options.hasArg(OPT_mrelax_all);
  Result.MCNoExecStack = Options.hasArg(OPT_mno_exec_stack);
  Result.MCFatalWarnings = Options.hasArg(OPT_massembler_fatal_warnings);
  Result.MCNoWarn = Options.hasArg(OPT_massembler_no_warn);
  Result.MCSaveTempLabels = Options.hasArg(OPT_msave_temp_labels);
  Result.Dwarf64 = Options.hasArg(OPT_gdwarf64);
  Result.Crel = Options.hasArg(OPT_crel);
  Result.X86RelaxRelocations = !Options.hasArg(OPT_mrelax_relocations_no);
  Result.CompressDebugSections = compressionOf(Options);
  Result.ABIName = Options.getLastArgValue(OPT_target_abi);
  return Result;
}

/// What \p Options say of debug information, which is that of the text.
void describe(MCContext &Context, const opt::ArgList &Options,
              const MemoryBuffer &Source) {
  Context.setUseNamesOnTempLabels(Options.hasArg(OPT_msave_temp_labels));
  Context.setMainFileName(Options.getLastArgValue(OPT_main_file_name));
  if (const opt::Arg *Folder =
          Options.getLastArg(OPT_fdebug_compilation_dir_EQ))
    Context.setCompilationDir(Folder->getValue());
  Context.setDwarfDebugProducer(
      Options.getLastArgValue(OPT_dwarf_debug_producer));
  Context.setDwarfDebugFlags(Options.getLastArgValue(OPT_dwarf_debug_flags));
  unsigned Version;
  if (to_integer(Options.getLastArgValue(OPT_dwarf_version_EQ), Version))
    Context.setDwarfVersion(static_cast<uint16_t>(Version));
  if (Options.hasArg(OPT_gdwarf64))
    Context.setDwarfFormat(dwarf::DWARF64);
  for (const std::string &Entry :
       Options.getAllArgValues(OPT_fdebug_prefix_map_EQ)) {
    auto [From, To] = StringRef(Entry).split('=');
    Context.addDebugPrefixMapEntry(From.str(), To.str());
  }
  if (!Options.hasArg(OPT_debug_info_kind_EQ))
    return;
  Context.setGenDwarfForAssembly(true);
  Context.setGenDwarfRootFile(Options.getLastArgValue(OPT_INPUT),
                              Source.getBuffer());
}

/// Defines the symbols of -defsym.
Error defineSymbols(MCContext &Context, MCStreamer &Streamer,
                    const opt::ArgList &Options) {
  for (const std::string &Definition : Options.getAllArgValues(OPT_defsym)) {
    auto [Name, Text] = StringRef(Definition).split('=');
    int64_t Value;
    if (Text.getAsInteger(0, Value))
      return makeError(
          textOf<Message::err_bad_value>("-defsym", Definition, "NAME=NUMBER"));
    Context.setSymbolValue(Streamer, Name, static_cast<uint64_t>(Value));
  }
  return Error::success();
}

/// Assembles \p Sources into \p Output.
Error assembleFor(const Target &Target, const Triple &TheTriple,
                  const opt::ArgList &Options, SourceMgr &Sources,
                  raw_pwrite_stream &Output) {
  const MCTargetOptions MC = targetOptions(Options);
  std::unique_ptr<MCRegisterInfo> Registers(Target.createMCRegInfo(TheTriple));
  std::unique_ptr<MCAsmInfo> Syntax(
      Target.createMCAsmInfo(*Registers, TheTriple, MC));
  std::unique_ptr<MCSubtargetInfo> Processor(Target.createMCSubtargetInfo(
      TheTriple, Options.getLastArgValue(OPT_target_cpu),
      join(Options.getAllArgValues(OPT_target_feature), ",")));
  std::unique_ptr<MCInstrInfo> Instructions(Target.createMCInstrInfo());
  MCContext Context(TheTriple, Syntax.get(), Registers.get(), Processor.get(),
                    &Sources, &MC);
  std::unique_ptr<MCObjectFileInfo> Sections(Target.createMCObjectFileInfo(
      Context,
      Options.getLastArgValue(OPT_mrelocation_model, "pic") != "static"));
  Context.setObjectFileInfo(Sections.get());
  describe(Context, Options, *Sources.getMemoryBuffer(Sources.getMainFileID()));

  std::unique_ptr<MCAsmBackend> Backend(
      Target.createMCAsmBackend(*Processor, *Registers, MC));
  std::unique_ptr<MCObjectWriter> Writer = Backend->createObjectWriter(Output);
  std::unique_ptr<MCStreamer> Streamer(Target.createMCObjectStreamer(
      TheTriple, Context, std::move(Backend), std::move(Writer),
      std::unique_ptr<MCCodeEmitter>(
          Target.createMCCodeEmitter(*Instructions, Context)),
      *Processor));
  Streamer->initSections(MC.MCNoExecStack, *Processor);
  if (Error E = defineSymbols(Context, *Streamer, Options))
    return E;
  std::unique_ptr<MCAsmParser> Parser(
      createMCAsmParser(Sources, Context, *Streamer, *Syntax));
  std::unique_ptr<MCTargetAsmParser> OfTarget(
      Target.createMCAsmParser(*Processor, *Parser, *Instructions, MC));
  Parser->setTargetParser(*OfTarget);
  if (Parser->Run(Options.hasArg(OPT_n)))
    return make_error<AlreadyReported>(1);
  return Error::success();
}

} // namespace

Error assemble(ArrayRef<std::string> Arguments) {
  SmallVector<const char *, 32> Pointers;
  for (const std::string &Argument : Arguments)
    Pointers.push_back(Argument.c_str());
  Expected<opt::InputArgList> Options = parse(Pointers);
  if (!Options)
    return Options.takeError();
  SmallVector<const char *, 4> ForLLVM{"-cc1as"};
  std::vector<std::string> LLVMOptions = Options->getAllArgValues(OPT_mllvm);
  for (const std::string &Option : LLVMOptions)
    ForLLVM.push_back(Option.c_str());
  if (ForLLVM.size() > 1)
    cl::ParseCommandLineOptions(static_cast<int>(ForLLVM.size()),
                                ForLLVM.data());

  InitializeAllTargetInfos();
  InitializeAllTargetMCs();
  InitializeAllAsmParsers();
  const Triple TheTriple(
      Triple::normalize(Options->getLastArgValue(OPT_triple)));
  std::string Problem;
  const Target *Found = TargetRegistry::lookupTarget(TheTriple, Problem);
  if (!Found)
    return makeError(Problem);
  if (!Found->hasMCAsmParser())
    return makeError(textOf<Message::err_no_assembler>(TheTriple.str()));
  const StringRef Input = Options->getLastArgValue(OPT_INPUT);
  ErrorOr<std::unique_ptr<MemoryBuffer>> Source =
      MemoryBuffer::getFileOrSTDIN(Input, /*IsText=*/true);
  if (!Source)
    return makeError(
        textOf<Message::err_read_failed>(Source.getError().message()), Input);
  SourceMgr Sources;
  Sources.setVirtualFileSystem(vfs::getRealFileSystem());
  Sources.AddNewSourceBuffer(std::move(*Source), SMLoc());
  Sources.setIncludeDirs(Options->getAllArgValues(OPT_I));

  const StringRef Path = Options->getLastArgValue(OPT_o);
  std::error_code Code;
  ToolOutputFile Output(Path, Code, sys::fs::OF_None);
  if (Code)
    return makeError(textOf<Message::err_write_failed>(Code.message()), Path);
  if (Error E = assembleFor(*Found, TheTriple, *Options, Sources, Output.os()))
    return E;
  Output.keep();
  return Error::success();
}

} // namespace facet
