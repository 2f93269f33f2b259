//===- assertions.h - Failed assertions in SPIR-V -------------------------===//
//
// In:  calls of __sycl_assert_fail (headers/sycl/detail/device_assert.hpp),
//      inlined into kernels, and `unreachable` behind them.
// Out: calls of OpenCL's printf with the whole message as the format, since its
//      strings must be constants, and a word of the host's memory that becomes
//      1: its address is one more argument of the kernel, behind all others. The
//      runtime ends the program when it sees that (assertion_flag.h there).
//      Until then the work-item goes on as if the assertion held.
// Why: SPIR-V can neither stop a kernel nor the program. A work-item that ended
//      would be missing at the barriers that follow, where the others wait.
//
// The device libraries of other targets define __sycl_assert_fail.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_POSTLINK_RETARGET_ASSERTIONS_H
#define FACET_POSTLINK_RETARGET_ASSERTIONS_H

#include "llvm/ADT/ArrayRef.h"

#include <string>
#include <vector>

namespace llvm {
class Module;
}

namespace facet {

/// Where nothing follows an assertion (`assert(false)`), the function returns,
/// a null value if it has one. Returns the kernels that got the argument; in
/// functions that are not inlined into kernels only the message is printed.
std::vector<std::string>
lowerAssertionsToPrintf(llvm::Module &M, llvm::ArrayRef<std::string> Kernels);

} // namespace facet

#endif // FACET_POSTLINK_RETARGET_ASSERTIONS_H
