// Architecture ids, which must never change, and their names.

#include "config/architectures/architecture.h"

#include <iterator>

#include "gtest/gtest.h"

namespace facet {
namespace {

struct Frozen {
  std::string_view name;
  std::uint64_t id;
};

constexpr Frozen kFrozen[] = {
#include "config/architectures/frozen_architectures.inc"
};

TEST(Architecture, IdsAreFrozen) {
  for (const Frozen& frozen : kFrozen) {
    EXPECT_EQ(ArchitectureByName(frozen.name), frozen.id) << frozen.name;
  }
  EXPECT_EQ(AllArchitectures().size(), std::size(kFrozen))
      << "append new architectures to frozen_architectures.inc";
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
