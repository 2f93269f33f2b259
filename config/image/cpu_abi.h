/* How the runtime calls a kernel of an x86-64 image.
 *
 * In:  an ELF shared object (SYCL_IMAGE_FORMAT_X86_64) that exports one
 * function per kernel, under the kernel's own name. Out: one call runs one
 * work-group. Why: the AOT step generates the callee, the runtime the caller.
 *
 * In every array here index 0 is SPIR-V's x, which is the fastest dimension;
 * SYCL's dimension D-1. Unused dimensions have size 1 and id 0.
 */

#ifndef FACET_CONFIG_IMAGE_CPU_ABI_H_
#define FACET_CONFIG_IMAGE_CPU_ABI_H_

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct facet_cpu_group {
  uint64_t group_id[3];
  uint64_t group_count[3];
  /* Of this group; smaller than uniform_local_range in a remainder group. */
  uint64_t local_range[3];
  uint64_t uniform_local_range[3];
  uint64_t global_range[3];
  /* Global id of the group's first work-item. */
  uint64_t global_base[3];
  /* Start of the group's dynamic local memory, 64-byte aligned; null if none.
   */
  char *local_memory;
  /* Thread-local memory, not zeroed, valid until the kernel returns. alignment
   * is a power of two. Never returns null. */
  void *(*scratch)(uint64_t bytes, uint64_t alignment);
  /* Whether address points into the memory that SPIR-V numbers 0 (private), 1
   * (global) or 3 (local), of the work-item that asks. */
  uint32_t (*points_into)(const struct facet_cpu_group *group,
                          const void *address, uint32_t space);
} facet_cpu_group;

/* args: the kernel's arguments in order, each at its natural alignment, the
 * block itself 64-byte aligned. */
typedef void (*facet_cpu_kernel)(const void *args,
                                 const facet_cpu_group *group);

/* A function f of another image is called through the pointer in the variable of
 * this name and f, which the image defines and the runtime fills in. */
#define FACET_CPU_IMPORT_PREFIX "__sycl_import."

/* An image of sources that are compiled for coverage has an array of these under
 * the name FACET_CPU_COUNTERS; the last one is null. The host's part of a source
 * registers an array of pointers to its counters under the name; the runtime
 * stores its address in *table. Without it the image counts in memory of its own.
 */
typedef struct facet_cpu_counters {
  const char *name;
  const void **table;
} facet_cpu_counters;
#define FACET_CPU_COUNTERS "__sycl_counters"

/* Alignment of the argument block and of local memory. */
#define FACET_CPU_ARGUMENT_ALIGNMENT 64
#define FACET_CPU_LOCAL_MEMORY_ALIGNMENT 64

#ifdef __cplusplus
} /* extern "C" */

static_assert(sizeof(void *) != 8 || sizeof(facet_cpu_group) == 168,
              "generated code reads this by offset");
#endif

#endif /* FACET_CONFIG_IMAGE_CPU_ABI_H_ */
