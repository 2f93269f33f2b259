//===- narrow_products.h - Products of small integers, in 32 bits ---------===//
//
// In: a module before LLVM generates code for x86-64. Out: the same, where a
// product of more than 32 bits whose factors have 16 is one of 32 bits,
// extended.
// Why: LLVM 22 makes `vpmulhw` and a logical shift of 16 bits that are taken
// from such a product, however far it is shifted (combinePMULH): of
// `short((long(a) * b) >> 32)` with vectors of `signed char` nothing was right.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_TARGETS_CPU_PIPELINE_NARROW_PRODUCTS_H
#define FACET_TARGETS_CPU_PIPELINE_NARROW_PRODUCTS_H

namespace llvm {
class Function;
}

namespace facet {

/// Narrows the products of \p F that are vectors and whose bits are taken
/// apart. True if \p F has changed; its control flow never does. Linear in the
/// size of F.
bool narrowProducts(llvm::Function &F);

} // namespace facet

#endif // FACET_TARGETS_CPU_PIPELINE_NARROW_PRODUCTS_H
