//===- compile_module_test.cc - Images made, checked and run --------------===//
//
// Compiles the kernels of test/kernels.cpp with every back end. The x86-64
// image is loaded and run, group by group, as the runtime does it.
//
// Needs in the environment: FACET_TEST_KERNELS (bitcode), FACET_DEVICE_LIBRARY
// (a file in its directory), FACET_LLD; FACET_OCLOC if there is one.
//
//===----------------------------------------------------------------------===//

#include "postlink/aot/compile_module.h"

#include "compiler/ir/math_calls.h"
#include "config/image/cpu_abi.h"
#include "config/image/cpu_sums.h"
#include "config/image/image.h"
#include "postlink/codegen/codegen.h"
#include "postlink/codegen/subprocess.h"
#include "postlink/aot/test/kernels.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

#include <cmath>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>

using namespace llvm;

namespace facet {
namespace {

std::string environment(const char *Name) {
  const char *Value = std::getenv(Name);
  return Value ? Value : "";
}

TargetDescription target(StringRef Toolchain, StringRef Device,
                         std::vector<uint32_t> SubGroupSizes = {8}) {
  TargetDescription Target;
  Target.name = "test_" + Toolchain.str();
  Target.aot_toolchain = Toolchain.str();
  Target.aot_device = Device.str();
  Target.sub_group_sizes = std::move(SubGroupSizes);
  Target.may_support_other_aspects = true;
  Target.limits.max_work_group_size = 1024;
  return Target;
}

DeviceModule kernelsModule() {
  DeviceModule Module;
  Module.Name = "kernels";
  auto Buffer = MemoryBuffer::getFile(environment("FACET_TEST_KERNELS"));
  EXPECT_TRUE(Buffer) << "FACET_TEST_KERNELS names no file";
  if (Buffer)
    Module.Bitcode.assign((*Buffer)->getBufferStart(),
                          (*Buffer)->getBufferEnd());
  return Module;
}

CompileOptions options() {
  CompileOptions Options;
  Options.Tools.DeviceLibraryDir =
      sys::path::parent_path(environment("FACET_DEVICE_LIBRARY")).str();
  Options.Tools.Lld = environment("FACET_LLD");
  if (std::string Ocloc = environment("FACET_OCLOC"); !Ocloc.empty())
    Options.Tools.Ocloc = Ocloc;
  return Options;
}

/// The images, or a failure with the message.
std::vector<DeviceImage> imagesFor(const TargetDescription &Target,
                                   const DeviceModule &Module,
                                   const CompileOptions &Options) {
  static const bool Initialized = [] {
    initializeBackEnds();
    return true;
  }();
  (void)Initialized;
  PhaseReport Phases("sycl-aot", false);
  Expected<std::vector<DeviceImage>> Images =
      compileModule(Module, Target, Options, Phases);
  if (Images)
    return std::move(*Images);
  ADD_FAILURE() << toString(Images.takeError());
  return {DeviceImage()};
}

DeviceImage compileFor(const TargetDescription &Target,
                       const DeviceModule &Module) {
  return std::move(imagesFor(Target, Module, options()).front());
}

StringRef bytesOf(const DeviceImage &Image) {
  return StringRef(Image.Bytes.data(), Image.Bytes.size());
}

//===-- Running x86-64 images ---------------------------------------------===//

void *scratch(uint64_t Bytes, uint64_t Alignment) {
  static std::vector<char> Memory;
  Memory.assign(Bytes + Alignment, static_cast<char>(0xcd));
  uint64_t Address = reinterpret_cast<uint64_t>(Memory.data());
  return reinterpret_cast<void *>((Address + Alignment - 1) & ~(Alignment - 1));
}

class LoadedImage {
public:
  explicit LoadedImage(const DeviceImage &Image) {
    dlopen("libm.so.6", RTLD_NOW | RTLD_GLOBAL);
    dlopen("libmvec.so.1", RTLD_NOW | RTLD_GLOBAL);
    Expected<TemporaryDirectory> Directory = TemporaryDirectory::create();
    if (!Directory || errorToBool(Directory->write("image.so", bytesOf(Image))))
      return;
    Handle = dlopen(Directory->path("image.so").c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!Handle)
      ADD_FAILURE() << dlerror();
  }
  ~LoadedImage() {
    if (Handle)
      dlclose(Handle);
  }

  /// Runs \p Kernel over a range of \p X times \p Y in groups of \p Lx times
  /// \p Ly; groups at the edges are smaller.
  template <class... Arguments>
  void launch(const char *Kernel, uint64_t X, uint64_t Y, uint64_t Lx,
              uint64_t Ly, const Arguments &...Values) {
    auto Function = reinterpret_cast<facet_cpu_kernel>(
        Handle ? dlsym(Handle, Kernel) : nullptr);
    ASSERT_TRUE(Function) << "no kernel " << Kernel;
    const bool IsSeries =
        dlsym(Handle, (std::string(FACET_CPU_SERIES_PREFIX) + Kernel).c_str());
    const uint64_t Full = IsSeries ? X / Lx : 0;
    alignas(64) char Block[512];
    alignas(64) static char Local[65536];
    static CpuSums Sums;
    uint64_t Size = 0;
    (pack(Block, Size, Values), ...);
    uint64_t Nx = (X + Lx - 1) / Lx, Ny = (Y + Ly - 1) / Ly;
    for (uint64_t Gy = 0; Gy != Ny; ++Gy)
      for (uint64_t Gx = 0; Gx < Nx; ++Gx) {
        facet_cpu_group Group = {
            {Gx, Gy, 0},
            {Nx, Ny, 1},
            {std::min(Lx, X - Gx * Lx), std::min(Ly, Y - Gy * Ly), 1},
            {Lx, Ly, 1},
            {X, Y, 1},
            {Gx * Lx, Gy * Ly, 0},
            Local,
            scratch,
            nullptr,
            0,
            Sums.table(),
            [](facet_cpu_sum *Sum, uint64_t Place, uint64_t Value) {
              Sums.Replace(*Sum, Place, Value);
            },
            [](uint64_t Place, uint64_t Count) {
              return Sums.Row(Place, Count);
            }};
        const uint64_t Count = Gx < Full ? Full - Gx : 1;
        Function(Block, &Group, Count);
        Gx += Count - 1;
      }
    Sums.End();
  }

private:
  template <class T>
  static void pack(char *Block, uint64_t &Size, const T &Value) {
    Size = (Size + alignof(T) - 1) & ~(alignof(T) - 1);
    std::memcpy(Block + Size, &Value, sizeof(T));
    Size += sizeof(T);
  }

  void *Handle = nullptr;
};

template <class T> std::vector<T> sequence(size_t Count, int Modulus) {
  std::vector<T> Values(Count);
  for (size_t I = 0; I != Count; ++I)
    Values[I] = static_cast<T>((I * 7) % Modulus);
  return Values;
}

class CpuImage : public ::testing::TestWithParam<uint32_t> {
protected:
  CpuImage()
      : Image(compileFor(target("x86_64", "x86-64-v3", {GetParam()}),
                         kernelsModule())),
        Loaded(Image) {}
  DeviceImage Image;
  LoadedImage Loaded;
};

TEST_P(CpuImage, ReducesWithBarriersInALoop) {
  std::vector<float> In = sequence<float>(1024, 17), Out(16);
  Loaded.launch("_ZTS6Reduce", 1024, 1, 64, 1,
                Reduce{In.data(), Out.data(), 64});
  for (size_t Group = 0; Group != Out.size(); ++Group) {
    float Sum = 0;
    for (size_t I = 0; I != 64; ++I)
      Sum += In[Group * 64 + I];
    EXPECT_EQ(Out[Group], Sum) << Group;
  }
}

TEST_P(CpuImage, KeepsPrivateMemoryAcrossBarriersInHelpers) {
  constexpr int Size = 32, Groups = 3, Rounds = 5;
  std::vector<int> In = sequence<int>(Size * Groups, 1000), Out(In.size());
  Loaded.launch("_ZTS6Rotate", In.size(), 1, Size, 1,
                Rotate{In.data(), Out.data(), Rounds});
  for (int First = 0; First != Size * Groups; First += Size) {
    std::vector<int> Value(In.begin() + First, In.begin() + First + Size);
    std::vector<std::array<int, 4>> Seen(Size);
    for (int Round = 0; Round != Rounds; ++Round) {
      std::vector<int> Sent(Size);
      for (int L = 0; L != Size; ++L) {
        Seen[L][(L + Round) & 3] += Value[L];
        Sent[L] = (L & 1) ? Value[L] + 1 : Value[L] - 1;
      }
      for (int L = 0; L != Size; ++L)
        Value[L] = Sent[(L + 1) % Size] + Round;
    }
    for (int L = 0; L != Size; ++L)
      EXPECT_EQ(Out[First + L], Value[L] + Seen[L][0] + 2 * Seen[L][1] +
                                    3 * Seen[L][2] + 4 * Seen[L][3])
          << First + L;
  }
}

TEST_P(CpuImage, LetsWorkItemsEndBeforeABarrier) {
  std::vector<int> In = sequence<int>(64, 1000), Out(64, -1);
  Loaded.launch("_ZTS10LeaveEarly", 64, 1, 32, 1,
                LeaveEarly{In.data(), Out.data(), 20});
  for (int I = 0; I != 64; ++I) {
    int L = I % 32;
    EXPECT_EQ(Out[I], L < 20 ? In[I - L + 19 - L] : -1) << I;
  }
}

TEST_P(CpuImage, RunsDivergentCodeAndSmallerLastGroups) {
  std::vector<int> In = sequence<int>(64, 29), Out(205, -1);
  Loaded.launch("_ZTS6Search", Out.size(), 1, 50, 1,
                Search{In.data(), Out.data(), 20});
  for (size_t G = 0; G != Out.size(); ++G) {
    int Sum = 0;
    for (int I = 0; I != 20 && In[(G + I) % 64] != 13; ++I)
      Sum += In[(G + I) % 64];
    EXPECT_EQ(Out[G], G % 3 == 0 ? -1 : Sum) << G;
  }
}

TEST_P(CpuImage, TransposesInTwoDimensions) {
  std::vector<float> In = sequence<float>(64 * 64, 4093), Out(In.size());
  Loaded.launch("_ZTS9Transpose", 64, 64, 8, 8,
                Transpose{In.data(), Out.data(), 64});
  for (size_t I = 0; I != In.size(); ++I)
    EXPECT_EQ(Out[I], In[(I % 64) * 64 + I / 64]) << I;
}

TEST_P(CpuImage, SynchronizesSubGroupsAlone) {
  constexpr int Size = 37;
  const int Width = std::min<int>(GetParam(), Size);
  std::vector<int> Out(2 * Size);
  Loaded.launch("_ZTS9SubGroups", Out.size(), 1, Size, 1,
                SubGroups{Out.data()});
  auto Value = [&](int L) { return L < Width ? (L + 3) % Width : L; };
  for (int I = 0; I != 2 * Size; ++I)
    EXPECT_EQ(Out[I], Value(I % Size) * 100 + Value(0)) << I;
}

TEST_P(CpuImage, NumbersSubGroups) {
  constexpr unsigned Size = 37;
  std::vector<unsigned> Ids(Size), Locals(Size), Sizes(Size), Counts(Size);
  Loaded.launch(
      "_ZTS11SubGroupIds", Size, 1, Size, 1,
      SubGroupIds{Ids.data(), Locals.data(), Sizes.data(), Counts.data()});
  unsigned Width = GetParam();
  for (unsigned I = 0; I != Size; ++I) {
    unsigned Id = I / Width;
    EXPECT_EQ(Ids[I], Id);
    EXPECT_EQ(Locals[I], I % Width);
    EXPECT_EQ(Sizes[I], std::min(Width, Size - Id * Width));
    EXPECT_EQ(Counts[I], (Size + Width - 1) / Width);
  }
}

TEST_P(CpuImage, GivesEachWorkItemItsOwnFunctor) {
  std::vector<int> Out(7 * 101);
  Loaded.launch("_ZTS5Count", 101, 7, 16, 4,
                Count{Out.data(), {10, 20, 30, 40}, 5}, Range2{{7, 101}});
  for (int I = 0; I != 7 * 101; ++I)
    EXPECT_EQ(Out[I], 10 * (1 + (I % 101 & 3)) + I / 101 + 6) << I;
}

TEST_P(CpuImage, VectorizesMathematics) {
  std::vector<float> In(1000), Out(1000);
  for (size_t I = 0; I != In.size(); ++I)
    In[I] = static_cast<float>(I) * 0.01f;
  Loaded.launch("_ZTS4Wave", 1000, 1, 128, 1, Wave{In.data(), Out.data()});
  for (size_t I = 0; I != In.size(); ++I)
    EXPECT_NEAR(Out[I], std::sin(In[I]) * std::exp(-In[I]), 1e-6) << I;
  // libmvec's eight-wide functions: the loop did vectorize.
  EXPECT_TRUE(bytesOf(Image).contains("_ZGVdN8v_sinf"));
}

INSTANTIATE_TEST_SUITE_P(SubGroupSizes, CpuImage,
                         ::testing::Values(1, 4, 8, 32));

//===-- Images of other targets -------------------------------------------===//

// LLVM's SPIR-V back end keeps state from one module of a process to the next,
// and the next comes out wrong. sycl-aot makes one; so does each of these.
template <class Body> void inOwnProcess(Body Run) {
  EXPECT_EXIT(
      {
        Run();
        std::_Exit(::testing::Test::HasFailure() ? 1 : 0);
      },
      ::testing::ExitedWithCode(0), "");
}

TEST(CompileModule, IsDeterministic) {
  DeviceModule Module = kernelsModule();
  for (const auto &[Toolchain, Device] :
       {std::pair{"x86_64", "x86-64-v3"}, std::pair{"nvptx", "sm_80"},
        std::pair{"amdgcn", "gfx90a"}})
    EXPECT_EQ(bytesOf(compileFor(target(Toolchain, Device), Module)),
              bytesOf(compileFor(target(Toolchain, Device), Module)))
        << Toolchain;
}

TEST(CompileModule, WritesPtx) {
  DeviceImage Image = compileFor(target("nvptx", "sm_80"), kernelsModule());
  EXPECT_EQ(Image.Format, uint32_t(SYCL_IMAGE_FORMAT_PTX));
  StringRef Text = bytesOf(Image);
  EXPECT_TRUE(Text.contains(".visible .entry _ZTS6Reduce("));
  EXPECT_TRUE(Text.contains(".extern .shared"));
  EXPECT_TRUE(Text.contains("ld.global"));
  // Nothing is left for a linker.
  EXPECT_FALSE(Text.contains(".extern .func"));
  ASSERT_FALSE(Text.empty());
  EXPECT_EQ(Text.back(), '\0');
}

TEST(CompileModule, WritesAmdCodeObjects) {
  DeviceImage Image = compileFor(target("amdgcn", "gfx1030"), kernelsModule());
  EXPECT_EQ(Image.Format, uint32_t(SYCL_IMAGE_FORMAT_AMDGCN));
  EXPECT_TRUE(bytesOf(Image).starts_with("\x7f"
                                         "ELF"));
  EXPECT_TRUE(bytesOf(Image).contains("_ZTS6Reduce.kd"));
}

TEST(CompileModule, WritesSpirvWithArenaArguments) {
  inOwnProcess([] {
    DeviceImage Image = compileFor(target("spirv", ""), kernelsModule());
    EXPECT_EQ(Image.Format, uint32_t(SYCL_IMAGE_FORMAT_SPIRV));
    EXPECT_TRUE(bytesOf(Image).starts_with(StringRef("\x03\x02\x23\x07", 4)));
    auto &Metadata = Image.Properties[kProgramMetadataSet];
    EXPECT_EQ(Metadata.count("_ZTS6Reduce@uses_local_arena"), 1u);
    EXPECT_EQ(Metadata.count("_ZTS6Search@uses_local_arena"), 0u);
  });
}

TEST(CompileModule, RunsOcloc) {
  if (environment("FACET_OCLOC").empty())
    GTEST_SKIP() << "skipped: no ocloc";
  inOwnProcess([] {
    DeviceImage Image =
        compileFor(target("ocloc", "pvc", {16}), kernelsModule());
    EXPECT_EQ(Image.Format, uint32_t(SYCL_IMAGE_FORMAT_OCLOC));
    EXPECT_FALSE(Image.Bytes.empty());
  });
}

std::string messageFor(const TargetDescription &Target,
                       const CompileOptions &Options = options()) {
  PhaseReport Phases("sycl-aot", false);
  Expected<std::vector<DeviceImage>> None =
      compileModule(kernelsModule(), Target, Options, Phases);
  if (None)
    return "no error";
  return toString(None.takeError());
}

void expectParts(const std::string &Message,
                 std::initializer_list<const char *> Parts) {
  for (const char *Part : Parts)
    EXPECT_NE(Message.find(Part), std::string::npos) << Message;
}

/// A ptxas that does as \p Script says and writes its arguments down.
/// What the driver's compiler gets when the program runs.
TEST(CompileModule, RecordsOptionsOfTheDriversCompiler) {
  TargetDescription Target = target("spirv", "");
  DeviceImage Plain = compileFor(Target, kernelsModule());
  EXPECT_EQ(Plain.Properties[kProgramMetadataSet].count(kBuildOptionsProperty),
            0u);
  Target.aot_options = {"-cl-opt-disable", "-cl-mad-enable"};
  DeviceImage Image = compileFor(Target, kernelsModule());
  const auto &Set = Image.Properties[kProgramMetadataSet];
  auto Found = Set.find(kBuildOptionsProperty);
  ASSERT_NE(Found, Set.end());
  const auto *Bytes = std::get_if<offloading::ByteArray>(&Found->second);
  ASSERT_TRUE(Bytes);
  EXPECT_EQ(std::string(Bytes->begin(), Bytes->end()),
            "-cl-opt-disable -cl-mad-enable");
}

class FakePtxas {
public:
  explicit FakePtxas(const std::string &Script)
      : Directory(cantFail(TemporaryDirectory::create())) {
    std::string Text = "#!/bin/sh\nprintf '%s ' \"$@\" >'" +
                       Directory.path("arguments") + "'\n" + Script + "\n";
    cantFail(Directory.write("ptxas", Text));
    cantFail(errorCodeToError(sys::fs::setPermissions(
        Directory.path("ptxas"), sys::fs::all_read | sys::fs::all_exe)));
  }

  CompileOptions options() const {
    CompileOptions Options = facet::options();
    Options.Tools.Ptxas = Directory.path("ptxas");
    return Options;
  }

  std::string arguments() const {
    SmallVector<char, 0> Bytes = cantFail(Directory.read("arguments"));
    return std::string(Bytes.begin(), Bytes.end());
  }

private:
  TemporaryDirectory Directory;
};

TEST(CompileModule, PutsACubinBesideThePtx) {
  // The PTX is the third argument, the output the fifth.
  FakePtxas Ptxas("{ echo made of; cat \"$3\"; } >\"$5\"");
  TargetDescription Target = target("nvptx", "sm_90");
  Target.aot_options = {"-O1"};
  std::vector<DeviceImage> Images =
      imagesFor(Target, kernelsModule(), Ptxas.options());
  ASSERT_EQ(Images.size(), 2u);
  EXPECT_EQ(Images[0].Format, uint32_t(SYCL_IMAGE_FORMAT_PTX));
  EXPECT_EQ(Images[1].Format, uint32_t(SYCL_IMAGE_FORMAT_CUBIN));
  EXPECT_EQ(Images[0].Symbols, Images[1].Symbols);
  EXPECT_EQ(Images[0].Properties, Images[1].Properties);
  StringRef Text = bytesOf(Images[0]).drop_back();
  EXPECT_EQ(bytesOf(Images[1]), ("made of\n" + Text).str());
  std::string Arguments = Ptxas.arguments();
  EXPECT_TRUE(StringRef(Arguments).starts_with("-arch sm_90 /")) << Arguments;
  EXPECT_TRUE(StringRef(Arguments).contains(" -o /")) << Arguments;
  EXPECT_TRUE(StringRef(Arguments).ends_with(" -O1 ")) << Arguments;
}

TEST(CompileModule, KeepsThePtxOfAProcessorThatPtxasDoesNotKnow) {
  FakePtxas Ptxas(
      "echo \"ptxas fatal   : Value '$2' is not defined for option "
      "'gpu-name'\" >&2; exit 255");
  std::vector<DeviceImage> Images =
      imagesFor(target("nvptx", "sm_50"), kernelsModule(), Ptxas.options());
  ASSERT_EQ(Images.size(), 1u);
  EXPECT_EQ(Images[0].Format, uint32_t(SYCL_IMAGE_FORMAT_PTX));
}

TEST(CompileModule, KeepsThePtxOfWhatIsLinkedWithOtherImages) {
  FakePtxas Ptxas("echo cubin >\"$5\"");
  DeviceModule Imports = kernelsModule();
  Imports.Properties[kImportedSymbolsSet]["_Z9elsewherei"] =
      uint32_t(1);
  DeviceModule Exports = kernelsModule();
  Exports.Symbols.push_back("_Z4herei");
  for (const DeviceModule *Module : {&Imports, &Exports}) {
    std::vector<DeviceImage> Images =
        imagesFor(target("nvptx", "sm_90"), *Module, Ptxas.options());
    ASSERT_EQ(Images.size(), 1u);
    EXPECT_EQ(Images[0].Format, uint32_t(SYCL_IMAGE_FORMAT_PTX));
    // Another image may have a kernel of the same name.
    EXPECT_TRUE(bytesOf(Images[0]).contains(".weak .entry _ZTS6Reduce("));
  }
}

TEST(CompileModule, PassesOnWhatPtxasSays) {
  FakePtxas Fails("echo 'ptxas error: too much shared data' >&2; exit 1");
  expectParts(messageFor(target("nvptx", "sm_90"), Fails.options()),
              {"ptxas failed for kernels 'Reduce'",
               "on device 'sm_90' (exit code 1)", "too much shared data",
               "module 'kernels' for target 'test_nvptx'"});
  FakePtxas Lies("echo done");
  expectParts(messageFor(target("nvptx", "sm_90"), Lies.options()),
              {"ptxas wrote no output", "done"});
  CompileOptions Missing = options();
  Missing.Tools.Ptxas = "/nowhere/ptxas";
  expectParts(messageFor(target("nvptx", "sm_90"), Missing),
              {"cannot run '/nowhere/ptxas'"});
}

TEST(CompileModule, PassesOnWhatOclocSays) {
  if (environment("FACET_OCLOC").empty())
    GTEST_SKIP() << "skipped: no ocloc";
  inOwnProcess([] {
    TargetDescription Target = target("ocloc", "pvc", {16});
    Target.aot_options = {"-no-such-option"};
    expectParts(messageFor(Target),
                {"ocloc failed for kernels 'Reduce'", "on device 'pvc'",
                 "-no-such-option",
                 "module 'kernels' for target 'test_ocloc'"});
  });
}

TEST(CompileModule, SaysThatOclocDoesNotKnowADevice) {
  if (environment("FACET_OCLOC").empty())
    GTEST_SKIP() << "skipped: no ocloc";
  inOwnProcess([] {
    expectParts(messageFor(target("ocloc", "no_such_gpu")),
                {"this ocloc does not know device 'no_such_gpu'",
                 "module 'kernels' for target 'test_ocloc'"});
  });
}

TEST(CompileModule, SaysThatLlvmMakesNoCodeForAProcessor) {
  expectParts(messageFor(target("amdgcn", "gfx940")),
              {"LLVM 22", "makes no code for processor 'gfx940'",
               "module 'kernels' for target 'test_amdgcn'"});
}

TEST(CompileModule, FiltersWhatTheTargetCannotRun) {
  DeviceModule Module = kernelsModule();
  Requirements Needs;
  Needs.others = {Feature::OfSubGroup(7)};
  for (auto &[Name, Bytes] : EncodeRequirements(Needs))
    Module.Properties[kDeviceRequirementsSet][Name] =
        SmallVector<unsigned char>(Bytes.begin(), Bytes.end());
  DeviceImage Image = compileFor(target("nvptx", "sm_80"), Module);
  EXPECT_EQ(Image.Format, uint32_t(SYCL_IMAGE_FORMAT_NONE));
  EXPECT_TRUE(Image.Bytes.empty());
  EXPECT_EQ(Image.Properties.count(kDeviceRequirementsSet), 1u);
}

TEST(CompileModule, ReportsMalformedBitcode) {
  DeviceModule Module = kernelsModule();
  Module.Bitcode.resize(Module.Bitcode.size() / 2);
  PhaseReport Phases("sycl-aot", false);
  Expected<std::vector<DeviceImage>> Image =
      compileModule(Module, target("nvptx", "sm_80"), options(), Phases);
  ASSERT_FALSE(Image);
  EXPECT_TRUE(StringRef(toString(Image.takeError()))
                  .starts_with("damaged LLVM bitcode ("));
}

TEST(CompileModule, ReportsCodeThatIsNotForDevices) {
  LLVMContext Context;
  llvm::Module Host("host", Context);
  Host.setTargetTriple(Triple("x86_64-unknown-linux-gnu"));
  DeviceModule Module;
  Module.Name = "host";
  raw_svector_ostream Stream(Module.Bitcode);
  WriteBitcodeToFile(Host, Stream);
  PhaseReport Phases("sycl-aot", false);
  Expected<std::vector<DeviceImage>> Images =
      compileModule(Module, target("nvptx", "sm_80"), options(), Phases);
  ASSERT_FALSE(bool(Images));
  EXPECT_EQ(toString(Images.takeError()),
            "not device code: target triple is 'x86_64-unknown-linux-gnu', "
            "expected 'spirv64-unknown-unknown': "
            "module 'host' for target 'test_nvptx'");
}

/// \p Module, whose mathematics is to be more accurate than it is anywhere.
DeviceModule withHighAccuracy(DeviceModule Module) {
  LLVMContext Context;
  auto M = parseBitcodeFile(
      MemoryBufferRef(StringRef(Module.Bitcode.data(), Module.Bitcode.size()),
                      "kernels"),
      Context);
  if (!M) {
    ADD_FAILURE() << toString(M.takeError());
    return Module;
  }
  for (Function &F : **M)
    for (Instruction &I : instructions(F))
      if (auto *Call = dyn_cast<CallInst>(&I); Call && mathFunctionOf(*Call))
        writeMathAccuracy(*Call, MathAccuracy::kHigh);
  Module.Bitcode.clear();
  raw_svector_ostream Stream(Module.Bitcode);
  WriteBitcodeToFile(**M, Stream);
  return Module;
}

// LLVM's SLP vectorizer crashes in one module of some hundreds. What crashes
// here is what gets the warnings, in the first attempt only.
TEST(CompileModule, TriesAgainBehindACrash) {
  const DeviceModule Module = withHighAccuracy(kernelsModule());
  unsigned Crashes = 0;
  CompileOptions Options = options();
  Options.Warn = [&](const std::string &) {
    ++Crashes;
    raise(SIGSEGV);
  };
  const std::vector<DeviceImage> Images =
      imagesFor(target("x86_64", "x86-64-v3"), Module, Options);
  EXPECT_EQ(Crashes, 1u);
  EXPECT_EQ(Images.size(), 1u);
  EXPECT_EQ(Images.front().Format, SYCL_IMAGE_FORMAT_X86_64);
  EXPECT_FALSE(bytesOf(Images.front()).empty());
  // What has begun since is as ever.
  EXPECT_EQ(bytesOf(compileFor(target("x86_64", "x86-64-v3"), Module)),
            bytesOf(compileFor(target("x86_64", "x86-64-v3"), Module)));
}

TEST(CompileModule, ReportsAMissingTool) {
  CompileOptions Options = options();
  Options.Tools.Ocloc = "/nowhere/ocloc";
  PhaseReport Phases("sycl-aot", false);
  Expected<std::vector<DeviceImage>> Image =
      compileModule(kernelsModule(), target("ocloc", "pvc"), Options, Phases);
  ASSERT_FALSE(Image);
  EXPECT_EQ(toString(Image.takeError()),
            "cannot run '/nowhere/ocloc' (it comes with Debian package "
            "intel-opencl-icd): module 'kernels' for target 'test_ocloc'");
}

} // namespace
} // namespace facet
