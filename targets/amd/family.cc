// See family.h.

#include "targets/amd/family.h"

#include "config/image/image.h"

namespace facet {
namespace {

constexpr ImageFormat kFormats[] = {
    {SYCL_IMAGE_FORMAT_AMDGCN, "amdgcn", "AMD code object",
     [](std::string_view code) {
       constexpr std::uint16_t kAmdGpuMachine = 224;
       return ElfMachine(code) == kAmdGpuMachine;
     }},
};

constexpr ScopeName kScopes[] = {{"", ""},
                                 {"device", "agent"},
                                 {"workgroup", "workgroup"},
                                 {"subgroup", "wavefront"},
                                 {"singlethread", "singlethread"}};

constexpr FinishingTool kTools[] = {{"lld"}};

constexpr OtherName kSuggestions[] = {{"amd", "amd_gpu_gfx90a"},
                                      {"amd_gpu", "amd_gpu_gfx90a"},
                                      {"amdgcn", "amd_gpu_gfx90a"},
                                      {"amdgpu", "amd_gpu_gfx90a"},
                                      {"hip", "amd_gpu_gfx90a"},
                                      {"rocm", "amd_gpu_gfx90a"}};

}  // namespace

constinit const TargetFamily kAmdFamily{
    .name = "amdgcn",
    .formats = kFormats,
    .vendor = &kAmd,
    .math_library = MathLibrary::kAmd,
    .code =
        {
            .triple = "amdgcn-amd-amdhsa",
            .address_spaces = {5, 1, 4, 3, 0, 1, 1},
            .kernel_calling_convention = 91,  // ...::AMDGPU_KERNEL
            .group_strategy = GroupStrategy::kSubGroups,
            .print_style = PrintStyle::kNone,
            .scopes = kScopes,
            .null_is_zero = false,
        },
    // No default: code for one processor does not run on others.
    .names = {.processor_prefix = "gfx", .target_prefix = "amd_gpu_",
              .suggestions = kSuggestions},
    .tools = kTools,
};

}  // namespace facet
