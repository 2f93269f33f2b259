// See family.h.

#include "targets/cpu/family.h"

#include <algorithm>
#include <cstddef>
#include <iterator>

#include "config/image/described_target.h"
#include "config/image/properties.h"

namespace facet {
namespace {

// Levels of x86-64, each with all that the ones before have.
constexpr std::string_view kLevels[] = {"x86_64", "x86_64_v4"};

// The position of a level; -1 for other targets.
int LevelOf(std::string_view target) {
  const auto found = std::ranges::find(kLevels, target);
  return found == std::end(kLevels)
             ? -1
             : static_cast<int>(found - std::begin(kLevels));
}

// A processor runs code of its level and below.
int Rank(const RankQuery& query) {
  if (query.format != SYCL_IMAGE_FORMAT_X86_64) return kRankNever;
  if (query.made_for == query.device) return kRankExact;
  const int image = LevelOf(query.made_for), device = LevelOf(query.device);
  return image < 0 || image > device ? kRankNever : kRankFamily + image;
}

std::vector<std::string_view> Words(std::string_view text) {
  std::vector<std::string_view> words;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    if (end != 0) words.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return words;
}

bool Uses(const sycl_device_image& image, std::string_view feature) {
  const auto used = CpuFeaturesOf(image);
  return used && std::ranges::count(*used, feature) != 0;
}

// Vectors of 64 bytes are one register where there is AVX-512.
bool CanLink(const sycl_device_image& image, const sycl_device_image& other) {
  return Uses(image, "avx512f") == Uses(other, "avx512f");
}

constexpr ImageFormat kFormats[] = {
    {SYCL_IMAGE_FORMAT_X86_64, "x86_64", "x86-64",
     [](std::string_view code) {
       constexpr std::uint16_t kX86Machine = 62;
       return ElfMachine(code) == kX86Machine;
     },
     CanLink},
};

// Work-items of a work-group share a thread, groups may not: what is wider than
// a group is the whole system, the rest needs no instruction.
constexpr ScopeName kScopes[] = {{"", ""},
                                 {"device", ""},
                                 {"workgroup", "singlethread"},
                                 {"subgroup", "singlethread"},
                                 {"singlethread", "singlethread"},
                                 {kLocalScope, kLocalScope},
                                 {kAdditionScope, kAdditionScope}};

constexpr OtherName kOtherNames[] = {
    {"native_cpu", "x86_64"}, {"spir64_x86_64-unknown-unknown", "x86_64"}};

constexpr OtherName kSuggestions[] = {
    {"cpu", "x86_64"},    {"host", "x86_64"}, {"native", "x86_64"},
    {"omp", "x86_64"},    {"openmp", "x86_64"},
    {"x86", "x86_64"}};

constexpr FinishingTool kTools[] = {{"lld"}};

constexpr std::string_view kOwnOptions[] = {"--barriers=", "-march=",
                                            "-mprefer-vector-width="};

constexpr std::string_view kFeatures[] = {
#define FACET_CPU_FEATURE(name) name,
#include "config/image/cpu_features.def"
#undef FACET_CPU_FEATURE
};

}  // namespace

std::span<const std::string_view> CpuFeatures() { return kFeatures; }

std::optional<std::vector<std::string_view>> CpuFeaturesOf(
    const sycl_device_image& image) {
  for (const sycl_property& p : PropertiesOf(image, kDescribedTargetSet))
    if (std::string_view(p.name) == kCpuFeaturesProperty &&
        p.type == SYCL_PROPERTY_BYTE_ARRAY)
      return Words({static_cast<const char*>(p.data), p.size});
  return std::nullopt;
}

bool IsProcessorOption(std::string_view option) {
  if (option.starts_with("-march=") ||
      option.starts_with("-mprefer-vector-width="))
    return true;
  if (!option.starts_with("-m")) return false;
  option.remove_prefix(option.starts_with("-mno-") ? 5 : 2);
  return std::ranges::find(kFeatures, option) != std::ranges::end(kFeatures);
}

constinit const TargetFamily kCpuFamily{
    .name = "x86_64",
    .formats = kFormats,
    .vendor = nullptr,
    .math_library = MathLibrary::kCpu,
    .code =
        {
            .triple = "x86_64-unknown-linux-gnu",
            .address_spaces = {0, 0, 0, 0, 0, 0, 0},
            .kernel_calling_convention = 0,  // llvm::CallingConv::C
            .group_strategy = GroupStrategy::kSerial,
            .print_style = PrintStyle::kHost,
            .scopes = kScopes,
            .is_host = true,
        },
    .names = {.others = kOtherNames, .suggestions = kSuggestions},
    .tools = kTools,
    .own_options = kOwnOptions,
    .rank = Rank,
};

}  // namespace facet
