"""Rules, providers and constants that are not in the same place, or not the same, in all versions of Bazel.

Every BUILD file and .bzl file of Facet has them from here; testing/starlark says which others may not be used. Which of
private/compat_*.bzl it is, the repository @facet_compat knows.
"""

load("@facet_compat//:compat.bzl", "COMPAT")

CcInfo = COMPAT.CcInfo
CcToolchainConfigInfo = COMPAT.CcToolchainConfigInfo
EXEC_CFG = COMPAT.exec_cfg
EXEC_GROUPS = COMPAT.exec_groups
LCOV_MERGER = COMPAT.lcov_merger
RunEnvironmentInfo = COMPAT.RunEnvironmentInfo
TOOLCHAIN_TRANSITION = COMPAT.toolchain_transition
cc_binary = COMPAT.cc_binary
cc_common = COMPAT.cc_common
cc_import = COMPAT.cc_import
cc_library = COMPAT.cc_library
cc_test = COMPAT.cc_test
cc_toolchain = COMPAT.cc_toolchain
cc_toolchain_suite = COMPAT.cc_toolchain_suite
sh_binary = COMPAT.sh_binary
sh_test = COMPAT.sh_test
uses_toolchain_resolution = COMPAT.uses_toolchain_resolution

# Of cc_toolchain_config_lib.bzl.
action_config = COMPAT.action_config
feature = COMPAT.feature
feature_set = COMPAT.feature_set
flag_group = COMPAT.flag_group
flag_set = COMPAT.flag_set
tool = COMPAT.tool
tool_path = COMPAT.tool_path
with_feature_set = COMPAT.with_feature_set
