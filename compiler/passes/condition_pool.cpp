//===- condition_pool.cpp - Conditions, each stored once ------------------===//
//
// See condition_pool.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/condition_pool.h"

#include <algorithm>

namespace facet {

ConditionPool::ConditionPool(std::vector<ArchitectureFacts> Architectures)
    : Architectures(std::move(Architectures)) {
  add({});
  add(NeverCondition());
}

ConditionSolver &ConditionPool::solver() {
  if (!Solver)
    Solver.emplace(Architectures);
  return *Solver;
}

ConditionPool::Id ConditionPool::add(Condition Normalized) {
  auto [Found, IsNew] = Numbers.try_emplace(Normalized, Conditions.size());
  if (IsNew)
    Conditions.push_back(std::move(Normalized));
  return Found->second;
}

ConditionPool::Id ConditionPool::get(const Condition &When) {
  auto [Found, IsNew] = AsWritten.try_emplace(When, Always);
  if (IsNew)
    Found->second = add(solver().Normalize(When));
  return Found->second;
}

ConditionPool::Id ConditionPool::allOf(const AspectSet &Aspects) {
  auto [Found, IsNew] = Conjunctions.try_emplace(Aspects, Always);
  if (!IsNew)
    return Found->second;
  Condition Text;
  for (Aspect A : Aspects) {
    Text.insert(Text.begin(), Text.empty() ? 0 : 1, kConditionAnd);
    Text.push_back(kConditionAspect);
    Text.push_back(A);
  }
  return Found->second = get(Text);
}

ConditionPool::Id ConditionPool::both(Id A, Id B) {
  if (A == B || B == Always || A == Never)
    return A;
  if (A == Always || B == Never)
    return B;
  auto [Found, IsNew] = Both.try_emplace(std::minmax(A, B), A);
  if (!IsNew)
    return Found->second;
  // Of two conditions each alone holds at least as often as both.
  if (Conditions[A].size() + Conditions[B].size() > MaxIntegers)
    return Found->second = std::min(A, B);
  Id Result = add(solver().And(Conditions[A], Conditions[B]));
  return Both[std::minmax(A, B)] = Result;
}

ConditionPool::Id ConditionPool::either(Id A, Id B) {
  if (A == B || B == Never || A == Always)
    return A;
  if (A == Never || B == Always)
    return B;
  auto [Found, IsNew] = Either.try_emplace(std::minmax(A, B), Always);
  if (!IsNew ||
      Conditions[A].size() + Conditions[B].size() > MaxIntegers)
    return Found->second;
  Id Result = add(solver().Or(Conditions[A], Conditions[B]));
  return Either[std::minmax(A, B)] = Result;
}

bool ConditionPool::impliesAspect(Id When, Aspect A) {
  if (When == Always)
    return false;
  auto [Found, IsNew] = Implied.try_emplace({When, A}, false);
  if (IsNew)
    Found->second = solver().ImpliesAspect(Conditions[When], A);
  return Found->second;
}

} // namespace facet
