// See family.h.

#include "targets/spirv/family.h"

#include "config/image/image.h"

namespace facet {
namespace {

constexpr ImageFormat kFormats[] = {
    {SYCL_IMAGE_FORMAT_SPIRV, "spirv", "SPIR-V",
     [](std::string_view code) {
       return code.starts_with("\x03\x02\x23\x07");
     }},
};

constexpr OtherName kOtherNames[] = {
    {"spir64-unknown-unknown", "spir64"},
    {"spir64_gen-unknown-unknown", "spir64_gen"},
    {"spirv64", "spir64"},
    {"spirv64-unknown-unknown", "spir64"},
};

}  // namespace

constinit const TargetFamily kSpirvFamily{
    .name = "spirv",
    .formats = kFormats,
    .vendor = nullptr,
    .math_library = std::nullopt,
    .code = kSpirvCode,
    .names = {.others = kOtherNames},
};

}  // namespace facet
