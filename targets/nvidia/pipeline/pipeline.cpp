//===- pipeline.cpp - The NVIDIA GPU back end -----------------------------===//
//
// In: a module. Out: PTX text, zero-terminated, which the CUDA driver finishes
// for the device at hand; where ptxas is given, also what it makes of that, for
// the one processor and its close relatives, unless it must be linked with
// other images. The target's aot_device is the oldest compute capability that
// can run it ("sm_80").
//
//===----------------------------------------------------------------------===//

#include "targets/nvidia/pipeline/pipeline.h"

#include "compiler/support/tool.h"
#include "config/image/image.h"
#include "postlink/codegen/codegen.h"
#include "postlink/codegen/subprocess.h"
#include "postlink/retarget/device_builtins.h"
#include "postlink/retarget/fenced_atomics.h"
#include "postlink/retarget/gpu_constants.h"
#include "postlink/retarget/gpu_exactness.h"
#include "postlink/retarget/gpu_integers.h"
#include "postlink/retarget/gpu_loops.h"
#include "postlink/retarget/gpu_shifts.h"
#include "postlink/retarget/large_variables.h"
#include "postlink/retarget/local_arena.h"
#include "postlink/retarget/optimizer.h"
#include "postlink/retarget/private_atomics.h"
#include "targets/nvidia/family.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace facet {
namespace {

/// ptxas trusts these bounds for its choice of registers.
void setLaunchBounds(AotJob &Job) {
  for (Function *Kernel : functionsNamed(*Job.M, Job.Kernels))
    if (auto Size = requiredWorkGroupSize(*Kernel))
      Kernel->addFnAttr("nvvm.reqntid",
                        (Twine((*Size)[0]) + "," + Twine((*Size)[1]) + "," +
                         Twine((*Size)[2]))
                            .str());
}

/// True for "sm_60" if \p Number is greater than 60.
bool isOlderThan(unsigned Number, StringRef Processor) {
  unsigned Own = 0;
  return Processor.consume_front("sm_") && !Processor.getAsInteger(10, Own) &&
         Own < Number;
}

/// LLVM would write the oldest PTX that knows the processor; for processors
/// older than sm_75 that lacks warp barriers, which they do have.
StringRef minimumPtx(StringRef Processor) {
  return isOlderThan(75, Processor) ? "+ptx63" : "";
}

/// Parts of libclc ask at compile time how to treat subnormals.
void setReflection(Module &M) {
  if (!M.getModuleFlag("nvvm-reflect-ftz"))
    M.addModuleFlag(Module::Override, "nvvm-reflect-ftz", uint32_t(0));
}

/// In bytes; what ptxas takes for each processor.
constexpr uint64_t MostStaticLocalMemory = 48 * 1024;

/// ptxas of CUDA 13 knows nothing older than sm_75, for one: there the PTX is
/// all there is.
bool processorIsUnknown(StringRef Output) {
  return Output.contains("is not defined for option 'gpu-name'");
}

/// Images that others are linked with stay PTX: the driver cannot link what
/// ptxas has finished.
bool standsAlone(const AotJob &Job) {
  return Job.Imports.empty() &&
         all_of(Job.Symbols, [&](const std::string &Name) {
           return is_contained(Job.Kernels, Name);
         });
}

/// Of functions and kernels that several images define the first one counts:
/// the driver's linker says so of weak symbols, and refuses other ones.
void allowOtherDefinitions(Module &M) {
  for (Function &F : M)
    if (!F.isDeclaration() && F.hasExternalLinkage())
      F.setLinkage(GlobalValue::WeakODRLinkage);
}

/// The cubin of \p Text; nothing if this ptxas does not know the processor.
Expected<SmallVector<char, 0>> finishWithPtxas(AotJob &Job, StringRef Text) {
  Expected<std::string> Ptxas =
      findTool(Job.Tools.Ptxas, "nvidia-cuda-toolkit");
  if (!Ptxas)
    return Ptxas.takeError();
  Expected<TemporaryDirectory> Directory = TemporaryDirectory::create();
  if (!Directory)
    return Directory.takeError();
  if (Error E = Directory->write("module.ptx", Text))
    return std::move(E);
  std::vector<std::string> Arguments{"-arch", Job.Target.aot_device,
                                     Directory->path("module.ptx"), "-o",
                                     Directory->path("module.cubin")};
  Arguments.insert(Arguments.end(), Job.Target.aot_options.begin(),
                   Job.Target.aot_options.end());
  Expected<ToolResult> Result = runTool(*Ptxas, Arguments, *Directory);
  if (!Result)
    return Result.takeError();
  if (Result->ExitCode != 0 && processorIsUnknown(Result->Output))
    return SmallVector<char, 0>();
  if (Result->ExitCode != 0)
    return toolFailed("ptxas", Job, *Result);
  Expected<SmallVector<char, 0>> Cubin = Directory->read("module.cubin");
  if (!Cubin)
    return makeError(textOf<Message::err_tool_wrote_nothing>(
        "ptxas", Result->Output, toString(Cubin.takeError())));
  if (Cubin->empty())
    return makeError(textOf<Message::err_tool_wrote_nothing>(
        "ptxas", Result->Output, "the file is empty"));
  return Cubin;
}

/// Optimizes, then brings into another form what ptxas would get wrong or slow.
void optimize(AotJob &Job, TargetMachine &Machine) {
  Module &M = *Job.M;
  Job.Phases.begin("optimize");
  TargetLibraryInfoImpl Library = libraryOf(Machine);
  countBitsByInstructions(M);
  requestUnrolling(M, Machine, Library);
  Optimizer Passes(Machine, Library);
  Passes.keepRoundsInFlight();
  Passes.optimize(M);
  lowerPrivateAtomics(M);
  Passes.finishForAssembler(M);
  Passes.makeCyclesReducible(M);
  leaveLoopsToAssembler(M);
  keepSignsOfZero(M);
  keepKindsOfBits(M);
  keepNegativeZeros(M);
  keepZerosBesideMinusOne(M);
  keepNansBesideSigns(M);
  keepBitsOfFloats(M);
  keepSaturatedShorts(M);
  keepAbsoluteShorts(M);
  keepNegatedShorts(M);
  keepSmallerShorts(M);
  keepAbsoluteIntegers(M);
  keepUnsignedExtensions(M);
  keepNegations(M);
  keepSignsOfShifts(M);
  // Images that are linked would share one constant memory.
  if (standsAlone(Job))
    loadConstantsOfLoops(M);
  else
    allowOtherDefinitions(M);
}

} // namespace

Expected<CompiledCode> compileNvptx(AotJob &Job) {
  Expected<std::unique_ptr<TargetMachine>> Machine = createMachine(
      kNvidiaFamily, Job.Target.aot_device, minimumPtx(Job.Target.aot_device));
  if (!Machine)
    return Machine.takeError();
  Module &M = *Job.M;
  setLaunchBounds(Job);
  setReflection(M);
  requestInliningOfArenaUsers(M, Job.Kernels);
  DiagnosticCollector Diagnostics(M.getContext());
  if (Error E = prepareForGpu(Job, **Machine, kNvidiaFamily,
                              {nullptr, builtin::NvidiaAssertFail}))
    return std::move(E);
  if (isOlderThan(70, Job.Target.aot_device))
    orderAtomicsByFences(M);

  CompiledCode Code;
  if (standsAlone(Job))
    Code.DynamicLocalBytes = moveLargeVariables(
        M, Job.Kernels, kNvidiaFamily.code, MostStaticLocalMemory);

  optimize(Job, **Machine);
  Job.Phases.begin("code generation");
  Expected<SmallVector<char, 0>> Text =
      emitCode(M, **Machine, CodeGenFileType::AssemblyFile);
  if (!Text)
    return Text.takeError();
  if (Error E = Diagnostics.take())
    return std::move(E);
  if (!Job.Tools.Ptxas.empty() && standsAlone(Job)) {
    Job.Phases.begin("ptxas");
    Expected<SmallVector<char, 0>> Cubin =
        finishWithPtxas(Job, StringRef(Text->data(), Text->size()));
    if (!Cubin)
      return Cubin.takeError();
    Code.Cubin = std::move(*Cubin);
  }
  Code.Format = SYCL_IMAGE_FORMAT_PTX;
  Code.Bytes = std::move(*Text);
  Code.Bytes.push_back('\0');
  return Code;
}

} // namespace facet
