//===- locations.h - Places in the source ---------------------------------===//
//
// In:  debug information, which may come from anywhere.
// Out: names of files, for messages.
// Why: LLVM's own way to them trusts nodes that its reader and its verifier let
//      pass whatever they hold.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_COMPILER_IR_LOCATIONS_H
#define FACET_COMPILER_IR_LOCATIONS_H

#include "llvm/IR/DebugInfoMetadata.h"

#include <string>

namespace facet {

/// Returns the file that \p Location is in; empty if that is not known.
std::string fileOf(const llvm::DILocation &Location);

} // namespace facet

#endif // FACET_COMPILER_IR_LOCATIONS_H
