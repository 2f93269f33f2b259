"""A program as a build with `--@facet//toolchains:checks=…` makes it.

    with_checks(name = "all", checks = ["memory"], program = ":program")

is `:program` and all it depends on, with these checks of the build setting.
"""

_CHECKS = "//toolchains:checks"

def _with_setting_impl(settings, attr):
    return {_CHECKS: settings[_CHECKS] + attr.checks}

_with_setting = transition(
    implementation = _with_setting_impl,
    inputs = [_CHECKS],
    outputs = [_CHECKS],
)

def _with_checks_impl(ctx):
    program = ctx.attr.program[0][DefaultInfo]
    link = ctx.actions.declare_file(ctx.label.name)
    ctx.actions.symlink(output = link, target_file = program.files_to_run.executable, is_executable = True)
    return [DefaultInfo(executable = link, runfiles = program.default_runfiles)]

with_checks = rule(
    implementation = _with_checks_impl,
    attrs = {
        "checks": attr.string_list(mandatory = True),
        "program": attr.label(mandatory = True, executable = True, cfg = _with_setting),
        "_allowlist_function_transition": attr.label(default = "@bazel_tools//tools/allowlists/function_transition_allowlist"),
    },
    executable = True,
)
