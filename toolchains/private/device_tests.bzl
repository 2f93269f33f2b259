"""What sycl_test makes for each of its devices: the same program, run as if on that device alone."""

load("//toolchains:compat.bzl", "RunEnvironmentInfo")
load(":attributes.bzl", "PROGRAM_ATTRS", "TEST_ATTRS")
load(":host_actions.bzl", "coverage_info", "coverage_tools")

_TOOLCHAIN = str(Label("//toolchains:toolchain_type"))

def _sycl_device_test_impl(ctx):
    executable = ctx.actions.declare_file(ctx.label.name)
    ctx.actions.symlink(output = executable, target_file = ctx.executable.program, is_executable = True)
    environment = {
        name: ctx.expand_location(value, ctx.attr.data)
        for name, value in ctx.attr.env.items()
    }
    environment["SYCL_DEVICE_EMULATION"] = "only," + ctx.attr.device
    coverage = coverage_tools(ctx, ctx.toolchains[_TOOLCHAIN].sycl.coverage_files, executable)
    environment.update(coverage.environment)
    runfiles = ctx.runfiles(files = [ctx.executable.program] + ctx.files.data + coverage.files)
    for dependency in ctx.attr.data + [ctx.attr.program]:
        runfiles = runfiles.merge(dependency[DefaultInfo].default_runfiles)
    return [
        DefaultInfo(executable = executable, runfiles = runfiles),
        coverage_info(ctx, [], ["data", "program"]),
        RunEnvironmentInfo(environment),
    ]

sycl_device_test = rule(
    implementation = _sycl_device_test_impl,
    attrs = dict(
        dict(PROGRAM_ATTRS, **TEST_ATTRS),
        data = attr.label_list(allow_files = True),
        device = attr.string(mandatory = True),
        program = attr.label(cfg = "target", executable = True, mandatory = True),
    ),
    test = True,
    toolchains = [_TOOLCHAIN],
)
