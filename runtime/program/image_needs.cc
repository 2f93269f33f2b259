// See image_needs.h.
#include "runtime/program/image_needs.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <vector>

#include "features/requirements/kernel_requirements.h"
#include "runtime/registry/registry.h"

namespace facet {
namespace {

template <typename Word>
bool ReadWords(const sycl_property& property, std::vector<Word>* words,
               std::string* error) {
  static_assert(sizeof(Word) == 4);
  if (property.type != SYCL_PROPERTY_BYTE_ARRAY || property.size % 4 != 0) {
    *error = "property '" + std::string(property.name) +
             "' is no list of integers";
    return false;
  }
  words->resize(property.size / 4);
  if (!words->empty())
    std::memcpy(words->data(), property.data, property.size);
  return true;
}

std::optional<std::vector<KernelRequirement>> EntriesOf(
    const sycl_property& property, std::string* error) {
  auto entries = DecodeKernelRequirements(
      {static_cast<const unsigned char*>(property.data), property.size},
      error);
  if (!entries)
    *error = "property '" + std::string(property.name) + "': " + *error;
  return entries;
}

// Values by SpecId. A constant with two meanings is one mistake too many.
class Constants {
 public:
  bool Set(uint32_t id, bool value, std::string* error) {
    const auto [place, fresh] = values_.try_emplace(id, value);
    if (fresh || place->second == value) return true;
    *error = "specialization constant " + std::to_string(id) +
             " stands for different things";
    return false;
  }
  SpecConstants Take() const { return {values_.begin(), values_.end()}; }

 private:
  std::map<uint32_t, bool> values_;
};

// Pairs of a SpecId and a number, for which `has` answers.
template <typename Has>
bool SetSpecial(const sycl_property& property, Has has, Constants* constants,
                std::string* error) {
  std::vector<uint32_t> words;
  if (!ReadWords(property, &words, error)) return false;
  if (words.size() % 2 != 0) {
    *error = "property '" + std::string(property.name) + "' has no pairs";
    return false;
  }
  for (size_t i = 0; i < words.size(); i += 2)
    if (!constants->Set(words[i], has(words[i + 1]), error)) return false;
  return true;
}

bool SetNeeds(const sycl_device_image& image, const DeviceFeatures& device,
              Constants* constants, std::string* error) {
  for (const sycl_property& p : PropertiesOf(image, kRequirementsSet)) {
    const auto entries = EntriesOf(p, error);
    if (!entries) return false;
    for (const KernelRequirement& entry : *entries)
      if (!constants->Set(entry.spec_id, Has(device, entry.feature), error))
        return false;
  }
  return true;
}

}  // namespace

std::optional<Requirements> NeedsOf(const sycl_device_image& image,
                                    std::span<const std::string_view> used,
                                    const ConditionFacts& facts,
                                    std::string* error) {
  auto needs = RequirementsOf(image, error);
  if (!needs) return std::nullopt;
  needs = needs->On(facts);
  for (const sycl_property& p : PropertiesOf(image, kRequirementsSet)) {
    if (std::find(used.begin(), used.end(), p.name) == used.end()) continue;
    const auto entries = EntriesOf(p, error);
    if (!entries) return std::nullopt;
    needs->Add(UnionOf(*entries));
  }
  return needs;
}

std::optional<SpecConstants> ConstantsOf(const sycl_device_image& image,
                                         const ConditionFacts& facts,
                                         std::string* error) {
  Constants constants;
  if (image.format != SYCL_IMAGE_FORMAT_SPIRV) return constants.Take();
  if (!SetNeeds(image, facts, &constants, error)) return std::nullopt;
  for (const sycl_property& p :
       PropertiesOf(image, kSpecialSpecializationConstantsSet))
    for (const ConditionLeaf& leaf : ConditionLeaves()) {
      const auto holds = [&](uint32_t number) {
        return leaf.holds(facts, static_cast<int32_t>(number));
      };
      if (p.name == leaf.property && !SetSpecial(p, holds, &constants, error))
        return std::nullopt;
    }
  return constants.Take();
}

}  // namespace facet
