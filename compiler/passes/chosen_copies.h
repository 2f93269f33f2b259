//===- chosen_copies.h - Copies of one of several objects -----------------===//
//
// In:  a device module as Clang has generated it.
// Out: the same; a copy of a small object that is one of several is made of its
//      parts.
// Why: `return b.v < a.v ? b : a;` of a struct is a memcpy from an address that
//      the condition chooses. LLVM makes values of objects that are loaded from
//      such an address, but not of those that are copied from it: the reduction
//      of a pair by the least one was 20 times a plain loop.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_COMPILER_PASSES_CHOSEN_COPIES_H
#define FACET_COMPILER_PASSES_CHOSEN_COPIES_H

#include "llvm/IR/Module.h"

namespace facet {

/// Divides such copies. All bytes are copied, those between the parts, too.
/// True if \p M has changed. Linear in the size of M.
bool divideChosenCopies(llvm::Module &M);

} // namespace facet

#endif // FACET_COMPILER_PASSES_CHOSEN_COPIES_H
