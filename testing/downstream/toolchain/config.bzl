"""A small C++ toolchain: a Clang 22 called by scripts of this package."""

load("@facet//toolchains:compat.bzl", "CcToolchainConfigInfo", "cc_common", "feature", "flag_group", "flag_set", "tool_path")
load("@rules_cc//cc:action_names.bzl", "ACTION_NAMES")

_COMPILE = [ACTION_NAMES.c_compile, ACTION_NAMES.cpp_compile, ACTION_NAMES.assemble, ACTION_NAMES.preprocess_assemble]
_LINK = [ACTION_NAMES.cpp_link_executable, ACTION_NAMES.cpp_link_dynamic_library]
_ROOT = "external/debian_clang"

def _flags(actions, flags):
    return flag_set(actions = actions, flag_groups = [flag_group(flags = flags)])

def _impl(ctx):
    return cc_common.create_cc_toolchain_config_info(
        ctx = ctx,
        abi_libc_version = "glibc",
        abi_version = "local",
        compiler = "clang",
        cxx_builtin_include_directories = [_ROOT + "/usr/include", _ROOT + "/usr/lib"],
        features = [
            feature(name = "supports_pic", enabled = True),
            feature(name = "flags", enabled = True, flag_sets = [
                _flags(_COMPILE, ["-std=c++20", "-O1", '-DCOMPILER="my own"']),
                _flags(_LINK, ["-fuse-ld=lld", "-lstdc++", "-lm"]),
            ]),
        ],
        host_system_name = "local",
        target_cpu = "k8",
        target_libc = "glibc",
        target_system_name = "local",
        tool_paths = [
            tool_path(name = name, path = {"ar": "ar.sh", "gcc": "compiler.sh"}.get(name, "/bin/false"))
            for name in ["ar", "cpp", "gcc", "gcov", "ld", "nm", "objdump", "strip"]
        ],
        toolchain_identifier = "downstream",
    )

cc_toolchain_config = rule(
    implementation = _impl,
    provides = [CcToolchainConfigInfo],
)
