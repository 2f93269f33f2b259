// Which NVIDIA images run on which NVIDIA device; see sm_version.h.

#include "targets/nvidia/sm_version.h"

#include <algorithm>

#include "config/image/image.h"
#include "targets/rank.h"

namespace facet::nvidia {

std::optional<SmVersion> ParseTarget(std::string_view target) {
  constexpr std::string_view kPrefix = "nvidia_gpu_";
  if (target.starts_with(kPrefix)) target.remove_prefix(kPrefix.size());
  if (!target.starts_with("sm_")) return std::nullopt;
  target.remove_prefix(3);
  SmVersion version;
  if (!target.empty() && (target.back() == 'a' || target.back() == 'f')) {
    version.specific = true;
    target.remove_suffix(1);
  }
  if (target.size() < 2 || target.size() > 3) return std::nullopt;
  int number = 0;
  for (const char c : target) {
    if (c < '0' || c > '9') return std::nullopt;
    number = number * 10 + (c - '0');
  }
  version.major = number / 10;
  version.minor = number % 10;
  return version;
}

int RankImage(uint32_t format, const SmVersion& image,
              const SmVersion& device) {
  const bool cubin = format == SYCL_IMAGE_FORMAT_CUBIN;
  if (!cubin && format != SYCL_IMAGE_FORMAT_PTX) return kRankNever;
  if (image.major == device.major && image.minor == device.minor)
    return kRankExact + (cubin ? 2 : 0) + (image.specific ? 1 : 0);
  if (image.specific || image.Number() > device.Number()) return kRankNever;
  if (cubin && image.major != device.major) return kRankNever;
  // Finished code spares the driver's compiler; of one kind the newest version
  // is best. 10 minor versions, and 90 numbers from sm_50 on, fill the step.
  constexpr int kNewestPtx = kRankStep - 11;
  if (cubin) return kRankFamily + kRankStep - 10 + image.minor;
  return kRankFamily + std::clamp(image.Number() - 50, 0, kNewestPtx);
}

}  // namespace facet::nvidia
