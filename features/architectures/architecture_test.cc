// Architecture ids, which must never change, and their names.

#include "features/architectures/architecture.h"

#include <iterator>

#include "gtest/gtest.h"

namespace facet {
namespace {

struct Frozen {
  std::string_view name;
  std::uint64_t id;
};

constexpr Frozen kFrozen[] = {
#include "features/architectures/frozen_architectures.inc"
};

TEST(Architecture, IdsAreFrozen) {
  for (const Frozen& frozen : kFrozen) {
    EXPECT_EQ(ArchitectureByName(frozen.name), frozen.id) << frozen.name;
  }
  EXPECT_EQ(AllArchitectures().size(), std::size(kFrozen))
      << "append new architectures to frozen_architectures.inc";
}

TEST(Architecture, OrdinalsAreFrozen) {
  // A few, so that the list cannot be reordered as a whole.
  const auto ordinal = [](std::string_view name) {
    return ArchitectureOrdinal(ArchitectureByName(name).value());
  };
  EXPECT_EQ(ordinal("unknown"), 0);
  EXPECT_EQ(ordinal("x86_64"), 1);
  EXPECT_EQ(ordinal("intel_gpu_bdw"), 5);
  EXPECT_EQ(ordinal("intel_gpu_dg1"), 21);
  EXPECT_EQ(ordinal("intel_gpu_pvc"), 25);
  EXPECT_EQ(ordinal("nvidia_gpu_sm_80"), 96);
  EXPECT_EQ(ordinal("nvidia_gpu_sm_90"), 100);
  EXPECT_EQ(ordinal("amd_gpu_gfx90a"), 119);
}

TEST(Architecture, OrdinalsOfAliasesAreThoseOfTheirOriginals) {
  for (std::size_t i = 0; i < std::size(kFrozen); ++i) {
    const std::int32_t ordinal = ArchitectureOrdinal(kFrozen[i].id);
    EXPECT_EQ(kFrozen[ordinal].name, ArchitectureName(kFrozen[i].id));
    EXPECT_EQ(ArchitectureNameOfOrdinal(static_cast<std::int32_t>(i)),
              ArchitectureName(kFrozen[i].id));
  }
  EXPECT_EQ(ArchitectureOrdinal(1), kUnknownArchitectureOrdinal);
  EXPECT_EQ(ArchitectureNameOfOrdinal(-1), "");
  EXPECT_EQ(ArchitectureNameOfOrdinal(std::size(kFrozen)), "");
}

TEST(Architecture, NamesOfIdsAreCanonical) {
  for (const ArchitectureInfo& info : AllArchitectures()) {
    EXPECT_EQ(ArchitectureName(info.id),
              info.alias_of.empty() ? info.name : info.alias_of);
  }
  EXPECT_EQ(ArchitectureName(1), "");
  EXPECT_EQ(ArchitectureByName("intel_gpu_8086"), std::nullopt);
}

TEST(Architecture, GmdidGivesTheId) {
  // 12.60.7 is ((12 << 22) | (60 << 14) | 7).
  EXPECT_EQ(ArchitectureName(ArchitectureOfGmdid(0x030f0007)), "intel_gpu_pvc");
  EXPECT_EQ(ArchitectureName(ArchitectureOfGmdid((9u << 22) | 9)),
            "intel_gpu_skl");
  EXPECT_EQ(ArchitectureName(ArchitectureOfGmdid(0xffffffff)), "");
}

}  // namespace
}  // namespace facet
