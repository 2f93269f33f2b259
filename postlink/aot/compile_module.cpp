//===- compile_module.cpp - A module file to an image file ----------------===//
//
// See compile_module.h.
//
// Back ends of LLVM abort on what they do not support, some crash. Both become
// errors that name the module and the target.
//
//===----------------------------------------------------------------------===//

#include "postlink/aot/compile_module.h"

#include "compiler/ir/checks.h"
#include "compiler/ir/counters.h"
#include "compiler/ir/kept_variables.h"
#include "compiler/ir/source_records.h"
#include "compiler/support/message_style.h"
#include "compiler/support/tool.h"
#include "config/image/device_globals.h"
#include "config/image/image.h"
#include "features/devices/emulated_device.h"
#include "postlink/codegen/accuracy.h"
#include "postlink/codegen/codegen.h"
#include "postlink/codegen/conditional_code.h"
#include "postlink/conditional/resolve.h"
#include "postlink/retarget/device_globals.h"
#include "postlink/retarget/optimizer.h"
#include "postlink/retarget/sanitizers.h"
#include "targets/pipelines/pipelines.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/raw_ostream.h"

#include <unistd.h>

using namespace llvm;

namespace facet {
namespace {

std::string placeOf(StringRef Module, const TargetDescription &Target) {
  return ("module '" + Module + "' for target '" + Target.name + "'").str();
}

/// LLVM's fatal errors cannot be returned from: say where and leave. Nothing
/// has been written yet.
void reportFatal(void *Place, const char *Reason, bool) {
  errs() << styledMessage("sycl-aot", "error",
                          std::string(Reason) + ": " +
                              *static_cast<const std::string *>(Place))
         << '\n';
  errs().flush();
  _exit(1);
}

class FatalErrorScope {
public:
  explicit FatalErrorScope(std::string &Place) {
    remove_fatal_error_handler();
    install_fatal_error_handler(reportFatal, &Place);
  }
  ~FatalErrorScope() { remove_fatal_error_handler(); }
};

Expected<std::unique_ptr<llvm::Module>> parseBitcode(const DeviceModule &Module,
                                                     LLVMContext &Context) {
  MemoryBufferRef Buffer(
      StringRef(Module.Bitcode.data(), Module.Bitcode.size()), Module.Name);
  Expected<std::unique_ptr<llvm::Module>> M = parseBitcodeFile(Buffer, Context);
  if (!M)
    return makeError(
        textOf<Message::err_damaged_bitcode>(toString(M.takeError())));
  if (Error E = verify(**M, "reading"))
    return std::move(E);
  if (!(*M)->getTargetTriple().isSPIRV())
    return makeError(
        textOf<Message::err_not_device_code>((*M)->getTargetTriple().str()));
  if (NamedMDNode *Ident = (*M)->getNamedMetadata("llvm.ident"))
    Ident->eraseFromParent();
  return M;
}

std::vector<std::string> importsOf(const PropertySetRegistry &Properties) {
  std::vector<std::string> Names;
  auto Set = Properties.find(kImportedSymbolsSet);
  if (Set != Properties.end())
    for (const auto &[Name, Value] : Set->second)
      Names.push_back(StringRef(Name).str());
  return Names;
}

/// Leaves in \p M what \p Target runs. Debuggers, sanitizers and coverage are
/// for code of the host's processor.
Error specialize(llvm::Module &M, const TargetDescription &Target,
                 PropertySetRegistry &Properties, PhaseReport &Phases) {
  for (const DecidedSource &Decided : readDecidedFor(M))
    if (!isCompatibleWith(Decided.Target, Target.name))
      return makeError(textOf<Message::err_decided_elsewhere>(Decided.Target));
  if (!Target.IsJit()) {
    Phases.begin("resolve conditions");
    if (Error E = resolveForTarget(M, Target, Properties))
      return E;
  }
  if (!Target.family().code.is_host) {
    releaseVariables(M);
    dropSanitizers(M);
    dropCounters(M);
    dropChecks(M);
  } else if (hasChecks(M)) {
    uint32_t Bits = 0;
    for (const Function &F : M)
      Bits |= checksOf(F).ToBits();
    Properties[kProgramMetadataSet][kChecksProperty] = Bits;
  }
  return Error::success();
}

/// Collects the kernels of the job's module, whose addresses of device globals
/// become arguments that \p Properties describe.
Error findKernels(AotJob &Job, PropertySetRegistry &Properties) {
  Job.Kernels = kernelNames(*Job.M);
  for (const std::string &Kernel : Job.Kernels)
    if (!is_contained(Job.Symbols, Kernel))
      Job.Symbols.push_back(Kernel);
  auto DeviceGlobals =
      passDeviceGlobals(*Job.M, Job.Kernels,
                        /*AsNumbers=*/Job.Target.family().code.is_spirv);
  if (!DeviceGlobals)
    return DeviceGlobals.takeError();
  for (auto &[Kernel, Bytes] : *DeviceGlobals)
    Properties[kProgramMetadataSet][Kernel + kDeviceGlobalsSuffix] =
        offloading::ByteArray(Bytes.begin(), Bytes.end());
  return Error::success();
}

/// Writes to \p Properties what the runtime must know of the code.
void describeCode(AotJob &Job, const CompiledCode &Code,
                  PropertySetRegistry &Properties) {
  if (Job.Target.IsJit() && !Job.Target.aot_options.empty()) {
    const std::string Text = join(Job.Target.aot_options, " ");
    Properties[kProgramMetadataSet][kBuildOptionsProperty] =
        offloading::ByteArray(Text.begin(), Text.end());
  }
  describeConditionalCode(Job, Code, Properties);
  auto Mark = [&](ArrayRef<std::string> Kernels, StringRef What) {
    for (const std::string &Kernel : Kernels)
      Properties[kProgramMetadataSet][(Kernel + What).str()] = uint32_t(1);
  };
  if (Code.ArenaKernels) {
    // What the module asked for may have gone with code that was not needed.
    auto Set = Properties.find(kProgramMetadataSet);
    if (Set != Properties.end())
      for (const std::string &Kernel : Job.Kernels)
        Set->second.erase(Kernel + kLocalArenaSuffix);
    Mark(*Code.ArenaKernels, kLocalArenaSuffix);
  }
  Mark(Code.FlaggedKernels, kAssertionFlagSuffix);
  for (const auto &[Kernel, Bytes] : Code.DynamicLocalBytes)
    Properties[kProgramMetadataSet][Kernel + kDynamicLocalBytesSuffix] =
        static_cast<uint32_t>(Bytes);
}

/// The image of \p Module, whose properties and symbols \p Image has; \p Cubin
/// becomes what is to be put beside it, if anything.
Error compileInto(DeviceImage &Image, SmallVector<char, 0> &Cubin,
                  const DeviceModule &Module, const TargetDescription &Target,
                  const CompileOptions &Options, PhaseReport &Phases) {
  Phases.begin("parse");
  // Whatever becomes of the module after a failure, its context goes last.
  LLVMContext Context;
  // Nobody reads names of instructions here; copies of kernels pay for them.
  Context.setDiscardValueNames(true);
  DiagnosticCollector Diagnostics(Context);
  Expected<std::unique_ptr<llvm::Module>> M = parseBitcode(Module, Context);
  if (!M)
    return M.takeError();
  if (Error E = specialize(**M, Target, Image.Properties, Phases))
    return E;
  Expected<Requirements> Needs = requirementsOf(Image.Properties);
  if (!Needs)
    return Needs.takeError();
  if (Options.Filter && !Target.WhyFilteredOut(*Needs).empty())
    return Error::success();

  AotJob Job{std::move(*M),
             Module.Name,
             {},
             Module.Symbols,
             importsOf(Image.Properties),
             {},
             {},
             {},
             Target,
             Options.Tools,
             Phases};
  Job.Threads = Options.Threads;
  Expected<bool> IsAnythingLeft = prepareConditionalCode(Job, Image.Properties);
  if (!IsAnythingLeft || !*IsAnythingLeft)
    return IsAnythingLeft.takeError();
  if (Options.Warn)
    for (const std::string &Problem : findInaccurateCalls(*Job.M, Target))
      Options.Warn(Problem);
  if (Error E = findKernels(Job, Image.Properties))
    return E;
  Expected<CompiledCode> Code = compileJob(Job);
  if (!Code)
    return Code.takeError();
  Image.Format = Code->Format;
  Image.Bytes = std::move(Code->Bytes);
  describeCode(Job, *Code, Image.Properties);
  Cubin = std::move(Code->Cubin);
  return Error::success();
}

} // namespace

Expected<TargetDescription> readTargetSlice(StringRef Path) {
  Expected<std::unique_ptr<MemoryBuffer>> Buffer = openInput(Path);
  if (!Buffer)
    return Buffer.takeError();
  absl::StatusOr<DeviceConfig> Config =
      DeviceConfig::Parse((*Buffer)->getBuffer(), std::string_view(Path));
  if (!Config.ok())
    return makeError(StringRef(std::string(Config.status().message())).rtrim(),
                     "target configuration");
  std::vector<std::string> Names = Config->Names();
  if (Names.size() != 1)
    return makeError(textOf<Message::err_one_target_in_config>(Names.size()),
                     Path);
  return *Config->Find(Names.front());
}

/// As compileInto(). The error is a BackEndCrash if LLVM crashes.
static Error compileSafely(DeviceImage &Image, SmallVector<char, 0> &Cubin,
                           const DeviceModule &Module,
                           const TargetDescription &Target,
                           const CompileOptions &Options, PhaseReport &Phases) {
  CrashRecoveryContext::Enable();
  CrashRecoveryContext Recovery;
  Error Problem = Error::success();
  const bool Survived = Recovery.RunSafely([&] {
    Problem = compileInto(Image, Cubin, Module, Target, Options, Phases);
  });
  CrashRecoveryContext::Disable();
  if (Survived)
    return Problem;
  consumeError(std::move(Problem));
  return make_error<BackEndCrash>();
}

/// A program can be run as if on the device, which the runtime may not know.
static void describeDevice(const TargetDescription &Target,
                           PropertySetRegistry &Properties) {
  EmulatedDevice Device{Target.Features(), Target.architecture_id};
  auto &Set = Properties[std::string(kEmulatedDeviceSet)];
  for (auto &[Name, Bytes] : EncodeEmulatedDevice(Device))
    Set[Name] = offloading::ByteArray(Bytes.begin(), Bytes.end());
}

Expected<std::vector<DeviceImage>>
compileModule(const DeviceModule &Module, const TargetDescription &Target,
              const CompileOptions &Options, PhaseReport &Phases) {
  std::string Place = placeOf(Module.Name, Target);
  DeviceImage Image;
  Image.Format = SYCL_IMAGE_FORMAT_NONE;
  Image.Name = Module.Name;
  Image.Target = Target.name;
  Image.Properties = Module.Properties;
  Image.Symbols = Module.Symbols;
  if (Target.emulated)
    describeDevice(Target, Image.Properties);
  else if (const Pipeline *P = findPipeline(Target.family()); P && P->Describe)
    P->Describe(Target, Image.Properties);
  // Nobody links add-ons to code that is finished now.
  if (!Target.IsJit() && isAddOnModule(Module.Properties))
    return std::vector{std::move(Image)};

  FatalErrorScope Scope(Place);
  const DeviceImage Empty = Image;
  SmallVector<char, 0> Cubin;
  Error Problem =
      compileSafely(Image, Cubin, Module, Target, Options, Phases);
  if (Problem.isA<BackEndCrash>()) {
    // LLVM 22's SLP vectorizer crashes for valid code now and then, as in
    // vectorizeHorReduction() of a generated kernel with AVX-512.
    consumeError(std::move(Problem));
    Image = Empty;
    Cubin.clear();
    CompileOptions Again = Options;
    Again.Warn = nullptr; // All is said.
    const WithoutSlpVectorizer Careful;
    Problem = compileSafely(Image, Cubin, Module, Target, Again, Phases);
  }
  if (Problem)
    return makeError(toString(std::move(Problem)), Place);
  std::vector<DeviceImage> Images{std::move(Image)};
  if (!Cubin.empty()) {
    Images.push_back(Images.front());
    Images.back().Format = SYCL_IMAGE_FORMAT_CUBIN;
    Images.back().Bytes = std::move(Cubin);
  }
  return Images;
}

} // namespace facet
