//===- inlining.h - Functions that must become part of their callers ------===//
//
// In:  a module and the functions in question.
// Out: the module with attributes that have them, or their callers, inlined.
// Why: drivers, and steps of retargeting, cannot do with some code in
//      functions.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_POSTLINK_RETARGET_INLINING_H
#define FACET_POSTLINK_RETARGET_INLINING_H

#include "llvm/ADT/ArrayRef.h"

#include <string>

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace facet {

/// The attribute of functions that stay functions whatever they contain: only
/// some devices have what is in them.
inline constexpr char StaysFunction[] = "facet-stays-function";

/// Marks \p F for inlining, whatever the source says of that.
void requestInlining(llvm::Function &F);

/// Marks for inlining each function from which one of \p Callees is called,
/// directly or through others. \p Kernels and functions that stay functions
/// are left, and so is what reaches \p Callees through these only.
void requestInliningOfCallers(llvm::ArrayRef<llvm::Function *> Callees,
                              llvm::ArrayRef<std::string> Kernels);

/// Does the same for functions that call one of \p Callees themselves, and no
/// more.
void requestInliningOfDirectCallers(llvm::ArrayRef<llvm::Function *> Callees,
                                    llvm::ArrayRef<std::string> Kernels);

/// As requestInliningOfCallers, for work-group barriers, the functions of
/// groups and the global offset: PoCL computes wrongly, or fails, where one is
/// in a function that its kernels call.
void requestInliningOfGroupCode(llvm::Module &M,
                                llvm::ArrayRef<std::string> Kernels);

/// Does the same for atomic operations whose pointers have no address space yet
/// (\p GenericSpace): they may find one in their kernels, and PoCL has
/// functions for those of global and local memory alone.
void requestInliningOfAtomics(llvm::Module &M, unsigned GenericSpace,
                              llvm::ArrayRef<std::string> Kernels);

} // namespace facet

#endif // FACET_POSTLINK_RETARGET_INLINING_H
