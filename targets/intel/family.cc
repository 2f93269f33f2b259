// See family.h.

#include "targets/intel/family.h"

#include "config/image/image.h"
#include "targets/intel/rank.h"
#include "targets/spirv/family.h"

namespace facet {
namespace {

constexpr ImageFormat kFormats[] = {
    {SYCL_IMAGE_FORMAT_OCLOC, "ocloc", "Intel binary",
     [](std::string_view code) {
       return ElfMachine(code) || code.starts_with("!<arch>\n");
     }},
};

constexpr FinishingTool kTools[] = {{"ocloc"}};
constexpr std::string_view kDeviceOptions[] = {"-device", "--device"};
constexpr std::string_view kOwnOptions[] = {"-cl-",
                                            "-ze-",
                                            "-vc-codegen",
                                            "-options",
                                            "-internal_options",
                                            "-revision_id",
                                            "-allow_caching",
                                            "-cache_dir",
                                            "-igc_opts",
                                            "-cmc",
                                            "-spv_only",
                                            "--format"};

constexpr OtherName kSuggestions[] = {{"gen", "intel_gpu_pvc"},
                                      {"intel", "intel_gpu_pvc"},
                                      {"intel_gpu", "intel_gpu_pvc"},
                                      {"ocloc", "intel_gpu_pvc"}};

// Not every driver knows the extension; Intel's compiler does.
constexpr CodeModel CodeWithMaxErrors() {
  CodeModel code = kSpirvCode;
  code.has_max_errors = true;
  return code;
}

int Rank(const RankQuery& query) {
  const int same = RankSameTarget(query);
  return same != kRankNever ? same
                            : intel::RankImage(query, /*device_is_gpu=*/true,
                                               /*takes_spirv=*/true);
}

}  // namespace

constinit const TargetFamily kIntelFamily{
    .name = "ocloc",
    .formats = kFormats,
    .vendor = &kIntel,
    .math_library = std::nullopt,
    .code = CodeWithMaxErrors(),
    .names = {.target_prefix = "intel_gpu_", .suggestions = kSuggestions},
    .tools = kTools,
    .device_options = kDeviceOptions,
    .own_options = kOwnOptions,
    .rank = Rank,
};

}  // namespace facet
