"""sycl_toolchain: names the program of each step. And the C++ toolchain whose compiler is sycl-aot."""

load("@rules_cc//cc:action_names.bzl", "ACTION_NAMES")
load("//targets:families.bzl", "FAMILIES")
load("//toolchains/cc:cc_toolchain_config.bzl", "cc_toolchain_config", "sysroot_flags")
load("//toolchains:compat.bzl", "CcInfo", "CcToolchainConfigInfo", "EXEC_CFG", "action_config", "cc_common", "cc_toolchain", "cc_toolchain_suite", "feature", "flag_group", "flag_set", "tool", "uses_toolchain_resolution")
load(":providers.bzl", "SyclTargetInfo", "SyclToolchainInfo")

_MACHINE = "machine"

# Programs run while building are in the configuration of what is built: see .bazelrc.
_PROGRAM = {"cfg": EXEC_CFG, "executable": True}

def _aot_files(ctx):
    """What the AOT step of each family reads beside its module, and how it is told."""
    library = ctx.attr.device_library[DefaultInfo].files
    lld = struct(flag = "--lld=" + ctx.file.lld.path, files = ctx.attr.lld_files[DefaultInfo].files)
    ptxas = [
        struct(flag = "--ptxas=" + file.path, files = depset(ctx.files.ptxas))
        for file in ctx.files.ptxas[:1]
    ]
    ocloc = struct(flag = "--ocloc=" + ctx.file.ocloc.path, files = ctx.attr.ocloc_files[DefaultInfo].files)
    library_flags = ["--device-library-dir=" + file.dirname for file in library.to_list()[:1]]
    programs = {"lld": [lld], "ocloc": [ocloc], "ptxas": ptxas}
    return {
        family.name: struct(
            flags = library_flags + [program.flag for tool in family.tools for program in programs[tool]],
            inputs = depset(transitive = [library] + [program.files for tool in family.tools for program in programs[tool]]),
        )
        for family in FAMILIES
    }

def _sycl_toolchain_impl(ctx):
    resolution = uses_toolchain_resolution(ctx = ctx)
    aot_cc = ctx.attr.aot_cc if resolution else ctx.attr.aot_cc_suite
    sysroot = ctx.attr.sysroot[DefaultInfo].files
    root = ctx.attr.sysroot.label.workspace_root
    sysroot_root = "/".join([folder for folder in [root, ctx.attr.sysroot_folder] if folder])
    has_sysroot = root and ctx.attr.sysroot_folder != _MACHINE
    info = SyclToolchainInfo(
        aot = ctx.attr.aot[DefaultInfo].files_to_run,
        aot_cc = aot_cc[cc_common.CcToolchainInfo],
        aot_files = _aot_files(ctx),
        compile_files = sysroot,
        compile_flags = (sysroot_flags(sysroot_root) if has_sysroot else []) + (["-resource-dir", root + "/" + ctx.attr.resource_folder] if root else []),
        config = ctx.attr.config[DefaultInfo].files_to_run,
        coverage_files = ctx.attr.coverage_files[DefaultInfo].files if ctx.attr.coverage_files else depset(),
        device_compiler = ctx.attr.device_compiler[DefaultInfo].files_to_run,
        device_link = ctx.attr.device_link[DefaultInfo].files_to_run,
        headers = ctx.attr.headers[CcInfo],
        host_cc = ctx.attr.host_cc[cc_common.CcToolchainInfo] if ctx.attr.host_cc else None,
        host_cc_for = ctx.attr.host_cc_for,
        offload_wrapper = ctx.attr.offload_wrapper[DefaultInfo].files_to_run,
        post_link = ctx.attr.post_link[DefaultInfo].files_to_run,
        # Its headers, and those that it is compiled with, are no business of programs.
        runtime = CcInfo(linking_context = ctx.attr.runtime[CcInfo].linking_context),
        targets = {t[SyclTargetInfo].name: t[SyclTargetInfo] for t in ctx.attr.targets},
    )
    return [platform_common.ToolchainInfo(sycl = info)]

sycl_toolchain = rule(
    implementation = _sycl_toolchain_impl,
    attrs = {
        "aot": attr.label(mandatory = True, doc = "sycl-aot, as it is; `aot_cc` has it as a compiler.", **_PROGRAM),
        "aot_cc": attr.label(mandatory = True, doc = "aot_cc_toolchain target."),
        "aot_cc_suite": attr.label(mandatory = True, doc = "Its suite, for builds without C++ toolchain resolution."),
        "config": attr.label(mandatory = True, **_PROGRAM),
        "coverage_files": attr.label(doc = "export-coverage and llvm-profdata, and what they need: with them `bazel coverage` reports what tests execute."),
        "device_compiler": attr.label(mandatory = True, **_PROGRAM),
        "device_library": attr.label(mandatory = True, doc = "Bitcode that sycl-aot links into images."),
        "device_link": attr.label(mandatory = True, **_PROGRAM),
        "headers": attr.label(mandatory = True, providers = [CcInfo]),
        "host_cc": attr.label(doc = "C++ toolchain, of Clang 22, that compiles SYCL sources for the host; without it the build's own does."),
        "host_cc_for": attr.string(doc = "It does so only in builds whose own C++ toolchain has this feature; by default in all."),
        "lld": attr.label(mandatory = True, allow_single_file = True, doc = "Path of the linker."),
        "lld_files": attr.label(mandatory = True, doc = "All files that the linker needs."),
        "ocloc": attr.label(mandatory = True, allow_single_file = True, doc = "Path of ocloc."),
        "ocloc_files": attr.label(mandatory = True, doc = "All files that ocloc needs."),
        "offload_wrapper": attr.label(mandatory = True, **_PROGRAM),
        "post_link": attr.label(mandatory = True, **_PROGRAM),
        "ptxas": attr.label(allow_files = True, doc = "NVIDIA's ptxas, first of the files that it needs; without files it is not used."),
        "runtime": attr.label(mandatory = True, providers = [CcInfo]),
        "resource_folder": attr.string(default = "usr/lib/llvm-22/lib/clang/22", doc = "Clang's own headers and libraries in the repository of `sysroot`."),
        "sysroot": attr.label(mandatory = True, doc = "Clang's own headers and the C++ sysroot."),
        "sysroot_folder": attr.string(doc = "The C++ sysroot in the repository of `sysroot`; `machine`: what the machine has is taken."),
        "targets": attr.label_list(providers = [SyclTargetInfo], doc = "What names of targets mean."),
    },
    fragments = ["cpp"],
)

def _aot_cc_config_impl(ctx):
    compile = [ACTION_NAMES.c_compile, ACTION_NAMES.cpp_compile]

    variables = [
        ("dependency_file", ["-MF", "%{dependency_file}"]),
        ("user_compile_flags", ["%{user_compile_flags}"]),
        ("source_file", ["-c", "%{source_file}"]),
        ("output_file", ["-o", "%{output_file}"]),
    ]
    features = [
        feature(name = "no_legacy_features", enabled = True),
        # With --force_pic Bazel makes no other compilations.
        feature(name = "supports_pic", enabled = True),
    ]
    for variable, flags in variables:
        features.append(feature(
            name = variable,
            enabled = True,
            flag_sets = [flag_set(
                actions = compile,
                flag_groups = [flag_group(
                    expand_if_available = variable,
                    flags = flags,
                    iterate_over = "user_compile_flags" if variable == "user_compile_flags" else None,
                )],
            )],
        ))
    return cc_common.create_cc_toolchain_config_info(
        ctx = ctx,
        abi_libc_version = "none",
        abi_version = "none",
        action_configs = [
            action_config(action_name = name, enabled = True, tools = [tool(tool = ctx.executable.program)])
            for name in compile
        ],
        compiler = "sycl-aot",
        features = features,
        host_system_name = "local",
        target_cpu = "k8",
        target_libc = "none",
        target_system_name = "local",
        toolchain_identifier = ctx.label.name,
    )

_aot_cc_config = rule(
    implementation = _aot_cc_config_impl,
    attrs = {"program": attr.label(mandatory = True, **_PROGRAM)},
    provides = [CcToolchainConfigInfo],
)

def _program_files_impl(ctx):
    info = ctx.attr.program[DefaultInfo]
    return [DefaultInfo(files = depset(transitive = [info.files, info.default_runfiles.files]))]

_program_files = rule(
    implementation = _program_files_impl,
    doc = "A program with its runfiles, as plain files.",
    attrs = {"program": attr.label(mandatory = True, **_PROGRAM)},
)

def host_cc_toolchain(name, program, repository):
    """The C++ toolchain of `repository`, whose files it has, with `program`, sycl-clang++, as the compiler.

    Args:
      name: the toolchain's name.
      program: what compiles.
      repository: `@debian_clang`.
    """
    files = [":%s_program" % name, repository + "//:all_files"]
    _program_files(name = name + "_program", program = program)
    native.filegroup(name = name + "_files", srcs = files)
    cc_toolchain_config(
        name = name + "_config",
        compiler = program,
        marks = ["sycl_driver"],
        repository = repository + "//:all_files",
        resource_folder = "usr/lib/llvm-22/lib/clang/22",
    )
    cc_toolchain(
        name = name,
        all_files = ":%s_files" % name,
        ar_files = ":%s_files" % name,
        as_files = ":%s_files" % name,
        compiler_files = ":%s_files" % name,
        dwp_files = ":%s_files" % name,
        linker_files = ":%s_files" % name,
        objcopy_files = ":%s_files" % name,
        strip_files = ":%s_files" % name,
        supports_param_files = True,
        toolchain_config = ":%s_config" % name,
    )

def aot_cc_toolchain(name, program):
    """A C++ toolchain, `name` (and `name`_suite), whose compiler is an AOT program.

    Args:
      name: the toolchain's name.
      program: takes `-c MODULE -o IMAGE -MF DEPENDENCIES` and the target's flags.
    """
    files = ":%s_files" % name
    _program_files(name = name + "_files", program = program)
    _aot_cc_config(name = name + "_config", program = program)
    cc_toolchain(
        name = name,
        all_files = files,
        ar_files = files,
        as_files = files,
        compiler_files = files,
        dwp_files = files,
        linker_files = files,
        objcopy_files = files,
        strip_files = files,
        supports_param_files = False,
        toolchain_config = ":%s_config" % name,
    )
    cc_toolchain_suite(
        name = name + "_suite",
        toolchains = {"k8": ":" + name, "k8|compiler": ":" + name, "k8|sycl-aot": ":" + name},
    )
