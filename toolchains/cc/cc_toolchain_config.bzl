"""The hermetic C++ toolchain: Debian's Clang 22 and LLD with a sysroot of Debian packages.

Everything is named by paths relative to the execution root, so objects are the same bytes from any
checkout. Without `repository` the rule must be instantiated in the root package of the repository that has the files: those of
@debian_clang, or of an SDK (toolchains/sdk.bzl), which may leave the sysroot to the machine.
"""

load("@rules_cc//cc:action_names.bzl", "ACTION_NAMES")
load("//toolchains:compat.bzl", "CcToolchainConfigInfo", "EXEC_CFG", "action_config", "cc_common", "feature", "feature_set", "flag_group", "flag_set", "tool", "tool_path", "with_feature_set")

_CXX_COMPILE = [
    ACTION_NAMES.clif_match,
    ACTION_NAMES.cpp_compile,
    ACTION_NAMES.cpp_header_parsing,
    ACTION_NAMES.cpp_module_codegen,
    ACTION_NAMES.cpp_module_compile,
    ACTION_NAMES.linkstamp_compile,
    ACTION_NAMES.lto_backend,
]
_COMPILE = _CXX_COMPILE + [
    ACTION_NAMES.assemble,
    ACTION_NAMES.c_compile,
    ACTION_NAMES.preprocess_assemble,
]
_LINK = [
    ACTION_NAMES.cpp_link_dynamic_library,
    ACTION_NAMES.cpp_link_executable,
    ACTION_NAMES.cpp_link_nodeps_dynamic_library,
]

_TOOLS = {
    "ar": "bin/llvm-ar",
    "cpp": "bin/clang",
    "dwp": "bin/llvm-dwp",
    "gcc": "bin/clang",
    "gcov": "bin/llvm-profdata",  # coverage is Clang's own
    "ld": "usr/lib/llvm-22/bin/ld.lld",
    "llvm-cov": "bin/export-coverage",
    "llvm-profdata": "bin/llvm-profdata",
    "nm": "bin/llvm-nm",
    "objcopy": "bin/llvm-objcopy",
    "objdump": "bin/llvm-objdump",
    "strip": "bin/llvm-strip",
}

def _flags(actions, flags, mode = None):
    return flag_set(
        actions = actions,
        flag_groups = [flag_group(flags = flags)],
        with_features = [with_feature_set(features = [mode])] if mode else [],
    )

def sysroot_flags(root):
    """Flags that make a clang take headers and libraries from the repository at `root` only."""
    return [
        "--target=x86_64-linux-gnu",
        "--sysroot=" + root,
        "--gcc-install-dir=" + root + "/usr/lib/gcc/x86_64-linux-gnu/12",
        "-no-canonical-prefixes",
    ]

_DETERMINISM = [
    "-Wno-builtin-macro-redefined",
    '-D__DATE__="redacted"',
    '-D__TIME__="redacted"',
    '-D__TIMESTAMP__="redacted"',
    "-ffile-compilation-dir=.",
]

# Undefined behaviour ends the process. Not `function`: functions of C libraries, found by name, are called by types of our own with the same layout.
_SANITIZERS = {
    "asan": ["-fsanitize=address"],
    "tsan": ["-fsanitize=thread"],
    "ubsan": ["-fsanitize=undefined", "-fno-sanitize=function", "-fno-sanitize-recover=undefined"],
}

# What a precompiled header was made of has names in this folder: private/precompiled_header.bzl. It is the execution root.
_PRECOMPILED_FROM = ["/proc/self/cwd"]

# Where the machine's compilers look, for a Clang without a sysroot of its own.
_MACHINE_INCLUDES = ["/usr/include", "/usr/lib/gcc", "/usr/local/include"]

def _features(locations):
    flags = feature(
        name = "default_flags",
        enabled = True,
        flag_sets = [
            _flags(_COMPILE + _LINK, locations),
            _flags(_COMPILE, _DETERMINISM + ["-Wall", "-fno-omit-frame-pointer"]),
            _flags(_COMPILE, ["-O0", "-g"], "dbg"),
            _flags(_COMPILE, ["-O2", "-DNDEBUG", "-ffunction-sections", "-fdata-sections"], "opt"),
            _flags(_CXX_COMPILE, ["-std=c++17"]),
            _flags(_LINK, ["-fuse-ld=lld", "-Wl,-z,relro,-z,now", "-Wl,--build-id=none", "-lstdc++", "-lm"]),
            # Installed programs find the libraries they were installed with.
            _flags(_LINK, ["-Wl,-rpath,$ORIGIN/../lib"]),
            _flags(_LINK, ["-Wl,--gc-sections"], "opt"),
        ],
    )
    modes = [feature(name = name) for name in ["dbg", "fastbuild", "opt"]]
    abilities = [
        feature(name = name, enabled = True)
        for name in ["precompiled_headers", "supports_dynamic_linker", "supports_pic", "supports_start_end_lib"]
    ]

    # `bazel coverage --experimental_use_llvm_covmap`. The SYCL rules count lines of kernels of CPUs, too.
    coverage = [
        feature(name = "coverage"),
        feature(
            name = "llvm_coverage_map_format",
            flag_sets = [
                _flags(_COMPILE, ["-fprofile-instr-generate", "-fcoverage-mapping"]),
                _flags(_LINK, ["-fprofile-instr-generate"]),
            ],
            requires = [feature_set(features = ["coverage"])],
        ),
    ]

    # For `--features=asan`, or `features = ["asan"]` of one rule. The SYCL rules check kernels of CPUs, too.
    sanitizers = [
        feature(name = name, flag_sets = [_flags(_COMPILE + _LINK, flags)])
        for name, flags in _SANITIZERS.items()
    ]
    return [flags] + coverage + sanitizers + modes + abilities

# What Bazel's own configuration of a compilation implies; a tool of ours has one of its own.
_IMPLIED = ["compiler_input_flags", "compiler_output_flags", "legacy_compile_flags", "sysroot", "unfiltered_compile_flags", "user_compile_flags"]

# Of toolchains that the SYCL rules know: in private/host_actions.bzl.
_MARKS = {
    "facet_clang": "the Clang and the sysroot of @debian_clang",
    "sycl_driver": "the compiler is sycl-clang++, or becomes it with -fsycl",
}

def _cc_toolchain_config_impl(ctx):
    root = (ctx.attr.repository or ctx).label.workspace_root
    sysroot = "/".join([folder for folder in [root, ctx.attr.sysroot_folder] if folder])
    has_sysroot = ctx.attr.sysroot_folder != "machine"
    locations = sysroot_flags(sysroot) if has_sysroot else ["-no-canonical-prefixes"]
    if ctx.attr.resource_folder:
        locations += ["-resource-dir", root + "/" + ctx.attr.resource_folder]
    for mark in ctx.attr.marks:
        if mark not in _MARKS:
            fail("marks: unknown '%s'" % mark)
    return cc_common.create_cc_toolchain_config_info(
        ctx = ctx,
        action_configs = [
            action_config(action_name = ACTION_NAMES.cpp_compile, enabled = True, implies = _IMPLIED, tools = [tool(tool = ctx.executable.compiler)]),
        ] if ctx.attr.compiler else [],
        abi_libc_version = "glibc",
        abi_version = "local",
        builtin_sysroot = sysroot if has_sysroot else None,
        compiler = "clang",
        cxx_builtin_include_directories = [root + "/" + folder for folder in [ctx.attr.resource_folder] if folder] +
                                          ([sysroot + "/usr/include", sysroot + "/usr/lib"] if has_sysroot else _MACHINE_INCLUDES) + _PRECOMPILED_FROM,
        features = _features(locations) + [feature(name = mark, enabled = True) for mark in ctx.attr.marks],
        host_system_name = "local",
        target_cpu = "k8",
        target_libc = "glibc",
        target_system_name = "local",
        tool_paths = [tool_path(name = name, path = path) for name, path in (ctx.attr.tools or _TOOLS).items()],
        toolchain_identifier = "facet-clang-22",
    )

cc_toolchain_config = rule(
    implementation = _cc_toolchain_config_impl,
    attrs = {
        "compiler": attr.label(cfg = EXEC_CFG, executable = True, doc = "What compiles C++, instead of the tool `gcc`."),
        "marks": attr.string_list(doc = "What SYCL rules may know of the toolchain: " + "; ".join(["`%s`: %s" % mark for mark in _MARKS.items()])),
        "repository": attr.label(doc = "A target of the repository that has the files; by default the rule is in it."),
        "resource_folder": attr.string(doc = "Clang's own headers and libraries; by default Clang finds them itself."),
        "sysroot_folder": attr.string(doc = "The C++ sysroot; by default the repository itself; `machine`: what the machine has is taken."),
        "tools": attr.string_dict(doc = "What Bazel calls a tool -> its path; by default those of @debian_clang."),
    },
    provides = [CcToolchainConfigInfo],
)
