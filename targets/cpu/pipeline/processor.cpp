//===- processor.cpp - The processor that CPU code is for ------------------===//
//
// See processor.h.
//
//===----------------------------------------------------------------------===//

#include "targets/cpu/pipeline/processor.h"

#include "compiler/support/tool.h"
#include "config/image/described_target.h"
#include "features/architectures/architecture.h"
#include "postlink/codegen/codegen.h"
#include "postlink/retarget/source_attributes.h"
#include "targets/cpu/family.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Host.h"

using namespace llvm;

namespace facet {
namespace {

/// What all processors have that run images.
constexpr StringLiteral Baseline = "x86-64-v3";

/// What processors of x86-64-v4 have whose clock does not fall with vectors of
/// 512 bits: those from Ice Lake and Zen 4 on.
constexpr StringLiteral NewerVectors = "+avx512vbmi2";

/// What a command line says of the processor.
struct Request {
  StringRef Name; ///< empty: nothing
  StringRef VectorWidth;
  std::vector<std::string> Flags; ///< "+F" or "-F"
};

/// The words of Intel's compiler for OpenCL on CPUs, which DPC++ has for
/// spir64_x86_64, are no names of processors.
StringRef processorNamed(StringRef Name) {
  return StringSwitch<StringRef>(Name)
      .Case("sse42", "x86-64-v2")
      .Case("avx", "sandybridge")
      .Case("avx2", "x86-64-v3")
      .Case("avx512", "x86-64-v4")
      .Default(Name);
}

Request requestOf(const TargetDescription &Target) {
  Request Result;
  for (StringRef Option : Target.aot_options) {
    if (!IsProcessorOption(Option))
      continue;
    if (Option.consume_front("-march="))
      Result.Name = processorNamed(Option);
    else if (Option.consume_front("-mprefer-vector-width="))
      Result.VectorWidth = Option;
    else if (Option.consume_front("-mno-"))
      Result.Flags.push_back(("-" + Option).str());
    else if (Option.consume_front("-m"))
      Result.Flags.push_back(("+" + Option).str());
  }
  return Result;
}

using SubtargetPtr = std::unique_ptr<MCSubtargetInfo>;

Expected<SubtargetPtr> subtarget(StringRef Name, ArrayRef<std::string> Flags) {
  const Triple X86{StringRef(kCpuFamily.code.triple)};
  std::string Message;
  const llvm::Target *Registered = TargetRegistry::lookupTarget(X86, Message);
  if (!Registered)
    return makeError(textOf<Message::err_no_backend>(X86.str()));
  SubtargetPtr Known(Registered->createMCSubtargetInfo(X86, "", ""));
  if (!Known->isCPUStringValid(Name))
    return makeError(textOf<Message::err_unknown_processor>(
        LLVM_VERSION_STRING, Name, kCpuFamily.name));
  return SubtargetPtr(
      Registered->createMCSubtargetInfo(X86, Name, join(Flags, ",")));
}

/// Replaces "native" in \p Asked by what the processor of this process is.
/// \p Host holds the name.
void resolveNative(Request &Asked, std::string &Host) {
  if (Asked.Name != "native")
    return;
  Host = sys::getHostCPUName().str();
  Asked.Name = Host;
  // A virtual machine may have less than the processor.
  std::vector<std::string> Flags;
  for (const auto &Feature : sys::getHostCPUFeatures())
    if (is_contained(CpuFeatures(), std::string_view(Feature.getKey())))
      Flags.push_back((Feature.getValue() ? "+" : "-") +
                      Feature.getKey().str());
  llvm::sort(Flags); // the map's order differs; "+" is before "-"
  Asked.Flags.insert(Asked.Flags.begin(), Flags.begin(), Flags.end());
}

/// LLVM prefers 256 bits for nearly all processors that have 512, since the
/// first ones slowed down. Kernels, unlike other code, do little else than
/// compute with vectors: those of 512 bits take half the time in products and
/// sorts. Streams within the caches lose a tenth to a third
/// (docs/performance.md).
StringRef preferredWidth(const MCSubtargetInfo &Tuned) {
  const bool IsLevel = Tuned.getCPU() == "x86-64-v4"; // most are newer
  return Tuned.checkFeatures("+prefer-256-bit") &&
                 (IsLevel || Tuned.checkFeatures(NewerVectors))
             ? "512"
             : "";
}

std::string llvmFeatures(StringRef Words) {
  std::string Result;
  for (StringRef Word : split(Words, ' '))
    if (!Word.empty())
      Result += (Result.empty() ? "+" : ",+") + Word.str();
  return Result;
}

} // namespace

Expected<Processor> processorOf(const TargetDescription &Target) {
  Request Asked = requestOf(Target);
  std::string Host;
  resolveNative(Asked, Host);
  if (Asked.Name.empty())
    Asked.Name = Target.aot_device;
  Expected<SubtargetPtr> OwnCode = subtarget(Target.aot_device, {});
  if (!OwnCode)
    return OwnCode.takeError();
  Expected<SubtargetPtr> AskedCode = subtarget(Asked.Name, Asked.Flags);
  if (!AskedCode)
    return AskedCode.takeError();

  Processor Result;
  Result.Tuning = Asked.Name;
  Result.VectorWidth = Asked.VectorWidth.empty()
                           ? preferredWidth(**AskedCode)
                           : Asked.VectorWidth;
  for (StringRef Feature : CpuFeatures()) {
    const std::string Flag = ("+" + Feature).str();
    if (!(*OwnCode)->checkFeatures(Flag) && !(*AskedCode)->checkFeatures(Flag))
      continue;
    if (!Result.Features.empty())
      Result.Features += ' ';
    Result.Features += Feature;
  }
  return Result;
}

Expected<std::unique_ptr<TargetMachine>>
createCpuMachine(const TargetDescription &Target) {
  Expected<Processor> Found = processorOf(Target);
  if (!Found)
    return Found.takeError();
  return createMachine(kCpuFamily, Baseline, llvmFeatures(Found->Features));
}

void setCpuProcessor(Module &M, const TargetDescription &Target,
                     const TargetMachine &Machine) {
  setProcessor(M, Machine.getTargetCPU(), Machine.getTargetFeatureString());
  const Processor Found = cantFail(processorOf(Target)); // it made the machine
  for (Function &F : M) {
    if (F.isIntrinsic())
      continue;
    F.addFnAttr("tune-cpu", Found.Tuning);
    if (!Found.VectorWidth.empty())
      F.addFnAttr("prefer-vector-width", Found.VectorWidth);
  }
}

void describeCpuTarget(const TargetDescription &Target,
                       PropertySetRegistry &Properties) {
  auto &Set = Properties[kDescribedTargetSet];
  Set[kTargetAspectProperty] = static_cast<uint32_t>(Target.target_aspect);
  // Code for another architecture takes itself for that.
  if (Target.architecture != "x86_64" &&
      Target.architecture != kUnknownArchitecture)
    return;
  Expected<Processor> Found = processorOf(Target);
  if (!Found) // nor is there code
    return consumeError(Found.takeError());
  Set[kCpuFeaturesProperty] =
      offloading::ByteArray(Found->Features.begin(), Found->Features.end());
}

} // namespace facet
