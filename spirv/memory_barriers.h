// Spells memory barriers as calls of OpenCL's atomic_work_item_fence.
//
// In:  a checked module.
// Out: the same module; each OpMemoryBarrier calls the imported function, which
//      fences all memory, sequentially consistent, for all devices.
// Why: llvm-spirv 15, which makes SPIR bitcode for drivers that take no SPIR-V,
//      writes OpenCL 1.2's mem_fence, which PoCL has for no such bitcode.
//
// SPIR-V 1.6, section 3.42.20 "Barrier Instructions"; "The OpenCL C
// Specification", section 6.15.12.3 "Fences".

#ifndef FACET_SPIRV_MEMORY_BARRIERS_H_
#define FACET_SPIRV_MEMORY_BARRIERS_H_

#include "spirv/module.h"

namespace facet::spirv {

Module RewriteMemoryBarriers(const Module& module);

}  // namespace facet::spirv

#endif  // FACET_SPIRV_MEMORY_BARRIERS_H_
