//===- campaign.cpp - Many random kernels ---------------------------------===//
//
// See campaign.h.
//
//===----------------------------------------------------------------------===//

#include "postlink/aot/random_kernels/campaign.h"

#include "postlink/aot/random_kernels/child.h"
#include "postlink/aot/random_kernels/shrinker.h"
#include "postlink/aot/random_kernels/writer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdio>
#include <sys/wait.h>
#include <unistd.h>

using namespace llvm;

namespace facet::random_kernels {
namespace {

/// One process's part of a campaign: every Jobs-th batch.
class Worker {
public:
  Worker(const CampaignSettings &Settings, int To) : S(Settings), To(To) {}

  void run(unsigned Number) {
    for (uint64_t Batch = Number; Batch * S.Batch < S.Count; Batch += S.Jobs)
      runBatch(Batch);
  }

private:
  CompileSettings settingsOf(uint64_t Batch) const {
    CompileSettings Result = S.Compile;
    Result.Simplify = S.Simplify < 0 ? Batch % 2 != 0 : S.Simplify != 0;
    Result.Aggressive |= Batch % 16 == 15;
    if (!S.Processor.empty())
      Result.Processor = S.Processor;
    else if (Batch % 8 == 5)
      Result.Processor = "native";
    else if (Batch % 4 >= 2 && __builtin_cpu_supports("x86-64-v4"))
      Result.Processor = "x86-64-v4";
    return Result;
  }

  void runBatch(uint64_t Batch) {
    const CompileSettings Settings = settingsOf(Batch);
    std::vector<Case> Cases;
    uint64_t Launches = 0;
    for (uint64_t I = Batch * S.Batch;
         I != std::min((Batch + 1) * S.Batch, S.Count); ++I) {
      Cases.push_back(makeCase(S.Seed + I, S.Make));
      Launches += Cases.back().P.Launches.size();
    }
    Regions = 0;
    std::vector<Failure> Failures = compare(Cases, Settings);
    if (!Failures.empty() && Cases.size() > 1 &&
        StringSwitch<bool>(Failures.front().What)
            .Cases({"crash", "time", "compiler"}, true)
            .Default(false)) {
      Failures.clear();
      for (const Case &C : Cases)
        append_range(Failures, compare({C}, Settings));
    }
    send("done\t" + Twine(Cases.size()) + "\t" + Twine(Launches) + "\t" +
         Twine(Regions));
    for (const Failure &F : Failures)
      report(F, Settings);
  }

  std::vector<Failure> compare(const std::vector<Case> &Cases,
                               const CompileSettings &Settings) {
    ChildResult Child = runInChild(
        [&] {
          BatchResult Result = S.Compare(Cases, Settings);
          std::string Text =
              "regions\t" + std::to_string(Result.Regions) + "\n";
          for (const Failure &F : Result.Failures)
            Text += std::to_string(F.Seed) + "\t" + F.What + "\t" +
                    std::to_string(F.Launch) + "\t" + escaped(F.Details) + "\n";
          return Text;
        },
        S.Seconds);
    if (!Child.Problem.empty())
      return {{Cases.front().Seed, Child.Problem, Child.Text, 0}};
    std::vector<Failure> Failures;
    SmallVector<StringRef> Lines;
    StringRef(Child.Text).split(Lines, '\n', -1, /*KeepEmpty=*/false);
    for (StringRef Line : Lines) {
      SmallVector<StringRef> Parts;
      Line.split(Parts, '\t');
      unsigned Cut = 0;
      if (Parts.size() == 2 && !Parts[1].getAsInteger(10, Cut))
        Regions += Cut;
      Failure F;
      if (Parts.size() != 4 || Parts[0].getAsInteger(10, F.Seed) ||
          Parts[2].getAsInteger(10, F.Launch))
        continue;
      F.What = Parts[1].str();
      F.Details = Parts[3].str();
      Failures.push_back(std::move(F));
    }
    return Failures;
  }

  static std::string escaped(StringRef Text) {
    std::string Result;
    for (char C : Text)
      Result += C == '\n'   ? std::string("; ")
                : C == '\t' ? " "
                            : std::string(1, C);
    return Result;
  }

  void report(const Failure &F, const CompileSettings &Settings) {
    Case C = makeCase(F.Seed, S.Make);
    std::string Text;
    raw_string_ostream Out(Text);
    Failure Now = F;
    const unsigned Before = sizeOf(C.P);
    if (Shrunk++ < S.MostShrunk && F.What != "generator") {
      CompileSettings Used = Settings;
      // The same with less before is easier to read.
      Used.Simplify = false;
      if (!fails(C, F, Used))
        Used.Simplify = Settings.Simplify;
      C.P = shrink(
          C.P,
          [&](const Program &P) {
            return fails({F.Seed, P}, F, Used);
          },
          S.ShrinkQuestions);
      std::vector<Failure> Again = compare({C}, Used);
      if (!Again.empty())
        Now = Again.front();
      Out << "; seed " << F.Seed << ": " << Now.What << " (" << Now.Details
          << "), size " << Before << " -> " << sizeOf(C.P)
          << (Used.Simplify ? ", after simplification" : "") << ", for "
          << Settings.Processor << "\n";
    } else {
      Out << "; seed " << F.Seed << ": " << F.What << " (" << F.Details
          << "), not shrunk, for " << Settings.Processor << "\n";
    }
    for (const Launch &L : C.P.Launches)
      Out << "; " << L.Groups[0] << " x " << L.Groups[1] << " x " << L.Groups[2]
          << " groups of " << L.Size[0] << " x " << L.Size[1] << " x "
          << L.Size[2] << "\n";
    Out << writeModule({{"k", &C.P, false}});
    std::string Name = "failed\t" + std::to_string(F.Seed) + "\t" + Now.What +
                       "\t" + toHex(Now.Details) + "\t" + toHex(Text);
    send(Name);
  }

  bool fails(const Case &C, const Failure &As,
             const CompileSettings &Settings) {
    for (const Failure &F : compare({C}, Settings))
      // "both" may become one of the two.
      if (F.What == As.What || (As.What == "both" && (F.What == "regions" ||
                                                      F.What == "coroutines")))
        return true;
    return false;
  }

  void send(const Twine &Line) const {
    std::string Text = Line.str() + "\n";
    // Lines of several processes must not mix.
    lockf(LockFile, F_LOCK, 0);
    for (size_t Done = 0; Done < Text.size();) {
      ssize_t Written = write(To, Text.data() + Done, Text.size() - Done);
      if (Written <= 0)
        break;
      Done += static_cast<size_t>(Written);
    }
    lockf(LockFile, F_ULOCK, 0);
  }

  const CampaignSettings &S;
  int To;
  unsigned Shrunk = 0, Regions = 0;

public:
  int LockFile = -1;
};

class Collector {
public:
  Collector(
      CampaignResult &Result,
      const std::function<void(const Failure &, const std::string &)> &Report)
      : Result(Result), Report(Report) {}

  void take(StringRef Line) {
    SmallVector<StringRef> Parts;
    Line.split(Parts, '\t');
    if (Parts[0] == "done" && Parts.size() == 4) {
      Result.Kernels += number(Parts[1]);
      Result.Launches += number(Parts[2]);
      Result.Regions += number(Parts[3]);
    } else if (Parts[0] == "failed" && Parts.size() == 5) {
      Failure F{number(Parts[1]), Parts[2].str(), fromHex(Parts[3]), 0};
      Result.Failures.push_back(F);
      Report(F, fromHex(Parts[4]));
    }
  }

private:
  static uint64_t number(StringRef Text) {
    uint64_t Result = 0;
    Text.getAsInteger(10, Result);
    return Result;
  }
  CampaignResult &Result;
  const std::function<void(const Failure &, const std::string &)> &Report;
};

} // namespace

CampaignResult runCampaign(
    const CampaignSettings &Settings,
    const std::function<void(const Failure &, const std::string &)> &Report) {
  CampaignResult Result;
  int Ends[2];
  if (pipe(Ends) != 0)
    return Result;
  FILE *Lock = tmpfile();
  std::vector<pid_t> Workers;
  fflush(nullptr);
  for (unsigned Number = 0; Number != Settings.Jobs; ++Number) {
    pid_t Child = fork();
    if (Child == 0) {
      close(Ends[0]);
      dieWithParent();
      Worker W(Settings, Ends[1]);
      W.LockFile = fileno(Lock);
      W.run(Number);
      _exit(0);
    }
    Workers.push_back(Child);
  }
  close(Ends[1]);
  Collector Lines(Result, Report);
  std::string Rest;
  char Buffer[65536];
  for (ssize_t Got; (Got = read(Ends[0], Buffer, sizeof(Buffer))) > 0;) {
    Rest.append(Buffer, static_cast<size_t>(Got));
    for (size_t End; (End = Rest.find('\n')) != std::string::npos;) {
      Lines.take(StringRef(Rest).take_front(End));
      Rest.erase(0, End + 1);
    }
  }
  close(Ends[0]);
  for (pid_t W : Workers)
    waitpid(W, nullptr, 0);
  fclose(Lock);
  return Result;
}

} // namespace facet::random_kernels
