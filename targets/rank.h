// How well an image suits a device, by their targets.
//
// In:  an image's format and target; a device's target and architecture.
// Out: ImageRanks: higher is better.
// Why: a real device, its emulation and a column of sycl-explain must take the
//      same images. std only.

#ifndef FACET_TARGETS_RANK_H_
#define FACET_TARGETS_RANK_H_

#include <cstdint>
#include <string_view>

namespace facet {

struct TargetInfo;

// A family may add less than kRankStep to order images of one class (PTX for
// sm_80 before sm_75).
inline constexpr int kRankNever = -1;
inline constexpr int kRankIntermediate = 100;  // SPIR-V: built at run time
inline constexpr int kRankFamily = 200;        // PTX or code of a close relative
inline constexpr int kRankExact = 300;         // made for this architecture
inline constexpr int kRankStep = 100;

struct RankQuery {
  std::uint32_t format;  // sycl_image_format
  // The image's and the device's. Null descriptions: not built in.
  std::string_view made_for, device;
  const TargetInfo* made_for_info;
  const TargetInfo* device_info;
  std::uint64_t architecture_id;  // the device's; 0: unknown
  // Returns the built-in target of a name; null if there is none.
  const TargetInfo* (*find)(std::string_view name);
};

// Returns the rule of families whose code runs on its own target only.
int RankSameTarget(const RankQuery& query);

}  // namespace facet

#endif  // FACET_TARGETS_RANK_H_
