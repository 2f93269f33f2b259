//===- cpu_runner.cpp - Programs on this machine's CPU --------------------===//
//
// See cpu_runner.h.
//
//===----------------------------------------------------------------------===//

#include "postlink/aot/random_kernels/cpu_runner.h"

#include "compiler/passes/device_pipeline.h"
#include "compiler/support/tool.h"
#include "config/image/cpu_abi.h"
#include "config/image/cpu_sums.h"
#include "postlink/codegen/codegen.h"
#include "postlink/codegen/job.h"
#include "targets/cpu/pipeline/pipeline.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/ExecutionEngine/RuntimeDyld.h"
#include "llvm/ExecutionEngine/SectionMemoryManager.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Object/ObjectFile.h"
#include "llvm/Support/DynamicLibrary.h"
#include "llvm/Support/SourceMgr.h"

#include <cstring>

using namespace llvm;

namespace facet::random_kernels {
namespace {

class LoadedModule : public CpuModule {
public:
  explicit LoadedModule(SmallVector<char, 0> Bytes)
      : Bytes(std::move(Bytes)), Linker(Sections, Sections) {}

  Error load() {
    Expected<std::unique_ptr<object::ObjectFile>> File =
        object::ObjectFile::createELFObjectFile(
            MemoryBufferRef(StringRef(Bytes.data(), Bytes.size()), "kernels"));
    if (!File)
      return File.takeError();
    Object = std::move(*File);
    // What code calls of the C library is this program's.
    sys::DynamicLibrary::LoadLibraryPermanently(nullptr);
    Info = Linker.loadObject(*Object);
    Linker.finalizeWithMemoryManagerLocking();
    if (Linker.hasError())
      return makeError(Linker.getErrorString());
    return Error::success();
  }

  bool run(const std::string &Kernel, const Launch &L, Memory &M) override;
  bool isCoroutine(const std::string &Kernel) const override;
  void *symbol(const std::string &Name) override {
    return Linker.getSymbolLocalAddress(Name);
  }

private:
  SmallVector<char, 0> Bytes;
  SectionMemoryManager Sections;
  RuntimeDyld Linker;
  std::unique_ptr<object::ObjectFile> Object;
  std::unique_ptr<RuntimeDyld::LoadedObjectInfo> Info;
};

void *scratch(uint64_t Bytes, uint64_t Alignment) {
  static std::vector<char> Memory;
  Memory.assign(Bytes + Alignment, static_cast<char>(0xcd));
  uint64_t Address = reinterpret_cast<uint64_t>(Memory.data());
  return reinterpret_cast<void *>((Address + Alignment - 1) & ~(Alignment - 1));
}

CpuSums Sums;

/// The arguments' local memory begins behind its start.
constexpr unsigned ArenaOffset = 64;

bool LoadedModule::run(const std::string &Kernel, const Launch &L, Memory &M) {
  auto *Function =
      reinterpret_cast<facet_cpu_kernel>(Linker.getSymbolLocalAddress(Kernel));
  if (!Function)
    return false;
  // Whole rows, as the runtime.
  const uint64_t Together =
      Linker.getSymbolLocalAddress(FACET_CPU_SERIES_PREFIX + Kernel)
          ? L.Groups[0]
          : 1;
  alignas(FACET_CPU_ARGUMENT_ALIGNMENT) char Block[128];
  writeArguments(
      Block, {M.In.data(), M.Uniform.data(), M.Out.data(), M.Atomics.data()},
      ArenaOffset);
  alignas(FACET_CPU_LOCAL_MEMORY_ALIGNMENT) static char
      Local[ArenaOffset + LocalBytes + 2 * FACET_CPU_LOCAL_MEMORY_MARGIN];
  for (uint64_t Number = 0; Number != L.groups(); Number += Together) {
    facet_cpu_group Group = {};
    const uint64_t Id[] = {Number % L.Groups[0],
                           Number / L.Groups[0] % L.Groups[1],
                           Number / L.Groups[0] / L.Groups[1]};
    for (unsigned D = 0; D != 3; ++D) {
      Group.group_id[D] = Id[D];
      Group.group_count[D] = L.Groups[D];
      Group.local_range[D] = Group.uniform_local_range[D] = L.Size[D];
      Group.global_range[D] = uint64_t(L.Groups[D]) * L.Size[D];
      Group.global_base[D] = Id[D] * L.Size[D];
    }
    Group.local_memory = Local + FACET_CPU_LOCAL_MEMORY_MARGIN;
    Group.scratch = scratch;
    Group.sums = Sums.table();
    Group.replace_sum = [](facet_cpu_sum *Sum, uint64_t Place, uint64_t Value) {
      Sums.Replace(*Sum, Place, Value);
    };
    Group.row_of_sums = [](uint64_t Place, uint64_t Count) {
      return Sums.Row(Place, Count);
    };
    std::memset(Local, 0x5a, sizeof(Local));
    Function(Block, &Group, Together);
  }
  Sums.End();
  return true;
}

bool LoadedModule::isCoroutine(const std::string &Kernel) const {
  for (const object::SymbolRef &Symbol : Object->symbols()) {
    Expected<StringRef> Name = Symbol.getName();
    if (!Name)
      consumeError(Name.takeError());
    else if (*Name == Kernel + ".item.resume")
      return true;
  }
  return false;
}

} // namespace

void writeArguments(char *Block, const std::array<void *, 4> &Pointers,
                    uint64_t ArenaOffset) {
  std::memset(Block, 0, ArgumentBytes);
  std::memcpy(Block, Pointers.data(), sizeof(Pointers));
  for (unsigned S = 0; S != ScalarCount; ++S) {
    const uint64_t Cell = Arguments().of(static_cast<Scalar>(S));
    std::memcpy(Block + 32 + recordOffset(static_cast<Scalar>(S)), &Cell,
                (bitsOf(static_cast<Scalar>(S)) + 7) / 8);
  }
  std::memcpy(Block + 64, &ArenaOffset, 8);
}

static Expected<std::unique_ptr<Module>>
parseKernels(const std::string &Text, LLVMContext &Context, bool Simplify) {
  SMDiagnostic Problem;
  std::unique_ptr<Module> M = parseAssemblyString(Text, Problem, Context);
  std::string Message;
  raw_string_ostream Stream(Message);
  if (!M) {
    Problem.print("random kernels", Stream, /*ShowColors=*/false);
    return makeError(Message);
  }
  if (verifyModule(*M, &Stream))
    return makeError(Message);
  if (Simplify)
    simplifyDeviceModule(*M);
  return M;
}

Error compileKernels(const std::string &Text, const CompileSettings &Settings,
                     const TargetDescription &Target,
                     function_ref<Error(AotJob &)> Compile) {
  LLVMContext Context;
  Expected<std::unique_ptr<Module>> M =
      parseKernels(Text, Context, Settings.Simplify);
  if (!M)
    return M.takeError();
  if (Settings.Prepare)
    Settings.Prepare(**M);
  ToolPaths Tools;
  Tools.DeviceLibraryDir = Settings.DeviceLibraryDir;
  PhaseReport Phases("random-kernels", Settings.ReportPhases);
  AotJob Job{std::move(*M), "random", {},    {}, {}, {}, {}, {},
             Target,        Tools,    Phases};
  Job.Kernels = Job.Symbols = kernelNames(*Job.M);
  return Compile(Job);
}

Expected<std::unique_ptr<CpuModule>>
CpuModule::compile(const std::string &Text, const CompileSettings &Settings) {
  TargetDescription Target;
  Target.name = "cpu";
  Target.aot_toolchain = "x86_64";
  Target.aot_device = "x86-64-v3";
  Target.aot_options = {"-march=" + Settings.Processor};
  Target.sub_group_sizes = {CpuSubGroupSize};
  std::unique_ptr<LoadedModule> Loaded;
  auto Compile = [&](AotJob &Job) -> Error {
    Expected<SmallVector<char, 0>> Object =
        compileX86Object(Job, Settings.Aggressive ? CodeGenOptLevel::Aggressive
                                                  : CodeGenOptLevel::Less);
    if (!Object)
      return Object.takeError();
    Loaded = std::make_unique<LoadedModule>(std::move(*Object));
    return Loaded->load();
  };
  if (Error E = compileKernels(Text, Settings, Target, Compile))
    return std::move(E);
  return std::move(Loaded);
}

} // namespace facet::random_kernels
