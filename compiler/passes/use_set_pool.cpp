//===- use_set_pool.cpp - Sets of needed aspects, each stored once --------===//
//
// See use_set_pool.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/use_set_pool.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

using namespace llvm;

namespace facet {

UseSetPool::Id UseSetPool::add(UseSet Set) {
  auto [Found, IsNew] = Numbers.try_emplace(std::move(Set), Sets.size());
  if (IsNew)
    Sets.push_back(Found->first);
  return Found->second;
}

UseSetPool::Id UseSetPool::get(ArrayRef<ConditionalAspects> Pairs) {
  Id Result = Empty;
  for (const ConditionalAspects &Pair : Pairs)
    Result =
        unite(Result, under(Conditions.Read(Pair.when), get(Pair.aspects)));
  return Result;
}

ConditionManager::Id UseSetPool::conditionOf(Id Number, Aspect A) const {
  if (always(Number).Contains(A))
    return ConditionManager::kAlways;
  for (const auto &[Other, When] : sometimes(Number))
    if (Other == A)
      return When;
  return ConditionManager::kNever;
}

UseSetPool::Id UseSetPool::uniteDifferent(Id A, Id B) {
  std::pair<Id, Id> Key = std::minmax(A, B);
  if (auto Found = Unions.find(Key); Found != Unions.end())
    return Found->second;
  UseSet Result{Sets[A].Always.Union(Sets[B].Always), {}};
  std::map<Aspect, ConditionManager::Id> Sometimes;
  for (Id Part : {A, B})
    for (const auto &[Number, When] : Sets[Part].Sometimes) {
      auto [Found, IsNew] = Sometimes.try_emplace(Number, When);
      if (!IsNew)
        Found->second = Conditions.Or(Found->second, When);
    }
  for (const auto &[Number, When] : Sometimes)
    if (When == ConditionManager::kAlways)
      Result.Always.Insert(Number);
  for (const auto &[Number, When] : Sometimes)
    if (!Result.Always.Contains(Number))
      Result.Sometimes.push_back({Number, When});
  return Unions[Key] = add(std::move(Result));
}

UseSetPool::Id UseSetPool::underCondition(ConditionManager::Id When, Id Uses) {
  auto [Found, IsNew] = UnderCondition.try_emplace({When, Uses}, Empty);
  if (!IsNew)
    return Found->second;
  std::vector<ConditionalUse> All(sometimes(Uses));
  for (Aspect A : always(Uses))
    All.push_back({A, ConditionManager::kAlways});
  UseSet Result;
  for (const auto &[A, Condition] : All) {
    ConditionManager::Id Whole = Conditions.And(When, Condition);
    if (Whole == ConditionManager::kAlways)
      Result.Always.Insert(A);
    else if (Whole != ConditionManager::kNever &&
             !Conditions.ImpliesAspect(Whole, A))
      Result.Sometimes.push_back({A, Whole});
  }
  llvm::sort(Result.Sometimes);
  return UnderCondition[{When, Uses}] = add(std::move(Result));
}

} // namespace facet
