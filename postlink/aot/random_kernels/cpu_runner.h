//===- cpu_runner.h - Programs on this machine's CPU ----------------------===//
//
// In:  programs. Out: code of the back end for x86-64, in memory, which runs
// their launches. Why: what sycl-aot would make, without a linker and files.
//
//===----------------------------------------------------------------------===//

#ifndef POSTLINK_AOT_RANDOM_KERNELS_CPU_RUNNER_H
#define POSTLINK_AOT_RANDOM_KERNELS_CPU_RUNNER_H

#include "postlink/codegen/job.h"
#include "postlink/aot/random_kernels/interpreter.h"
#include "postlink/aot/random_kernels/program.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"

#include <array>
#include <functional>
#include <memory>
#include <string>

namespace llvm {
class Module;
} // namespace llvm

namespace facet::random_kernels {

/// Sub-groups of kernels that do not ask for another size.
constexpr uint32_t CpuSubGroupSize = 8;

struct CompileSettings {
  /// Where the device libraries are.
  std::string DeviceLibraryDir;
  /// As the front end does before: simplification of device code.
  bool Simplify = false;
  /// Code generation with all effort; else with little.
  bool Aggressive = false;
  /// The processor or its level, as LLVM names it, which this one must have, or
  /// "native".
  std::string Processor = "x86-64-v3";
  /// Prints where the time went.
  bool ReportPhases = false;
  /// Changes the kernels before they are compiled; may be empty.
  std::function<void(llvm::Module &)> Prepare;
};

/// The kernels' arguments as a block of bytes.
constexpr unsigned ArgumentBytes = 72;
void writeArguments(char *Block, const std::array<void *, 4> &Pointers,
                    uint64_t ArenaOffset);

/// Reads the text of the kernels and hands them to \p Compile, a back end.
llvm::Error
compileKernels(const std::string &Text, const CompileSettings &Settings,
               const TargetDescription &Target,
               llvm::function_ref<llvm::Error(AotJob &)> Compile);

class CpuModule {
public:
  virtual ~CpuModule() = default;
  /// \p Text is LLVM IR for spirv64 (writer.h).
  static llvm::Expected<std::unique_ptr<CpuModule>>
  compile(const std::string &Text, const CompileSettings &Settings);
  /// False if there is no such kernel.
  virtual bool run(const std::string &Kernel, const Launch &L, Memory &M) = 0;
  /// Returns the address of a function or variable of the code; null if there
  /// is none.
  virtual void *symbol(const std::string &Name) = 0;
  /// Returns true if the kernel's work-items are coroutines.
  virtual bool isCoroutine(const std::string &Kernel) const = 0;
};

} // namespace facet::random_kernels

#endif // POSTLINK_AOT_RANDOM_KERNELS_CPU_RUNNER_H
