"""A rule of a user's own: reads a library's SyclInfo and returns one."""

load("//toolchains:compat.bzl", "CcInfo")
load("//toolchains:defs.bzl", "SyclInfo")

def _forward_impl(ctx):
    info = ctx.attr.library[SyclInfo]
    return [
        ctx.attr.library[CcInfo],
        SyclInfo(bitcode = info.bitcode, compile_commands = info.compile_commands),
        DefaultInfo(files = info.bitcode),
    ]

forward = rule(
    implementation = _forward_impl,
    attrs = {"library": attr.label(mandatory = True, providers = [CcInfo, SyclInfo])},
)
