// A module with everything that conditions touch, and the conditions for it.
// What the tests and the fuzzer of conditions start from.

#ifndef FACET_SPIRV_CONDITIONAL_SAMPLE_H_
#define FACET_SPIRV_CONDITIONAL_SAMPLE_H_

#include <string>
#include <vector>

#include "spirv/conditions.h"
#include "spirv/module.h"

namespace facet::spirv {

// Kernels: Plain calls `action` (leaf 0) and `otherwise` (not leaf 0), `value`
// (leaf 1), and the import `away` (leaf 3); Half needs leaf 0; Double leaves 1
// and 2; Atomic leaf 3. `shared` is called by Half and Double, `exported` is an
// export for leaf 2. Also a decoration group, and a recursive type.
std::string SampleText();
std::vector<FunctionCondition> SampleConditions();
inline constexpr int kSampleLeaves = 4;

// SampleText with SampleConditions.
ConditionalModule ConditionalSample();

// Returns what every condition being true comes to, made by the words alone:
// the extension's decorations, constants' capability and extension are left
// out, conditional capabilities, extensions and entry points made ordinary.
Module Unconditional(const Module& module);

}  // namespace facet::spirv

#endif  // FACET_SPIRV_CONDITIONAL_SAMPLE_H_
