//===- half_sums.h - Products and sums of half, rounded once --------------===//
//
// In:  functions before LLVM generates code for a processor without arithmetic on
//      half.
// Out: the same, where a sum of a product and another half, which may be
//      contracted, is computed with float and rounded to half once.
//
// Such a processor converts operands to float and the result back. Of `a * b + c`
// the product was converted back and forth in between, as if nothing might be
// contracted: of seven conversions for eight numbers two were for nothing. The
// product is exact as a float.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_TARGETS_CPU_PIPELINE_HALF_SUMS_H
#define FACET_TARGETS_CPU_PIPELINE_HALF_SUMS_H

namespace llvm {
class Function;
}

namespace facet {

/// Does so for scalars and vectors of \p F. True if \p F has changed; its control
/// flow never does. Linear in the size of F.
bool roundHalfSumsOnce(llvm::Function &F);

} // namespace facet

#endif // FACET_TARGETS_CPU_PIPELINE_HALF_SUMS_H
