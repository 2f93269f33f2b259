//===- spirv_conditions.cpp - Conditions of functions as SPIR-V words ------===//
//
// See spirv_conditions.h.
//
//===----------------------------------------------------------------------===//

#include "postlink/conditional/spirv_conditions.h"

#include "config/image/image.h"
#include "llvm/ADT/STLExtras.h"
#include "postlink/properties/properties.h"
#include "postlink/support/spirv.h"

#include <set>

using namespace llvm;

namespace facet {
namespace {

static_assert(kConditionNot == spirv::kConditionNot &&
              kConditionAnd == spirv::kConditionAnd &&
              kConditionOr == spirv::kConditionOr);

using Leaf = std::pair<int32_t, int32_t>;

bool isLeafKind(int32_t Number) {
  return Number == kConditionAspect || Number == kConditionArchitecture;
}

} // namespace

Leaf SizeLeaves::leafOf(const KernelRequirement &Entry) {
  if (Entry.kind == KernelRequirement::Kind::kAspect)
    return {kConditionAspect, Entry.aspect};
  KernelRequirement Size = Entry;
  Size.spec_id = 0;
  auto Found = llvm::find(Sizes, Size);
  auto Index = static_cast<int32_t>(Found - Sizes.begin());
  if (Found == Sizes.end())
    Sizes.push_back(Size);
  return {kConditionAspect, First + Index};
}

Condition SizeLeaves::conditionOf(ArrayRef<KernelRequirement> Entries) {
  Condition When;
  for (const KernelRequirement &Entry : drop_end(Entries)) {
    auto [Kind, Number] = leafOf(Entry);
    When.insert(When.end(), {kConditionAnd, Kind, Number});
  }
  if (!Entries.empty()) {
    auto [Kind, Number] = leafOf(Entries.back());
    When.insert(When.end(), {Kind, Number});
  }
  return When;
}

void SpirvConditions::add(StringRef Function, const Condition &When) {
  spirv::FunctionCondition Bound{Function.str(), {}};
  for (size_t I = 0; I < When.size(); ++I) {
    if (!isLeafKind(When[I])) {
      Bound.condition.push_back(When[I]);
      continue;
    }
    Leaf Which{When[I], When[I + 1]};
    ++I;
    Bound.condition.push_back(
        Leaves.try_emplace(Which, static_cast<int32_t>(Leaves.size()))
            .first->second);
  }
  Functions.push_back(std::move(Bound));
}

Expected<SmallVector<char, 0>> SpirvConditions::addTo(ArrayRef<char> Words) {
  return rewriteSpirv(
      Words, "conditions cannot be added to the SPIR-V module",
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

std::optional<uint32_t> SpirvConditions::specIdOf(Leaf Which) const {
  auto Found = Leaves.find(Which);
  if (Found == Leaves.end() ||
      static_cast<size_t>(Found->second) >= SpecIds.size() ||
      SpecIds[Found->second] == spirv::kNoSpecId)
    return std::nullopt;
  return SpecIds[Found->second];
}

void describeConstants(ArrayRef<Condition> Conditions,
                       const SpirvConditions &Module,
                       PropertySetRegistry &Properties) {
  std::set<Leaf> Asked;
  for (const Condition &When : Conditions)
    for (size_t I = 0; I < When.size(); ++I)
      if (isLeafKind(When[I])) {
        Asked.insert({When[I], When[I + 1]});
        ++I;
      }
  std::vector<uint32_t> Aspects, Architectures;
  for (const Leaf &Which : Asked)
    if (std::optional<uint32_t> Id = Module.specIdOf(Which)) {
      auto &Pairs =
          Which.first == kConditionAspect ? Aspects : Architectures;
      Pairs.insert(Pairs.end(), {*Id, static_cast<uint32_t>(Which.second)});
    }
  if (!Aspects.empty())
    Properties[kSpecialSpecializationConstantsSet][kSpecialAspectsProperty] =
        wordsProperty(Aspects);
  if (!Architectures.empty())
    Properties[kSpecialSpecializationConstantsSet]
              [kSpecialArchitecturesProperty] = wordsProperty(Architectures);
}

} // namespace facet
