"""sycl_precompiled_headers: <sycl/sycl.hpp>, parsed once for the compilations of many rules.

Which rules use it: those whose options say the same about headers. Each compilation finds out by itself, from the options that are
recorded beside the header and from what its source begins with (compiler/precompiled/given_header.h); others read the text.
"""

load("@bazel_skylib//rules:common_settings.bzl", "BuildSettingInfo")
load("//toolchains:compat.bzl", "TOOLCHAIN_TRANSITION")
load(":device_actions.bzl", "precompile_headers", "target_macros")
load(":host_actions.bzl", "host_toolchain", "language_flags", "precompile_for_host")
load(":providers.bzl", "SyclPrecompiledInfo")

_TOOLCHAIN = str(Label("//toolchains:toolchain_type"))
_CC_TOOLCHAIN = "@bazel_tools//tools/cpp:toolchain_type"

def _none(target):
    return SyclPrecompiledInfo(device = [], host = [], target = target)

def _sycl_precompiled_headers_impl(ctx):
    tools = ctx.toolchains[_TOOLCHAIN].sycl
    wanted = ctx.attr._setting[BuildSettingInfo].value and ctx.attr._sycl_setting[BuildSettingInfo].value
    if not wanted or (ctx.attr.target and ctx.attr.target not in tools.targets):
        return [_none(ctx.attr.target)]
    host = host_toolchain(ctx, tools)
    targets = [tools.targets[ctx.attr.target]] if ctx.attr.target else []
    macros = target_macros(ctx, tools, targets)
    device = precompile_headers(ctx, tools, macros, language_flags(ctx, host))
    for_host = precompile_for_host(ctx, host, macros, tools.headers)
    return [
        DefaultInfo(files = depset(device + for_host)),
        SyclPrecompiledInfo(device = device, host = for_host, target = ctx.attr.target),
    ]

sycl_precompiled_headers = rule(
    implementation = _sycl_precompiled_headers_impl,
    attrs = {
        "target": attr.string(doc = "The headers for rules that are for this target alone, by its canonical name; by default those for all others."),
        "_cc_toolchain": attr.label(default = "@bazel_tools//tools/cpp:current_cc_toolchain"),
        "_setting": attr.label(default = "//toolchains:precompile_headers"),
        "_sycl_setting": attr.label(default = "//toolchains:sycl"),
    },
    fragments = ["cpp"],
    provides = [SyclPrecompiledInfo],
    toolchains = [_TOOLCHAIN, _CC_TOOLCHAIN],
    **TOOLCHAIN_TRANSITION
)

def precompiled_for(headers, targets):
    """That one of the `headers` that a rule with these targets may use."""
    names = [target.name for target in targets]
    infos = {one[SyclPrecompiledInfo].target: one[SyclPrecompiledInfo] for one in headers}
    return infos.get(names[0] if len(names) == 1 else "") or infos.get("", _none(""))
