/* What the offload wrapper writes into a program and the runtime reads.
 *
 * In:  nothing. These are plain C structures, laid out by the wrapper as
 *      constant data and handed to the runtime by a constructor.
 * Out: images (device code for one target), their symbols and properties.
 * Why: wrapper and runtime must agree to the byte. A change here changes
 *      SYCL_IMAGE_REGISTRATION_VERSION.
 *
 * C and C++; needs the standard library's headers only. Pointers point into the
 * program and stay valid until __sycl_unregister_images.
 */

#ifndef FACET_CONFIG_IMAGE_IMAGE_H_
#define FACET_CONFIG_IMAGE_IMAGE_H_

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define SYCL_IMAGE_REGISTRATION_VERSION 2

/* The section of a program that holds its registrations, one after the other. */
#define SYCL_REGISTRATION_SECTION "sycl_registrations"

/* Values of sycl_property.type. */
enum sycl_property_type {
  SYCL_PROPERTY_UINT32 = 1,    /* `value`; data is null, size is 0 */
  SYCL_PROPERTY_BYTE_ARRAY = 2 /* `data` and `size`; value is 0 */
};

typedef struct {
  const char *name; /* zero-terminated */
  uint32_t type;    /* sycl_property_type */
  uint32_t value;
  const void *data;
  uint64_t size;
} sycl_property;

typedef struct {
  const char *name; /* zero-terminated, such as "SYCL/device requirements" */
  const sycl_property *begin, *end;
} sycl_property_set;

/* Values of sycl_device_image.format. */
enum sycl_image_format {
  SYCL_IMAGE_FORMAT_NONE = 0,   /* filtered out for this target: no bytes */
  SYCL_IMAGE_FORMAT_SPIRV = 1,  /* SPIR-V words, little endian */
  SYCL_IMAGE_FORMAT_PTX = 2,    /* text, zero-terminated */
  SYCL_IMAGE_FORMAT_CUBIN = 3,  /* NVIDIA ELF */
  SYCL_IMAGE_FORMAT_AMDGCN = 4, /* AMD code object */
  SYCL_IMAGE_FORMAT_OCLOC = 5,  /* device binary for OpenCL or Level Zero */
  SYCL_IMAGE_FORMAT_X86_64 = 6  /* ELF shared object, see cpu_abi.h */
};

/* Bits of sycl_device_image.flags. */
enum sycl_image_flag {
  SYCL_IMAGE_FLAG_ZSTD = 1 /* begin to end is one zstd frame of the image */
};
/* Decompresses it when the program runs. */
#define SYCL_IMAGE_ZSTD_LIBRARY "libzstd.so.1"

typedef struct {
  uint32_t format; /* sycl_image_format */
  uint32_t flags;  /* sycl_image_flag; a reader refuses bits it does not know */
  const char *target; /* zero-terminated canonical name, "spir64" */
  const unsigned char *begin, *end;
  /* Kernels and exported functions, each zero-terminated. */
  const char *const *symbols_begin, *const *symbols_end;
  const sycl_property_set *property_sets_begin, *property_sets_end;
} sycl_device_image;

/* A variable that the host and its devices have under one name, and where the
 * host has it (sycl_ext_oneapi_device_global). */
typedef struct {
  const char *name; /* zero-terminated: the symbol */
  const void *address; /* null if no code of the host uses the variable */
} sycl_host_variable;

typedef struct {
  uint32_t version; /* SYCL_IMAGE_REGISTRATION_VERSION */
  uint32_t image_count;
  const sycl_device_image *images;
  /* Targets to emulate, comma separated; used unless the environment sets
   * SYCL_DEVICE_EMULATION. "" for none, never null. */
  const char *emulated_devices;
  /* Those of the images that have external linkage, each once. */
  const sycl_host_variable *variables_begin, *variables_end;
} sycl_image_registration;

/* Called by the program's constructors and destructors, once each for the same
 * structure, from any thread. */
void __sycl_register_images(const sycl_image_registration *registration);
void __sycl_unregister_images(const sycl_image_registration *registration);

#ifdef __cplusplus
} /* extern "C" */

static_assert(sizeof(void *) != 8 || sizeof(sycl_property) == 32,
              "the wrapper lays this out by hand");
static_assert(sizeof(void *) != 8 || sizeof(sycl_property_set) == 24,
              "the wrapper lays this out by hand");
static_assert(sizeof(void *) != 8 || sizeof(sycl_device_image) == 64,
              "the wrapper lays this out by hand");
static_assert(sizeof(void *) != 8 || sizeof(sycl_host_variable) == 16,
              "the wrapper lays this out by hand");
static_assert(sizeof(void *) != 8 || sizeof(sycl_image_registration) == 40,
              "the wrapper lays this out by hand");

/* The names of the property sets other than "SYCL/device requirements" and
 * "SYCL/requirements", which features/requirements has. */
namespace facet {
/* Per kernel K: "K@reqd_work_group_size" (byte array of uint32, attribute
 * order), "K@reqd_sub_group_size" (uint32), "K@uses_local_arena" (uint32 1),
 * "K@dynamic_local_bytes" (uint32: of dynamic local memory, beside what a launch
 * asks for; NVIDIA),
 * "K@uses_assertion_flag" (uint32 1), "K@specialization_constants" (byte array
 * of uint64: keys of the constants that it reads). Of all of them:
 * "functor_layouts" (byte array of pairs of uint64: hash of the kernel's name,
 * FNV-1a, and where its function object has its members; two numbers for a
 * kernel, because its name would be longer). */
inline constexpr const char kProgramMetadataSet[] = "SYCL/program metadata";
inline constexpr const char kWorkGroupSizeSuffix[] = "@reqd_work_group_size";
inline constexpr const char kSubGroupSizeSuffix[] = "@reqd_sub_group_size";
inline constexpr const char kLocalArenaSuffix[] = "@uses_local_arena";
inline constexpr const char kDynamicLocalBytesSuffix[] = "@dynamic_local_bytes";
inline constexpr const char kAssertionFlagSuffix[] = "@uses_assertion_flag";
inline constexpr const char kFunctorLayoutsProperty[] = "functor_layouts";
/* Of an image that is checked (cpu_abi.h): uint32, facet::Checks::ToBits(). */
inline constexpr const char kChecksProperty[] = "checks";
/* Of an image that is compiled when the program runs: byte array, the text of
 * the options for that compiler, separated by spaces. */
inline constexpr const char kBuildOptionsProperty[] = "build_options";
inline constexpr const char kReadsConstantsSuffix[] =
    "@specialization_constants";
inline constexpr const char kExportedSymbolsSet[] = "SYCL/exported symbols";
inline constexpr const char kImportedSymbolsSet[] = "SYCL/imported symbols";
/* SPEC 003, "New property sets". Of a main image: for each pair of add-on images
 * their id and the condition (int32, features/conditions) that chooses the one
 * with the code; empty for always. Of an add-on image: its id, 1 for the one
 * with the code and 0 for the one with empty functions. */
inline constexpr const char kAddOnImagesSet[] = "SYCL/add on images";
inline constexpr const char kAddOnImageSet[] = "SYCL/add on image";
/* SPEC 003, "Alternate design for non-AOT": byte arrays of uint32 pairs, of a
 * SpecId and the number of a leaf; a property for each kind of leaf
 * (features/conditions). */
inline constexpr const char kSpecialSpecializationConstantsSet[] =
    "SYCL/special specialization constants";
} /* namespace facet */
#endif

#endif /* FACET_CONFIG_IMAGE_IMAGE_H_ */
