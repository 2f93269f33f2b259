//===- approximations.h - Estimates in place of mathematical functions ----===//
//
// In: device code before its functions are named for a library. Out: calls that
// the source compiled by -ffast-math are of OpenCL's native functions.
// Why: C++ has no name for an estimate but this option, and a GPU's special
// function unit makes one by an instruction where the exact function has ten to
// forty. nvcc's -use_fast_math and DPC++'s -ffast-math do the same.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_POSTLINK_RETARGET_APPROXIMATIONS_H
#define FACET_POSTLINK_RETARGET_APPROXIMATIONS_H

namespace llvm {
class Module;
}

namespace facet {

/// Redirects calls of `float` functions that may be approximated (`afn`) to their
/// native form where OpenCL has one: cos, exp, exp2, exp10, log, log2, log10,
/// rsqrt, sin and tan, by whichever name the source knows them. A call for which
/// -ffp-accuracy= asks for an accuracy stays. pow does too: its native form
/// knows no negative base.
void callApproximations(llvm::Module &M);

/// Replaces OpenCL's half_ functions, of which drivers may have but some (PoCL
/// 3.1: neither half_exp nor half_log10), by those of full accuracy.
void callPreciseForHalf(llvm::Module &M);

} // namespace facet

#endif // FACET_POSTLINK_RETARGET_APPROXIMATIONS_H
