// See family.h.

#include "targets/nvidia/family.h"

#include "config/image/image.h"
#include "config/tables/target_info.h"
#include "targets/nvidia/sm_version.h"

namespace facet {
namespace {

bool IsCubin(std::string_view code) {
  constexpr std::uint16_t kCudaMachine = 190;
  return ElfMachine(code) == kCudaMachine;
}

bool IsPtx(std::string_view code) {
  const std::size_t text = code.find_first_not_of(" \t\n\v\f\r");
  if (text == code.npos) return false;
  code.remove_prefix(text);
  return code.starts_with("//") || code.starts_with(".version");
}

constexpr ImageFormat kFormats[] = {
    {SYCL_IMAGE_FORMAT_PTX, "ptx", "PTX", IsPtx},
    {SYCL_IMAGE_FORMAT_CUBIN, "cubin", "cubin", IsCubin},
};

// A block is the smallest scope that PTX has.
constexpr ScopeName kScopes[] = {{"", ""},
                                 {"device", "device"},
                                 {"workgroup", "block"},
                                 {"subgroup", "block"},
                                 {"singlethread", "block"}};

constexpr FinishingTool kTools[] = {
    {.name = "ptxas", .home_variable = "CUDA_HOME", .is_required = false}};
constexpr OtherName kSuggestions[] = {{"cuda", "nvidia_gpu_sm_80"},
                                      {"cuda-nvcxx", "nvidia_gpu_sm_80"},
                                      {"nvidia", "nvidia_gpu_sm_80"},
                                      {"nvidia_gpu", "nvidia_gpu_sm_80"},
                                      {"nvptx", "nvidia_gpu_sm_80"},
                                      {"nvptx64", "nvidia_gpu_sm_80"}};

constexpr std::string_view kDeviceOptions[] = {"-arch", "--gpu-name",
                                               "--gpu-code"};
constexpr std::string_view kOwnOptions[] = {
    "-maxrregcount", "--maxrregcount",
    "-fmad",         "--fmad",
    "-dlcm",         "--def-load-cache",
    "-dscm",         "--def-store-cache",
    "-lineinfo",     "--generate-line-info",
    "-warn-spills",  "--warn-on-spills",
    "--opt-level",   "--register-usage-level"};

// A real device is both sm_90 and sm_90a; by name it is one of the two.
int Rank(const RankQuery& query) {
  const auto own = nvidia::ParseTarget(
      query.device_info ? query.device_info->name : query.device);
  const auto image = nvidia::ParseTarget(query.made_for);
  if (!own || !image || (image->specific && !own->specific)) return kRankNever;
  return nvidia::RankImage(query.format, *image, *own);
}

}  // namespace

constinit const TargetFamily kNvidiaFamily{
    .name = "nvptx",
    .formats = kFormats,
    .vendor = &kNvidia,
    .math_library = MathLibrary::kNvidia,
    .code =
        {
            .triple = "nvptx64-nvidia-cuda",
            // No private space of its own: stack objects are generic.
            .address_spaces = {0, 1, 4, 3, 0, 1, 1},
            .kernel_calling_convention = 71,  // llvm::CallingConv::PTX_Kernel
            .group_strategy = GroupStrategy::kSubGroups,
            .print_style = PrintStyle::kCuda,
            .scopes = kScopes,
            .orders_single_threads = false,
        },
    // The default is the oldest with all that is not optional: half, atomics of
    // 64 bits, and acquire and release. Newer GPUs run its PTX, too.
    .names = {.processor_prefix = "sm_",
              .target_prefix = "nvidia_gpu_",
              .default_target = "nvidia_gpu_sm_70",
              .suggestions = kSuggestions},
    .tools = kTools,
    .device_options = kDeviceOptions,
    .own_options = kOwnOptions,
    .rank = Rank,
};

}  // namespace facet
