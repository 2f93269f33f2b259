//===- campaign.h - Many random kernels -----------------------------------===//
//
// In:  how many kernels, which seeds, how many processes. Out: counts, and each
// failure as a small kernel in text that a lit test can take.
//
// Kernels are compiled and run in batches, each in a process of its own; a
// batch that crashes is taken apart.
//
//===----------------------------------------------------------------------===//

#ifndef POSTLINK_AOT_RANDOM_KERNELS_CAMPAIGN_H
#define POSTLINK_AOT_RANDOM_KERNELS_CAMPAIGN_H

#include "postlink/aot/random_kernels/comparison.h"

#include <functional>
#include <string>
#include <vector>

namespace facet::random_kernels {

struct CampaignSettings {
  uint64_t Seed = 1, Count = 1000;
  ProgramMaker Make = randomProgram;
  unsigned Jobs = 1, Batch = 16;
  /// For each batch.
  unsigned Seconds = 120;
  CompileSettings Compile;
  /// -1: every second batch as the front end leaves it, the others simplified.
  int Simplify = -1;
  /// Empty: two batches for one level of the processor, two for the next, and
  /// one of eight for all that it has.
  std::string Processor;
  /// Failures are shrunk with at most so many questions each; at most so many.
  unsigned ShrinkQuestions = 1500, MostShrunk = 20;
  /// How a batch is run; for other devices.
  std::function<BatchResult(const std::vector<Case> &, const CompileSettings &)>
      Compare = compareOnCpu;
};

struct CampaignResult {
  uint64_t Kernels = 0, Launches = 0;
  /// Kernels that were cut into regions.
  uint64_t Regions = 0;
  std::vector<Failure> Failures;
};

/// \p Report gets each failure's text as it is found, shrunk.
CampaignResult runCampaign(
    const CampaignSettings &Settings,
    const std::function<void(const Failure &, const std::string &)> &Report);

} // namespace facet::random_kernels

#endif // POSTLINK_AOT_RANDOM_KERNELS_CAMPAIGN_H
