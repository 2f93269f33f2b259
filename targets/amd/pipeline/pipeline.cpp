//===- pipeline.cpp - The AMD GPU back end --------------------------------===//
//
// In: a module. Out: a code object (an ELF shared object with kernel
// descriptors, version 5) for the target's aot_device ("gfx90a").
//
//===----------------------------------------------------------------------===//

#include "targets/amd/pipeline/pipeline.h"

#include "compiler/support/tool.h"
#include "config/image/image.h"
#include "postlink/codegen/codegen.h"
#include "postlink/codegen/elf_linker.h"
#include "postlink/retarget/gpu_exactness.h"
#include "postlink/retarget/optimizer.h"
#include "postlink/retarget/private_atomics.h"
#include "targets/amd/family.h"
#include "targets/amd/pipeline/kernels.h"
#include "targets/amd/pipeline/products.h"
#include "llvm/IR/Module.h"

#include <cstring>

using namespace llvm;

namespace facet {
namespace {

constexpr uint32_t CodeObjectVersion = 500;

/// gfx10 and later run waves of 32 or 64; older processors of 64 only.
bool hasBothWaveSizes(StringRef Device) {
  return Device.starts_with("gfx1") && Device.size() >= strlen("gfx1030");
}

/// A kernel's wave size is a feature of its function.
Error setWaveSizes(AotJob &Job) {
  bool Both = hasBothWaveSizes(Job.Target.aot_device);
  for (Function *Kernel : functionsNamed(*Job.M, Job.Kernels)) {
    std::optional<uint32_t> Size = requiredSubGroupSize(*Kernel);
    if (!Size)
      continue;
    if (*Size != 64 && (*Size != 32 || !Both))
      return makeError(textOf<Message::err_sub_group_size_of_device>(
          *Size, kernelNameForUser(Kernel->getName()), Job.Target.aot_device));
    if (Both)
      Kernel->addFnAttr("target-features",
                        *Size == 32 ? "+wavefrontsize32" : "+wavefrontsize64");
  }
  return Error::success();
}

} // namespace

Expected<CompiledCode> compileAmdgcn(AotJob &Job) {
  Expected<std::unique_ptr<TargetMachine>> Machine =
      createMachine(kAmdFamily, Job.Target.aot_device, "");
  if (!Machine)
    return Machine.takeError();
  Module &M = *Job.M;
  M.addModuleFlag(Module::Error, "amdhsa_code_object_version",
                  CodeObjectVersion);
  DiagnosticCollector Diagnostics(M.getContext());
  if (Error E = prepareForGpu(Job, **Machine, kAmdFamily, {lowerAmdgpuKernel}))
    return std::move(E);
  if (Error E = setWaveSizes(Job))
    return std::move(E);

  Job.Phases.begin("optimize");
  TargetLibraryInfoImpl Library = libraryOf(**Machine);
  Optimizer Passes(**Machine, Library);
  Passes.optimize(M);
  lowerPrivateAtomics(M);
  Passes.makeCyclesReducible(M);
  keepSignsOfZero(M);
  keepMaskedFactors(M);
  Job.Phases.begin("code generation");
  Expected<SmallVector<char, 0>> Object =
      emitCode(M, **Machine, CodeGenFileType::ObjectFile);
  if (!Object)
    return Object.takeError();
  if (Error E = Diagnostics.take())
    return std::move(E);
  Expected<SmallVector<char, 0>> Linked =
      linkSharedObject(Job, *Object, Job.Target.aot_options);
  if (!Linked)
    return Linked.takeError();
  CompiledCode Code;
  Code.Format = SYCL_IMAGE_FORMAT_AMDGCN;
  Code.Bytes = std::move(*Linked);
  return Code;
}

} // namespace facet
