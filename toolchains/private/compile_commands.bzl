"""sycl_compile_commands: `bazel run` writes compile_commands.json into the workspace, for editors."""

load("@rules_cc//cc:find_cc_toolchain.bzl", "find_cc_toolchain")
load("//toolchains:compat.bzl", "CcInfo", "cc_common")
load(":host_actions.bzl", "compile_commands", "global_flags")
load(":providers.bzl", "SyclInfo")

_CompileCommandsInfo = provider(
    doc = "Parts of compile_commands.json.",
    fields = {"parts": "depset of JSON files: those of a rule and of all it depends on"},
)

_SCRIPT = """#!/bin/bash
# Writes compile_commands.json into the workspace it is run from: one entry for each source.
set -eu
root=${BUILD_WORKSPACE_DIRECTORY:?compile_commands: error: start this with 'bazel run'}
# What Bazel made and fetched, where it stays whatever is built next: the links in the workspace and in the execution root change.
execution_root=$(readlink -f "$root/bazel-${root##*/}") || {
  echo "compile_commands: error: no $root/bazel-${root##*/}: Bazel's --symlink_prefix is not supported" >&2
  exit 1
}
output_base=${execution_root%%/execroot/*}
# clangd before 16 knows the older way alone to say where GCC is.
edit="s|@WORKSPACE@|$root|
s#\\([\\"=]\\|\\"-[IBL]\\)external/#\\1$output_base/external/#g
s#\\([\\"=]\\|\\"-[IBL]\\)bazel-out/#\\1$execution_root/bazel-out/#g
s#\\"--gcc-install-dir=\\([^\\"]*\\)/lib/gcc/[^\\"]*\\"#\\"--gcc-toolchain=\\1\\"#g
\\$! s/\\$/,/"
{
  echo '['
  cat %s | sort -u | sed "$edit"
  echo ']'
} >"$root/compile_commands.json.new"
mv "$root/compile_commands.json.new" "$root/compile_commands.json"
echo "wrote $root/compile_commands.json"
"""

_SOURCES = ["c", "cc", "cpp", "cxx", "C"]

def _of_cc_rule(target, ctx):
    """The part of a rule of Bazel's own, cc_library and its kin."""
    sources = [
        file
        for source in getattr(ctx.rule.attr, "srcs", [])
        for file in source[DefaultInfo].files.to_list()
        if file.extension in _SOURCES
    ]
    toolchain = find_cc_toolchain(ctx)
    host = struct(
        toolchain = toolchain,
        features = cc_common.configure_features(ctx = ctx, cc_toolchain = toolchain),
    )
    flags = global_flags(ctx) + getattr(ctx.rule.attr, "copts", [])
    context = target[CcInfo].compilation_context
    return compile_commands(ctx, host, context, sources, getattr(ctx.rule.attr, "local_defines", []), flags)

def _compile_commands_aspect_impl(target, ctx):
    dependencies = getattr(ctx.rule.attr, "deps", [])
    transitive = [d[_CompileCommandsInfo].parts for d in dependencies if _CompileCommandsInfo in d]
    parts = []
    if SyclInfo in target:
        transitive.append(target[SyclInfo].compile_commands)
    elif CcInfo in target and ctx.rule.kind.startswith("cc_") and hasattr(ctx.rule.attr, "srcs"):
        parts = [_of_cc_rule(target, ctx)]
    parts = depset(parts, transitive = transitive)
    return [_CompileCommandsInfo(parts = parts)]

sycl_compile_commands_aspect = aspect(
    implementation = _compile_commands_aspect_impl,
    attr_aspects = ["deps"],
    attrs = {"_cc_toolchain": attr.label(default = "@bazel_tools//tools/cpp:current_cc_toolchain")},
    fragments = ["cpp"],
    toolchains = ["@bazel_tools//tools/cpp:toolchain_type"],
)

def _sycl_compile_commands_impl(ctx):
    parts = depset(transitive = [d[_CompileCommandsInfo].parts for d in ctx.attr.deps])
    script = ctx.actions.declare_file(ctx.label.name + ".sh")
    paths = " ".join(["'%s'" % part.short_path for part in parts.to_list()])
    ctx.actions.write(script, _SCRIPT % paths, is_executable = True)
    return [DefaultInfo(executable = script, runfiles = ctx.runfiles(transitive_files = parts))]

COMPILE_COMMANDS_ATTRS = {
    "deps": attr.label_list(
        aspects = [sycl_compile_commands_aspect],
        doc = "Rules of Facet's, `cc_library` and `cc_binary`. What they depend on is included.",
        providers = [[SyclInfo], [CcInfo]],
    ),
}

sycl_compile_commands = rule(
    implementation = _sycl_compile_commands_impl,
    attrs = COMPILE_COMMANDS_ATTRS,
    executable = True,
)
