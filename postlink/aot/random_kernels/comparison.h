//===- comparison.h - Programs run several ways ---------------------------===//
//
// In:  programs. Out: those for which a way to run them leaves other memory
// behind than the interpreter does.
//
// Nothing here survives what the code under test may do: see child.h.
//
//===----------------------------------------------------------------------===//

#ifndef POSTLINK_AOT_RANDOM_KERNELS_COMPARISON_H
#define POSTLINK_AOT_RANDOM_KERNELS_COMPARISON_H

#include "postlink/aot/random_kernels/cpu_runner.h"
#include "postlink/aot/random_kernels/generator.h"

#include <vector>

namespace facet::random_kernels {

struct Case {
  uint64_t Seed;
  Program P;
};

struct Failure {
  uint64_t Seed = 0;
  /// "regions", "coroutines", "both", "compiler", "crash", "time", "generator".
  std::string What;
  std::string Details;
  unsigned Launch = 0;
};

/// What makes the program of a number.
using ProgramMaker = Program (*)(uint64_t Seed);

/// Returns the program of \p Seed without launches that take too long.
Case makeCase(uint64_t Seed, ProgramMaker Make = randomProgram);

struct BatchResult {
  std::vector<Failure> Failures;
  /// Kernels that were cut into regions (or had nothing to be cut at).
  unsigned Regions = 0;
};

/// Compiles all \p Cases as one module.
BatchResult compareOnCpu(const std::vector<Case> &Cases,
                         const CompileSettings &Settings);

/// Returns the first difference, in words.
std::string describe(const Memory &Wanted, const Memory &Got);

} // namespace facet::random_kernels

#endif // POSTLINK_AOT_RANDOM_KERNELS_COMPARISON_H
