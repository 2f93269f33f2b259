//===- main.cpp - The random kernels' command -----------------------------===//
//
// Runs a campaign (campaign.h) and prints counts, throughput, and each failure
// as the smallest kernel that shows it. Exit code 1 if there was one. DIR has
// the device libraries: x86_64.bc; for NVIDIA GPUs nvptx.bc and
// libclc-nvptx.bc.
//
//===----------------------------------------------------------------------===//

#include "compiler/support/tool.h"
#include "postlink/aot/random_kernels/campaign.h"
#include "postlink/aot/random_kernels/chains.h"
#include "postlink/aot/random_kernels/cuda_runner.h"
#include "postlink/aot/random_kernels/writer.h"
#include "postlink/codegen/codegen.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <chrono>
#include <optional>
#include <thread>

#define FACET_OPTIONS "options/random_kernels.inc"
#include "options/define_table.inc"

using namespace llvm;
using namespace facet;
using namespace facet::random_kernels;

namespace {

constexpr char Usage[] = "usage: random-kernels --library-dir=DIR [options]";

struct Options {
  CampaignSettings Campaign;
  std::string Failures;
  std::optional<uint64_t> Print;
};

template <typename T>
Error number(const ToolOptions &Args, OptionId Id, T &Out) {
  std::string Text = Args.value(Id);
  if (!Text.empty() && StringRef(Text).getAsInteger(0, Out))
    return makeError(
        "not a number: " + optionTable().getOptionPrefixedName(Id) + Text);
  return Error::success();
}

Error readNumbers(const ToolOptions &Args, CampaignSettings &C) {
  for (auto [Id, Out] : {std::pair(OPT_count, &C.Count), {OPT_seed, &C.Seed}})
    if (Error E = number(Args, Id, *Out))
      return E;
  for (auto [Id, Out] : {std::pair(OPT_jobs, &C.Jobs),
                         {OPT_batch, &C.Batch},
                         {OPT_shrink_questions, &C.ShrinkQuestions},
                         {OPT_most_shrunk, &C.MostShrunk},
                         {OPT_seconds, &C.Seconds}})
    if (Error E = number(Args, Id, *Out))
      return E;
  return number(Args, OPT_simplify, C.Simplify);
}

Expected<Options> parse(int Count, char **Arguments) {
  Options Result;
  CampaignSettings &C = Result.Campaign;
  C.Jobs = std::max(1u, std::thread::hardware_concurrency());
  ToolOptions Args(optionTable());
  if (Error E = Args.parse(Count, Arguments))
    return std::move(E);
  if (Error E = readNumbers(Args, C))
    return std::move(E);
  uint64_t Print = 0;
  if (Error E = number(Args, OPT_print, Print))
    return std::move(E);
  C.Compile.DeviceLibraryDir = Args.value(OPT_library_dir);
  C.Processor = Args.value(OPT_processor);
  C.Compile.Aggressive = Args.has(OPT_aggressive);
  C.Compile.ReportPhases = Args.has(OPT_report_phases);
  Result.Failures = Args.value(OPT_failures);
  if (Args.has(OPT_print))
    Result.Print = Print;
  if (Args.has(OPT_chains))
    C.Make = randomChains;
  if (Args.value(OPT_device) == "cuda")
    C.Compare = compareOnCuda;
  if (C.Jobs == 0 || C.Batch == 0)
    return makeError("--jobs and --batch must be positive");
  return Result;
}

void keep(const Options &O, const Failure &F, const std::string &Text) {
  outs() << "FAILED seed " << F.Seed << ": " << F.What << ": " << F.Details
         << "\n"
         << Text << "\n";
  outs().flush();
  if (O.Failures.empty())
    return;
  sys::fs::create_directories(O.Failures);
  SmallString<128> Path(O.Failures);
  sys::path::append(Path, F.What + "-" + Twine(F.Seed) + ".ll");
  if (Error E = writeOutput(Path, Text))
    errs() << toString(std::move(E)) << "\n";
}

} // namespace

int main(int Count, char **Arguments) {
  Expected<Options> O = parse(Count, Arguments);
  if (!O) {
    errs() << "random-kernels: error: " << toString(O.takeError()) << "\n"
           << helpText(Usage, optionTable()) << "\n";
    return 2;
  }
  if (O->Print) {
    Case C = makeCase(*O->Print, O->Campaign.Make);
    outs() << writeModule({{"k", &C.P, false}});
    return 0;
  }
  initializeBackEnds();
  auto Start = std::chrono::steady_clock::now();
  CampaignResult Result =
      runCampaign(O->Campaign, [&](const Failure &F, const std::string &Text) {
        keep(*O, F, Text);
      });
  std::chrono::duration<double> Took = std::chrono::steady_clock::now() - Start;
  std::map<std::string, unsigned> Kinds;
  for (const Failure &F : Result.Failures)
    ++Kinds[F.What];
  outs() << Result.Kernels << " kernels, " << Result.Launches << " launches, "
         << Result.Regions << " in regions, " << Result.Failures.size()
         << " failures";
  for (const auto &[What, Number] : Kinds)
    outs() << ", " << What << " " << Number;
  outs() << format("; %.1f s, %.1f kernels/s\n", Took.count(),
                   static_cast<double>(Result.Kernels) / Took.count());
  return Result.Failures.empty() ? 0 : 1;
}
