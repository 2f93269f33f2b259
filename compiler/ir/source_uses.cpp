//===- source_uses.cpp - What a source uses that its IR does not show -----===//
//
// See source_uses.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/ir/source_uses.h"

#include "compiler/ir/metadata_nodes.h"

using namespace llvm;

namespace facet {

void markFoldedDouble(Function &F) {
  F.setMetadata(metadata::FoldedDouble, MDNode::get(F.getContext(), {}));
}

bool hasFoldedDouble(const Function &F) {
  return F.hasMetadata() && F.hasMetadata(metadata::FoldedDouble);
}

void removeFoldedDouble(Function &F) {
  if (F.hasMetadata())
    F.setMetadata(metadata::FoldedDouble, nullptr);
}

AspectSet readGuardedAspects(const Function &F) {
  return F.hasMetadata() ? aspectsOf(F.getMetadata(metadata::GuardedAspects))
                         : AspectSet();
}

void writeGuardedAspects(Function &F, const AspectSet &Aspects) {
  if (!Aspects.empty() || F.hasMetadata())
    F.setMetadata(metadata::GuardedAspects,
                  Aspects.empty() ? nullptr
                                  : integersNode(F.getContext(), Aspects));
}

} // namespace facet
