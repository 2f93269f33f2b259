/* Names of what the AOT step adds to images for GPUs whose drivers launch nothing
 * with a global offset (postlink/retarget/offset_variants.h).
 *
 * In:  the name K of a kernel. Out: the kernel to launch with an offset. Why: the
 * AOT step makes it, the runtime looks it up.
 */
#ifndef FACET_CONFIG_IMAGE_OFFSET_VARIANTS_H_
#define FACET_CONFIG_IMAGE_OFFSET_VARIANTS_H_

/* Behind K: takes the offset as three more arguments of 64 bits, x, y and z. */
#define SYCL_OFFSET_VARIANT_SUFFIX "$offset"
/* Behind K: an empty kernel; K cannot be launched with an offset, for it calls
 * functions of other images, which would not see it. */
#define SYCL_NO_OFFSET_SUFFIX "$nooffset"
/* An empty kernel: other kernels than these do not depend on the offset. Images
 * without it were made of programs that make no nd_range with an offset. */
#define SYCL_TAKES_OFFSETS_KERNEL "__sycl_takes_offsets"

#endif /* FACET_CONFIG_IMAGE_OFFSET_VARIANTS_H_ */
