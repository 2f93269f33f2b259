//===- before_combining.h - What LLVM combines wrongly, kept from it ------===//
//
// In: the callbacks of a pipeline. Out: before each InstCombine of it,
// functions are in a form of which LLVM 22 makes what the program says:
// repeated_choices.h, half_overflow.h and masked_loads.h.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_COMPILER_IR_BEFORE_COMBINING_H
#define FACET_COMPILER_IR_BEFORE_COMBINING_H

namespace llvm {
class PassInstrumentationCallbacks;
}

namespace facet {

/// For each pipeline that reports to \p Callbacks.
void prepareBeforeCombining(llvm::PassInstrumentationCallbacks &Callbacks);

} // namespace facet

#endif // FACET_COMPILER_IR_BEFORE_COMBINING_H
