//===- counters.h - CPU kernels that count what of them is executed -------===//
//
// In:  code of a CPU with the calls of compiler/ir/counters.h.
// Out: atomic additions, relaxed, to counters of the program that the runtime
//      finds when it loads the image (config/image/cpu_abi.h).
//
//===----------------------------------------------------------------------===//

#ifndef FACET_POSTLINK_RETARGET_COUNTERS_H
#define FACET_POSTLINK_RETARGET_COUNTERS_H

namespace llvm {
class Module;
} // namespace llvm

namespace facet {

void lowerCounters(llvm::Module &M);

} // namespace facet

#endif // FACET_POSTLINK_RETARGET_COUNTERS_H
