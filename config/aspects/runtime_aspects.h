// The aspects of what Facet does itself, on every device.
//
// In:  nothing. Out: names. Why: back ends that ask their driver for aspects
// add
//      these, and each target in config/targets lists them.
#ifndef FACET_CONFIG_ASPECTS_RUNTIME_ASPECTS_H_
#define FACET_CONFIG_ASPECTS_RUNTIME_ASPECTS_H_

namespace facet {

inline constexpr const char* kRuntimeAspects[] = {
    "ext_oneapi_bfloat16_math_functions",
    "ext_oneapi_ballot_group",
    "ext_oneapi_fixed_size_group",
    "ext_oneapi_opportunistic_group",
    "ext_oneapi_fragment",
    "ext_oneapi_chunk",
    "ext_oneapi_graph",
    "ext_oneapi_limited_graph",
};

}  // namespace facet

#endif  // FACET_CONFIG_ASPECTS_RUNTIME_ASPECTS_H_
