// What each kernel and exported function of an image needs, one by one.
//
// In:  the requirements of one function, or the bytes of its property in the
//      set "SYCL/requirements".
// Out: those bytes, or the requirements.
// Why: under -fsycl-optional-features=conditional kernels with different needs
//      share an image. The runtime refuses them one by one, and sets one
//      specialization constant for each need so that code for what the device
//      lacks is left out. std only: the runtime uses it.
//
// SPEC 000, "New device image property set". A property is named after its
// function; its value is little-endian uint32:
//
//   entry_count, then for each entry one of
//     0 (aspect)               aspect_id              spec_id
//     1 (reqd_work_group_size) dim_count dim0 ...     spec_id
//     2 (reqd_sub_group_size)  dim                    spec_id
//
// Example:
//   std::string error;
//   auto needs = DecodeKernelRequirements(bytes, &error);
//   for (const Reason& reason : Check(UnionOf(*needs), device)) ...

#ifndef FACET_FEATURES_REQUIREMENTS_KERNEL_REQUIREMENTS_H_
#define FACET_FEATURES_REQUIREMENTS_KERNEL_REQUIREMENTS_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "features/requirements/requirements.h"

namespace facet {

inline constexpr std::string_view kRequirementsSet = "SYCL/requirements";

// One entry: a single feature, and the SPIR-V specialization constant that says
// whether the device has it.
struct KernelRequirement {
  Feature feature;  // no architecture
  std::uint32_t spec_id = 0;

  friend bool operator==(const KernelRequirement&,
                         const KernelRequirement&) = default;
};

// Returns the entries of all its features, with spec_id 0. Fixed targets have
// no entry.
std::vector<KernelRequirement> EntriesOf(const Requirements& requirements);

// Everything that the entries ask for.
Requirements UnionOf(std::span<const KernelRequirement> entries);

// Returns the value of a property, entries in the order given.
std::vector<unsigned char> EncodeKernelRequirements(
    std::span<const KernelRequirement> entries);

// Accepts any bytes: what is malformed gives nullopt and says why in *error
// (which may be null). An entry type this does not know is malformed, since its
// length is not known either.
std::optional<std::vector<KernelRequirement>> DecodeKernelRequirements(
    std::span<const unsigned char> bytes, std::string* error);

}  // namespace facet

#endif  // FACET_FEATURES_REQUIREMENTS_KERNEL_REQUIREMENTS_H_
