//===- spirv_conditions.cpp - Conditions of functions as SPIR-V words -----===//
//
// See spirv_conditions.h.
//
//===----------------------------------------------------------------------===//

#include "postlink/conditional/spirv_conditions.h"

#include "compiler/support/spirv.h"
#include "config/image/image.h"
#include "llvm/ADT/STLExtras.h"
#include "postlink/properties/properties.h"

#include <map>
#include <set>

using namespace llvm;

namespace facet {
namespace {

static_assert(kConditionNot == spirv::kConditionNot &&
              kConditionAnd == spirv::kConditionAnd &&
              kConditionOr == spirv::kConditionOr);

/// Calls \p Operator for each operator and \p Leaf for each leaf of \p When.
template <typename OnOperator, typename OnLeaf>
void forEachToken(const Condition &When, const ConditionManager &Conditions,
                  OnOperator Operator, OnLeaf Leaf) {
  for (size_t I = 0; I < When.size(); ++I) {
    if (When[I] <= kConditionNot && When[I] >= kConditionOr) {
      Operator(When[I]);
      continue;
    }
    Leaf(Conditions.FeatureOf(When[I], When[I + 1]));
    ++I;
  }
}

} // namespace

void SpirvConditions::add(StringRef Function, ConditionManager::Id When,
                          const ConditionManager &Conditions) {
  spirv::FunctionCondition Bound{Function.str(), {}};
  forEachToken(
      Conditions.Write(When), Conditions,
      [&](int32_t Operator) { Bound.condition.push_back(Operator); },
      [&](const Feature &Leaf) {
        Bound.condition.push_back(
            Leaves.try_emplace(Leaf, static_cast<int32_t>(Leaves.size()))
                .first->second);
      });
  Functions.push_back(std::move(Bound));
}

Expected<SmallVector<char, 0>> SpirvConditions::addTo(ArrayRef<char> Words) {
  return rewriteSpirv(
      Words, Message::err_spirv_conditions,
      [&](const spirv::Module &Plain,
          std::string *Problem) -> std::optional<spirv::Module> {
        std::optional<spirv::ConditionalModule> Made =
            spirv::AddConditions(Plain, Functions, Problem);
        if (!Made)
          return std::nullopt;
        SpecIds = std::move(Made->spec_ids);
        return std::move(Made->module);
      });
}

std::optional<uint32_t> SpirvConditions::specIdOf(const Feature &Leaf) const {
  auto Found = Leaves.find(Leaf);
  if (Found == Leaves.end() ||
      static_cast<size_t>(Found->second) >= SpecIds.size() ||
      SpecIds[Found->second] == spirv::kNoSpecId)
    return std::nullopt;
  return SpecIds[Found->second];
}

void describeConstants(ArrayRef<ConditionManager::Id> Calls,
                       const ConditionManager &Conditions,
                       const SpirvConditions &Module,
                       PropertySetRegistry &Properties) {
  std::set<Feature> Asked;
  for (ConditionManager::Id When : Calls)
    forEachToken(
        Conditions.Write(When), Conditions, [](int32_t) {},
        [&](const Feature &Leaf) { Asked.insert(Leaf); });
  std::map<Feature::Kind, std::vector<uint32_t>> Pairs;
  for (const Feature &Leaf : Asked)
    if (std::optional<uint32_t> Id = Module.specIdOf(Leaf))
      append_values(Pairs[Leaf.kind], *Id, Leaf.number);
  for (const ConditionLeaf &Leaf : ConditionLeaves())
    if (auto Found = Pairs.find(Leaf.kind); Found != Pairs.end())
      Properties[kSpecialSpecializationConstantsSet]
                [std::string(Leaf.property)] = wordsProperty(Found->second);
}

} // namespace facet
