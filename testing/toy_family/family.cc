// See family.h.

#include "testing/toy_family/family.h"

#include "config/tables/target_info.h"

namespace facet {
namespace {

constexpr ImageFormat kFormats[] = {
    {kToyFormat, "toy", "toy assembly",
     [](std::string_view code) { return code.starts_with("# toy\n"); }},
};

// Work-groups are threads of one core: a fence of the machine orders all.
constexpr ScopeName kScopes[] = {{"", ""},
                                 {"device", ""},
                                 {"workgroup", ""},
                                 {"subgroup", ""},
                                 {"singlethread", "singlethread"}};

constexpr OtherName kOtherNames[] = {{"riscv64-toy", "toy_2"}};

// toy_2 also runs code of toy_1.
int Rank(const RankQuery& query) {
  const int same = RankSameTarget(query);
  if (same != kRankNever) return same;
  return query.format == kToyFormat && query.made_for < query.device
             ? kRankFamily
             : kRankNever;
}

}  // namespace

constinit const TargetFamily kToyFamily{
    .name = "toy",
    .formats = kFormats,
    .vendor = &kToy,
    .math_library = std::nullopt,
    .code =
        {
            .triple = "riscv64-unknown-elf",
            .address_spaces = {0, 0, 0, 0, 0, 0, 0},
            .kernel_calling_convention = 0,  // llvm::CallingConv::C
            .group_strategy = GroupStrategy::kTree,
            .print_style = PrintStyle::kNone,
            .scopes = kScopes,
        },
    .names = {.others = kOtherNames},
    .rank = Rank,
};

}  // namespace facet
