// sycl-offload-wrapper: docs/wrapping.md.

include "options/tool.td"

defm o : File<"o", "object file to write", outputs_Group>;
def compress : ShortFlag<"compress",
  "images as zstd frames, where that is smaller", outputs_Group>;
defm emulate : ShortValue<"emulate", "T,...",
  "devices the program emulates unless SYCL_DEVICE_EMULATION is set",
  outputs_Group>;
defm target : ShortValue<"target", "T",
  "target name of all images, instead of their own; tables need it",
  inputs_Group>;
defm contains : ShortValue<"contains", "LIBRARY",
  "the images have the device code of this library: no program links a second object that has it",
  outputs_Group>;
def allow_empty : ShortFlag<"allow-empty",
  "no image is no error: a build system does not know beforehand whether a program has device code",
  inputs_Group>;
