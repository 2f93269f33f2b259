//===- main.cpp - The random kernels' command -----------------------------===//
//
// random-kernels --library-dir=DIR [--count=N] [--seed=S] [--jobs=J]
//   [--device=cpu|cuda] [--failures=DIR] [--print=SEED]
//
// Runs a campaign (campaign.h) and prints counts, throughput, and each failure
// as the smallest kernel that shows it. Exit code 1 if there was one. DIR has
// the device libraries: x86_64.bc; for NVIDIA GPUs nvptx.bc and
// libclc-nvptx.bc.
//
//===----------------------------------------------------------------------===//

#include "compiler/support/tool.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "postlink/aot/codegen.h"
#include "postlink/aot/random_kernels/campaign.h"
#include "postlink/aot/random_kernels/cuda_runner.h"
#include "postlink/aot/random_kernels/writer.h"

#include <chrono>
#include <map>
#include <optional>
#include <thread>

using namespace llvm;
using namespace facet;
using namespace facet::random_kernels;

namespace {

constexpr char Usage[] =
    "usage: random-kernels --library-dir=DIR [--count=N] [--seed=S] "
    "[--jobs=J] [--batch=N] [--simplify=0|1] [--aggressive] "
    "[--device=cpu|cuda] [--failures=DIR] [--print=SEED] [--report-phases]";

struct Options {
  CampaignSettings Campaign;
  std::string Failures;
  std::optional<uint64_t> Print;
};

template <typename T> Error number(StringRef Name, StringRef Text, T &Out) {
  if (!Text.empty() && Text.getAsInteger(0, Out))
    return makeError("not a number: --" + Name + "=" + Text);
  return Error::success();
}

Expected<Options> parse(int Count, char **Arguments) {
  Options Result;
  CampaignSettings &C = Result.Campaign;
  C.Jobs = std::max(1u, std::thread::hardware_concurrency());
  std::map<std::string, std::string> Values;
  ArgumentParser Parser;
  for (const char *Name :
       {"count", "seed", "jobs", "batch", "simplify", "shrink-questions",
        "most-shrunk", "print", "device", "seconds"})
    Parser.value(Name, Values[Name]);
  Parser.value("library-dir", C.Compile.DeviceLibraryDir);
  Parser.value("failures", Result.Failures);
  Parser.flag("aggressive", C.Compile.Aggressive);
  Parser.flag("report-phases", C.Compile.ReportPhases);
  if (Error E = Parser.parse(Count, Arguments))
    return std::move(E);
  uint64_t Print = 0;
  Error E = joinErrors(
      joinErrors(joinErrors(number("count", Values["count"], C.Count),
                            number("seed", Values["seed"], C.Seed)),
                 joinErrors(number("jobs", Values["jobs"], C.Jobs),
                            number("batch", Values["batch"], C.Batch))),
      joinErrors(
          joinErrors(number("simplify", Values["simplify"], C.Simplify),
                     number("shrink-questions", Values["shrink-questions"],
                            C.ShrinkQuestions)),
          joinErrors(
              number("most-shrunk", Values["most-shrunk"], C.MostShrunk),
              joinErrors(number("print", Values["print"], Print),
                         number("seconds", Values["seconds"], C.Seconds)))));
  if (E)
    return std::move(E);
  if (!Values["print"].empty())
    Result.Print = Print;
  if (Values["device"] == "cuda")
    C.Compare = compareOnCuda;
  else if (!Values["device"].empty() && Values["device"] != "cpu")
    return makeError("no such device: " + Values["device"]);
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
           << Usage << "\n";
    return 2;
  }
  if (O->Print) {
    Case C = makeCase(*O->Print);
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
