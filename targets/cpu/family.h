// CPUs of the x86-64 architecture. Emulated devices run their code. See targets/family.h.

#ifndef FACET_TARGETS_CPU_FAMILY_H_
#define FACET_TARGETS_CPU_FAMILY_H_

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "config/image/image.h"
#include "targets/family.h"

namespace facet {

extern const TargetFamily kCpuFamily;

// The synchronization scope of atomic operations on local memory, which other
// threads do not access. Optimizations keep scopes, and drop metadata that they do
// not know.
inline constexpr char kLocalScope[] = "facet.local";

// Those of relaxed additions that other threads see, but not the host, and of
// those that nobody sees before the launch has ended.
inline constexpr char kAdditionScope[] = "facet.addition";
inline constexpr char kWaitingScope[] = "facet.waiting";

// Returns the names in cpu_features.def.
std::span<const std::string_view> CpuFeatures();

// Returns which of them an image says it uses; nullopt if it says
// nothing. They are parts of the image.
std::optional<std::vector<std::string_view>> CpuFeaturesOf(
    const sycl_device_image& image);

// Returns true for options of Clang's that say for which processor code is:
// -march=P, -mprefer-vector-width=N, -m[no-]F for an F of CpuFeatures().
bool IsProcessorOption(std::string_view option);

}  // namespace facet

#endif  // FACET_TARGETS_CPU_FAMILY_H_
