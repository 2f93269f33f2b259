//===- sanitizers.h - Kernels that check themselves -----------------------===//
//
// In:  device code of sources compiled with -fsanitize=address (an attribute of
//      functions) or -fsanitize=undefined (calls of handlers).
// Out: for CPUs, code with the address sanitizer's checks; the program has the
//      runtime libraries. Without them for devices that have none.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_POSTLINK_RETARGET_SANITIZERS_H
#define FACET_POSTLINK_RETARGET_SANITIZERS_H

namespace llvm {
class Module;
} // namespace llvm

namespace facet {

class Optimizer;

/// Removes what sanitizers have written into \p M.
void dropSanitizers(llvm::Module &M);

/// Adds the checks of the address sanitizer to \p M if its source asks for them.
/// \p M is the code of CPU kernels, lowered and optimized.
void addAddressChecks(llvm::Module &M, Optimizer &Passes);

} // namespace facet

#endif // FACET_POSTLINK_RETARGET_SANITIZERS_H
