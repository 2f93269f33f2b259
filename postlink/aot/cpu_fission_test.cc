//===- cpu_fission_test.cc - Regions against coroutines -------------------===//
//
// Makes random kernels, most of them with barriers in branches and loops, and
// runs each three ways: on an interpreter, cut into regions, and as coroutines.
// All three must leave the same memory behind. What fails is shrunk and printed
// as a kernel for a lit test.
//
// FACET_RANDOM_KERNELS and FACET_RANDOM_SEED in the environment: how many
// kernels, and which, beside those that are the same in every run.
//
//===----------------------------------------------------------------------===//

#include "postlink/aot/random_kernels/campaign.h"
#include "postlink/aot/random_kernels/chains.h"
#include "postlink/codegen/codegen.h"
#include "llvm/Support/Path.h"
#include "gtest/gtest.h"

#include <chrono>
#include <cstdlib>

using namespace llvm;

namespace facet {
namespace {

using namespace random_kernels;

std::string environment(const char *Name, const std::string &Otherwise) {
  const char *Value = std::getenv(Name);
  return Value ? Value : Otherwise;
}

CompileSettings settings() {
  CompileSettings Result;
  Result.DeviceLibraryDir =
      sys::path::parent_path(environment("FACET_DEVICE_LIBRARY", "")).str();
  return Result;
}

void runSeeds(uint64_t Seed, uint64_t Count,
              ProgramMaker Make = randomProgram) {
  [[maybe_unused]] static const bool Ready = (initializeBackEnds(), true);
  CampaignSettings Campaign;
  Campaign.Seed = Seed;
  Campaign.Count = Count;
  Campaign.Make = Make;
  Campaign.Jobs = 2;
  Campaign.Compile = settings();
  Campaign.MostShrunk = 1;
  Campaign.ShrinkQuestions = 600;
  CampaignResult Result =
      runCampaign(Campaign, [](const Failure &F, const std::string &Text) {
        ADD_FAILURE() << "seed " << F.Seed << ": " << F.What << ": "
                      << F.Details << "\n"
                      << Text;
      });
  EXPECT_EQ(Result.Kernels, Count);
  EXPECT_GE(Result.Launches, Count);
  testing::Test::RecordProperty("seed", std::to_string(Seed));
}

TEST(CpuFission, RandomKernelsComputeTheSameEachWay) { runSeeds(1, 300); }

uint64_t seedOfTheDay() {
  auto Days = std::chrono::duration_cast<std::chrono::hours>(
                  std::chrono::system_clock::now().time_since_epoch())
                  .count() /
              24;
  return std::stoull(
      environment("FACET_RANDOM_SEED", std::to_string(Days * 1000003)));
}

/// Others every day: a failure's seed is printed.
TEST(CpuFission, NewRandomKernelsComputeTheSameEachWay) {
  runSeeds(seedOfTheDay(),
           std::stoull(environment("FACET_RANDOM_KERNELS", "300")));
}

TEST(CpuFission, ChainsOfOperationsComputeTheSameEachWay) {
  runSeeds(1, 100, randomChains);
  runSeeds(seedOfTheDay(), 100, randomChains);
}

} // namespace
} // namespace facet
