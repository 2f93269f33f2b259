//===- cuda_runner.cpp - Programs on an NVIDIA GPU ------------------------===//
//
// See cuda_runner.h. "CUDA Driver API": Module Management, Execution Control.
//
//===----------------------------------------------------------------------===//

#include "postlink/aot/random_kernels/cuda_runner.h"

#include "compiler/support/tool.h"
#include "postlink/aot/random_kernels/writer.h"
#include "postlink/codegen/job.h"
#include "postlink/retarget/kernels.h"
#include "targets/nvidia/pipeline/pipeline.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"

#include <dlfcn.h>

using namespace llvm;

namespace facet::random_kernels {
namespace {

/// Of the hardware; kernels that ask for another size are made without.
constexpr uint32_t CudaSubGroupSize = 32;

class Driver {
public:
  Error open() {
    void *Library = dlopen("libcuda.so.1", RTLD_NOW);
    if (!Library)
      return makeError("no CUDA driver (libcuda.so.1)");
    bool Found = get(Library, "cuInit", Init) &&
                 get(Library, "cuDeviceGet", DeviceGet) &&
                 get(Library, "cuDevicePrimaryCtxRetain", Retain) &&
                 get(Library, "cuCtxSetCurrent", SetCurrent) &&
                 get(Library, "cuModuleLoadData", ModuleLoad) &&
                 get(Library, "cuModuleGetFunction", GetFunction) &&
                 get(Library, "cuMemAlloc_v2", Allocate) &&
                 get(Library, "cuMemFree_v2", Free) &&
                 get(Library, "cuMemcpyHtoD_v2", CopyIn) &&
                 get(Library, "cuMemcpyDtoH_v2", CopyOut) &&
                 get(Library, "cuLaunchKernel", LaunchKernel) &&
                 get(Library, "cuCtxSynchronize", Synchronize);
    if (!Found)
      return makeError("the CUDA driver lacks a function");
    int Device = 0;
    void *Context = nullptr;
    if (Init(0) || DeviceGet(&Device, 0) || Retain(&Context, Device) ||
        SetCurrent(Context))
      return makeError("no CUDA device");
    return Error::success();
  }

  using Address = unsigned long long;
  int (*Init)(unsigned);
  int (*DeviceGet)(int *, int);
  int (*Retain)(void **, int);
  int (*SetCurrent)(void *);
  int (*ModuleLoad)(void **, const void *);
  int (*GetFunction)(void **, void *, const char *);
  int (*Allocate)(Address *, size_t);
  int (*Free)(Address);
  int (*CopyIn)(Address, const void *, size_t);
  int (*CopyOut)(void *, Address, size_t);
  int (*LaunchKernel)(void *, unsigned, unsigned, unsigned, unsigned, unsigned,
                      unsigned, unsigned, void *, void **, void **);
  int (*Synchronize)();

private:
  template <typename Function>
  static bool get(void *Library, const char *Name, Function &To) {
    To = reinterpret_cast<Function>(dlsym(Library, Name));
    return To != nullptr;
  }
};

/// Runs one launch; the number of the failing driver call's error, or 0.
int runLaunch(const Driver &D, void *Kernel, const Launch &L, Memory &M) {
  std::vector<char> *Parts[] = {&M.In, &M.Uniform, &M.Out, &M.Atomics};
  std::array<Driver::Address, 4> On = {};
  std::array<void *, 4> Pointers = {};
  int Status = 0;
  for (auto [I, Part] : enumerate(Parts)) {
    if (!Status)
      Status = D.Allocate(&On[I], Part->size());
    if (!Status)
      Status = D.CopyIn(On[I], Part->data(), Part->size());
    Pointers[I] = reinterpret_cast<void *>(On[I]);
  }
  constexpr unsigned ArenaOffset = 64;
  alignas(16) char Block[ArgumentBytes];
  writeArguments(Block, Pointers, ArenaOffset);
  void *Parameters[] = {Block};
  if (!Status)
    Status = D.LaunchKernel(
        Kernel, L.Groups[0], L.Groups[1], L.Groups[2], L.Size[0], L.Size[1],
        L.Size[2], ArenaOffset + LocalBytes, nullptr, Parameters, nullptr);
  if (!Status)
    Status = D.Synchronize();
  for (auto [I, Part] : enumerate(Parts)) {
    if (!Status)
      Status = D.CopyOut(Part->data(), On[I], Part->size());
    if (On[I])
      D.Free(On[I]);
  }
  return Status;
}

void compareCase(const Driver &D, void *Module, const Case &C,
                 const std::string &Name, std::vector<Failure> &Failures) {
  void *Kernel = nullptr;
  if (D.GetFunction(&Kernel, Module, Name.c_str())) {
    Failures.push_back({C.Seed, "compiler", "a kernel is missing", 0});
    return;
  }
  for (auto [Number, L] : enumerate(C.P.Launches)) {
    const Memory First = makeMemory(L);
    Memory Wanted = First, Got = First;
    Outcome Known = interpret(C.P, L, CudaSubGroupSize, Wanted);
    if (Known == Outcome::TooLong)
      continue;
    if (Known == Outcome::Invalid) {
      Failures.push_back({C.Seed, "generator", "", unsigned(Number)});
      return;
    }
    if (int Status = runLaunch(D, Kernel, L, Got)) {
      Failures.push_back({C.Seed, "device",
                          "CUDA error " + std::to_string(Status),
                          unsigned(Number)});
      return;
    }
    if (!(Wanted == Got)) {
      Failures.push_back(
          {C.Seed, "cuda", describe(Wanted, Got), unsigned(Number)});
      return;
    }
  }
}

} // namespace

Expected<std::string> makePtx(const std::string &Text,
                              const CompileSettings &Settings) {
  TargetDescription Target;
  Target.name = "cuda";
  Target.aot_toolchain = "nvptx";
  Target.aot_device = "sm_80";
  Target.sub_group_sizes = {CudaSubGroupSize};
  std::string Ptx;
  auto Compile = [&](AotJob &Job) -> Error {
    Expected<CompiledCode> Code = compileNvptx(Job);
    if (!Code)
      return Code.takeError();
    Ptx.assign(Code->Bytes.begin(), Code->Bytes.end());
    return Error::success();
  };
  if (Error E = compileKernels(Text, Settings, Target, Compile))
    return std::move(E);
  return Ptx;
}

BatchResult compareOnCuda(const std::vector<Case> &Given,
                          const CompileSettings &Settings) {
  std::vector<Case> Cases = Given;
  std::vector<NamedProgram> Kernels;
  for (auto [Number, C] : enumerate(Cases)) {
    C.P.SubGroupSize = 0;
    Kernels.push_back({"k" + std::to_string(Number), &C.P, false});
  }
  std::vector<Failure> Failures;
  auto FailAll = [&](const char *What, const std::string &Why) {
    for (const Case &C : Cases)
      Failures.push_back({C.Seed, What, Why, 0});
    return BatchResult{Failures, 0};
  };
  Expected<std::string> Ptx = makePtx(writeModule(Kernels), Settings);
  if (!Ptx)
    return FailAll("compiler", toString(Ptx.takeError()));
  Driver D;
  if (Error E = D.open())
    return FailAll("device", toString(std::move(E)));
  void *Module = nullptr;
  if (int Status = D.ModuleLoad(&Module, Ptx->c_str()))
    return FailAll("compiler", "the driver refuses the PTX: CUDA error " +
                                   std::to_string(Status));
  for (auto [Number, C] : enumerate(Cases))
    compareCase(D, Module, C, "k" + std::to_string(Number), Failures);
  return {Failures, 0};
}

} // namespace facet::random_kernels
