//===- names.h - Symbols as people know them ------------------------------===//
//
// In:  a symbol of device code.
// Out: the name that its author gave it, for messages.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_COMPILER_IR_NAMES_H
#define FACET_COMPILER_IR_NAMES_H

#include "llvm/ADT/StringRef.h"

#include <string>

namespace facet {

/// Returns `ns::foo` for `_ZN2ns3fooEi`, the kernel's name for `_ZTS…`; the
/// symbol itself if it is not mangled.
std::string nameForUser(llvm::StringRef Symbol);

/// Returns the symbol of a kernel without the tag of its source
/// (headers/sycl/detail/source_names.hpp); other symbols as they are.
std::string withoutSourceTag(llvm::StringRef Symbol);

} // namespace facet

#endif // FACET_COMPILER_IR_NAMES_H
