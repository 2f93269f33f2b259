//===- cpu_fission_test.cc - Regions against coroutines -------------------===//
//
// Makes random kernels with barriers in branches and loops, and runs each three
// ways: on an interpreter here, cut into regions, and as coroutines. All three
// must leave the same memory behind.
//
// FACET_RANDOM_KERNELS and FACET_RANDOM_SEED in the environment: how many
// kernels, and which.
//
// Needs what compile_module_test needs but the kernels.
//
//===----------------------------------------------------------------------===//

#include "config/image/cpu_abi.h"
#include "postlink/aot/codegen.h"
#include "postlink/aot/compile_module.h"
#include "postlink/aot/random_kernels/interpreter.h"
#include "postlink/aot/random_kernels/writer.h"
#include "postlink/aot/subprocess.h"
#include "postlink/retarget/cpu_kernels.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

#include <cstdlib>
#include <cstring>
#include <dlfcn.h>

using namespace llvm;

namespace facet {
namespace {

using namespace random_kernels;

std::string environment(const char *Name, const char *Otherwise = "") {
  const char *Value = std::getenv(Name);
  return Value ? Value : Otherwise;
}

std::vector<char> compile(const std::string &Text) {
  LLVMContext Context;
  SMDiagnostic Problem;
  std::unique_ptr<Module> M = parseAssemblyString(Text, Problem, Context);
  if (!M) {
    Problem.print("random kernels", errs());
    ADD_FAILURE() << "the generator writes no IR";
    return {};
  }
  DeviceModule Code;
  Code.Name = "random";
  raw_svector_ostream Stream(Code.Bitcode);
  WriteBitcodeToFile(*M, Stream);
  TargetDescription Target;
  Target.name = "cpu";
  Target.aot_toolchain = "x86_64";
  Target.aot_device = "x86-64-v3";
  Target.sub_group_sizes = {8};
  Target.may_support_other_aspects = true;
  Target.max_work_group_size = 1024;
  CompileOptions Options;
  Options.Tools.DeviceLibraryDir =
      sys::path::parent_path(environment("FACET_DEVICE_LIBRARY")).str();
  Options.Tools.Lld = environment("FACET_LLD");
  PhaseReport Phases("sycl-aot", false);
  initializeBackEnds();
  Expected<std::vector<DeviceImage>> Images =
      compileModule(Code, Target, Options, Phases);
  if (!Images) {
    ADD_FAILURE() << toString(Images.takeError());
    return {};
  }
  return std::vector<char>(Images->front().Bytes.begin(),
                           Images->front().Bytes.end());
}

void *scratch(uint64_t Bytes, uint64_t Alignment) {
  static std::vector<char> Memory;
  Memory.assign(Bytes + Alignment, static_cast<char>(0xcd));
  uint64_t Address = reinterpret_cast<uint64_t>(Memory.data());
  return reinterpret_cast<void *>((Address + Alignment - 1) & ~(Alignment - 1));
}

std::vector<uint32_t> runKernel(facet_cpu_kernel Kernel, const Launch &L,
                                const std::vector<uint32_t> &In,
                                std::vector<uint32_t> Out) {
  struct alignas(64) {
    const uint32_t *In;
    uint32_t *Out;
    uint32_t Argument;
    uint32_t Unused[3];
  } Block = {In.data(), Out.data(), L.Argument, {}};
  alignas(64) static char Local[4096];
  for (uint32_t Group = 0; Group != L.Groups; ++Group) {
    facet_cpu_group G = {{Group, 0, 0},
                         {L.Groups, 1, 1},
                         {L.Sx, L.Sy, 1},
                         {L.Sx, L.Sy, 1},
                         {uint64_t(L.Groups) * L.Sx, L.Sy, 1},
                         {uint64_t(Group) * L.Sx, 0, 0},
                         Local,
                         scratch};
    std::memset(Local, 0x5a, sizeof(Local));
    Kernel(&Block, &G);
  }
  return Out;
}

TEST(CpuFission, RandomKernelsComputeTheSameEachWay) {
  const unsigned Count = std::stoul(environment("FACET_RANDOM_KERNELS", "60"));
  const uint64_t Seed = std::stoull(environment("FACET_RANDOM_SEED", "1"));
  std::vector<std::vector<Statement>> Programs;
  std::string Text = "target triple = \"spirv64-unknown-unknown\"\n";
  raw_string_ostream Stream(Text);
  for (unsigned K = 0; K != Count; ++K) {
    Programs.push_back(randomProgram(Seed * 1000003 + K));
    std::string Number = std::to_string(K);
    writeKernel("regions" + Number, Programs.back(), "#0", Stream);
    writeKernel("whole" + Number, Programs.back(), "#1", Stream);
  }
  writeDeclarations(Stream);
  Stream << "attributes #0 = { nounwind }\n"
            "attributes #1 = { nounwind \""
         << WholeBodyAttribute << "\" }\n";
  std::vector<char> Code = compile(Text);
  ASSERT_FALSE(Code.empty());
  Expected<TemporaryDirectory> Directory = TemporaryDirectory::create();
  ASSERT_TRUE(bool(Directory));
  ASSERT_FALSE(errorToBool(
      Directory->write("image.so", StringRef(Code.data(), Code.size()))));
  void *Handle =
      dlopen(Directory->path("image.so").c_str(), RTLD_NOW | RTLD_LOCAL);
  ASSERT_NE(Handle, nullptr) << dlerror();

  static constexpr Launch Launches[] = {
      {1, 1, 2, 3}, {16, 1, 2, 1}, {5, 3, 3, 2}, {64, 2, 1, 0}};
  unsigned Different = 0;
  for (unsigned K = 0; K != Count; ++K)
    for (const Launch &L : Launches) {
      std::vector<uint32_t> In(L.size() * L.Groups), Out(In.size() * Slots);
      for (uint32_t I = 0; I != In.size(); ++I)
        In[I] = I * 2654435761u >> 7;
      for (uint32_t I = 0; I != Out.size(); ++I)
        Out[I] = I * 40503u;
      std::vector<uint32_t> Wanted = Out;
      interpret(Programs[K], L, In, Wanted);
      for (std::string Name :
           {"regions" + std::to_string(K), "whole" + std::to_string(K)}) {
        auto Kernel =
            reinterpret_cast<facet_cpu_kernel>(dlsym(Handle, Name.c_str()));
        ASSERT_NE(Kernel, nullptr) << Name;
        if (runKernel(Kernel, L, In, Out) == Wanted)
          continue;
        ++Different;
        ADD_FAILURE() << Name << " of seed " << Seed << " in groups of " << L.Sx
                      << " times " << L.Sy;
      }
    }
  dlclose(Handle);
  RecordProperty("kernels", Count);
  RecordProperty("different", Different);
}

} // namespace
} // namespace facet
