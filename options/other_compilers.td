// sycl-clang++, of other SYCL compilers: options of DPC++ and icpx that are not
// Facet's, and what becomes of them. docs/dpcpp-options.md is made of this list.

// Accepted: what it asks for is so in any case. The text says what.
def in_force_Group : OptionGroup<"<in force>">,
                     HelpText<"Accepted: so in any case">;
class InForce<string text> { OptionGroup Group = in_force_Group;
                             string HelpText = text; }
// Accepted with a warning. The text says what it would do.
def no_effect_Group : OptionGroup<"<no effect>">,
  HelpText<"Accepted with a warning (`-Wunused-command-line-argument`)">;
class NoEffect<string text> { OptionGroup Group = no_effect_Group;
                              string HelpText = text; }
// The text is what it becomes, with the value for "%".
def same_as_Group : OptionGroup<"<same as>">, HelpText<"Other spellings">;
class SameAs<string text> { OptionGroup Group = same_as_Group;
                            string HelpText = text; }
// An error. The text says why, and what to do.
def refused_Group : OptionGroup<"<refused>">, HelpText<"Refused">;
class Refused<string text> { OptionGroup Group = refused_Group;
                             string HelpText = text; }

// Language.
def fsycl_unnamed_lambda : Flag<["-"], "fsycl-unnamed-lambda">, InForce<
  "kernels need no names">;
def fno_sycl_unnamed_lambda : Flag<["-"], "fno-sycl-unnamed-lambda">, NoEffect<
  "it would refuse kernels without names">;
def fsycl_explicit_simd : Flag<["-"], "fsycl-explicit-simd">, NoEffect<
  "DPC++ does nothing with it either; ESIMD kernels do not compile">;
def fno_sycl_explicit_simd : Flag<["-"], "fno-sycl-explicit-simd">, InForce<
  "there are no ESIMD kernels">;
def fsycl_allow_func_ptr : Flag<["-"], "fsycl-allow-func-ptr">, Refused<
  "SYCL 2020 has no calls through pointers to functions in device code">;
def fsycl_allow_func_ptr_value : Joined<["-"], "fsycl-allow-func-ptr=">, Refused<
  "SYCL 2020 has no calls through pointers to functions in device code">;
def fno_sycl_allow_func_ptr : Flag<["-"], "fno-sycl-allow-func-ptr">, InForce<
  "device code has no calls through pointers to functions">;
def fsycl_enable_function_pointers : Flag<["-"], "fsycl-enable-function-pointers">, Refused<
  "SYCL 2020 has no calls through pointers to functions in device code">;
def fsycl_decompose_functor : Flag<["-"], "fsycl-decompose-functor">, NoEffect<
  "it would pass the members of a kernel's function object as arguments of their own, for free-standing drivers">;
def fno_sycl_decompose_functor : Flag<["-"], "fno-sycl-decompose-functor">, InForce<
  "a kernel's function object is one argument">;
def fsycl_use_footer : Flag<["-"], "fsycl-use-footer">, InForce<
  "no header or footer is generated">;
def fno_sycl_use_footer : Flag<["-"], "fno-sycl-use-footer">, InForce<
  "no header or footer is generated">;
def fsycl_footer_path_value : Joined<["-"], "fsycl-footer-path=">, NoEffect<
  "it would say where a generated footer lies; there is none">;

// Optimization.
def mllvm_enable_global_offset : Joined<["-"], "mllvm=-enable-global-offset=">, InForce<
  "kernels of NVIDIA and AMD GPUs have no argument for an offset of ids unless a launch has one">;
def fsycl_early_optimizations : Flag<["-"], "fsycl-early-optimizations">, InForce<
  "device code is optimized before it is written">;
def fno_sycl_early_optimizations : Flag<["-"], "fno-sycl-early-optimizations">, NoEffect<
  "it would leave device code as it is until it is compiled for a target">;
def fsycl_optimize_non_user_code : Flag<["-"], "fsycl-optimize-non-user-code">, InForce<
  "code of headers is optimized like any other">;
def fno_sycl_optimize_non_user_code : Flag<["-"], "fno-sycl-optimize-non-user-code">, NoEffect<
  "it would leave code of headers unoptimized at -O0">;
def fsycl_dead_args_optimization : Flag<["-"], "fsycl-dead-args-optimization">, NoEffect<
  "it would remove arguments that a kernel does not read">;
def fno_sycl_dead_args_optimization : Flag<["-"], "fno-sycl-dead-args-optimization">, InForce<
  "kernels keep their arguments">;
def fgpu_inline_threshold_value : Joined<["-"], "fgpu-inline-threshold=">, NoEffect<
  "it would set how large functions of device code may be to be inlined">;
def fsycl_force_inline_kernel_lambda : Flag<["-"], "fsycl-force-inline-kernel-lambda">, InForce<
  "a kernel's function object is inlined into the kernel">;
def fno_sycl_force_inline_kernel_lambda : Flag<["-"], "fno-sycl-force-inline-kernel-lambda">, NoEffect<
  "it would leave inlining a kernel's function object to the optimizer">;
def fsycl_range_rounding_disable : Flag<["-"], "fsycl-range-rounding=disable">, InForce<
  "kernels never see a range other than the one of the submission">;
def fsycl_range_rounding_on : Flag<["-"], "fsycl-range-rounding=on">, InForce<
  "work-groups of a range are chosen by the runtime; kernels never see another range">;
def fsycl_range_rounding_force : Flag<["-"], "fsycl-range-rounding=force">, InForce<
  "work-groups of a range are chosen by the runtime; kernels never see another range">;
def fsycl_disable_range_rounding : Flag<["-"], "fsycl-disable-range-rounding">, InForce<
  "kernels never see a range other than the one of the submission">;
def fsycl_exp_range_rounding : Flag<["-"], "fsycl-exp-range-rounding">, InForce<
  "ranges of three dimensions are treated like those of one">;
def fsycl_fp32_prec_sqrt : Flag<["-"], "fsycl-fp32-prec-sqrt">, InForce<
  "sycl::sqrt is correctly rounded, where it is not an OpenCL driver that compiles it">;
def fno_sycl_fp32_prec_sqrt : Flag<["-"], "fno-sycl-fp32-prec-sqrt">, NoEffect<
  "it would allow sycl::sqrt an error of 3 units in the last place; here it is correctly rounded">;
def foffload_fp32_prec_sqrt : Flag<["-"], "foffload-fp32-prec-sqrt">, InForce<
  "sycl::sqrt is correctly rounded, where it is not an OpenCL driver that compiles it">;
def fno_offload_fp32_prec_sqrt : Flag<["-"], "fno-offload-fp32-prec-sqrt">, NoEffect<
  "it would allow sycl::sqrt an error of 3 units in the last place; here it is correctly rounded">;
def foffload_fp32_prec_div : Flag<["-"], "foffload-fp32-prec-div">, InForce<
  "divisions are correctly rounded, where it is not an OpenCL driver that compiles them">;
def fno_offload_fp32_prec_div : Flag<["-"], "fno-offload-fp32-prec-div">, NoEffect<
  "it would allow divisions an error of 2.5 units in the last place; here they are correctly rounded">;
def fsycl_fp64_conv_emu : Flag<["-"], "fsycl-fp64-conv-emu">, NoEffect<
  "it would emulate conversions of double on devices without it">;

// Code of devices.
def fsycl_device_lib_value : Joined<["-"], "fsycl-device-lib=">, InForce<
  "the C library's functions that device code may call are part of it; no library is linked for them">;
def fno_sycl_device_lib_value : Joined<["-"], "fno-sycl-device-lib=">, NoEffect<
  "it would leave out libraries for device code; there are none">;
def fno_sycl_libspirv : Flag<["-"], "fno-sycl-libspirv">, NoEffect<
  "it would leave out libclc, which is not used">;
def fsycl_libspirv_path_value : Joined<["-"], "fsycl-libspirv-path=">, NoEffect<
  "it would say where libclc lies, which is not used">;
def fsycl_instrument_device_code : Flag<["-"], "fsycl-instrument-device-code">, NoEffect<
  "it would call Intel's tracing functions (ITT) in kernels">;
def fno_sycl_instrument_device_code : Flag<["-"], "fno-sycl-instrument-device-code">, InForce<
  "kernels call no tracing functions">;
def fsycl_esimd_force_stateless_mem : Flag<["-"], "fsycl-esimd-force-stateless-mem">, InForce<
  "there are no ESIMD kernels">;
def fno_sycl_esimd_force_stateless_mem : Flag<["-"], "fno-sycl-esimd-force-stateless-mem">, InForce<
  "there are no ESIMD kernels">;
def fsycl_esimd_build_host_code : Flag<["-"], "fsycl-esimd-build-host-code">, InForce<
  "there are no ESIMD kernels">;
def fno_sycl_esimd_build_host_code : Flag<["-"], "fno-sycl-esimd-build-host-code">, InForce<
  "there are no ESIMD kernels">;
def fsycl_add_default_spec_consts_image : Flag<["-"], "fsycl-add-default-spec-consts-image">, NoEffect<
  "it would add images with the specialization constants' default values compiled in">;
def fno_sycl_add_default_spec_consts_image : Flag<["-"], "fno-sycl-add-default-spec-consts-image">, InForce<
  "there is one image for all values of specialization constants">;
def fsycl_remove_unused_external_funcs : Flag<["-"], "fsycl-remove-unused-external-funcs">, InForce<
  "functions that nothing can call are dropped">;
def fno_sycl_remove_unused_external_funcs : Flag<["-"], "fno-sycl-remove-unused-external-funcs">, NoEffect<
  "it would keep functions that nothing can call">;
def fsycl_allow_device_image_dependencies : Flag<["-"], "fsycl-allow-device-image-dependencies">, InForce<
  "images import what images of other libraries export">;
def fno_sycl_allow_device_image_dependencies : Flag<["-"], "fno-sycl-allow-device-image-dependencies">, NoEffect<
  "it would refuse images that import functions of other images">;
def fsycl_device_code_split_esimd : Flag<["-"], "fsycl-device-code-split-esimd">, InForce<
  "there are no ESIMD kernels">;
def fno_sycl_device_code_split_esimd : Flag<["-"], "fno-sycl-device-code-split-esimd">, InForce<
  "there are no ESIMD kernels">;
def fsycl_device_lib_jit_link : Flag<["-"], "fsycl-device-lib-jit-link">, NoEffect<
  "it would link the C library's functions when the program runs; they are part of device code">;
def fno_sycl_device_lib_jit_link : Flag<["-"], "fno-sycl-device-lib-jit-link">, InForce<
  "the C library's functions that device code may call are part of it">;
def fsycl_link_huge_device_code : Flag<["-"], "fsycl-link-huge-device-code">, NoEffect<
  "it would place device images behind all else in the program">;
def fno_sycl_link_huge_device_code : Flag<["-"], "fno-sycl-link-huge-device-code">, InForce<
  "device images lie among the program's other constants">;
def flink_huge_device_code : Flag<["-"], "flink-huge-device-code">, NoEffect<
  "it would place device images behind all else in the program">;
def fno_link_huge_device_code : Flag<["-"], "fno-link-huge-device-code">, InForce<
  "device images lie among the program's other constants">;
def ftarget_export_symbols : Flag<["-"], "ftarget-export-symbols">, InForce<
  "images export their SYCL_EXTERNAL functions">;
def fno_target_export_symbols : Flag<["-"], "fno-target-export-symbols">, NoEffect<
  "it would keep SYCL_EXTERNAL functions from other images">;
def ftarget_compile_fast : Flag<["-"], "ftarget-compile-fast">, NoEffect<
  "it would make Intel's compiler for GPUs faster, and its code slower">;
def ftarget_register_alloc_mode_value : Joined<["-"], "ftarget-register-alloc-mode=">, NoEffect<
  "it would choose how many registers work-items have on Intel's GPUs; -Xsycl-target-backend=T passes options to ocloc">;
def fpreview_breaking_changes : Flag<["-"], "fpreview-breaking-changes">, NoEffect<
  "it would take what the next version of DPC++'s runtime has">;
def offload_compress : Flag<["--"], "offload-compress">, NoEffect<
  "it would compress device images of CUDA and HIP; -fsycl-compress-images compresses those of SYCL">;
def no_offload_compress : Flag<["--"], "no-offload-compress">, InForce<
  "device images are compressed with -fsycl-compress-images only">;
def offload_compression_level_value : Joined<["--"], "offload-compression-level=">, NoEffect<
  "it would say how much device images of CUDA and HIP are compressed">;
def Xcuda_ptxas_value : Separate<["-"], "Xcuda-ptxas">, NoEffect<
  "it would give ptxas an option; -Xsycl-target-backend=T does">;
def fsycl_help_value : Joined<["-"], "fsycl-help=">, Refused<
  "it would print the help of a tool that finishes images: call the tool, as in 'ocloc compile --help'">;
def fsycl_use_bitcode : Flag<["-"], "fsycl-use-bitcode">, InForce<
  "device code is LLVM bitcode until the link">;
def fno_sycl_use_bitcode : Flag<["-"], "fno-sycl-use-bitcode">, Refused<
  "device code is LLVM bitcode until the link; sycl-post-link and 'sycl-aot --target=spir64' make SPIR-V of it">;
def fsycl_device_obj_llvmir : Flag<["-"], "fsycl-device-obj=llvmir">, InForce<
  "device code is LLVM bitcode until the link">;
def fsycl_device_obj_spirv : Flag<["-"], "fsycl-device-obj=spirv">, Refused<
  "device code is LLVM bitcode until the link; sycl-post-link and 'sycl-aot --target=spir64' make SPIR-V of it">;
def fsycl_dump_device_code_value : Joined<["-"], "fsycl-dump-device-code=">, NoEffect<
  "it would write the SPIR-V code of the link to a folder; -save-temps keeps it, and all other files">;

// Links.
def fsycl_link_value : Joined<["-"], "fsycl-link=">, Refused<
  "there are no targets for FPGAs">;
def fsycl_link_targets_value : Joined<["-"], "fsycl-link-targets=">, Refused<
  "sycl-post-link and sycl-aot make images outside of a link">;
def fsycl_add_targets_value : Joined<["-"], "fsycl-add-targets=">, Refused<
  "sycl-offload-wrapper makes an object of images">;
def foffload_static_lib_value : Joined<["-"], "foffload-static-lib=">, SameAs<
  "%">;
def foffload_whole_static_lib_value : Joined<["-"], "foffload-whole-static-lib=">, SameAs<
  "-Wl,--whole-archive % -Wl,--no-whole-archive">;
def fsycl_force_target_value : Joined<["-"], "fsycl-force-target=">, NoEffect<
  "it would look for the device code of another target in objects; here objects have one for all targets">;
def fsycl_host_compiler_value : Joined<["-"], "fsycl-host-compiler=">, Refused<
  "compile for devices with -fsycl-device-only, and for the host as docs/wrapping.md says">;
def fsycl_host_compiler_options_value : Joined<["-"], "fsycl-host-compiler-options=">, Refused<
  "compile for devices with -fsycl-device-only, and for the host as docs/wrapping.md says">;
def fsycl_pstl_offload : Flag<["-"], "fsycl-pstl-offload">, Refused<
  "algorithms of the C++ library run on the host; use oneDPL for devices">;
def fsycl_pstl_offload_value : Joined<["-"], "fsycl-pstl-offload=">, Refused<
  "algorithms of the C++ library run on the host; use oneDPL for devices">;
def fno_sycl_pstl_offload : Flag<["-"], "fno-sycl-pstl-offload">, InForce<
  "algorithms of the C++ library run on the host">;
def Xsycl_target_linker : Separate<["-"], "Xsycl-target-linker">, NoEffect<
  "it would give options to the program that links device code, which is LLVM's library here">;
def Xsycl_target_linker_value : JoinedAndSeparate<["-"], "Xsycl-target-linker=">, NoEffect<
  "it would give options to the program that links device code, which is LLVM's library here">;

// FPGAs.
def fintelfpga : Flag<["-"], "fintelfpga">, Refused<
  "there are no targets for FPGAs">;
def reuse_exe_value : Joined<["-"], "reuse-exe=">, Refused<
  "there are no targets for FPGAs">;

// icpx.
def qopenmp : Flag<["-"], "qopenmp">, SameAs<"-fopenmp">;
def fiopenmp : Flag<["-"], "fiopenmp">, SameAs<"-fopenmp">;
def qno_openmp : Flag<["-"], "qno-openmp">, SameAs<"-fno-openmp">;
def qopenmp_simd : Flag<["-"], "qopenmp-simd">, SameAs<"-fopenmp-simd">;
def fiopenmp_simd : Flag<["-"], "fiopenmp-simd">, SameAs<"-fopenmp-simd">;
def qno_openmp_simd : Flag<["-"], "qno-openmp-simd">, SameAs<
  "-fno-openmp-simd">;
def qtbb : Flag<["-"], "qtbb">, SameAs<
  "--start-no-unused-arguments -ltbb --end-no-unused-arguments">;
def tbb : Flag<["-"], "tbb">, SameAs<
  "--start-no-unused-arguments -ltbb --end-no-unused-arguments">;
def xHost : Flag<["-"], "xHost">, SameAs<"-march=native">;
def xSSE4_2 : Flag<["-"], "xSSE4.2">, SameAs<"-march=nehalem">;
def xAVX : Flag<["-"], "xAVX">, SameAs<"-march=sandybridge">;
def xCORE_AVX_I : Flag<["-"], "xCORE-AVX-I">, SameAs<"-march=ivybridge">;
def xCORE_AVX2 : Flag<["-"], "xCORE-AVX2">, SameAs<"-march=haswell">;
def xCORE_AVX512 : Flag<["-"], "xCORE-AVX512">, SameAs<"-march=skylake-avx512">;
def xHASWELL : Flag<["-"], "xHASWELL">, SameAs<"-march=haswell">;
def xBROADWELL : Flag<["-"], "xBROADWELL">, SameAs<"-march=broadwell">;
def xSKYLAKE : Flag<["-"], "xSKYLAKE">, SameAs<"-march=skylake">;
def xSKYLAKE_AVX512 : Flag<["-"], "xSKYLAKE-AVX512">, SameAs<
  "-march=skylake-avx512">;
def xCASCADELAKE : Flag<["-"], "xCASCADELAKE">, SameAs<"-march=cascadelake">;
def xICELAKE_SERVER : Flag<["-"], "xICELAKE-SERVER">, SameAs<
  "-march=icelake-server">;
def xICELAKE_CLIENT : Flag<["-"], "xICELAKE-CLIENT">, SameAs<
  "-march=icelake-client">;
def xTIGERLAKE : Flag<["-"], "xTIGERLAKE">, SameAs<"-march=tigerlake">;
def xALDERLAKE : Flag<["-"], "xALDERLAKE">, SameAs<"-march=alderlake">;
def xSAPPHIRERAPIDS : Flag<["-"], "xSAPPHIRERAPIDS">, SameAs<
  "-march=sapphirerapids">;
def fp_model_value : Joined<["-"], "fp-model=">, SameAs<"-ffp-model=%">;
def fp_model_words : Separate<["-"], "fp-model">, SameAs<"-ffp-model=%">;
def fp_model_fast_1 : Flag<["-"], "fp-model=fast=1">, SameAs<"-ffp-model=fast">;
def fp_model_fast_2 : Flag<["-"], "fp-model=fast=2">, SameAs<
  "-ffp-model=aggressive">;
def fma : Flag<["-"], "fma">, SameAs<"-ffp-contract=fast">;
def no_fma : Flag<["-"], "no-fma">, SameAs<"-ffp-contract=off">;
def ipo : Flag<["-"], "ipo">, SameAs<"-flto">;
def no_ipo : Flag<["-"], "no-ipo">, SameAs<"-fno-lto">;
def fast : Flag<["-"], "fast">, SameAs<
  "-O3 -flto -ffp-model=fast -march=native">;
def no_vec : Flag<["-"], "no-vec">, SameAs<"-fno-vectorize -fno-slp-vectorize">;
def vec : Flag<["-"], "vec">, InForce<"loops are vectorized from -O2 on">;
def unroll : Flag<["-"], "unroll">, InForce<"loops are unrolled from -O2 on">;
def ip : Flag<["-"], "ip">, InForce<
  "functions of one source are inlined from -O1 on">;
def no_ip : Flag<["-"], "no-ip">, NoEffect<
  "it would keep functions from being inlined; -fno-inline does">;
def inline_level_0 : Flag<["-"], "inline-level=0">, SameAs<"-fno-inline">;
def inline_level_1 : Flag<["-"], "inline-level=1">, SameAs<
  "-finline-hint-functions">;
def inline_level_2 : Flag<["-"], "inline-level=2">, InForce<
  "functions are inlined from -O1 on">;
def ansi_alias : Flag<["-"], "ansi-alias">, SameAs<"-fstrict-aliasing">;
def no_ansi_alias : Flag<["-"], "no-ansi-alias">, SameAs<
  "-fno-strict-aliasing">;
def restrict_keyword : Flag<["-"], "restrict">, SameAs<"-Drestrict=__restrict">;
def debug : Flag<["-"], "debug">, SameAs<"-g">;
def w3 : Flag<["-"], "w3">, SameAs<"-Wall">;
def wd_value : Joined<["-"], "wd">, NoEffect<
  "it would silence a warning of the classic compiler by its number">;
def diag_disable_value : Joined<["-"], "diag-disable=">, NoEffect<
  "it would silence messages of the classic compiler by their numbers">;
def diag_disable_colon_value : Joined<["-"], "diag-disable:">, NoEffect<
  "it would silence messages of the classic compiler by their numbers">;
def diag_disable_words : Separate<["-"], "diag-disable">, NoEffect<
  "it would silence messages of the classic compiler by their numbers">;
def prec_div : Flag<["-"], "prec-div">, InForce<
  "divisions are correctly rounded">;
def prec_sqrt : Flag<["-"], "prec-sqrt">, InForce<
  "square roots are correctly rounded">;
def no_prec_div : Flag<["-"], "no-prec-div">, NoEffect<
  "it would let the host divide less exactly; -freciprocal-math does">;
def no_prec_sqrt : Flag<["-"], "no-prec-sqrt">, NoEffect<
  "it would let the host take square roots less exactly">;
def no_ftz : Flag<["-"], "no-ftz">, InForce<"denormal numbers are kept">;
def ftz : Flag<["-"], "ftz">, NoEffect<
  "it would make main() flush denormal numbers of the host to zero">;
def fp_speculation_value : Joined<["-"], "fp-speculation=">, NoEffect<
  "it would say where floating-point instructions may be executed before it is known that they are needed">;
def fimf_value : Joined<["-"], "fimf-">, NoEffect<
  "it would choose functions of Intel's mathematical library; -ffp-accuracy= is for devices">;
def qopt_value : Joined<["-"], "qopt-">, NoEffect<
  "it would tune or report an optimization of Intel's compiler; -Rpass= reports Clang's">;
def qno_opt_value : Joined<["-"], "qno-opt-">, NoEffect<
  "it would switch an optimization of Intel's compiler off">;
def ax_value : Joined<["-"], "ax">, NoEffect<
  "it would add host code for a second kind of processor">;
def qoverride_limits : Flag<["-"], "qoverride-limits">, InForce<
  "there are no limits on the size of functions that are optimized">;
def parallel : Flag<["-"], "parallel">, NoEffect<
  "it would run loops of the host on several threads">;
def traceback : Flag<["-"], "traceback">, NoEffect<
  "it would make programs that fail print their stack">;
def static_intel : Flag<["-"], "static-intel">, InForce<
  "no library of Intel's compiler is linked">;
def shared_intel : Flag<["-"], "shared-intel">, InForce<
  "no library of Intel's compiler is linked">;
def no_intel_lib : Flag<["-"], "no-intel-lib">, InForce<
  "no library of Intel's compiler is linked">;
def qmkl : Flag<["-"], "qmkl">, NoEffect<
  "it would add oneMKL, which is not part of the SDK; name its libraries for the host with -l">;
def qmkl_value : Joined<["-"], "qmkl=">, NoEffect<
  "it would add oneMKL, which is not part of the SDK; name its libraries for the host with -l">;
def qmkl_ilp64 : Flag<["-"], "qmkl-ilp64">, NoEffect<
  "it would add oneMKL, which is not part of the SDK; name its libraries for the host with -l">;
def qmkl_ilp64_value : Joined<["-"], "qmkl-ilp64=">, NoEffect<
  "it would add oneMKL, which is not part of the SDK; name its libraries for the host with -l">;
def qmkl_sycl_impl_value : Joined<["-"], "qmkl-sycl-impl=">, NoEffect<
  "it would add oneMKL, which is not part of the SDK; name its libraries for the host with -l">;
def qipp : Flag<["-"], "qipp">, NoEffect<
  "it would add IPP, which is not part of the SDK">;
def qipp_value : Joined<["-"], "qipp=">, NoEffect<
  "it would add IPP, which is not part of the SDK">;
def ipp : Flag<["-"], "ipp">, NoEffect<
  "it would add IPP, which is not part of the SDK">;
def qdaal : Flag<["-"], "qdaal">, NoEffect<
  "it would add oneDAL, which is not part of the SDK">;
def qdaal_value : Joined<["-"], "qdaal=">, NoEffect<
  "it would add oneDAL, which is not part of the SDK">;
def qactypes : Flag<["-"], "qactypes">, NoEffect<
  "it would add Intel's types of any width, which is not part of the SDK">;

// Warnings that only DPC++'s Clang has, each with its four options.
multiclass OtherWarning<string name, string help> {
  def W_other_ # NAME : Flag<["-"], "W" # name>, NoEffect<"it would warn " # help>;
  def Werror_other_ # NAME : Flag<["-"], "Werror=" # name>, NoEffect<"it would make errors of warnings " # help>;
  def Wno_other_ # NAME : Flag<["-"], "Wno-" # name>, InForce<"there are no such warnings">;
  def Wno_error_other_ # NAME : Flag<["-"], "Wno-error=" # name>, InForce<"there are no such warnings">;
}
defm sycl_strict : OtherWarning<"sycl-strict",
  "of what a version of SYCL does not have">;
defm sycl_2017_compat : OtherWarning<"sycl-2017-compat",
  "of what SYCL 2017 does not have">;
defm sycl_2020_compat : OtherWarning<"sycl-2020-compat",
  "of what SYCL 2020 does not have">;
defm sycl_target : OtherWarning<"sycl-target",
  "of a link for targets that objects have no code for; here objects have code for all">;
defm sycl_fpga_mismatch : OtherWarning<"sycl-fpga-mismatch",
  "of attributes for FPGAs on other targets">;
defm incorrect_sub_group_size : OtherWarning<"incorrect-sub-group-size",
  "of sub-group sizes that a target does not have; -fsycl-fixed-targets= does">;
