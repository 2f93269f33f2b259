//===- job.h - One module for one target ----------------------------------===//
//
// In:  a module, its target, tools.
// Out: the code of an image, and what the runtime must know of it.
//
// What a back end gets and what it gives. Each back end is one function in the
// folder of its family (targets/); targets/pipelines picks it.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_POSTLINK_CODEGEN_JOB_H
#define FACET_POSTLINK_CODEGEN_JOB_H

#include "compiler/support/phases.h"
#include "config/device_config/device_config.h"
#include "postlink/codegen/subprocess.h"
#include "postlink/conditional/kernel_requirements.h"
#include "postlink/conditional/spirv_conditions.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/CodeGen.h"
#include "llvm/Support/Error.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace llvm {
class Module;
}

namespace facet {

/// Tools and libraries back ends use. A name without a slash is looked up in
/// PATH.
struct ToolPaths {
  std::string Ocloc = "ocloc";
  /// Empty: the one of this LLVM's version, else any.
  std::string Lld;
  /// If set, it makes a cubin beside the PTX.
  std::string Ptxas;
  /// Holds <family>.bc and libclc-<family>.bc, see device_library/.
  std::string DeviceLibraryDir;
};

/// Back-end option of CPU targets that is not for their linker: kernels with
/// barriers are executed by coroutines, never as loops between the barriers.
/// For comparing the two.
inline constexpr char CoroutinesOption[] = "--barriers=coroutines";

struct AotJob {
  std::unique_ptr<llvm::Module> M;
  /// For messages.
  std::string ModuleName;
  std::vector<std::string> Kernels;
  /// Kernels and exported functions.
  std::vector<std::string> Symbols;
  /// Functions that another image defines.
  std::vector<std::string> Imports;
  /// Generation functions of conditional calls, for SPIR-V.
  std::vector<std::string> Generations;
  /// Their own conditions.
  std::vector<ConditionManager::Id> CallConditions;
  /// What single kernels need, where they share an image whatever they need.
  KernelRequirements Needs;
  const TargetDescription &Target;
  const ToolPaths &Tools;
  PhaseReport &Phases;
  /// On which devices functions exist, for SPIR-V. What the configuration says of
  /// architectures proves nothing here: the device itself is asked.
  FunctionConditions Conditions{{}};
  /// How many the back end may use. What it makes does not depend on them.
  unsigned Threads = 1;
};

/// The code of an image, in the target's format (config/image/image.h).
struct CompiledCode {
  uint32_t Format = 0;
  llvm::SmallVector<char, 0> Bytes;
  /// NVIDIA only: the same code finished for one processor. Empty if none.
  llvm::SmallVector<char, 0> Cubin;
  /// Kernels with an extra local-memory argument behind their own; none where
  /// local memory is no argument.
  std::optional<std::vector<std::string>> ArenaKernels;
  /// NVIDIA only: the bytes of dynamic local memory that kernels need beside what
  /// a launch asks for.
  std::map<std::string, uint64_t> DynamicLocalBytes;
  /// Kernels with one more behind that: where they tell of a failed assertion.
  std::vector<std::string> FlaggedKernels;
  /// Conditions that the code has, for whoever finishes it.
  SpirvConditions Conditions;
};

/// Returns "kernel 'A'" or "kernels 'A', 'B'", as the user wrote them.
std::string namesForUser(llvm::ArrayRef<std::string> Kernels);

/// \p Tool could not finish the image.
llvm::Error toolFailed(llvm::StringRef Tool, const AotJob &Job,
                       const ToolResult &Result);

} // namespace facet

#endif // FACET_POSTLINK_CODEGEN_JOB_H
