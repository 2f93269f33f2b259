//===- columns.cpp - Work-items that go through columns of memory ---------===//
//
// See columns.h.
//
//===----------------------------------------------------------------------===//

#include "targets/cpu/pipeline/columns.h"

#include "targets/cpu/pipeline/strides.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

#include <cstdlib>

using namespace llvm;

namespace facet {
namespace {

/// Bytes of a line of the cache.
constexpr int64_t Line = 64;

} // namespace

std::optional<unsigned> dimensionOfColumns(const Function &Kernel) {
  const DataLayout &Layout = Kernel.getDataLayout();
  Strides OfRow(0, Layout), OfColumn(1, Layout), OfPlane(2, Layout);
  for (const Instruction &I : instructions(Kernel)) {
    const Value *Address = getLoadStorePointerOperand(&I);
    if (!Address)
      continue;
    const int64_t Bytes = static_cast<int64_t>(
        Layout.getTypeStoreSize(getLoadStoreType(&I)).getFixedValue());
    const std::optional<int64_t> Row = OfRow.of(Address);
    if (Row && std::abs(*Row) < Line)
      continue;
    if (OfColumn.of(Address) == Bytes)
      return 1;
    if (OfPlane.of(Address) == Bytes)
      return 2;
  }
  return std::nullopt;
}

} // namespace facet
