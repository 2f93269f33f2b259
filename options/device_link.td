// sycl-device-link: docs/post-link.md.

include "options/tool.td"

defm o : File<"o", "bitcode file to write", outputs_Group>;
def S : ShortFlag<"S", "text instead of bitcode", outputs_Group>;
defm targets : ShortValue<"targets", "T,...",
  "targets that some inputs have code of their own for", inputs_Group>;
