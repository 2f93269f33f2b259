//===- other_options.h - Options of other SYCL compilers ------------------===//
//
// In:  the text of an option of group <same as> (options/other_compilers.td).
// Out: the arguments that stand for it.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_COMPILER_DRIVER_OTHER_OPTIONS_H
#define FACET_COMPILER_DRIVER_OTHER_OPTIONS_H

#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace facet {

/// Returns the words of \p Text with \p Value for "%".
std::vector<std::string> replacement(llvm::StringRef Text,
                                     llvm::StringRef Value);

} // namespace facet

#endif // FACET_COMPILER_DRIVER_OTHER_OPTIONS_H
