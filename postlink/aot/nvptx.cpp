//===- nvptx.cpp - The NVIDIA GPU back end --------------------------------===//
//
// In: a module. Out: PTX text, zero-terminated, which the CUDA driver finishes
// for the device at hand. The target's aot_device is the oldest compute
// capability that can run it ("sm_80").
//
//===----------------------------------------------------------------------===//

#include "config/image/image.h"
#include "postlink/aot/codegen.h"
#include "postlink/aot/subprocess.h"
#include "postlink/retarget/optimizer.h"
#include "postlink/support/tool.h"
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

/// LLVM would write the oldest PTX that knows the processor; for processors
/// older than sm_75 that lacks warp barriers, which they do have.
StringRef minimumPtx(StringRef Processor) {
  unsigned Number = 0;
  bool Old = Processor.consume_front("sm_") &&
             !Processor.getAsInteger(10, Number) && Number < 75;
  return Old ? "+ptx63" : "";
}

/// Parts of libclc ask at compile time how to treat subnormals.
void setReflection(Module &M) {
  if (!M.getModuleFlag("nvvm-reflect-ftz"))
    M.addModuleFlag(Module::Override, "nvvm-reflect-ftz", uint32_t(0));
}

Error checkWithPtxas(AotJob &Job, StringRef Text) {
  Expected<std::string> Ptxas =
      findTool(Job.Tools.Ptxas, "nvidia-cuda-toolkit");
  if (!Ptxas)
    return Ptxas.takeError();
  Expected<TemporaryDirectory> Directory = TemporaryDirectory::create();
  if (!Directory)
    return Directory.takeError();
  if (Error E = Directory->write("module.ptx", Text))
    return E;
  std::vector<std::string> Arguments{
      "-arch", Job.Target.aot_device, Directory->path("module.ptx"), "-o",
      Directory->path("module.cubin")};
  Arguments.insert(Arguments.end(), Job.Target.aot_options.begin(),
                   Job.Target.aot_options.end());
  Expected<ToolResult> Result = runTool(*Ptxas, Arguments, *Directory);
  if (!Result)
    return Result.takeError();
  if (Result->ExitCode != 0)
    return makeError("ptxas failed for " + namesForUser(Job.Kernels) +
                     " on " + Job.Target.aot_device + " (exit code " +
                     Twine(Result->ExitCode) + "):\n" + Result->Output + "\n");
  return Error::success();
}

} // namespace

Expected<CompiledCode> compileNvptx(AotJob &Job) {
  const FamilyTraits &Target = traitsOf(Family::NVPTX);
  Expected<std::unique_ptr<TargetMachine>> Machine = createMachine(
      Target, Job.Target.aot_device, minimumPtx(Job.Target.aot_device));
  if (!Machine)
    return Machine.takeError();
  Module &M = *Job.M;
  setLaunchBounds(Job);
  setReflection(M);
  DiagnosticCollector Diagnostics(M.getContext());
  if (Error E = prepareForGpu(Job, **Machine, Target))
    return std::move(E);

  Job.Timer.begin("optimize");
  TargetLibraryInfoImpl Library((*Machine)->getTargetTriple());
  Optimizer(**Machine, Library).optimize(M);
  Job.Timer.begin("code generation");
  Expected<SmallVector<char, 0>> Text =
      emitCode(M, **Machine, CodeGenFileType::AssemblyFile);
  if (!Text)
    return Text.takeError();
  if (Error E = Diagnostics.take())
    return std::move(E);
  if (!Job.Tools.Ptxas.empty()) {
    Job.Timer.begin("ptxas");
    if (Error E = checkWithPtxas(Job, StringRef(Text->data(), Text->size())))
      return std::move(E);
  }
  CompiledCode Code;
  Code.Format = SYCL_IMAGE_FORMAT_PTX;
  Code.Bytes = std::move(*Text);
  Code.Bytes.push_back('\0');
  return Code;
}

} // namespace facet
