//===- element_stores.h - Elements whose index is computed ----------------===//
//
// In: an optimized module before code generation. Out: the same, where a vector
// that differs from memory in one element, at a computed index, is stored as
// if it were aligned for the element only.
// Why: LLVM 22 stores that element alone and keeps the alignment of the vector
// (DAGCombiner, replaceStoreOfInsertLoad; llvm/llvm-project#215895 fixes it).
// It then takes the store for one of the first element, and loads others after
// it: `y = v[1]; v[i] = 0; z = x / y` divided by zero.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_POSTLINK_CODEGEN_ELEMENT_STORES_H
#define FACET_POSTLINK_CODEGEN_ELEMENT_STORES_H

namespace llvm {
class Module;
}

namespace facet {

/// Lowers the alignment of each such store of \p M to that of its elements.
void alignElementStores(llvm::Module &M);

} // namespace facet

#endif // FACET_POSTLINK_CODEGEN_ELEMENT_STORES_H
