// What each kind of feature that code can require has of its own.
//
// In:  a feature, a property's name or words of images.
// Out: its property, its words, whether a device has it, its texts.
// Why: encoders, decoders, checks, messages and tools treat all kinds alike and
//      get the differences from here: one row is all that a new kind needs of
//      them. std only: the runtime uses it.
//
// SPEC 000, "New device image property set"; SPEC 001, "Create the SYCL/device
// requirements property set".

#ifndef FACET_FEATURES_REQUIREMENTS_FEATURE_KINDS_H_
#define FACET_FEATURES_REQUIREMENTS_FEATURE_KINDS_H_

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "features/conditions/feature.h"

namespace facet {

class WordReader;
struct DeviceFeatures;

struct FeatureKind {
  Feature::Kind kind;
  // Of the set "SYCL/device requirements". For all kinds but aspects also the
  // name of the attribute.
  std::string_view property;
  // In entries of the set "SYCL/requirements". Images carry it: it never changes.
  std::uint32_t entry_type;
  // As in "a required sub-group size"; empty for aspects.
  std::string_view noun;
  // Reads one feature; false after WordReader::Fail.
  bool (*read)(WordReader& words, Feature* feature);
  void (*append)(const Feature& feature, std::vector<unsigned char>& bytes);
  bool (*has)(const DeviceFeatures& device, const Feature& feature);
  // "aspect::fp64" ("aspect number 998" if it has no name), "16", "8, 8".
  std::string (*value)(const Feature& feature);
  // The sentence of the exception, before and after the value.
  std::string_view needed, lacking;
};

// Every kind that can be required, in the order of reasons. Architectures
// cannot.
std::span<const FeatureKind> FeatureKinds();

// Precondition: `feature` is no architecture.
const FeatureKind& KindOf(const Feature& feature);

// For reports: "aspect::fp64", "sub-group size 16", "work-group size 8x8".
// Precondition: as above.
std::string ShortText(const Feature& feature);

}  // namespace facet

#endif  // FACET_FEATURES_REQUIREMENTS_FEATURE_KINDS_H_
