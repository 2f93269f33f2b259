//===- strides.h - How far apart the values of neighbours are -------------===//
//
// In: a value of a kernel's body. Out: the difference between the values of two
// work-items that are neighbours in a dimension, where that is a constant: the
// stride of an address says whether a loop over the work-items accesses memory
// in its order. An estimate of what pays, not a proof: integers may wrap.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_TARGETS_CPU_PIPELINE_STRIDES_H
#define FACET_TARGETS_CPU_PIPELINE_STRIDES_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/Analysis/UniformityAnalysis.h"

#include <cstdint>
#include <optional>

namespace llvm {
class DataLayout;
class GetElementPtrInst;
class Instruction;
class Value;
} // namespace llvm

namespace facet {

class Strides {
public:
  /// Of neighbours in dimension 0.
  Strides(const llvm::UniformityInfo &Uniformity,
          const llvm::DataLayout &Layout)
      : Uniformity(&Uniformity), Layout(Layout) {}

  /// Of neighbours in \p Dimension. What is loaded from one address counts as
  /// the same for all of them.
  Strides(unsigned Dimension, const llvm::DataLayout &Layout)
      : Dimension(Dimension), Layout(Layout) {}

  /// Returns the stride of \p V, in bytes if it is an address. Zero for what is
  /// the same for all these work-items, such as an id in another dimension.
  std::optional<int64_t> of(const llvm::Value *V);

private:
  std::optional<int64_t> compute(const llvm::Instruction &I);
  std::optional<int64_t> ofBinary(const llvm::Instruction &I);
  std::optional<int64_t> ofPhi(const llvm::Instruction &I);
  std::optional<int64_t> ofAddress(const llvm::GetElementPtrInst &Address);
  bool areOperandsEqual(const llvm::Instruction &I);

  const llvm::UniformityInfo *Uniformity = nullptr;
  unsigned Dimension = 0;
  const llvm::DataLayout &Layout;
  llvm::DenseMap<const llvm::Instruction *, std::optional<int64_t>> Known;
  unsigned Depth = 0;
};

} // namespace facet

#endif // FACET_TARGETS_CPU_PIPELINE_STRIDES_H
