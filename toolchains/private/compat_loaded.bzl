"""What differs between versions of Bazel, for 6 and newer: loaded from modules. See //toolchains:compat.bzl."""

load("@rules_cc//cc:cc_binary.bzl", _cc_binary = "cc_binary")
load("@rules_cc//cc:cc_import.bzl", _cc_import = "cc_import")
load("@rules_cc//cc:cc_library.bzl", _cc_library = "cc_library")
load("@rules_cc//cc:cc_test.bzl", _cc_test = "cc_test")
load(
    "@rules_cc//cc:cc_toolchain_config_lib.bzl",
    _action_config = "action_config",
    _feature = "feature",
    _feature_set = "feature_set",
    _flag_group = "flag_group",
    _flag_set = "flag_set",
    _tool = "tool",
    _tool_path = "tool_path",
    _with_feature_set = "with_feature_set",
)
load("@rules_cc//cc/common:cc_common.bzl", _cc_common = "cc_common")
load("@rules_cc//cc/common:cc_info.bzl", _CcInfo = "CcInfo")
load("@rules_cc//cc/toolchains:cc_toolchain.bzl", _cc_toolchain = "cc_toolchain")
load("@rules_cc//cc/toolchains:cc_toolchain_config_info.bzl", _CcToolchainConfigInfo = "CcToolchainConfigInfo")
load("@rules_shell//shell:sh_binary.bzl", _sh_binary = "sh_binary")
load("@rules_shell//shell:sh_test.bzl", _sh_test = "sh_test")

def _cc_toolchain_suite(name, toolchains):
    """Resolution finds toolchains: this is nothing that anybody asks for.

    Args:
      name: the target's name.
      toolchains: not used.
    """
    native.filegroup(name = name)

def _uses_toolchain_resolution(ctx):
    return True

COMPAT = struct(
    CcInfo = _CcInfo,
    CcToolchainConfigInfo = _CcToolchainConfigInfo,
    RunEnvironmentInfo = RunEnvironmentInfo,
    action_config = _action_config,
    cc_binary = _cc_binary,
    cc_common = _cc_common,
    cc_import = _cc_import,
    cc_library = _cc_library,
    cc_test = _cc_test,
    cc_toolchain = _cc_toolchain,
    cc_toolchain_suite = _cc_toolchain_suite,
    exec_cfg = config.exec(),
    exec_groups = {"exec_groups": {"aot": exec_group()}},
    feature = _feature,
    feature_set = _feature_set,
    flag_group = _flag_group,
    flag_set = _flag_set,
    lcov_merger = attr.label(cfg = config.exec(), default = configuration_field(fragment = "coverage", name = "output_generator"), executable = True),
    sh_binary = _sh_binary,
    sh_test = _sh_test,
    tool = _tool,
    tool_path = _tool_path,
    toolchain_transition = {},
    uses_toolchain_resolution = _uses_toolchain_resolution,
    with_feature_set = _with_feature_set,
)
