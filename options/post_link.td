// sycl-post-link: docs/post-link.md.

include "options/tool.td"
include "options/all_warnings.td"

defm modules_dir : LongValue<"modules-dir", "DIR",
  "one module file for each module into DIR", outputs_Group>;
defm o : ShortValue<"o", "[TARGET,]FILE",
  "a file table, filtered for TARGET; repeatable", outputs_Group>;
def ir_output_only : ShortFlag<"ir-output-only",
  "one module, written to the file of -o", outputs_Group>;
def properties : ShortFlag<"properties",
  "the column of property files in file tables", outputs_Group>;
def symbols : ShortFlag<"symbols",
  "the column of symbol files in file tables", outputs_Group>;
def S : ShortFlag<"S", "text instead of bitcode in file tables",
  outputs_Group>;

defm split : Choice<"split",
  "auto,source,per_source,kernel,per_kernel,off,none",
  "how kernels share modules (default: off)", code_Group>;
defm exports : Choice<"exports", "all,none",
  "all (default): SYCL_EXTERNAL functions are entry points; none: of an executable that nobody imports from",
  code_Group>;
defm imports : Choice<"imports", "shared,none",
  "shared (default): a shared library may define functions when the program runs; none: warn of functions that are undefined",
  messages_Group>;
defm device_if_jit : Choice<"device-if-jit", "add-on,spec-constants",
  "conditional calls for devices not known yet: add-on (default): modules to link when the program runs; spec-constants: none",
  code_Group>;
defm optional_features : Choice<"optional-features", "split,conditional",
  "kernels with different requirements: split (default): images of their own; conditional: in one image, each with its condition",
  code_Group>;

defm device_config_file : ShortValue<"device-config-file", "FILE",
  "targets; repeatable", inputs_Group>;
