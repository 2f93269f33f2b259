//===- locations.cpp - Places in the source -------------------------------===//
//
// See locations.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/ir/locations.h"

using namespace llvm;

namespace facet {

std::string fileOf(const DILocation &Location) {
  const auto *Scope = dyn_cast_or_null<DIScope>(Location.getRawScope());
  const auto *File =
      Scope ? dyn_cast_or_null<DIFile>(Scope->getRawFile()) : nullptr;
  const auto *Name =
      File ? dyn_cast_or_null<MDString>(File->getOperand(0).get()) : nullptr;
  return Name ? Name->getString().str() : "";
}

} // namespace facet
