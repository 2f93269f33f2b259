// The target that a device image was made for, as a property set of the image.
//
// In/out: names. sycl-aot writes the set into images for Intel GPUs and CPUs.
// Why: the runtime has a table of the built-in targets only, and nobody would
//      give it the file in which the author of a program described another one.

#ifndef FACET_CONFIG_IMAGE_DESCRIBED_TARGET_H_
#define FACET_CONFIG_IMAGE_DESCRIBED_TARGET_H_

namespace facet {

inline constexpr const char kDescribedTargetSet[] = "Facet/target";
// uint32: the GMDID of the devices, from the target's architecture or, if that
// is unknown, its name (intel_gpu_<architecture>_<release>_<revision>) or an
// alias.
inline constexpr const char kIpVersionProperty[] = "ip_version";
// uint32: what -fsycl-fixed-targets names it by.
inline constexpr const char kTargetAspectProperty[] = "target_aspect";
// Byte array: those of cpu_features.def that the code uses, separated by spaces.
inline constexpr const char kCpuFeaturesProperty[] = "cpu_features";

}  // namespace facet

#endif  // FACET_CONFIG_IMAGE_DESCRIBED_TARGET_H_
