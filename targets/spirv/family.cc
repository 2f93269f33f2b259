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

constexpr OtherName kSuggestions[] = {
    {"generic", "spir64"}, {"gpu", "spir64"},        {"jit", "spir64"},
    {"opencl", "spir64"},  {"level_zero", "spir64"}, {"spirv", "spir64"}};

// Of OpenCL (section 5.8.6 "Build options") and Level Zero ("Module build
// options"). ocloc takes them, too.
constexpr std::string_view kOwnOptions[] = {"-cl-", "-ze-", "-vc-codegen"};

}  // namespace

constinit const TargetFamily kSpirvFamily{
    .name = "spirv",
    .formats = kFormats,
    .vendor = nullptr,
    .math_library = std::nullopt,
    .code = kSpirvCode,
    .names = {.others = kOtherNames, .suggestions = kSuggestions},
    .own_options = kOwnOptions,
};

}  // namespace facet
