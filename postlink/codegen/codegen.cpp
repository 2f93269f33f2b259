//===- codegen.cpp - From LLVM IR to a target's code ----------------------===//
//
// See codegen.h.
//
//===----------------------------------------------------------------------===//

#include "postlink/codegen/codegen.h"

#include "compiler/ir/c_functions.h"
#include "compiler/support/message_style.h"
#include "compiler/support/tool.h"
#include "postlink/codegen/element_stores.h"
#include "postlink/retarget/address_spaces.h"
#include "postlink/retarget/approximations.h"
#include "postlink/retarget/convergence.h"
#include "postlink/retarget/device_builtins.h"
#include "postlink/retarget/kernel_arguments.h"
#include "postlink/retarget/local_arena.h"
#include "postlink/retarget/local_variables.h"
#include "postlink/retarget/module_cleanup.h"
#include "postlink/retarget/offset_variants.h"
#include "postlink/retarget/optimizer.h"
#include "postlink/retarget/printf.h"
#include "postlink/retarget/private_atomics.h"
#include "postlink/retarget/remarks.h"
#include "postlink/retarget/source_attributes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetOptions.h"

using namespace llvm;

namespace facet {
namespace {

class CollectingHandler : public DiagnosticHandler {
public:
  explicit CollectingHandler(std::shared_ptr<std::string> First)
      : First(std::move(First)) {}

  bool handleDiagnostics(const DiagnosticInfo &Info) override {
    if (Info.getSeverity() == DS_Error && First->empty()) {
      raw_string_ostream Stream(*First);
      DiagnosticPrinterRawOStream Printer(Stream);
      Info.print(Printer);
    }
    if (std::optional<std::string> Remark = workGroupRemark(Info))
      // In one piece: parts of a module are compiled side by side.
      errs() << styledMessage("sycl-aot", "remark", *Remark) + "\n";
    // Warnings about code nobody wrote by hand help nobody.
    return true;
  }

  bool isMissedOptRemarkEnabled(StringRef Pass) const override {
    return Pass == WorkGroupRemarks;
  }
  bool isAnyRemarkEnabled() const override { return true; }

private:
  std::shared_ptr<std::string> First;
};

/// Switches an option of the process on until the end of a scope, if it is to
/// be on: other threads may be generating code for targets for which it is not.
class OptionScope {
public:
  OptionScope(StringRef Name, bool On)
      : Option(On ? static_cast<cl::opt<bool> *>(
                        cl::getRegisteredOptions().lookup(Name))
                  : nullptr),
        Before(Option && Option->getValue()) {
    if (Option)
      Option->setValue(true);
  }
  ~OptionScope() {
    if (Option)
      Option->setValue(Before);
  }

private:
  cl::opt<bool> *Option;
  bool Before;
};

/// The passes of a code generator without the one that makes shorter
/// instructions of AVX-512's. LLVM 22 lets it make a move of signs to a general
/// register of a mask that is shifted afterwards or whose vector is one of the
/// upper 16 registers, which the shorter instruction has no bits for: lanes had
/// the mask of others (tryCompressVPMOVPattern; llvm/llvm-project#198220 and
/// #191304).
class CodePasses : public legacy::PassManager {
public:
  void add(Pass *P) override {
    if (P->getPassName() == "Compressing EVEX instrs when possible")
      delete P;
    else
      legacy::PassManager::add(P);
  }
};

/// More rounds than any call chain of helpers needs.
constexpr unsigned MaximumInlineRounds = 16;

} // namespace

void initializeBackEnds() {
  InitializeAllTargetInfos();
  InitializeAllTargets();
  InitializeAllTargetMCs();
  InitializeAllAsmPrinters();
  InitializeAllAsmParsers();
  // The back end of SPIR-V refuses an extension that is not named to it; one
  // that no kernel uses leaves no trace, but for what spirv.cpp takes away.
  const char *Options[] = {"sycl-aot",
                           "--spirv-ext=+SPV_INTEL_subgroups,"
                           "+SPV_INTEL_fp_max_error,"
                           "+SPV_EXT_relaxed_printf_string_address_space"};
  cl::ParseCommandLineOptions(std::size(Options), Options);
}

Expected<std::unique_ptr<TargetMachine>>
createMachine(const TargetFamily &Target, StringRef Cpu, StringRef Features) {
  Triple TheTriple(StringRef(Target.code.triple));
  std::string Message;
  const llvm::Target *Registered =
      TargetRegistry::lookupTarget(TheTriple, Message);
  if (!Registered)
    return makeError(textOf<Message::err_no_backend>(TheTriple.str()));
  std::unique_ptr<MCSubtargetInfo> Known(
      Registered->createMCSubtargetInfo(TheTriple, "", ""));
  if (Known && !Cpu.empty() && !Known->isCPUStringValid(Cpu))
    return makeError(textOf<Message::err_unknown_processor>(LLVM_VERSION_STRING,
                                                            Cpu, Target.name));
  // What is undefined must not run into the function that follows: that may be
  // another kernel of the program's own process. GPUs end the work-item.
  TargetOptions Options;
  Options.TrapUnreachable = Target.code.is_host;
  std::unique_ptr<TargetMachine> Machine(Registered->createTargetMachine(
      TheTriple, Cpu, Features, Options, Reloc::PIC_, std::nullopt,
      CodeGenOptLevel::Aggressive));
  if (!Machine)
    return makeError(textOf<Message::err_no_target_machine>(TheTriple.str()));
  return std::move(Machine);
}

Expected<SmallVector<char, 0>> emitCode(Module &M, TargetMachine &Machine,
                                        CodeGenFileType Kind) {
  // Neither belongs into an image: they differ between checkouts.
  M.setModuleIdentifier("module");
  M.setSourceFileName("module");
  // LLVM's code generators take any code, and make any of what is wrong.
  if (Error E = verify(M, "optimization"))
    return E;
  SmallVector<char, 0> Bytes;
  raw_svector_ostream Stream(Bytes);
  const Triple &Target = Machine.getTargetTriple();
  // For SPIR-V, CodeGenPrepare does nothing but harm: it makes additions with
  // carry of comparisons like `x + y < x`, and readers of SPIR-V lack those.
  OptionScope Prepare("disable-cgp", Target.isSPIRV());
  // Loop strength reduction gives each access of a loop a pointer of its own,
  // two registers on NVIDIA GPUs, and so fewer warps find room: a stencil of
  // seven points had 40 registers instead of 32. ptxas reduces what is worth
  // it, and so do drivers that take SPIR-V. For these, it also makes integers of
  // any width, `trunc i64 (x >> 4) to i28` of an unsigned int, which the back end
  // takes for integers of 32 bits.
  OptionScope Reduction("disable-lsr", Target.isNVPTX() || Target.isSPIRV());
  alignElementStores(M);
  CodePasses Passes;
  if (Machine.addPassesToEmitFile(Passes, Stream, nullptr, Kind))
    return makeError(textOf<Message::err_no_file_type>(Target.str()));
  Passes.run(M);
  return Bytes;
}

DiagnosticCollector::DiagnosticCollector(LLVMContext &Context)
    : First(std::make_shared<std::string>()) {
  Context.setDiagnosticHandler(std::make_unique<CollectingHandler>(First));
}

Error DiagnosticCollector::take() {
  if (First->empty())
    return Error::success();
  return makeError(StringRef(*First).rtrim());
}

void inlineArgumentUsers(AotJob &Job, TargetMachine &Machine) {
  TargetLibraryInfoImpl Library = libraryOf(Machine);
  for (unsigned Round = 0; Round != MaximumInlineRounds; ++Round) {
    // A new one each round: attributes were changed by hand in between.
    Optimizer(Machine, Library).inlineAndClean(*Job.M);
    if (!requestInliningOfArgumentUsers(functionsNamed(*Job.M, Job.Kernels)))
      return;
  }
}

std::string libraryPath(const ToolPaths &Tools, const Twine &Name) {
  SmallString<128> Path(Tools.DeviceLibraryDir);
  sys::path::append(Path, Name + ".bc");
  return Path.str().str();
}

bool isImported(const AotJob &Job, const Function &F) {
  return is_contained(Job.Imports, F.getName());
}

Error prepareForGpu(AotJob &Job, TargetMachine &Machine,
                    const TargetFamily &Family, const GpuSteps &Steps) {
  const CodeModel &Target = Family.code;
  Module &M = *Job.M;
  Job.Phases.begin("retarget");
  for (std::string &Name : addOffsetVariants(M, Job.Kernels, Job.Imports)) {
    Job.Symbols.push_back(Name);
    Job.Kernels.push_back(std::move(Name));
  }
  internalizeExcept(M, Job.Symbols);
  callApproximations(M);
  lowerTargetConstants(M, Target);
  lowerLocalVariablesToShared(M);
  if (Error E = remapAddressSpaces(M, Target, Machine.createDataLayout()))
    return E;
  if (Error E = translateSourceAttributes(M, Target))
    return E;
  if (Steps.LowerKernel)
    for (Function *Kernel : functionsNamed(M, Job.Kernels))
      Steps.LowerKernel(*Kernel);
  lowerWorkItemQueries(M);
  lowerLocalArenaToShared(M, Target);

  Job.Phases.begin("link device libraries");
  StringRef Name = Family.name;
  nameMathForDeviceLibrary(M);
  if (Error E = linkDeviceLibrary(M, libraryPath(Job.Tools, Name)))
    return E;
  nameMathForLibclc(M);
  if (Error E = linkDeviceLibrary(M, libraryPath(Job.Tools, "libclc-" + Name)))
    return E;
  internalizeExcept(M, Job.Symbols);
  inferConvergence(M);
  setProcessor(M, Machine.getTargetCPU(), Machine.getTargetFeatureString());
  auto Allowed = [&](const Function &F) {
    return isImported(Job, F) || F.getName() == PrintFunction ||
           F.getName() == builtin::GroupScratch ||
           F.getName() == Steps.DriverFunction;
  };
  if (Error E = checkResolved(M, Job.Kernels, Allowed))
    return E;
  if (Error E = verify(M, "retargeting"))
    return E;

  Job.Phases.begin("infer");
  requestInliningOfScratchUsers(M, Job.Kernels);
  inlineArgumentUsers(Job, Machine);
  if (Error E = lowerPrintf(M, Target))
    return E;
  if (Error E = lowerGroupScratch(M, Target))
    return E;
  for (Function *Kernel : functionsNamed(M, Job.Kernels))
    inferKernelArguments(*Kernel, Target);
  TargetLibraryInfoImpl Library = libraryOf(Machine);
  Optimizer(Machine, Library).inferAddressSpaces(M, Target.generic_space());
  lowerPrivateAtomics(M);
  return verify(M, "inference");
}

} // namespace facet
