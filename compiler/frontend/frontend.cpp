//===- frontend.cpp - One compilation of one source -----------------------===//
//
// See frontend.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/frontend/frontend.h"

#include "compiler/frontend/attributes.h"
#include "compiler/frontend/clang_messages.h"
#include "compiler/frontend/device_action.h"
#include "compiler/frontend/device_headers.h"
#include "compiler/frontend/device_pass.h"
#include "compiler/frontend/device_warnings.h"
#include "compiler/frontend/function_kernels.h"
#include "compiler/frontend/functor_layout.h"
#include "compiler/frontend/header_precompilation.h"
#include "compiler/frontend/late_prefix.h"
#include "compiler/frontend/host_attributes.h"
#include "compiler/frontend/workarounds/attribute_packs.h"
#include "compiler/frontend/workarounds/lambda_attributes.h"
#include "compiler/frontend/workarounds/namespace_alias.h"
#include "compiler/support/llvm_options.h"
#include "clang/Basic/Sarif.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Frontend/SARIFDiagnosticPrinter.h"
#include "clang/Frontend/TextDiagnosticBuffer.h"
#include "clang/FrontendTool/Utils.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/TimeProfiler.h"
#include "llvm/Support/VirtualFileSystem.h"
#include "llvm/Support/raw_ostream.h"

using namespace clang;

namespace facet {
namespace {

/// Actions that stop before code generation are Clang's own, also for devices.
bool generatesCode(const FrontendOptions &Options) {
  switch (Options.ProgramAction) {
  case frontend::EmitBC:
  case frontend::EmitLLVM:
  case frontend::EmitLLVMOnly:
  case frontend::EmitObj:
  case frontend::EmitAssembly:
    return true;
  default:
    return false;
  }
}

/// What tags kernels of internal linkage, if that is known before the source is
/// compiled. \p IsLate: it is read before the passes.
bool readPrefix(DeviceOptions &Options, bool IsLate, DiagnosticsEngine &Diags) {
  Options.KernelPrefix = Options.UniquePrefix;
  if (Options.ReadPrefix.empty())
    return true;
  // Also if the file is there: objects do not depend on who was faster.
  if (IsLate) {
    Options.KernelPrefix = LatePrefix.str();
    return true;
  }
  auto File = llvm::MemoryBuffer::getFile(Options.ReadPrefix);
  if (!File) {
    diagnose(Diags, SourceLocation(), Message::err_cannot_read,
             {Options.ReadPrefix});
    return false;
  }
  Options.KernelPrefix = (*File)->getBuffer().str();
  return true;
}

/// -ftime-trace: what Clang and LLVM do until write().
class TimeTrace {
public:
  TimeTrace(const FrontendOptions &Options, const char *Program)
      : Path(Options.TimeTracePath) {
    if (!Path.empty())
      llvm::timeTraceProfilerInitialize(Options.TimeTraceGranularity, Program,
                                        Options.TimeTraceVerbose);
  }
  TimeTrace(const TimeTrace &) = delete;

  /// False if the file cannot be written.
  bool write() {
    if (Path.empty())
      return true;
    std::error_code Code;
    llvm::raw_fd_ostream Out(Path, Code, llvm::sys::fs::OF_TextWithCRLF);
    if (!Code)
      llvm::timeTraceProfilerWrite(Out);
    Out.close();
    bool Ok = !Code && !Out.has_error();
    Out.clear_error();
    llvm::timeTraceProfilerCleanup();
    return Ok;
  }

private:
  std::string Path;
};

/// Makes Clang know all targets, and what it does for SYCL alone.
void initialize() {
  llvm::InitializeAllTargets();
  llvm::InitializeAllTargetMCs();
  llvm::InitializeAllAsmPrinters();
  llvm::InitializeAllAsmParsers();
  registerAttributes();
  acceptAttributePacks();
  checkHostAttributesAtEnd();
  setHostFunctorLayouts();
  setKernelDimensions();
}

bool compilesForDevice(const CompilerInvocation &Invocation) {
  return Invocation.getLangOpts().SYCLIsDevice &&
         generatesCode(Invocation.getFrontendOpts());
}

/// Sets up \p Invocation by Clang's arguments. False if they are invalid.
bool readArguments(const std::vector<std::string> &Arguments,
                   const char *Program, void *MainAddress,
                   DiagnosticsEngine &Diags, CompilerInvocation &Invocation) {
  std::vector<const char *> Argv;
  for (const std::string &Argument : Arguments)
    Argv.push_back(Argument.c_str());
  bool Valid =
      CompilerInvocation::CreateFromArgs(Invocation, Argv, Diags, Program);
  HeaderSearchOptions &Folders = Invocation.getHeaderSearchOpts();
  if (Folders.UseBuiltinIncludes && Folders.ResourceDir.empty())
    Folders.ResourceDir = GetResourcesPath(Program, MainAddress);
  return Valid;
}

/// Adds to \p Invocation what follows from \p Options.
void applyOptions(const DeviceOptions &Options,
                  CompilerInvocation &Invocation) {
  PreprocessorOptions &Macros = Invocation.getPreprocessorOpts();
  if (Invocation.getLangOpts().SYCLIsHost && !Options.KernelPrefix.empty())
    Macros.addMacroDef("__SYCL_UNIQUE_PREFIX__=\"" + Options.KernelPrefix +
                       "\"");
  if (Options.Checked.memory)
    Macros.addMacroDef("__SYCL_CHECK_MEMORY__");
  // Metadata is made from the syntax tree after code generation.
  if (compilesForDevice(Invocation))
    Invocation.getCodeGenOpts().ClearASTBeforeBackend = false;
}

/// Gives the printer of -fdiagnostics-format=sarif what Clang would give it at
/// the beginning of the source, when other consumers are in front of it: Clang
/// casts whichever is first to the printer, unless there is a source manager.
void prepareSarif(CompilerInstance &CI) {
  const DiagnosticOptions &Options = CI.getDiagnosticOpts();
  if (Options.getFormat() != DiagnosticOptions::SARIF ||
      Options.VerifyDiagnostics || !Options.DiagnosticLogFile.empty() ||
      !Options.DiagnosticSerializationFile.empty())
    return;
  CI.createFileManager();
  CI.createSourceManager();
  static_cast<SARIFDiagnosticPrinter &>(CI.getDiagnosticClient())
      .setSarifWriter(
          std::make_unique<SarifDocumentWriter>(CI.getSourceManager()));
}

/// Decides what becomes of warnings: those of device code may be kept for the
/// host's compilation (the result; else null), which prints them.
DeviceWarnings *prepareDiagnostics(CompilerInstance &CI,
                                   const DeviceOptions &Options,
                                   bool ForDevice, DevicePass &Devices) {
  prepareSarif(CI);
  DeviceWarnings *Warnings = nullptr;
  if (ForDevice && !Options.WriteWarnings.empty())
    Warnings = &keepDeviceWarnings(CI.getDiagnostics());
  if (!Options.ReadWarnings.empty())
    printDeviceWarnings(CI.getDiagnostics(), Options.ReadWarnings, Devices);
  acceptLambdaAttributes(CI.getDiagnostics());
  if (CI.getLangOpts().SYCLIsDevice || CI.getLangOpts().SYCLIsHost)
    NamespaceAliasFilter::enable(CI.getDiagnostics());
  return Warnings;
}

} // namespace

int runFrontend(std::vector<std::string> Arguments, const char *Program,
                void *MainAddress,
                std::function<TargetKnowledge(const DeviceOptions &)> Ask) {
  initialize();
  DeviceOptions Options = extractDeviceOptions(Arguments);
  DiagnosticOptions EarlyOptions;
  auto *Buffer = new TextDiagnosticBuffer;
  DiagnosticsEngine Early(llvm::makeIntrusiveRefCnt<DiagnosticIDs>(),
                          EarlyOptions, Buffer);
  auto Invocation = std::make_shared<CompilerInvocation>();
  bool Valid =
      readArguments(Arguments, Program, MainAddress, Early, *Invocation);
  const bool IsLate = canWaitForPasses(*Invocation);
  DevicePass Devices(Options.Latch);
  if (!Devices.hasEnded())
    waitAtEndOfSource(Devices);
  if (!Valid || !IsLate)
    Devices.wait();
  if (Valid && !readPrefix(Options, IsLate, Early))
    Valid = false;
  applyOptions(Options, *Invocation);
  const bool ForDevice = compilesForDevice(*Invocation);

  auto Files = filesOf(Devices, *Invocation, llvm::vfs::getRealFileSystem());
  CompilerInstance CI(std::move(Invocation));
  CI.setVirtualFileSystem(Files);
  CI.createDiagnostics();
  if (!CI.hasDiagnostics())
    return 1;
  Buffer->FlushDiagnostics(CI.getDiagnostics());
  if (!Valid)
    return 1;
  DeviceWarnings *Warnings =
      prepareDiagnostics(CI, Options, ForDevice, Devices);
  if (IsLate && (!Devices.hasEnded() || !Options.ReadPrefix.empty()))
    waitBeforePasses(CI, Devices, Options.ReadPrefix);
  // Clang's code generation takes it for granted with -ftime-report.
  if (CI.getCodeGenOpts().TimePasses)
    CI.createFrontendTimer();
  if (CI.getLangOpts().SYCLIsDevice && !includeHeaderInsteadOfPrecompiled(CI))
    return 1;
  if (ForDevice &&
      !parseLLVMOptions("sycl-clang++", CI.getFrontendOpts().LLVMArgs))
    return 1;
  if (!Options.TargetMacros.empty())
    CI.getPreprocessorOpts().MacroIncludes.push_back(Options.TargetMacros);
  HeaderRecord Headers;
  if (!Options.Precompiled.empty() && generatesCode(CI.getFrontendOpts()))
    usePrecompiledHeaders(CI, Options.Precompiled, Options.KernelPrefix,
                          Headers);
  TimeTrace Trace(CI.getFrontendOpts(), Program);
  bool Ok;
  if (!Options.WriteHeaderRecord.empty())
    Ok = precompileHeaders(CI, Options.WriteHeaderRecord, Options.WriteHeaderNames);
  else if (ForDevice)
    Ok = compileForDevice(CI, Options, Ask(Options), Headers, Warnings);
  else
    Ok = ExecuteCompilerInvocation(&CI);
  if (!Trace.write())
    diagnose(CI.getDiagnostics(), SourceLocation(), Message::err_cannot_write,
             {CI.getFrontendOpts().TimeTracePath});
  return Ok && CI.getDiagnosticClient().getNumErrors() == 0 ? 0 : 1;
}

} // namespace facet
