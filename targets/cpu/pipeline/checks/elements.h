//===- elements.h - Checks of accessors' indices --------------------------===//
//
// In: calls of __sycl_checked_element and __sycl_read_only
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
class Instruction;
class Value;
} // namespace llvm

namespace facet {

struct CheckedElement {
  explicit CheckedElement(const llvm::CallInst &Call);

  static constexpr unsigned AddressOperand = 0;
  llvm::Value *Address;
  unsigned Dimensions;
  bool IsLocal;
  bool IsConst; // only to be read
  uint64_t Bytes;
  std::array<llvm::Value *, 3> Index, Range;
};

/// Marks what writes to memory that an accessor only reads, as far as the
/// pointer is seen to be from that accessor, and drops __sycl_read_only.
void findWritesToReadOnly(llvm::Function &F);
bool isWriteToReadOnly(const llvm::Instruction &I);

/// In the order of the code.
llvm::SmallVector<llvm::CallInst *> elementsIn(llvm::Function &F);

} // namespace facet

#endif // FACET_TARGETS_CPU_PIPELINE_CHECKS_ELEMENTS_H
