// Which NVIDIA images run on which NVIDIA device.
//
// In:  a target's name ("nvidia_gpu_sm_90a") and a compute capability.
// Out: the rank of the pair.
//
// CUDA Binary Utilities, "Compatibility": a cubin runs on devices of the same
// major version and no lower minor one; PTX on any device that is no older;
// architecture-specific code ("sm_90a", and family code "sm_100f" as cubin) on
// exactly its own.

#ifndef FACET_TARGETS_NVIDIA_SM_VERSION_H_
#define FACET_TARGETS_NVIDIA_SM_VERSION_H_

#include <cstdint>
#include <optional>
#include <string_view>

namespace facet::nvidia {

struct SmVersion {
  int major = 0;
  int minor = 0;
  bool specific = false;  // a trailing letter

  int Number() const { return major * 10 + minor; }
  friend bool operator==(const SmVersion&, const SmVersion&) = default;
};

// Reads "nvidia_gpu_sm_90" or "sm_90a"; nothing for other names.
std::optional<SmVersion> ParseTarget(std::string_view target);

// `format` is a sycl_image_format. Returns an ImageRank.
int RankImage(uint32_t format, const SmVersion& image, const SmVersion& device);

}  // namespace facet::nvidia

#endif  // FACET_TARGETS_NVIDIA_SM_VERSION_H_
