"""sycl_compile_commands: `bazel run` writes compile_commands.json into the workspace, for editors."""

load(":providers.bzl", "SyclInfo")

_SCRIPT = """#!/bin/bash
# Writes compile_commands.json into the workspace it is run from: one entry for each source.
set -eu
root=${BUILD_WORKSPACE_DIRECTORY:?compile_commands: error: start this with 'bazel run'}
# The execution root is where Bazel links it, under the name of the workspace's folder.
execution_root=$root/bazel-${root##*/}
{
  echo '['
  cat %s | sort -u | sed "s|@EXECUTION_ROOT@|$execution_root|; \\$! s/\\$/,/"
  echo ']'
} >"$root/compile_commands.json.new"
mv "$root/compile_commands.json.new" "$root/compile_commands.json"
echo "wrote $root/compile_commands.json"
"""

def _sycl_compile_commands_impl(ctx):
    parts = depset(transitive = [d[SyclInfo].compile_commands for d in ctx.attr.deps])
    script = ctx.actions.declare_file(ctx.label.name + ".sh")
    paths = " ".join(["'%s'" % part.short_path for part in parts.to_list()])
    ctx.actions.write(script, _SCRIPT % paths, is_executable = True)
    return [DefaultInfo(executable = script, runfiles = ctx.runfiles(transitive_files = parts))]

sycl_compile_commands = rule(
    implementation = _sycl_compile_commands_impl,
    attrs = {"deps": attr.label_list(doc = "Rules of Facet's. Those they depend on are included.", providers = [SyclInfo])},
    executable = True,
)
