// Devices whose drivers take SPIR-V. See targets/family.h.

#ifndef FACET_TARGETS_SPIRV_FAMILY_H_
#define FACET_TARGETS_SPIRV_FAMILY_H_

#include "targets/family.h"

namespace facet {

inline constexpr CodeModel kSpirvCode{
    .triple = "spirv64v1.2-unknown-unknown",
    .address_spaces = {0, 1, 2, 3, 4, 5, 6},
    .kernel_calling_convention = 76,  // llvm::CallingConv::SPIR_KERNEL
    .group_strategy = GroupStrategy::kTree,  // some have no sub-groups
    .print_style = PrintStyle::kOpenCl,
    .is_spirv = true,
};

extern const TargetFamily kSpirvFamily;

}  // namespace facet

#endif  // FACET_TARGETS_SPIRV_FAMILY_H_
