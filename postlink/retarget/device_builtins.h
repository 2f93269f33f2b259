//===- device_builtins.h - Built-in functions of device code --------------===//
//
// Device code calls functions that nobody wrote: work-item queries
// (llvm.spv.* intrinsics), barriers, the range guard, the local arena, and the
// OpenCL extended instruction set as `__spirv_ocl_*`. The SPIR-V back end knows
// them; for other targets they are defined by the device library of the family
// (postlink/aot/device_library) and, for mathematics, by libclc, whose
// functions have OpenCL's names.
//
// In: a retargeted module. Out: the same without undefined functions, or an
// error that names the function and the kernel that needs it.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_POSTLINK_RETARGET_DEVICE_BUILTINS_H
#define FACET_POSTLINK_RETARGET_DEVICE_BUILTINS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <string>

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace facet {

struct CodeModel;

namespace builtin {
inline constexpr char ControlBarrier[] = "_Z22__spirv_ControlBarrierjjj";
inline constexpr char MemoryBarrier[] = "_Z21__spirv_MemoryBarrierjj";
inline constexpr char SubGroupShuffle[] = "_Z28__spirv_SubgroupShuffleINTELjj";
// Parts of sub-groups (headers/sycl/detail/sub_group_parts.hpp).
inline constexpr char ExchangeAmong[] = "__sycl_exchange_among";
inline constexpr char BarrierAmong[] = "__sycl_barrier_among";
inline constexpr char ExecutingTogether[] = "__sycl_executing_together";
// What the device library for CPUs makes them of (cpu_barriers.h).
inline constexpr char ExchangeSlot[] = "__facet_exchange_slot";
inline constexpr char WaitSlot[] = "__facet_wait_slot";
inline constexpr char WaitForOthers[] = "__facet_wait_for_others";
inline constexpr char InRange[] = "__sycl_in_range";
inline constexpr char LocalArena[] = "__sycl_local_arena";
inline constexpr char GroupScratch[] = "__sycl_group_scratch";
inline constexpr char GroupStrategy[] = "__sycl_group_strategy";
/// Before the type of the values: u32, u64, f32 or f64. For x86, where the
/// strategy is to take one work-item after the other.
inline constexpr char GroupCombinePrefix[] = "__sycl_group_combine_";
inline constexpr char PointsInto[] = "__sycl_points_into";
/// The facet_cpu_group's access_stamp.
inline constexpr char AccessStamp[] = "__facet_access_stamp";
inline constexpr char CheckedElement[] = "__sycl_checked_element";
inline constexpr char ReadOnly[] = "__sycl_read_only";
inline constexpr char AssertFail[] = "__sycl_assert_fail";
/// The driver's function that the library for NVIDIA GPUs calls.
inline constexpr char NvidiaAssertFail[] = "__assertfail";
} // namespace builtin

/// SPIR-V's "Scope <id>", which built-ins of barriers take.
enum : uint64_t { ScopeDevice = 1, ScopeWorkGroup = 2, ScopeSubGroup = 3 };

/// Replaces what is a constant for a target: `__sycl_in_range(i, n)`, true
/// where the runtime never starts a work-item outside the range (x86), `i < n`
/// elsewhere; `__sycl_group_strategy()`, how work-groups combine values
/// (headers/sycl/detail/group_exchange.hpp); where there is no telling,
/// `__sycl_executing_together()`, the work-item alone. For SPIR-V, whose
/// sub-groups exchange and order memory in any control flow, exchanges and
/// barriers of parts of sub-groups are those of whole ones; calls that only tell who reads a
/// specialization constant are removed. But for x86, `__sycl_checked_element(p, ...)`
/// and `__sycl_read_only(p)` are p, and `__sycl_group_combine_T(op, x)`, which
/// nothing reaches, is x.
void lowerTargetConstants(llvm::Module &M, const CodeModel &Target);

/// Turns llvm.spv.a.b.i64 into a call of __facet_a_b_i64, which the device
/// library defines.
void lowerWorkItemQueries(llvm::Module &M);

/// Returns what device code calls OpenCL's function \p Name, `sin`, for the
/// mangled \p Parameters, `f`: `_Z15__spirv_ocl_sinf`.
std::string spirvMathName(llvm::StringRef Name, llvm::StringRef Parameters);

/// Gives undefined C library names the names of OpenCL extended instructions,
/// `__spirv_ocl_*`.
void nameMathForSpirv(llvm::Module &M);

/// Does the same, and with mathematical intrinsics and instructions that GPU
/// back ends select badly or not at all: the device library defines some of
/// these functions.
void nameMathForDeviceLibrary(llvm::Module &M);

/// Gives those that are left the names of libclc's functions.
void nameMathForLibclc(llvm::Module &M);

/// Returns true for an undefined function of C's mathematics that the first two
/// rename: `erff`.
bool isMathOfC(const llvm::Function &F);

/// Links what \p M needs of the bitcode file \p Path.
llvm::Error linkDeviceLibrary(llvm::Module &M, llvm::StringRef Path);

/// Returns an error for the first undefined function that \p IsAllowed refuses.
llvm::Error
checkResolved(llvm::Module &M, llvm::ArrayRef<std::string> Kernels,
              llvm::function_ref<bool(const llvm::Function &)> IsAllowed);

} // namespace facet

#endif // FACET_POSTLINK_RETARGET_DEVICE_BUILTINS_H
