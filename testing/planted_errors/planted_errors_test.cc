//===- planted_errors_test.cc - What checks report of random kernels ------===//
//
// Makes random kernels, plants an error in most of them, and runs each with all
// checks of -fsycl-check=, in a process of its own. Exactly what was planted
// must be reported.
//
// FACET_PLANTED_KERNELS and FACET_PLANTED_SEED in the environment: how many
// kernels, and which, beside those that are the same in every run.
//
//===----------------------------------------------------------------------===//

#include "testing/planted_errors/planted_error.h"

#include "compiler/ir/checks.h"
#include "config/image/cpu_abi.h"
#include "config/image/image.h"
#include "postlink/aot/random_kernels/child.h"
#include "postlink/aot/random_kernels/comparison.h"
#include "postlink/aot/random_kernels/cpu_runner.h"
#include "postlink/aot/random_kernels/writer.h"
#include "postlink/codegen/codegen.h"
#include "runtime/backends/cpu/checks/checks.h"
#include "runtime/backends/cpu/checks/state/objects.h"
#include "runtime/backends/cpu/checks/state/running.h"
#include "runtime/backends/cpu/work_groups.h"
#include "runtime/registry/registry.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Path.h"
#include "gtest/gtest.h"

#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>
#include <set>

using namespace llvm;

namespace facet::planted_errors {
namespace {

using namespace random_kernels;

std::string environment(const char *Name, const std::string &Otherwise) {
  const char *Value = std::getenv(Name);
  return Value ? Value : Otherwise;
}

/// A program with images that are checked.
void registerCheckedImage() {
  static const sycl_property Property = {
      kChecksProperty, SYCL_PROPERTY_UINT32,
      ChecksNamed("all").ToBits(), nullptr, 0};
  static const sycl_property_set Set = {kProgramMetadataSet, &Property,
                                        &Property + 1};
  static sycl_device_image Image = {};
  Image.target = "x86_64";
  Image.property_sets_begin = &Set;
  Image.property_sets_end = &Set + 1;
  static sycl_image_registration Registration = {};
  Registration.version = SYCL_IMAGE_REGISTRATION_VERSION;
  Registration.image_count = 1;
  Registration.images = &Image;
  Registration.emulated_devices = "";
  ImageRegistry::Global().Register(&Registration);
}

void *copyOf(const std::vector<char> &Bytes) {
  void *Memory = AllocateChecked(ObjectKind::kSharedUsm, Bytes.size(), 64);
  std::memcpy(Memory, Bytes.data(), Bytes.size());
  return Memory;
}

uint64_t allocated(ObjectKind Kind) {
  void *Memory = AllocateChecked(Kind, ErrorMemory::Bytes, 64);
  if (Kind == ObjectKind::kSharedUsm)
    std::memset(Memory, 0, ErrorMemory::Bytes);
  return reinterpret_cast<uint64_t>(Memory);
}

struct Trial {
  uint64_t Seed;
  ErrorKind Kind;
  Case C;
  Launch L;
};

/// Nothing if the kernel's launches are too small for its error.
std::optional<Trial> makeTrial(uint64_t Seed) {
  Trial Made = {Seed, static_cast<ErrorKind>(Seed % ErrorKindCount),
                makeCase(Seed), {}};
  for (const Launch &L : Made.C.P.Launches)
    if (isPossible(Made.Kind, L)) {
      Made.L = L;
      return Made;
    }
  return std::nullopt;
}

void launch(const Trial &T, void *Code, facet_cpu_checks *Table) {
  if (!BindChecks(Table))
    std::abort();
  const Memory First = makeMemory(T.L);
  alignas(FACET_CPU_ARGUMENT_ALIGNMENT) char Block[128];
  writeArguments(Block,
                 {copyOf(First.In), copyOf(First.Uniform), copyOf(First.Out),
                  copyOf(First.Atomics)},
                 /*ArenaOffset=*/64);
  LaunchRange Range = {};
  uint64_t Local[3];
  for (unsigned D = 0; D != 3; ++D) {
    Local[D] = T.L.Size[D];
    Range.global[D] = uint64_t(T.L.Groups[D]) * T.L.Size[D];
  }
  LaunchFailure Failure;
  CheckedLaunch Checked = {"planted"};
  Checked.arguments = {Block, sizeof(Block)};
  Checked.failure = &Failure;
  Checked.tracks_definedness = true;
  KernelPace Pace;
  RunWorkGroups({reinterpret_cast<facet_cpu_kernel>(Code)}, Block, Range, Local,
                /*local_memory_bytes=*/64 + LocalBytes, Pace, &Checked);
}

/// The kinds that were reported, one in a line.
std::string runTrial(const Trial &T, const std::string &LibraryDir) {
  const std::string Reports = "reports." + std::to_string(T.Seed) + ".json";
  std::remove(Reports.c_str());
  setenv("SYCL_CHECK_JSON", Reports.c_str(), 1);
  registerCheckedImage();
  ErrorMemory Memory;
  Memory.Ordinary = allocated(ObjectKind::kSharedUsm);
  Memory.Freed = allocated(ObjectKind::kSharedUsm);
  Memory.Unwritten = allocated(ObjectKind::kDeviceUsm);
  FreeChecked(reinterpret_cast<void *>(Memory.Freed));
  std::mt19937_64 Random(T.Seed);
  CompileSettings Settings;
  Settings.DeviceLibraryDir = LibraryDir;
  Settings.Simplify = true;
  Settings.Aggressive = T.Seed % 2;
  Settings.Prepare = [&](Module &M) {
    requestChecks(M, ChecksNamed("all"));
    plant(T.Kind, *M.getFunction("k"), T.L, Memory, Random);
  };
  Expected<std::unique_ptr<CpuModule>> Code =
      CpuModule::compile(writeModule({{"k", &T.C.P, false}}), Settings);
  if (!Code)
    return "compiler: " + toString(Code.takeError());
  launch(T, (*Code)->symbol("k"),
         static_cast<facet_cpu_checks *>((*Code)->symbol(FACET_CPU_CHECKS)));
  std::set<std::string> Kinds;
  std::ifstream File(Reports);
  for (std::string Line; std::getline(File, Line);) {
    constexpr char Key[] = "\"kind\": \"";
    const size_t At = Line.find(Key);
    if (At == std::string::npos)
      return "a report without a kind: " + Line;
    const size_t Begin = At + std::strlen(Key);
    Kinds.insert(Line.substr(Begin, Line.find('"', Begin) - Begin));
  }
  std::remove(Reports.c_str());
  std::string Text;
  for (const std::string &Kind : Kinds)
    Text += (Text.empty() ? "" : ", ") + Kind;
  return Text;
}

void runSeeds(uint64_t Seed, uint64_t Count) {
  [[maybe_unused]] static const bool Ready = (initializeBackEnds(), true);
  const std::string LibraryDir =
      sys::path::parent_path(environment("FACET_DEVICE_LIBRARY", "")).str();
  std::map<std::string, unsigned> Tried;
  constexpr unsigned Seconds = 120;
  for (uint64_t Last = Seed + Count; Seed != Last; ++Seed) {
    const std::optional<Trial> T = makeTrial(Seed);
    if (!T)
      continue;
    const ChildResult Found =
        runInChild([&] { return runTrial(*T, LibraryDir); }, Seconds);
    EXPECT_EQ(Found.Problem, "") << "seed " << Seed << ": " << Found.Text;
    EXPECT_EQ(Found.Text, nameOf(T->Kind)) << "seed " << Seed;
    ++Tried[nameOf(T->Kind)];
  }
  for (const auto &[Name, Times] : Tried)
    testing::Test::RecordProperty(Name.empty() ? "none" : Name,
                                  std::to_string(Times));
  constexpr uint64_t OfAllKinds = 50;
  if (Count >= OfAllKinds)
    EXPECT_EQ(Tried.size(), 6u) << "both races are of one name";
}

TEST(PlantedErrors, ExactlyTheseAreReported) { runSeeds(1, 70); }

TEST(PlantedErrors, AsManyAsAreAskedFor) {
  const std::string Count = environment("FACET_PLANTED_KERNELS", "");
  if (Count.empty())
    GTEST_SKIP() << "FACET_PLANTED_KERNELS is not set";
  runSeeds(std::stoull(environment("FACET_PLANTED_SEED", "1000")),
           std::stoull(Count));
}

} // namespace
} // namespace facet::planted_errors
