/* How the runtime calls a kernel of an x86-64 image.
 *
 * In:  an ELF shared object (SYCL_IMAGE_FORMAT_X86_64) that exports one
 * function per kernel, under the kernel's own name. Out: one call runs one
 * work-group, or several neighbours (FACET_CPU_SERIES_PREFIX). Why: the AOT step
 * generates the callee, the runtime the caller.
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

/* What is to be added to a counter in memory. */
typedef struct facet_cpu_sum {
  uint64_t place; /* The counter's address, plus 1 if it has 8 bytes, not 4;
                   * 0: none. */
  uint64_t sum;
} facet_cpu_sum;
/* A power of two. */
#define FACET_CPU_SUMS 1024
/* That of the counter of b bytes at address p is number p / b % FACET_CPU_SUMS. */
typedef struct facet_cpu_sums {
  facet_cpu_sum sums[FACET_CPU_SUMS];
  /* Not 0: there are too many counters. All sums are none, and stay so; additions
   * are to be made at once. */
  uint64_t is_full;
} facet_cpu_sums;

/* Of counters that are known to be side by side, because the index of one is known
 * to be less: a row of sums, as many as those. */
#define FACET_CPU_LONGEST_ROW 4096

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
   * Around it are FACET_CPU_LOCAL_MEMORY_MARGIN bytes that code may read, and
   * write with what it has read, unless the kernel is checked. */
  char *local_memory;
  /* Thread-local memory, not zeroed, valid until the kernel returns. alignment
   * is a power of two. Never returns null. */
  void *(*scratch)(uint64_t bytes, uint64_t alignment);
  /* Whether address points into the memory that SPIR-V numbers 0 (private), 1
   * (global) or 3 (local), of the work-item that asks. */
  uint32_t (*points_into)(const struct facet_cpu_group *group,
                          const void *address, uint32_t space);
  /* Of launches whose races are looked for once for all (facet_cpu_footprint):
   * the number that their accesses have in cells. */
  uint64_t access_stamp;
  /* The thread's: for additions that nobody sees before the launch has ended. They
   * are made when the thread has run its last group. */
  facet_cpu_sums *sums;
  /* Where sum is not that of place: makes the addition of sum, which then is that
   * of place, with value. Or makes both. */
  void (*replace_sum)(facet_cpu_sum *sum, uint64_t place, uint64_t value);
  /* The thread's row of count sums, at most FACET_CPU_LONGEST_ROW, of the counters
   * from place on, which says their size, too. All kernels of the launch get the
   * same row. Never returns null. */
  void *(*row_of_sums)(uint64_t place, uint64_t count);
} facet_cpu_group;

/* args: the kernel's arguments in order, each at its natural alignment, the
 * block itself 64-byte aligned. count: 1, unless the image says that the kernel
 * executes several work-groups (FACET_CPU_SERIES_PREFIX); others do not look at
 * it. */
typedef void (*facet_cpu_kernel)(const void *args, facet_cpu_group *group,
                                 uint64_t count);

/* An image defines this name and K, a byte, for a kernel K that executes count
 * work-groups, at least one, that are neighbours in x, in the order of their ids.
 * *group is the first of them, and all have its local_range. What group_id[0] and
 * global_base[0] are afterwards is open. Scratch memory is valid until it returns.
 */
#define FACET_CPU_SERIES_PREFIX "__sycl_series."

/* An image defines this name and K, a byte, for a kernel K whose work-items ask
 * for nothing of their group. Its launches may be divided into any groups,
 * whatever the program says: into long rows instead of tiles. The byte is how many
 * rows a group should have at least; 1 if its work-items keep nothing in scratch
 * memory, so that a group may be long. Added to it is, times
 * FACET_CPU_COLUMNS, the dimension in which neighbours access neighbouring
 * elements while those of a row do not: groups should be narrow, and long in this
 * dimension. */
#define FACET_CPU_ANY_GROUP_PREFIX "__sycl_any_group."
#define FACET_CPU_COLUMNS 64

/* An image defines this name and K, a byte, for a kernel K whose launches have
 * fewer than three dimensions: how many, 0 if it is one work-item. Sizes in the
 * others must be 1. */
#define FACET_CPU_DIMENSIONS_PREFIX "__sycl_dimensions."

/* An image defines this name and K, a byte, for a kernel K whose work-items ask
 * for their place in one dimension, and it is not x: which one. The kernel is
 * executed with this dimension and x exchanged in all sizes and offsets of a
 * launch: code goes along x. */
#define FACET_CPU_TURNED_PREFIX "__sycl_turned."

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

/* An image that is checked (-fsycl-check=) has a facet_cpu_checks under the name
 * FACET_CPU_CHECKS, which the runtime fills in.
 *
 * The shadow has a signed byte for each granule of 8 bytes of the address space:
 * how many of its first bytes may be accessed. 0: the granule belongs to no
 * object that the runtime knows; less: to one that may not be accessed.
 */
#define FACET_CPU_SHADOW_SHIFT 3
#define FACET_CPU_SHADOW_GRANULE 8
/* Addresses are looked up by their lower bits. Programs, their heaps and the
 * mappings of Linux differ in these, also where sanitizers place them, and so the
 * thread sanitizer leaves room for the shadow. */
#define FACET_CPU_ADDRESS_BITS 43
#define FACET_CPU_SHADOW_BYTES                                                 \
  (1ull << (FACET_CPU_ADDRESS_BITS - FACET_CPU_SHADOW_SHIFT))

typedef enum facet_cpu_access_kind {
  FACET_CPU_LOAD,
  FACET_CPU_STORE,
  FACET_CPU_ATOMIC,
  FACET_CPU_ELEMENT, /* of an accessor, whatever is done with it */
  FACET_CPU_BARRIER, /* or another function that work-items reach together */
  /* What is done with a value that may be undefined. */
  FACET_CPU_BRANCH,  /* what it decides, also by select and switch */
  FACET_CPU_ADDRESS, /* of another access */
  FACET_CPU_OPERAND, /* of a division, of a call */
  FACET_CPU_UPDATE   /* of memory, by an atomic operation */
} facet_cpu_access_kind;

/* Bits: what an access or a fence is beside its kind. */
typedef enum facet_cpu_access_flags {
  FACET_CPU_IS_ATOMIC = 1,
  FACET_CPU_ACQUIRES = 2,
  FACET_CPU_RELEASES = 4,
  FACET_CPU_MUST_BE_REACHED = 8, /* a barrier, by all: the others are reported */
  FACET_CPU_IS_COPY = 16, /* a store of what another object holds, as it is */
  FACET_CPU_IS_READ_ONLY = 32, /* a store to what an accessor only reads */
  /* An atomic operation or a fence, for work-items of one group alone. */
  FACET_CPU_OF_GROUP = 64
} facet_cpu_access_flags;

/* Of an access's flags: whether it is atomic for all work-items. */
#define FACET_CPU_IS_ATOMIC_FOR_ALL(flags)                                     \
  (((flags) & (FACET_CPU_IS_ATOMIC | FACET_CPU_OF_GROUP)) ==                   \
   FACET_CPU_IS_ATOMIC)

/* What is accessed. */
typedef enum facet_cpu_object_kind {
  FACET_CPU_UNKNOWN_OBJECT, /* the runtime finds it by the address */
  FACET_CPU_PRIVATE_VARIABLE,
  FACET_CPU_LOCAL_VARIABLE,
  FACET_CPU_GLOBAL_VARIABLE,
  FACET_CPU_KERNEL_ARGUMENT,
  FACET_CPU_ACCESSOR,
  FACET_CPU_LOCAL_ACCESSOR
} facet_cpu_object_kind;

typedef struct facet_cpu_place {
  const char *function;
  const char *file;
  uint32_t line;
  uint32_t column;
} facet_cpu_place;

/* An access in the source. */
typedef struct facet_cpu_access {
  const facet_cpu_place *places; /* the callee before its caller */
  uint32_t place_count;
  uint32_t kind;
  uint64_t alignment;
  uint32_t object_kind;
  uint32_t dimensions;     /* of an accessor */
  uint64_t object_bytes;   /* of a variable; of an accessor: of an element */
  const char *object_name; /* "" if there is none */
  uint64_t reported;       /* the runtime's: 0 at first */
  uint32_t flags;
  uint32_t number; /* the runtime's: 0 at first */
} facet_cpu_access;

/* Where all work-items of a launch make an access: at base + offset + the sum of
 * stride * value, for each value from first to last of each variable. Variables
 * are the global and local ids, the numbers of groups, and the iterations of the
 * loops around the access, outermost first. */
typedef struct facet_cpu_variable {
  int64_t stride, first, last;
} facet_cpu_variable;

enum {
  FACET_CPU_GLOBAL_IDS = 0, /* three for each */
  FACET_CPU_LOCAL_IDS = 3,
  FACET_CPU_GROUP_IDS = 6,
  FACET_CPU_LOOPS = 9,
  FACET_CPU_MOST_LOOPS = 4,
  FACET_CPU_VARIABLES = FACET_CPU_LOOPS + FACET_CPU_MOST_LOOPS
};

/* Bits. */
typedef enum facet_cpu_footprint_flags {
  FACET_CPU_IS_LOCAL = 1,  /* the base of local memory is not an address */
  FACET_CPU_IS_EXACT = 2,  /* each of the values accesses; otherwise some may */
  FACET_CPU_IS_ABSENT = 4, /* nobody accesses */
  FACET_CPU_IS_ANYWHERE = 8, /* perhaps everywhere in the object */
  FACET_CPU_IS_MARKED = 16,  /* the code of the kernel marks cells itself */
  FACET_CPU_MUST_BE_DEFINED = 32, /* the code takes what it loads as defined */
  FACET_CPU_MAY_BE_UNDEFINED = 64, /* what is written */
  FACET_CPU_NEEDS_FULL_GROUPS = 128
} facet_cpu_footprint_flags;

typedef struct facet_cpu_footprint {
  facet_cpu_access *access;
  const char *base;
  int64_t offset;
  uint64_t bytes;
  uint64_t flags;
  facet_cpu_variable variables[FACET_CPU_VARIABLES];
} facet_cpu_footprint;

/* Two accesses of local memory between which there need be no barrier, by their
 * numbers; and a bit for each loop whose iteration is the same one for both. */
typedef struct facet_cpu_pair {
  uint32_t first, second;
  uint64_t same_iteration;
} facet_cpu_pair;

/* What is known of the accesses of all launches of a kernel. */
typedef struct facet_cpu_footprints {
  /* Writes footprints, which are set to zero but for the ids' first and last
   * values. 0: they are not known, because a number was too large. The group may
   * be any of the launch. */
  uint32_t (*describe)(const void *args, const facet_cpu_group *group,
                       facet_cpu_footprint *footprints);
  uint64_t count;
  const facet_cpu_pair *pairs;
  uint64_t pair_count;
  uint64_t looks_for_races; /* 0: only for undefined values */
  /* Of loads of local memory that must be defined, and of stores that all
   * work-items of the group have made before, with a barrier in between. */
  const facet_cpu_pair *definitions;
  uint64_t definition_count;
} facet_cpu_footprints;

/* What accesses of a word of four bytes are known, in 64 bits: the number of who
 * wrote it last, whether that was atomic, the same of who read it, and the number
 * of the access that wrote it. */
#define FACET_CPU_CELL_STAMP_BITS 23
#define FACET_CPU_CELL_WRITE_IS_ATOMIC 23
#define FACET_CPU_CELL_READER 24
#define FACET_CPU_CELL_READ_IS_ATOMIC 47
#define FACET_CPU_CELL_WRITE_PLACE 48
/* Pointers to blocks of cells, by addresses; null where nothing was accessed. */
#define FACET_CPU_CELL_ADDRESS_BITS 47
#define FACET_CPU_CELL_WORD_SHIFT 2
#define FACET_CPU_CELLS_PER_BLOCK (1ull << 14)

/* Of each byte of memory that kernels use, which of its bits are undefined: a byte
 * at definedness + (address & definedness_mask); and for each four of them, where
 * the undefined ones come from: a number of the runtime's, at origins + the same, a
 * multiple of four. The mask is 2^n - 1: addresses that are that far apart have
 * one byte, where there is no room for more. */
#define FACET_CPU_LEAST_DEFINEDNESS_BITS 40
#define FACET_CPU_ORIGIN_GRANULE 4

/* What functions tell their callees of the definedness of arguments, and their
 * callers of that of results: LLVM's kmsan_context_state. Each argument begins
 * at a multiple of eight bytes. */
typedef struct facet_cpu_call_state {
  uint64_t parameters[100];
  uint64_t result[100];
  uint64_t variable_parameters[100];
  uint64_t origins_of_variable_parameters[100];
  uint64_t bytes_of_variable_parameters;
  uint32_t origins_of_parameters[200];
  uint32_t origin_of_result;
  uint32_t unused;
} facet_cpu_call_state;

typedef enum facet_cpu_origin {
  FACET_CPU_OF_NOTHING, /* not known */
  FACET_CPU_OF_PRIVATE_MEMORY,
  FACET_CPU_OF_LOCAL_MEMORY,
  FACET_CPU_FIRST_OTHER_ORIGIN
} facet_cpu_origin;

/* A local id where code does not know its work-item. */
#define FACET_CPU_UNKNOWN_ID (~0ull)

typedef struct facet_cpu_checks {
  const signed char *shadow;
  /* Called where the shadow does not permit an access, and for each copy of
   * memory. Returns the address if the access may be made, otherwise another
   * that may be accessed instead; a copy that gets another one is not made. */
  void *(*check)(facet_cpu_access *access, void *address, uint64_t bytes,
                 uint64_t local_x, uint64_t local_y, uint64_t local_z);
  /* The same where an access may be outside of a variable, which begins at
   * object. */
  void *(*check_variable)(facet_cpu_access *access, void *address,
                          uint64_t bytes, const void *object, uint64_t local_x,
                          uint64_t local_y, uint64_t local_z);
  /* Called where an index is outside of an accessor's range. Dimensions that
   * the accessor does not have are 0 of 1. Returns an address of an element to
   * access instead. */
  void *(*outside_range)(facet_cpu_access *access, void *address,
                         uint64_t index_0, uint64_t index_1, uint64_t index_2,
                         uint64_t range_0, uint64_t range_1, uint64_t range_2,
                         uint64_t local_x, uint64_t local_y, uint64_t local_z);
  /* Whether all of the bytes from begin on belong to one object; 0: perhaps not.
   * For a work-group as a whole, before its kernel. */
  uint32_t (*permits)(const void *begin, uint64_t bytes);
  /* Called for each access of memory that is not private, before it is made, if
   * races are looked for. */
  void (*observe)(facet_cpu_access *access, const void *address, uint64_t bytes,
                  uint64_t local_x, uint64_t local_y, uint64_t local_z);
  /* Called before each barrier. scope: 2, of the work-group, or 3, of the
   * sub-group, whose work-items are runs of sub_group_size in linear order. */
  void (*arrive)(facet_cpu_access *barrier, uint64_t scope,
                 uint64_t sub_group_size, uint64_t local_x, uint64_t local_y,
                 uint64_t local_z);
  /* Called where a work-item ends, if arrive is called. */
  void (*end)(uint64_t sub_group_size, uint64_t local_x, uint64_t local_y,
              uint64_t local_z);
  /* Called for a fence between work-groups; of facet_cpu_access_flags. */
  void (*fence)(uint64_t flags, uint64_t local_x, uint64_t local_y,
                uint64_t local_z);
  char *definedness;
  char *origins;
  /* The thread's. */
  facet_cpu_call_state *(*call_state)(void);
  /* Called where an undefined value is used, as access says. */
  void (*undefined)(facet_cpu_access *access, uint64_t origin, uint64_t local_x,
                    uint64_t local_y, uint64_t local_z);
  /* Called before a value gets to where others read it, if some of its bits are
   * undefined: which is in the state of the call. */
  void (*stored)(uint64_t value, facet_cpu_access *access, uint64_t bits,
                 uint64_t local_x, uint64_t local_y, uint64_t local_z);
  /* Called where memory of a work-item or of a group begins to live. */
  void (*make_undefined)(void *begin, uint64_t bytes, uint64_t origin);
  void (*make_defined)(void *begin, uint64_t bytes);
  void (*copy_definedness)(void *to, const void *from, uint64_t bytes);
  /* Whether nothing is wrong with what footprints say, of the launch that the
   * thread runs. Asked for each group, and decided for the first one. */
  uint32_t (*permits_launch)(const facet_cpu_footprints *footprints,
                             const void *args, const facet_cpu_group *group);
  uint64_t **cell_blocks; /* of words */
  uint64_t *no_cell;      /* of memory that has none */
  /* Called where code marks an access that is no whole aligned words. */
  void (*mark)(facet_cpu_access *access, const void *address, uint64_t bytes);
  /* 0: kernels are run without checks. Functions that could not be inlined into
   * them have theirs all the same. */
  uint64_t enabled;
  uint64_t definedness_mask;
} facet_cpu_checks;
#define FACET_CPU_CHECKS "__sycl_checks"

/* Alignment of the argument block and of local memory. */
#define FACET_CPU_ARGUMENT_ALIGNMENT 64
#define FACET_CPU_LOCAL_MEMORY_ALIGNMENT 64
/* Bytes before and behind local memory, a multiple of its alignment. */
#define FACET_CPU_LOCAL_MEMORY_MARGIN 64

#ifdef __cplusplus
} /* extern "C" */

static_assert(sizeof(void *) != 8 || sizeof(facet_cpu_group) == 200,
              "generated code reads this by offset");
#endif

#endif /* FACET_CONFIG_IMAGE_CPU_ABI_H_ */
