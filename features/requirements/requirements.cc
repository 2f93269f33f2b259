// Checks requirements, and reads and writes their bytes. See requirements.h.

#include "features/requirements/requirements.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>

#include "features/requirements/feature_kinds.h"
#include "features/requirements/words.h"

namespace facet {
namespace {

// What is wrong with `property`. Returns false.
bool Malformed(const PropertyView& property, const std::string& what,
               std::string* error) {
  *error = "property '" + std::string(property.name) + "': " + what;
  return false;
}

// Calls `read` until all words are read. False, and an error that names the
// property, if there are no bytes, half a word, or `read` fails.
template <typename ReadOne>
bool ReadAll(const PropertyView& property, std::string* error, ReadOne read) {
  if (property.size != 0 && !property.data) {
    return Malformed(property, "no bytes", error);
  }
  if (property.size % 4 != 0) {
    return Malformed(
        property, std::to_string(property.size) + " bytes, not a multiple of 4",
        error);
  }
  std::string what;
  WordReader words({static_cast<const unsigned char*>(property.data),
                    static_cast<std::size_t>(property.size)},
                   &what);
  while (words.words_left() != 0) {
    if (!read(words)) return Malformed(property, what, error);
  }
  return true;
}

bool ReadFeatures(const PropertyView& property, const FeatureKind& kind,
                  Requirements* result, std::string* error) {
  return ReadAll(property, error, [&](WordReader& words) {
    Feature feature;
    if (!kind.read(words, &feature)) return false;
    if (kind.kind == Feature::Kind::kAspect) {
      result->aspects.Insert(feature.aspect());
    } else {
      result->others.push_back(feature);
    }
    return true;
  });
}

bool ReadAspects(const PropertyView& property, AspectSet* aspects,
                 std::string* error) {
  Requirements read;
  if (!ReadFeatures(property, KindOf(Feature::OfAspect(0)), &read, error)) {
    return false;
  }
  *aspects = std::move(read.aspects);
  return true;
}

// A condition and its aspects, which are two properties.
struct ConditionalPart {
  std::optional<Condition> when;
  std::optional<AspectSet> aspects;
};
// By number, as text.
using ConditionalParts = std::map<std::string, ConditionalPart, std::less<>>;

bool DecodeCondition(const PropertyView& property, ConditionalParts* parts,
                     std::string* error) {
  std::vector<std::int32_t> integers;
  if (!ReadAll(property, error, [&](WordReader& words) {
        integers.push_back(static_cast<std::int32_t>(words.Next()));
        return true;
      })) {
    return false;
  }
  std::string what;
  std::optional<Condition> when = ParseCondition(integers, &what);
  if (!when) return Malformed(property, what, error);
  (*parts)[std::string(property.name.substr(kConditionPrefix.size()))].when =
      std::move(when);
  return true;
}

bool DecodeConditionalAspects(const PropertyView& property,
                              ConditionalParts* parts, std::string* error) {
  AspectSet aspects;
  if (!ReadAspects(property, &aspects, error)) return false;
  (*parts)[std::string(
               property.name.substr(kConditionalAspectsPrefix.size()))]
      .aspects = std::move(aspects);
  return true;
}

bool AddConditionalParts(ConditionalParts parts, Requirements* result,
                         std::string* error) {
  for (auto& [number, part] : parts) {
    if (!part.when || !part.aspects) {
      *error = "condition or aspects of number '" + number + "' are missing";
      return false;
    }
    result->conditional.push_back(
        {std::move(*part.when), std::move(*part.aspects)});
  }
  return true;
}

bool DecodeProperty(const PropertyView& property, Requirements* result,
                    ConditionalParts* parts, std::string* error) {
  if (property.name.starts_with(kConditionalAspectsPrefix)) {
    return DecodeConditionalAspects(property, parts, error);
  }
  if (property.name.starts_with(kConditionPrefix)) {
    return DecodeCondition(property, parts, error);
  }
  if (property.name == kFixedTargetProperty) {
    AspectSet targets;
    if (!ReadAspects(property, &targets, error)) return false;
    if (!result->fixed_targets) result->fixed_targets.emplace();
    result->fixed_targets->insert(result->fixed_targets->end(), targets.begin(),
                                  targets.end());
    return true;
  }
  for (const FeatureKind& kind : FeatureKinds()) {
    if (property.name == kind.property) {
      return ReadFeatures(property, kind, result, error);
    }
  }
  return true;
}

// True if it was not there.
template <typename T>
bool AddUnique(const T& value, std::vector<T>* list) {
  if (std::ranges::find(*list, value) != list->end()) return false;
  list->push_back(value);
  return true;
}

template <typename T>
void SortUnique(std::vector<T>& list) {
  std::sort(list.begin(), list.end());
  list.erase(std::unique(list.begin(), list.end()), list.end());
}

std::string TargetText(Aspect aspect) {
  std::string_view name = TargetAspectName(aspect);
  return name.empty() ? "target number " + std::to_string(aspect)
                      : std::string(name);
}

}  // namespace

bool Requirements::empty() const {
  return aspects.empty() && others.empty() && !fixed_targets &&
         conditional.empty();
}

void Requirements::Canonicalize() {
  SortUnique(others);
  if (fixed_targets) SortUnique(*fixed_targets);
  SortUnique(conditional);
}

void Requirements::Add(const Feature& feature) {
  if (feature.kind == Feature::Kind::kAspect) {
    aspects.Insert(feature.aspect());
  } else if (feature.kind != Feature::Kind::kArchitecture) {
    AddUnique(feature, &others);
  }
}

bool Requirements::Add(const Requirements& more) {
  bool changed = false;
  if (!more.aspects.IsSubsetOf(aspects)) {
    aspects = aspects.Union(more.aspects);
    changed = true;
  }
  for (const Feature& feature : more.others) {
    changed |= AddUnique(feature, &others);
  }
  for (const ConditionalAspects& part : more.conditional) {
    changed |= AddUnique(part, &conditional);
  }
  return changed;
}

std::vector<Feature> Requirements::Of(Feature::Kind kind) const {
  std::vector<Feature> features;
  std::ranges::copy_if(others, std::back_inserter(features),
                       [&](const Feature& f) { return f.kind == kind; });
  return features;
}

void Requirements::Remove(Feature::Kind kind) {
  std::erase_if(others, [&](const Feature& f) { return f.kind == kind; });
}

void Requirements::RemoveInternalAspects() {
  aspects = AspectSet(std::ranges::lower_bound(aspects, 0), aspects.end());
}

Requirements Requirements::On(const ConditionFacts& device) const {
  Requirements decided = *this;
  decided.conditional.clear();
  for (const ConditionalAspects& part : conditional) {
    if (EvaluateCondition(part.when, device)) {
      decided.aspects = decided.aspects.Union(part.aspects);
    }
  }
  return decided;
}

std::vector<Feature> Requirements::Features() const {
  Requirements sorted = *this;
  sorted.Canonicalize();
  std::vector<Feature> features;
  for (Aspect aspect : sorted.aspects) {
    if (!IsInternalAspect(aspect)) {
      features.push_back(Feature::OfAspect(aspect));
    }
  }
  features.insert(features.end(), sorted.others.begin(), sorted.others.end());
  return features;
}

std::string Reason::Message() const {
  if (!feature) {
    std::string names;
    for (Aspect target : fixed_targets) {
      names += (names.empty() ? "" : ",") + TargetText(target);
    }
    return "Kernel was compiled with '-fsycl-fixed-targets=" + names +
           "' but was submitted to a different device.";
  }
  const FeatureKind& kind = KindOf(*feature);
  return std::string(kind.needed) + kind.value(*feature) +
         std::string(kind.lacking);
}

bool Has(const DeviceFeatures& device, const Feature& feature) {
  return feature.kind != Feature::Kind::kArchitecture &&
         KindOf(feature).has(device, feature);
}

std::vector<Reason> Check(const Requirements& requirements,
                          const DeviceFeatures& device) {
  std::vector<Reason> reasons;
  if (requirements.fixed_targets &&
      std::ranges::none_of(*requirements.fixed_targets, [&](Aspect target) {
        return std::ranges::count(device.target_aspects, target) != 0;
      })) {
    std::vector<Aspect> targets = *requirements.fixed_targets;
    SortUnique(targets);
    reasons.push_back({std::nullopt, std::move(targets)});
  }
  const std::vector<Feature> features = requirements.Features();
  for (const FeatureKind& kind : FeatureKinds()) {
    for (const Feature& feature : features) {
      if (feature.kind == kind.kind && !kind.has(device, feature)) {
        reasons.push_back({feature, {}});
      }
    }
  }
  return reasons;
}

std::optional<Requirements> DecodeRequirements(
    std::span<const PropertyView> properties, std::string* error) {
  std::string unused;
  if (!error) error = &unused;
  Requirements result;
  ConditionalParts parts;
  for (const PropertyView& property : properties) {
    if (!DecodeProperty(property, &result, &parts, error)) return std::nullopt;
  }
  if (!AddConditionalParts(std::move(parts), &result, error)) {
    return std::nullopt;
  }
  result.Canonicalize();
  return result;
}

std::vector<std::pair<std::string, std::vector<unsigned char>>>
EncodeRequirements(const Requirements& requirements) {
  Requirements sorted = requirements;
  sorted.Canonicalize();
  std::vector<std::pair<std::string, std::vector<unsigned char>>> result;
  const auto add = [&](std::string name, const auto& words) {
    std::vector<unsigned char> bytes;
    for (auto word : words) AppendWord(bytes, static_cast<std::uint32_t>(word));
    result.emplace_back(std::move(name), std::move(bytes));
  };
  const std::vector<Feature> features = sorted.Features();
  for (const FeatureKind& kind : FeatureKinds()) {
    std::vector<unsigned char> bytes;
    for (const Feature& feature : features) {
      if (feature.kind == kind.kind) kind.append(feature, bytes);
    }
    if (!bytes.empty()) {
      result.emplace_back(std::string(kind.property), std::move(bytes));
    }
  }
  for (std::size_t i = 0; i < sorted.conditional.size(); ++i) {
    const std::string number = std::to_string(i);
    add(std::string(kConditionPrefix) + number, sorted.conditional[i].when);
    add(std::string(kConditionalAspectsPrefix) + number,
        sorted.conditional[i].aspects);
  }
  if (sorted.fixed_targets) {
    add(std::string(kFixedTargetProperty), *sorted.fixed_targets);
  }
  std::ranges::sort(result);
  return result;
}

}  // namespace facet
