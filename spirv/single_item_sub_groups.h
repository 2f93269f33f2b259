// Makes each work-item a sub-group of its own.
//
// In:  a checked module.
// Out: the same module without anything that a device must have sub-groups for:
//      its sub-groups are of one work-item each. Or one line that says which
//      instruction has no such meaning here.
// Why: SYCL has sub-groups on every device, and OpenCL has not. A driver
// without
//      them fails to build kernels that ask for their sub-group.
//
//   SubgroupSize, SubgroupMaxSize             1
//   SubgroupLocalInvocationId                 0
//   NumSubgroups, NumEnqueuedSubgroups        work-items of the work-group
//   SubgroupId                                local linear index
//   OpSubgroupShuffleINTEL                    its value
//   barriers and fences of sub-group scope    nothing, or a fence if the memory
//                                             scope is a wider one
//   atomic operations of sub-group scope      of work-group scope
//   execution mode SubgroupSize 1             nothing
//
// A module without any of these is returned as it is.
//
// SPIR-V 1.6, sections 3.21 "BuiltIn", 3.27 "Scope <id>"; SPV_INTEL_subgroups;
// SYCL 2020, 4.9.1.8 "sub_group class".

#ifndef FACET_SPIRV_SINGLE_ITEM_SUB_GROUPS_H_
#define FACET_SPIRV_SINGLE_ITEM_SUB_GROUPS_H_

#include <optional>
#include <string>

#include "spirv/module.h"

namespace facet::spirv {

std::optional<Module> MakeSubGroupsSingleItem(const Module& module,
                                              std::string* error);

}  // namespace facet::spirv

#endif  // FACET_SPIRV_SINGLE_ITEM_SUB_GROUPS_H_
