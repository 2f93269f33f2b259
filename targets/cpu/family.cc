// See family.h.

#include "targets/cpu/family.h"

#include <algorithm>
#include <iterator>

#include "config/image/image.h"

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

// Vectors of 64 bytes are one register where there is AVX-512. Emulated devices
// have names of their own, and code for x86_64.
bool CanLink(std::string_view target, std::string_view other) {
  return std::max(LevelOf(target), 0) == std::max(LevelOf(other), 0);
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
                                 {kLocalScope, kLocalScope}};

constexpr OtherName kOtherNames[] = {
    {"native_cpu", "x86_64"}, {"spir64_x86_64-unknown-unknown", "x86_64"}};

constexpr OtherName kSuggestions[] = {
    {"cpu", "x86_64"},    {"host", "x86_64"}, {"native", "x86_64"},
    {"omp", "x86_64"},    {"openmp", "x86_64"},
    {"x86", "x86_64"}};

constexpr FinishingTool kTools[] = {{"lld"}};

constexpr std::string_view kOwnOptions[] = {"--barriers="};

}  // namespace

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
