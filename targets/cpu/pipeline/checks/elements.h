//===- elements.h - Checks of accessors' indices --------------------------===//
//
// In: calls of __sycl_checked_element
// (headers/sycl/detail/checked_elements.hpp).
//
//===----------------------------------------------------------------------===//

#ifndef FACET_TARGETS_CPU_PIPELINE_CHECKS_ELEMENTS_H
#define FACET_TARGETS_CPU_PIPELINE_CHECKS_ELEMENTS_H

#include "llvm/ADT/SmallVector.h"

#include <array>
#include <cstdint>

namespace llvm {
class CallInst;
class Function;
class Value;
} // namespace llvm

namespace facet {

struct CheckedElement {
  explicit CheckedElement(const llvm::CallInst &Call);

  static constexpr unsigned AddressOperand = 0;
  llvm::Value *Address;
  unsigned Dimensions;
  bool IsLocal;
  uint64_t Bytes;
  std::array<llvm::Value *, 3> Index, Range;
};

/// In the order of the code.
llvm::SmallVector<llvm::CallInst *> elementsIn(llvm::Function &F);

} // namespace facet

#endif // FACET_TARGETS_CPU_PIPELINE_CHECKS_ELEMENTS_H
