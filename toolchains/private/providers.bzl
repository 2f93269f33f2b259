"""What SYCL rules tell each other."""

SyclInfo = provider(
    doc = "Device code of a library and of all it depends on. Public: rules of your own may read and return it.",
    fields = {
        "bitcode": "depset of device bitcode files, one for each source; programs link each file once",
        "compile_commands": "depset of JSON files, one for each rule: its part of compile_commands.json",
        "libraries": "depset of structs: `label` and `targets`, names or None, of each library whose device code is not linked yet",
        "linked_libraries": "depset of structs: `label` of each library whose device code a `sycl_cc_library` has linked, and that rule's label as `linked_by`",
    },
)

SyclPrecompiledInfo = provider(
    doc = "Precompiled SYCL headers.",
    fields = {
        "device": "list of Files, of compilations for devices: the header, and what lies beside it; empty where headers are not precompiled",
        "host": "the same of the host's compilations",
        "target": "name of the one target of the rules that it is for; empty for rules with others",
    },
)

SyclTargetInfo = provider(
    doc = "A target: a device or family of devices that images are made for.",
    fields = {
        "aot_toolchain": "name of the AOT tool chain that makes its images (spirv, ocloc, nvptx, amdgcn, x86_64)",
        "emulation": "SyclTargetInfo of the target's emulation; None for targets of the toolchain, whose emulations have labels of their own",
        "name": "canonical name",
        "slice": "File: the target's entry of the configuration, alone",
    },
)

SyclToolchainInfo = provider(
    doc = "The programs of each step.",
    fields = {
        "aot": "FilesToRunProvider of sycl-aot",
        "aot_cc": "CcToolchainInfo whose `compiler` is sycl-aot",
        "aot_files": "dict: AOT tool chain -> struct(inputs = depset of Files, flags = [string])",
        "compile_files": "depset of Files every device compilation reads: resource headers, sysroot",
        "compile_flags": "flags that make sycl-clang++ read those files only",
        "config": "FilesToRunProvider of facet-config",
        "coverage_files": "depset of export-coverage, llvm-profdata and what they need; may be empty",
        "device_compiler": "FilesToRunProvider of sycl-clang++",
        "device_link": "FilesToRunProvider of sycl-device-link",
        "headers": "CcInfo of the SYCL headers",
        "host_cc": "CcToolchainInfo that compiles SYCL sources for the host, or None: the build's own does",
        "host_cc_for": "feature that the build's own C++ toolchain must have for that; empty: whatever it has",
        "offload_wrapper": "FilesToRunProvider of sycl-offload-wrapper",
        "post_link": "FilesToRunProvider of sycl-post-link",
        "runtime": "CcInfo of the SYCL run-time library",
        "targets": "dict: canonical name -> SyclTargetInfo, of the targets that names can mean",
    },
)
