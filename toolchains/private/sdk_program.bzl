"""Programs of an SDK: sdk_program."""

# As the compiler of a C++ toolchain it has no runfiles, but its program and libraries are inputs of the action.
_SCRIPT = """#!/bin/sh
program=%s
[ -e "$program" ] || program=$0.runfiles/%s
exec "$program" "$@"
"""

def _sdk_program_impl(ctx):
    script = ctx.actions.declare_file("programs/" + ctx.label.name)
    in_runfiles = ctx.file.program.short_path
    if in_runfiles.startswith("../"):
        in_runfiles = in_runfiles[len("../"):]
    else:
        in_runfiles = ctx.workspace_name + "/" + in_runfiles
    ctx.actions.write(script, _SCRIPT % (ctx.file.program.path, in_runfiles), is_executable = True)
    return [DefaultInfo(
        executable = script,
        runfiles = ctx.runfiles(files = [ctx.file.program] + ctx.files.data),
    )]

sdk_program = rule(
    implementation = _sdk_program_impl,
    doc = "A program that finds its libraries where it lies itself, wherever an action runs.",
    attrs = {
        "data": attr.label_list(allow_files = True, doc = "What the program loads."),
        "program": attr.label(mandatory = True, allow_single_file = True),
    },
    executable = True,
)
