// sycl-image-dump: docs/post-link.md.

include "options/information.td"
include "options/report.td"

def code_Group : OptionGroup<"<code>">, HelpText<"Code">;

defm extract : ShortValue<"extract", "FILE",
  "write the code of an image to FILE instead", code_Group>;
defm format : ShortValue<"format", "NAME",
  "of its codes the one of this format", code_Group>;
defm target : ShortValue<"target", "NAME",
  "of its codes the one for this target", code_Group>;
defm image : ShortValue<"image", "NAME",
  "of its codes the one of the image with this name", code_Group>;
