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
    "ext_oneapi_async_memory_alloc",
};

// Bindless images, which are made in software too, but need memory of the device:
// of devices and targets with usm_device_allocations.
inline constexpr const char* kBindlessImageAspects[] = {
    "ext_oneapi_bindless_images",
    "ext_oneapi_bindless_images_1d_usm",
    "ext_oneapi_bindless_images_2d_usm",
    "ext_oneapi_bindless_images_sample_1d_usm",
    "ext_oneapi_bindless_images_sample_2d_usm",
    "ext_oneapi_bindless_sampled_image_fetch_1d",
    "ext_oneapi_bindless_sampled_image_fetch_1d_usm",
    "ext_oneapi_bindless_sampled_image_fetch_2d",
    "ext_oneapi_bindless_sampled_image_fetch_2d_usm",
    "ext_oneapi_bindless_sampled_image_fetch_3d",
    "ext_oneapi_cubemap",
    "ext_oneapi_image_array",
    "ext_oneapi_mipmap",
    "ext_oneapi_mipmap_level_reference",
    "ext_oneapi_unique_addressing_per_dim",
};
// The one that needs usm_shared_allocations as well.
inline constexpr const char* kBindlessSharedImageAspect =
    "ext_oneapi_bindless_images_shared_usm";

// What programs cannot use whatever the device can: no target lists them.
inline constexpr const char* kRefusedAspects[] = {
    "ext_oneapi_tangle_group",
    "ext_oneapi_tangle",
    "ext_oneapi_virtual_mem",
};

}  // namespace facet

#endif  // FACET_FEATURES_ASPECTS_RUNTIME_ASPECTS_H_
