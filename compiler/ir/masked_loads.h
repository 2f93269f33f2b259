//===- masked_loads.h - Loads that stay before stores ---------------------===//
//
// In: a function before LLVM combines its instructions. Out: the same, where no
// choice between what a masked load gives and another value comes behind a
// store for LLVM.
// Why: LLVM 22 makes one load of the load and the choice, at the place of the
// choice (InstCombine, visitSelectInst; llvm/llvm-project#216730 fixes it): of
// vector code of `old = x; if (c) { old = *p; *p = x; }` old was what had been
// stored.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_COMPILER_IR_MASKED_LOADS_H
#define FACET_COMPILER_IR_MASKED_LOADS_H

namespace llvm {
class Function;
}

namespace facet {

/// Freezes what a masked load gives if a choice is all that uses it and memory
/// may be written before that. True if \p F has changed; its control flow never
/// does. Linear in the size of F.
bool keepMaskedLoads(llvm::Function &F);

} // namespace facet

#endif // FACET_COMPILER_IR_MASKED_LOADS_H
