// How long aspect propagation takes as modules grow, against LLVM's own walk.
//
//   propagate_aspects_benchmark --benchmark_filter=…
//
// Propagate/<shape>/N runs the pass on N functions; "time/function" stays level
// while time is linear. Verify/N is LLVM's verifier on the same module: what
// one careful look at each instruction costs.

#include "benchmark/benchmark.h"
#include "compiler/passes/propagate_aspects.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/PassManager.h"
#include "llvm/IR/Verifier.h"
#include "testing/benchmarks/module_generator.h"

namespace facet {
namespace {

void ReportPerFunction(benchmark::State& state) {
  state.SetComplexityN(state.range(0));
  state.counters["time/function"] =
      benchmark::Counter(static_cast<double>(state.range(0)),
                         benchmark::Counter::kIsIterationInvariantRate |
                             benchmark::Counter::kInvert);
}

template <CallShape shape>
void Propagate(benchmark::State& state) {
  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> module =
      GenerateModule(context, state.range(0), shape);
  llvm::ModuleAnalysisManager analyses;
  for (auto _ : state) {
    PropagateAspectsOptions options;
    options.ExcludedAspects = {"fp64"};
    options.Report = [](const AspectUse&) {};
    PropagateAspectsPass(std::move(options)).run(*module, analyses);
  }
  ReportPerFunction(state);
}

void Verify(benchmark::State& state) {
  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> module =
      GenerateModule(context, state.range(0), CallShape::kTree);
  for (auto _ : state)
    if (llvm::verifyModule(*module)) state.SkipWithError("not valid");
  ReportPerFunction(state);
}

void Sizes(benchmark::internal::Benchmark* benchmark) {
  for (int64_t size : {1000, 10000, 100000, 1000000}) benchmark->Arg(size);
  benchmark->Unit(benchmark::kMillisecond)->Complexity(benchmark::oN);
}

BENCHMARK(Propagate<CallShape::kTree>)->Apply(Sizes)->Name("Propagate/tree");
BENCHMARK(Propagate<CallShape::kChain>)->Apply(Sizes)->Name("Propagate/chain");
BENCHMARK(Propagate<CallShape::kRecursion>)
    ->Apply(Sizes)
    ->Name("Propagate/recursion");
BENCHMARK(Verify)->Apply(Sizes);

}  // namespace
}  // namespace facet
