//===- address_terms.h - Addresses as sums of products --------------------===//
//
// In: the address of an access. Out: the products that it is the sum of,
// modulo 2^64, so that addresses can be compared which were computed in
// different ways: `a + ((z - 1) * w + y) * v` and `a + (z * w + y) * v` differ
// by `w * v`. ScalarEvolution does not multiply sums out, and finds no
// difference there.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_POSTLINK_RETARGET_ADDRESS_TERMS_H
#define FACET_POSTLINK_RETARGET_ADDRESS_TERMS_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace llvm {
class DataLayout;
class Value;
} // namespace llvm

namespace facet {

/// Returns true if \p V is an argument of the kernel it is used in, or was
/// loaded from one: it is the same for all work-items of a launch.
bool isKernelArgument(const llvm::Value *V);

/// Factors, each of 64 bits, by their numbers in AddressTerms, in ascending
/// order; none for the constant.
using Factors = std::vector<unsigned>;

/// Factors with what their product is multiplied by, never zero.
using Sum = std::map<Factors, uint64_t>;

Sum differenceOf(const Sum &A, const Sum &B);

/// The sums of the addresses of one function, whose instructions must not
/// change meanwhile.
class AddressTerms {
public:
  explicit AddressTerms(const llvm::DataLayout &Layout) : Layout(Layout) {}

  /// Returns the sum of \p Address, which has 64 bits. What cannot be taken
  /// apart, or not within the bounds on the number of terms, is a factor
  /// itself.
  const Sum &sumOf(llvm::Value *Address);
  llvm::Value *factor(unsigned Number) const { return Values[Number]; }

private:
  Sum compute(llvm::Value *V, unsigned Depth);
  const Sum &sumOf(llvm::Value *V, unsigned Depth);
  Sum single(llvm::Value *V);
  std::optional<Sum> computeOffset(llvm::Value *Address, unsigned Depth);

  const llvm::DataLayout &Layout;
  llvm::DenseMap<llvm::Value *, unsigned> Numbers;
  std::vector<llvm::Value *> Values;
  std::map<llvm::Value *, Sum> Sums;
};

} // namespace facet

#endif // FACET_POSTLINK_RETARGET_ADDRESS_TERMS_H
