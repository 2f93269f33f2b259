//===- aspect_set_pool.cpp - Sets of aspects, each stored once ------------===//
//
// See aspect_set_pool.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/aspect_set_pool.h"

#include <algorithm>

namespace facet {

AspectSetPool::Id AspectSetPool::get(const AspectSet &Set) {
  auto [Found, IsNew] = Numbers.try_emplace(Set, Sets.size());
  if (IsNew)
    Sets.push_back(Set);
  return Found->second;
}

AspectSetPool::Id AspectSetPool::uniteDifferent(Id A, Id B) {
  std::pair<Id, Id> Key = std::minmax(A, B);
  if (auto Found = Unions.find(Key); Found != Unions.end())
    return Found->second;
  Id Result = get(Sets[A].Union(Sets[B]));
  Unions[Key] = Result;
  return Result;
}

} // namespace facet
