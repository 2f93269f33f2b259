// The passes over device code with IR that nobody meant.
//
//   passes_fuzz [-seconds=N] [-executions=N] [-seed=N] [-only=N] SEED.ll…
//
// Each execution changes a seed (its text, its bitcode or its structure), reads
// it, and if it is valid IR sets conditional code apart, sometimes decides it for
// a device, propagates aspects, and holds the result against what must be true
// of it: valid IR; no conditional caller has a body, and none is left once
// conditions are decided; whoever calls a function needs what that needs; a
// second run changes nothing. A process does a batch of executions; when it
// dies the next one goes on behind the execution that killed it. Deaths while
// LLVM reads or prints are LLVM's, and are counted apart. -only=N does one
// execution, and shows what is wrong with it.
//
// Prints the counts. Exit code 1: the pass crashed, hung or was wrong.

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "compiler/ir/conditional_calls.h"
#include "compiler/ir/source_uses.h"
#include "compiler/ir/sycl_metadata.h"
#include "compiler/passes/conditional_call.h"
#include "compiler/passes/propagate_aspects.h"
#include "compiler/passes/resolve_conditions.h"
#include "config/tables/target_features.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/PassManager.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include "testing/fuzz/ir_mutator.h"
#include "testing/fuzz/passes_oracle.h"

namespace facet {
namespace {

using namespace llvm;

constexpr uint64_t kBatch = 2000;
constexpr unsigned kHangSeconds = 60;
// LLVM's reader makes attributes of as many arguments as damaged bitcode says.
constexpr unsigned kReadSeconds = 5;
constexpr uint64_t kMutatorSeedStep = 0x9E3779B97F4A7C15ull;

enum Stage : uint32_t { kReading, kRunning, kChecking, kPrinting };

// What parent and child both see.
struct Progress {
  volatile uint64_t next;  // the execution in progress
  volatile uint32_t stage;
  volatile uint64_t rejected, ran, reports, conditional, resolved;
};

struct Options {
  uint64_t seconds = 0;
  uint64_t executions = ~uint64_t(0);
  uint64_t seed = 1;
  uint64_t only = ~uint64_t(0);
  std::vector<std::string> files;
};

struct Counts {
  uint64_t reader_crashes = 0, crashes = 0, hangs = 0, wrong = 0;
};

// Without a report the run is silent.
void RunPass(Module& module, PropagateAspectsOptions options) {
  FoldedDoubleOracle oracle(module);
  const bool reports = static_cast<bool>(options.Report);
  options.Silent = !reports;
  options.Report = [&, told = std::move(options.Report)](const AspectUse& use) {
    oracle.Note(use);
    told(use);
  };
  ModuleAnalysisManager analyses;
  PropagateAspectsPass(std::move(options)).run(module, analyses);
  oracle.Check(reports);
}

// False if the module has a Conditional Caller that cannot be one.
bool SeparateConditionalCode(Module& module, Progress& progress) {
  bool ok = true;
  ConditionalCallOptions options;
  options.UniquePrefix = "fuzz";
  options.Report = [&](const ConditionalCallProblem& problem) {
    ok = false;
    if (textOf(problem.What, problem.Arguments).empty())
      Wrong(module, "a problem without a text");
  };
  ModuleAnalysisManager analyses;
  ConditionalCallPass(std::move(options)).run(module, analyses);
  if (verifyModule(module)) Wrong(module, "conditional code is not valid IR");
  for (const Function& function : module) {
    if (!isConditionalCaller(function)) continue;
    progress.conditional = progress.conditional + 1;
    if (ok && !function.isDeclaration())
      Wrong(module, "a conditional caller has a body");
  }
  return ok;
}

void Resolve(Module& module, IrMutator& random, Progress& progress) {
  ConditionFacts device;
  for (Aspect aspect = 0; aspect < 32; ++aspect)
    if (random.Below(2) == 0) device.aspects.Insert(aspect);
  device.architecture = static_cast<int32_t>(random.Below(40));
  if (Error error = ResolveConditions(module, device)) {
    consumeError(std::move(error));
    return;
  }
  progress.resolved = progress.resolved + 1;
  if (verifyModule(module)) Wrong(module, "resolved code is not valid IR");
  for (const Function& function : module)
    if ((function.isDeclaration() && isConditionalCaller(function)) ||
        function.getMetadata(metadata::ConditionallyUsedAspects))
      Wrong(module, "a condition is left");
}

std::string TextOf(const Module& module) {
  std::string text;
  raw_string_ostream stream(text);
  module.print(stream, nullptr);
  return text;
}

class Execution {
 public:
  Execution(const std::vector<std::string>& texts, uint64_t seed,
            Progress& progress)
      : texts_(texts), mutate_(seed), progress_(progress) {}

  void Run() {
    progress_.stage = kReading;
    std::unique_ptr<Module> module = Read();
    std::string problems;
    raw_string_ostream stream(problems);
    if (!module || verifyModule(*module, &stream)) {
      progress_.rejected = progress_.rejected + 1;
      return;
    }
    progress_.stage = kRunning;
    alarm(kHangSeconds);
    if (!SeparateConditionalCode(*module, progress_)) {
      progress_.rejected = progress_.rejected + 1;
      return;
    }
    if (mutate_.Below(4) == 0) Resolve(*module, mutate_, progress_);
    // Only a front end writes it: no text has it.
    for (Function& function : *module)
      if (mutate_.Below(4) == 0) markFoldedDouble(function);
    PropagateAspectsOptions first;
    if (mutate_.Below(2) == 0) first.FixedTargets = {"intel_gpu_dg1", "x"};
    if (const TargetInfo* target = FindTarget("intel_gpu_dg1");
        target && !first.FixedTargets.empty())
      first.CheckedTargets = {
          {"intel_gpu_dg1", FactsOf(*target)}};
    bool excludes = mutate_.Below(4) == 0;
    if (excludes) first.ExcludedAspects = {"fp64", "unknown"};
    first.Report = [&](const AspectUse& use) {
      if (!undeclaredAspectText(use).empty())
        progress_.reports = progress_.reports + 1;
    };
    RunPass(*module, std::move(first));
    progress_.stage = kChecking;
    CheckDeclared(*module);
    progress_.stage = kRunning;
    if (excludes) RunPass(*module, {});
    progress_.stage = kChecking;
    CheckPropagated(*module);
    if (mutate_.Below(4) == 0) Resolve(*module, mutate_, progress_);
    // What was decided is called directly now.
    progress_.stage = kRunning;
    RunPass(*module, {});
    progress_.stage = kChecking;
    CheckPropagated(*module);
    progress_.stage = kPrinting;
    std::string once = TextOf(*module);
    progress_.stage = kRunning;
    RunPass(*module, {});
    progress_.stage = kPrinting;
    if (TextOf(*module) != once) Wrong(*module, "a second run changes it");
    progress_.ran = progress_.ran + 1;
  }

 private:
  std::unique_ptr<Module> Read() {
    const std::string& text = texts_[mutate_.Below(texts_.size())];
    SMDiagnostic problem;
    context_.setDiagnosticHandlerCallBack([](const DiagnosticInfo*, void*) {},
                                          nullptr);
    size_t kind = mutate_.Below(8);
    if (kind < 3)
      return parseAssemblyString(mutate_.MutateText(text, texts_), problem,
                                 context_);
    std::unique_ptr<Module> module =
        parseAssemblyString(text, problem, context_);
    if (!module || kind < 7) {
      if (module) mutate_.MutateModule(*module);
      return module;
    }
    SmallVector<char, 0> bytes;
    raw_svector_ostream stream(bytes);
    WriteBitcodeToFile(*module, stream);
    std::string changed =
        mutate_.MutateBytes(std::string(bytes.begin(), bytes.end()));
    Expected<std::unique_ptr<Module>> result =
        parseBitcodeFile(MemoryBufferRef(changed, "fuzz"), context_);
    if (result) return std::move(*result);
    consumeError(result.takeError());
    return nullptr;
  }

  const std::vector<std::string>& texts_;
  IrMutator mutate_;
  Progress& progress_;
  LLVMContext context_;
};

class Fuzzer {
 public:
  Fuzzer(Options options, std::vector<std::string> texts)
      : options_(std::move(options)), texts_(std::move(texts)) {
    void* memory = mmap(nullptr, sizeof(Progress), PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    progress_ = new (memory) Progress();
  }

  int Run() {
    if (options_.only != ~uint64_t(0)) {
      Execution(texts_, SeedOf(options_.only), *progress_).Run();
      return 0;
    }
    auto start = std::chrono::steady_clock::now();
    auto elapsed = [&] {
      return std::chrono::duration_cast<std::chrono::seconds>(
                 std::chrono::steady_clock::now() - start)
          .count();
    };
    int64_t printed = 0;
    while (progress_->next < options_.executions &&
           (options_.seconds == 0 ||
            elapsed() < static_cast<int64_t>(options_.seconds))) {
      RunBatch();
      if (elapsed() >= printed + 60) Print(printed = elapsed());
    }
    Print(elapsed());
    return counts_.crashes + counts_.hangs + counts_.wrong == 0 ? 0 : 1;
  }

 private:
  void RunBatch() {
    uint64_t end = std::min(progress_->next + kBatch, options_.executions);
    std::fflush(nullptr);
    pid_t child = fork();
    if (child == 0) {
      Child(end);
      _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return;
    Record(status);
    progress_->next = progress_->next + 1;
  }

  void Child(uint64_t end) {
    // LLVM's complaints about bad bitcode are not of interest.
    dup2(open("/dev/null", O_WRONLY), STDERR_FILENO);
    for (; progress_->next < end; progress_->next = progress_->next + 1) {
      alarm(kReadSeconds);
      Execution(texts_, SeedOf(progress_->next), *progress_).Run();
    }
  }

  uint64_t SeedOf(uint64_t execution) const {
    return options_.seed * 1000003 + execution * kMutatorSeedStep;
  }

  void Record(int status) {
    bool hung = WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM;
    bool wrong = WIFEXITED(status) && WEXITSTATUS(status) == 3;
    bool in_llvm = !wrong && (progress_->stage == kReading ||
                              progress_->stage == kPrinting);
    if (in_llvm)
      ++counts_.reader_crashes;
    else if (wrong)
      ++counts_.wrong;
    else if (hung)
      ++counts_.hangs;
    else
      ++counts_.crashes;
    if (in_llvm) return;
    std::printf("passes_fuzz: execution %llu of -seed=%llu: %s\n",
                static_cast<unsigned long long>(progress_->next),
                static_cast<unsigned long long>(options_.seed),
                wrong  ? "wrong"
                : hung ? "hung"
                       : "crashed");
  }

  void Print(int64_t seconds) const {
    auto number = [](uint64_t value) {
      return static_cast<unsigned long long>(value);
    };
    std::printf(
        "passes_fuzz: %lld s, %llu executions, %llu valid modules, %llu "
        "rejected, %llu reports, %llu conditional callers, %llu modules "
        "resolved; crashes %llu, hangs %llu, wrong %llu; deaths "
        "in LLVM's reader and printer %llu\n",
        static_cast<long long>(seconds), number(progress_->next),
        number(progress_->ran), number(progress_->rejected),
        number(progress_->reports), number(progress_->conditional),
        number(progress_->resolved), number(counts_.crashes),
        number(counts_.hangs), number(counts_.wrong),
        number(counts_.reader_crashes));
    std::fflush(stdout);
  }

  Options options_;
  std::vector<std::string> texts_;
  Progress* progress_;
  Counts counts_;
};

bool ParseOptions(int argc, char** argv, Options& options) {
  for (int i = 1; i < argc; ++i) {
    StringRef argument = argv[i];
    bool failed = false;
    if (argument.consume_front("-seconds="))
      failed = argument.getAsInteger(10, options.seconds);
    else if (argument.consume_front("-executions="))
      failed = argument.getAsInteger(10, options.executions);
    else if (argument.consume_front("-seed="))
      failed = argument.getAsInteger(10, options.seed);
    else if (argument.consume_front("-only="))
      failed = argument.getAsInteger(10, options.only);
    else if (argument.starts_with("-"))
      failed = true;
    else
      options.files.push_back(argument.str());
    if (failed) return false;
  }
  return !options.files.empty();
}

}  // namespace
}  // namespace facet

int main(int argc, char** argv) {
  facet::Options options;
  if (!facet::ParseOptions(argc, argv, options)) {
    std::fprintf(stderr,
                 "usage: passes_fuzz [-seconds=N] [-executions=N] [-seed=N] "
                 "[-only=N] SEED.ll...\n");
    return 2;
  }
  std::vector<std::string> texts;
  for (const std::string& file : options.files) {
    std::ifstream stream(file);
    texts.emplace_back(std::istreambuf_iterator<char>(stream),
                       std::istreambuf_iterator<char>());
    if (texts.back().empty()) {
      std::fprintf(stderr, "passes_fuzz: error: cannot read %s\n",
                   file.c_str());
      return 1;
    }
  }
  return facet::Fuzzer(std::move(options), std::move(texts)).Run();
}
