//===- local_arena.h - Dynamic local memory -------------------------------===//
//
// Local accessors are offsets into one arena whose size the host gives at
// launch; `__sycl_local_arena()` is its start. In: calls of it. Out:
//
//   NVIDIA, AMD   the address of an external array of unknown size in local
//                 memory, which is how both name dynamic shared memory
//   SPIR-V        one more kernel argument, behind all others, that the runtime
//                 sets to a local-memory size
//   x86           see cpu_queries.h
//
//===----------------------------------------------------------------------===//

#ifndef FACET_POSTLINK_RETARGET_LOCAL_ARENA_H
#define FACET_POSTLINK_RETARGET_LOCAL_ARENA_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace llvm {
class Function;
class GlobalVariable;
class Module;
class Value;
} // namespace llvm

namespace facet {

struct CodeModel;

/// Lowers the scratch memory of group algorithms,
/// `__sycl_group_scratch(bytes)`, as variables in local memory: each function
/// that asks has one of the most it asks for; kernels that ask for as much
/// share one, and so do functions. After inlining; not for x86.
llvm::Error lowerGroupScratch(llvm::Module &M, const CodeModel &Target);

/// Returns the most bytes that calls in \p F ask for; 0 if there are none.
llvm::Expected<uint64_t> groupScratchBytes(llvm::Function &F);

/// Marks the functions that ask for scratch memory themselves: what calls them
/// then shares one variable.
void requestInliningOfScratchUsers(llvm::Module &M,
                                   llvm::ArrayRef<std::string> Kernels);

/// Replaces the calls in \p F by \p Memory.
void replaceGroupScratch(llvm::Function &F, llvm::Value &Memory);

/// Returns the array of unknown size that is the arena of NVIDIA and AMD, and
/// makes it if the module has none.
llvm::GlobalVariable &sharedLocalArena(llvm::Module &M,
                                       const CodeModel &Target);

void lowerLocalArenaToShared(llvm::Module &M, const CodeModel &Target);

/// A function that stays one whoever calls it (conditional code) gets the arena
/// from its callers. Returns a function with \p F's name, linkage and
/// parameters, and the arena as one more, that calls \p F. Other callers of \p
/// F keep it.
llvm::Function *takeLocalArena(llvm::Function &F);

/// Marks every function that reaches the arena, the scratch memory or a failed
/// assertion for inlining into the kernels, or into functions that stay ones.
void requestInliningOfArenaUsers(llvm::Module &M,
                                 llvm::ArrayRef<std::string> Kernels);

/// Gives each kernel that uses the arena the extra argument. Returns the names
/// of those kernels.
llvm::Expected<std::vector<std::string>>
lowerLocalArenaToArgument(llvm::Module &M, llvm::ArrayRef<std::string> Kernels);

} // namespace facet

#endif // FACET_POSTLINK_RETARGET_LOCAL_ARENA_H
