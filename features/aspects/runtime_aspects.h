// The aspects of what Facet does itself, on every device, and of what its
// headers refuse on every device.
//
// In:  nothing. Out: names. Why: back ends that ask their driver for aspects
//      add the former, and each target in config/targets lists them; no target
//      lists the latter.
#ifndef FACET_FEATURES_ASPECTS_RUNTIME_ASPECTS_H_
#define FACET_FEATURES_ASPECTS_RUNTIME_ASPECTS_H_

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

// What programs cannot use whatever the device can: no target lists them.
inline constexpr const char* kRefusedAspects[] = {
    "ext_oneapi_tangle_group",
    "ext_oneapi_tangle",
    "ext_oneapi_virtual_mem",
};

}  // namespace facet

#endif  // FACET_FEATURES_ASPECTS_RUNTIME_ASPECTS_H_
