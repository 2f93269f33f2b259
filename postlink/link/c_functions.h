//===- c_functions.h - The C library's memory functions in device code ----===//
//
// In: linked device code. Clang turns calls of memcpy, memmove and memset into
// intrinsics, which every back end knows; but memcmp, which std::equal and
// comparisons of arrays end in, stays a call.
// Out: those that are called and that nobody defines are defined.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_POSTLINK_LINK_C_FUNCTIONS_H
#define FACET_POSTLINK_LINK_C_FUNCTIONS_H

namespace llvm {
class Module;
}

namespace facet {

void defineCFunctions(llvm::Module &M);

} // namespace facet

#endif // FACET_POSTLINK_LINK_C_FUNCTIONS_H
