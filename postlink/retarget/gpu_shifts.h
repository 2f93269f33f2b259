//===- gpu_shifts.h - Shifts to the top bit -------------------------------===//
//
// In: an optimized module for an NVIDIA GPU. Out: the same, where a shift to
// the top bit may overflow for all LLVM knows.
// Why: LLVM 22 makes one instruction, `mul.wide.s32`, of a shift that does not
// overflow and the extension of its result. By 31 bits it multiplies with
// -2147483648, so that -1 became +2147483648 (NVPTXISelLowering,
// combineMulWide; llvm/llvm-project#200924 fixes it).
//
//===----------------------------------------------------------------------===//

#ifndef FACET_POSTLINK_RETARGET_GPU_SHIFTS_H
#define FACET_POSTLINK_RETARGET_GPU_SHIFTS_H

namespace llvm {
class Module;
}

namespace facet {

/// Takes the flag `nsw` from each such shift of \p M.
void keepSignsOfShifts(llvm::Module &M);

} // namespace facet

#endif // FACET_POSTLINK_RETARGET_GPU_SHIFTS_H
