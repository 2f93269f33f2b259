"""What differs between versions of Bazel, for those before 6: built in. See //toolchains:compat.bzl."""

load(
    "@bazel_tools//tools/cpp:cc_toolchain_config_lib.bzl",
    _action_config = "action_config",
    _feature = "feature",
    _feature_set = "feature_set",
    _flag_group = "flag_group",
    _flag_set = "flag_set",
    _tool = "tool",
    _tool_path = "tool_path",
    _with_feature_set = "with_feature_set",
)

COMPAT = struct(
    CcInfo = CcInfo,
    CcToolchainConfigInfo = CcToolchainConfigInfo,
    RunEnvironmentInfo = testing.TestEnvironment,
    action_config = _action_config,
    cc_binary = native.cc_binary,
    cc_common = cc_common,
    cc_import = native.cc_import,
    cc_library = native.cc_library,
    cc_test = native.cc_test,
    cc_toolchain = native.cc_toolchain,
    cc_toolchain_suite = native.cc_toolchain_suite,
    # Programs that are run while building: Bazel 4 builds them once for host and programs, see .bazelrc.
    exec_cfg = "host",
    # Of rules that make images. Bazel 4 has no action that could be of the group.
    exec_groups = {},
    feature = _feature,
    feature_set = _feature_set,
    flag_group = _flag_group,
    flag_set = _flag_set,
    lcov_merger = attr.label(cfg = "host", default = "@bazel_tools//tools/test:lcov_merger", executable = True),
    sh_binary = native.sh_binary,
    sh_test = native.sh_test,
    tool = _tool,
    tool_path = _tool_path,
    # Of rules whose toolchains build what the rules link.
    toolchain_transition = {"incompatible_use_toolchain_transition": True},
    uses_toolchain_resolution = cc_common.is_cc_toolchain_resolution_enabled_do_not_use,
    with_feature_set = _with_feature_set,
)
