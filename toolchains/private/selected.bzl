"""What `select()` can ask: does `--@facet//toolchains:targets` name a target?"""

load("@bazel_skylib//rules:common_settings.bzl", "BuildSettingInfo")
load(":target_names.bzl", "resolve_target_name")

def _selected_impl(ctx):
    setting = ctx.attr._targets_setting[BuildSettingInfo].value
    selected = [resolve_target_name(name) for name in setting.split(",")]
    any_selected = any([name in selected for name in ctx.attr.any_of])
    return [config_common.FeatureFlagInfo(value = "yes" if any_selected else "no")]

_selected = rule(
    implementation = _selected_impl,
    attrs = {
        "any_of": attr.string_list(mandatory = True),
        "_targets_setting": attr.label(default = "//toolchains:targets"),
    },
)

def selected_setting(name, any_of):
    """A `config_setting`, `name`: true where the setting names one of the targets `any_of`."""
    _selected(
        name = name + "_flag",
        any_of = any_of,
        visibility = ["//visibility:private"],
    )
    native.config_setting(
        name = name,
        flag_values = {":%s_flag" % name: "yes"},
    )
