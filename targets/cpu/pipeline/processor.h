//===- processor.h - The processor that CPU code is for --------------------===//
//
// In:  a target, with options that name a processor.
// Out: what code for it may use, as a machine of LLVM's and in the image.
//
// All processors that run images have x86-64-v3. A target's aot_device, or
// -march=, names one that has more; the code is scheduled for it, too. Of what
// it has, code uses config/image/cpu_features.def, and the image says so, or a
// processor without would trap in it.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_TARGETS_CPU_PIPELINE_PROCESSOR_H
#define FACET_TARGETS_CPU_PIPELINE_PROCESSOR_H

#include "config/device_config/device_config.h"
#include "postlink/container/container.h"
#include "llvm/Support/Error.h"

#include <memory>
#include <string>

namespace llvm {
class Module;
class TargetMachine;
} // namespace llvm

namespace facet {

/// What code for a processor may use beside x86-64-v3.
struct Processor {
  /// Those of cpu_features.def, in their order, a space between two.
  std::string Features;
  /// LLVM's name of the processor for which code is scheduled.
  std::string Tuning;
  /// Bits, of -mprefer-vector-width= or better than what LLVM prefers for the
  /// processor; empty: as LLVM prefers.
  std::string VectorWidth;
};

/// Returns what \p Target has and its options add (IsProcessorOption in
/// targets/cpu/family.h): -march= takes nothing away. "native" is the processor
/// of this process. Error: LLVM knows no such processor.
llvm::Expected<Processor> processorOf(const TargetDescription &Target);

/// Returns a machine that makes code for \p Target. Error: as above.
llvm::Expected<std::unique_ptr<llvm::TargetMachine>>
createCpuMachine(const TargetDescription &Target);

/// Lets the functions of \p M be code for \p Target, whose machine is
/// \p Machine.
void setCpuProcessor(llvm::Module &M, const TargetDescription &Target,
                     const llvm::TargetMachine &Machine);

/// Writes what the runtime must know of an image for \p Target. What instructions
/// it uses is not written for an architecture other than x86_64: the native CPU
/// does not load it.
void describeCpuTarget(const TargetDescription &Target,
                       PropertySetRegistry &Properties);

} // namespace facet

#endif // FACET_TARGETS_CPU_PIPELINE_PROCESSOR_H
