//===- code_features.cpp - What the code of a function may use ------------===//
//
// See code_features.h.
//
//===----------------------------------------------------------------------===//

#include "postlink/retarget/code_features.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Function.h"

using namespace llvm;

namespace facet {
namespace {

constexpr StringLiteral Attribute = "target-features";

StringRef featuresOf(const Function &F) {
  return F.getFnAttribute(Attribute).getValueAsString();
}

} // namespace

bool hasFeature(const Function &F, StringRef Feature) {
  return is_contained(split(featuresOf(F), ','), Feature);
}

void addFeatures(Function &F, StringRef Features) {
  const StringRef Own = featuresOf(F);
  F.addFnAttr(Attribute,
              Own.empty() ? Features.str() : (Own + "," + Features).str());
}

} // namespace facet
