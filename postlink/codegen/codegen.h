//===- codegen.h - From LLVM IR to a target's code ------------------------===//
//
// In:  a job's module.
// Out: the module as the target wants it, or its code.
//
// Target machines, and what all back ends do with a module before and after
// their own work. Nothing here prints or exits: what LLVM would report through
// its context becomes an error.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_POSTLINK_CODEGEN_CODEGEN_H
#define FACET_POSTLINK_CODEGEN_CODEGEN_H

#include "postlink/codegen/job.h"
#include "postlink/retarget/kernels.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"
#include "llvm/Target/TargetMachine.h"

#include <memory>
#include <string>

namespace facet {

/// Registers the back ends LLVM was built with. Call once.
void initializeBackEnds();

llvm::Expected<std::unique_ptr<llvm::TargetMachine>>
createMachine(const TargetFamily &Target, llvm::StringRef Cpu,
              llvm::StringRef Features);

/// Returns the bytes \p Machine makes of \p M.
llvm::Expected<llvm::SmallVector<char, 0>>
emitCode(llvm::Module &M, llvm::TargetMachine &Machine,
         llvm::CodeGenFileType Kind);

/// Collects the errors LLVM reports through a context while it lives.
class DiagnosticCollector {
public:
  explicit DiagnosticCollector(llvm::LLVMContext &Context);
  /// Returns the first error reported, if any.
  llvm::Error take();

private:
  std::shared_ptr<std::string> First;
};

/// What a GPU family adds to prepareForGpu.
struct GpuSteps {
  /// Makes the signature and attributes of a kernel the target's.
  llvm::Function *(*LowerKernel)(llvm::Function &Kernel) = nullptr;
  /// A function that drivers define.
  llvm::StringRef DriverFunction = {};
};

/// Everything a GPU family with a device library of its own does before
/// optimization: retargets the job's module, links the libraries, infers.
llvm::Error prepareForGpu(AotJob &Job, llvm::TargetMachine &Machine,
                          const TargetFamily &Target, const GpuSteps &Steps);

/// Inlines helpers until no kernel hands out pointers to its arguments.
void inlineArgumentUsers(AotJob &Job, llvm::TargetMachine &Machine);

/// Returns the bitcode file of the device library directory called \p Name.
std::string libraryPath(const ToolPaths &Tools, const llvm::Twine &Name);

/// Returns true if another image defines \p F.
bool isImported(const AotJob &Job, const llvm::Function &F);

} // namespace facet

#endif // FACET_POSTLINK_CODEGEN_CODEGEN_H
