// sycl-clang++: docs/compiler.md.

include "options/base.td"
include "options/warnings.td"
include "options/other_compilers.td"

def sycl_Group : OptionGroup<"<sycl>">, HelpText<"SYCL OPTIONS">;
// Clang's too, or Clang's alone: passed on.
def clang_Group : OptionGroup<"<clang>">;

class SyclFlag<string name, string help>
    : Flag<["-"], name>, HelpText<help>, Group<sycl_Group>;
class SyclValue<string name, string meta, string help>
    : Joined<["-"], name # "=">, MetaVarName<meta>, HelpText<help>,
      Group<sycl_Group>;

def fsycl : SyclFlag<"fsycl",
  "Compile and link SYCL: device code, headers, runtime">;
def fno_sycl : SyclFlag<"fno-sycl", "Compile and link C++ (default)">;
def fsycl_targets : SyclValue<"fsycl-targets", "<t,...>",
  "What to compile for (default: x86_64,spir64)">;
def fsycl_fixed_targets : SyclValue<"fsycl-fixed-targets", "<t,...>",
  "All device code runs on these only: warn of what one of them lacks">;
def fsycl_device_only : SyclFlag<"fsycl-device-only",
  "Compile for devices only">;
def fsycl_host_only : SyclFlag<"fsycl-host-only", "Compile for the host only">;
def fsycl_check : SyclValue<"fsycl-check", "<what,...>",
  "Kernels of CPUs report errors: memory, uninitialized, races, barriers or all">;
def fsycl_device_code_split : SyclValue<"fsycl-device-code-split", "<how>",
  "How kernels share images: auto, off, per_kernel, per_source">,
  Values<"auto,off,per_kernel,per_source">;
def fsycl_device_code_split_auto : Flag<["-"], "fsycl-device-code-split">,
  Alias<fsycl_device_code_split>, AliasArgs<["auto"]>;
def fsycl_compress_images : SyclFlag<"fsycl-compress-images",
  "Compress the images of the program">;
def fsycl_default_sub_group_size : SyclValue<"fsycl-default-sub-group-size",
  "<n>",
  "Sub-group size of kernels that say none: automatic, primary or a number">;
def fsycl_device_config_file : SyclValue<"fsycl-device-config-file", "<file>",
  "More targets, from a TOML file">;
def fsycl_device_if : SyclValue<"fsycl-device-if", "<where>",
  "Where conditional code is decided: auto, headers, early, late">,
  Values<"auto,headers,early,late">;
def fsycl_device_if_jit : SyclValue<"fsycl-device-if-jit", "<how>",
  "How it is decided at run time: add-on, spec-constants">,
  Values<"add-on,spec-constants">;
def fsycl_embed_ir : SyclFlag<"fsycl-embed-ir",
  "SPIR-V beside images that are compiled ahead of time">;
def fsycl_emulate : SyclValue<"fsycl-emulate", "<t,...>",
  "Devices that the program emulates">;
def fsycl_header_cache : SyclValue<"fsycl-header-cache", "<folder>",
  "Where precompiled SYCL headers are kept (default: ~/.cache/facet/headers)">;
def fno_sycl_header_cache : SyclFlag<"fno-sycl-header-cache",
  "Neither make nor use precompiled SYCL headers">;
def fsycl_precompile_headers : SyclFlag<"fsycl-precompile-headers",
  "Instead of compiling: a precompiled <sycl/sycl.hpp> of the other options">;
def fsycl_use_precompiled_headers : SyclValue<"fsycl-use-precompiled-headers",
  "<file>",
  "One that was made so, for sources and options that allow it">;
def fsycl_target_macros : SyclValue<"fsycl-target-macros", "<file>",
  "Read what the targets have from a header of facet-config target-macros">;
def fsycl_id_queries_fit_in_int : SyclFlag<"fsycl-id-queries-fit-in-int",
  "Assume that ids and ranges fit into int, and refuse other launches">;
def fno_sycl_id_queries_fit_in_int : SyclFlag<"fno-sycl-id-queries-fit-in-int",
  "Assume nothing of them">;
def fsycl_link : SyclFlag<"fsycl-link",
  "Instead of a link: an object of all device images">;
def fsycl_rdc : SyclFlag<"fsycl-rdc",
  "Device code in objects, for a later link (default)">;
def fno_sycl_rdc : SyclFlag<"fno-sycl-rdc",
  "Device images of each source alone, in its object">;
def static_facet : SyclFlag<"static-facet",
  "The runtime inside the program instead of libfacet.so.1">;
def fsycl_max_parallel_compile_jobs : SyclValue<
  "fsycl-max-parallel-compile-jobs", "<n>",
  "Compilations of a source at once: 1, 2 (default: 2 if a processor is idle)">;
def fsycl_max_parallel_link_jobs : SyclValue<"fsycl-max-parallel-link-jobs",
  "<n>", "Compilations at once in a link (default: all processors)">;
def fsycl_optional_features : SyclValue<"fsycl-optional-features", "<how>",
  "How features keep out of devices without them: split, conditional">,
  Values<"split,conditional">;
def fsycl_unique_prefix : SyclValue<"fsycl-unique-prefix", "<text>",
  "What no other source of the program has">;
def fsycl_unique_rule : SyclValue<"fsycl-unique-rule", "<r>",
  "The same for several sources: r, and the source's name in the command">;
def fsycl_clangd_config : SyclFlag<"fsycl-clangd-config",
  "Print a .clangd file for compile_commands.json of this compiler">;
def fsycl_help : SyclFlag<"fsycl-help", "Print this list">;
def fno_sycl_cubin : SyclFlag<"fno-sycl-cubin", "No machine code beside PTX">;
def ffp_accuracy : SyclValue<"ffp-accuracy", "<level>[:<f,...>]",
  "Accuracy of mathematical functions: high, medium, low, sycl, cuda">;
def ptxas_path : Joined<["--"], "ptxas-path=">, MetaVarName<"<file>">,
  HelpText<"NVIDIA's assembler">, Group<sycl_Group>;
def offload_arch : Joined<["--"], "offload-arch=">, MetaVarName<"<p,...>">,
  HelpText<"More targets, by names of GPU processors">, Group<sycl_Group>;
def cuda_gpu_arch : Joined<["--"], "cuda-gpu-arch=">, Alias<offload_arch>;

// The next argument has the options.
class Options<string name, string help>
    : Separate<["-"], name>, MetaVarName<"<options>">, HelpText<help>,
      Group<sycl_Group>;
class OptionsOfTarget<string name, string help>
    : JoinedAndSeparate<["-"], name # "=">, MetaVarName<"<t> <options>">,
      HelpText<help>, Group<sycl_Group>;
def Xs : Options<"Xs",
  "Options of the tools and drivers that finish images, for all targets">;
def Xs_joined : Joined<["-"], "Xs">, MetaVarName<"<option>">,
  HelpText<"The same: one option, without its dash">, Group<sycl_Group>;
def Xsycl_target_backend : Options<"Xsycl-target-backend", "The same">;
def Xsycl_target_backend_of : OptionsOfTarget<"Xsycl-target-backend",
  "Options of the tool or driver that finishes images of target <t>">;
def Xsycl_target_frontend : Options<"Xsycl-target-frontend",
  "Options of the device compilation">;
def Xsycl_target_frontend_of : OptionsOfTarget<"Xsycl-target-frontend",
  "Options of the device compilation for target <t>">;

// For tests, and for build systems that compile for one target.
def fsycl_resolve_conditions_for : Joined<["-"],
  "fsycl-resolve-conditions-for=">, Group<ignored_Group>;
def print_commands : Flag<["-"], "###">, Group<ignored_Group>;
def save_temps : Flag<["-", "--"], "save-temps">, Group<ignored_Group>;
def save_temps_value : Joined<["-", "--"], "save-temps=">, Values<"cwd,obj">,
                       Group<ignored_Group>;
def v : Flag<["-"], "v">, Group<clang_Group>;
def ftime_report : Flag<["-"], "ftime-report">, Group<clang_Group>;
// What follows is the front end's, also if it looks like one of these.
def Xclang : Separate<["-"], "Xclang">, Group<clang_Group>;
