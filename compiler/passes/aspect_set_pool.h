//===- aspect_set_pool.h - Sets of aspects, each stored once --------------===//
//
// In:  sets of aspects.
// Out: small numbers that stand for them; equal sets have equal numbers.
// Why: a module has many functions and types and few distinct sets. With
//      numbers, "the same set" is one comparison and a union that was made
//      before is one look-up, so propagation costs the size of the module and
//      not aspects times functions.
//
//===----------------------------------------------------------------------===//

#ifndef FACET_COMPILER_PASSES_ASPECT_SET_POOL_H
#define FACET_COMPILER_PASSES_ASPECT_SET_POOL_H

#include "config/aspects/aspect_set.h"
#include "llvm/ADT/DenseMap.h"

#include <cstdint>
#include <deque>
#include <map>
#include <utility>

namespace facet {

class AspectSetPool {
public:
  using Id = uint32_t;
  static constexpr Id Empty = 0;

  AspectSetPool() { get({}); }

  Id get(const AspectSet &Set);
  Id unite(Id A, Id B) {
    if (A == B || B == Empty)
      return A;
    return A == Empty ? B : uniteDifferent(A, B);
  }
  /// Valid as long as the pool.
  const AspectSet &operator[](Id Number) const { return Sets[Number]; }

private:
  Id uniteDifferent(Id A, Id B);

  std::deque<AspectSet> Sets;
  std::map<AspectSet, Id> Numbers;
  llvm::DenseMap<std::pair<Id, Id>, Id> Unions;
};

} // namespace facet

#endif // FACET_COMPILER_PASSES_ASPECT_SET_POOL_H
