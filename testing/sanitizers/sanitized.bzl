"""Tests that exist, once more with a sanitizer in all of their host code.

    sanitized_tests(name = "memory", features = ["asan", "ubsan"], tests = [":a_test", "//b:c_test"])

makes `memory/a_test` and `memory/b/c_test`: the same tests, from the same sources, in a configuration whose C++
toolchain has the features. Programs that run while building are not built anew.
"""

load("//toolchains:compat.bzl", "RunEnvironmentInfo")

_FEATURES = "//command_line_option:features"

def _with_features_impl(settings, attr):
    return {_FEATURES: settings[_FEATURES] + attr.sanitizers}

_with_features = transition(
    implementation = _with_features_impl,
    inputs = [_FEATURES],
    outputs = [_FEATURES],
)

_CommandInfo = provider(doc = "How a test is run.", fields = {"args": "list of strings", "env": "dict of strings"})

def _expand(ctx, value):
    # In a test's attributes both mean the path below the runfiles.
    value = value.replace("$(location ", "$(rootpath ").replace("$(locations ", "$(rootpaths ")
    attributes = ctx.rule.attr
    targets = []
    for name in ["data", "deps", "srcs"]:
        targets += getattr(attributes, name, [])
    return ctx.expand_location(value, targets)

def _command_impl(_target, ctx):
    attributes = ctx.rule.attr
    env = {name: _expand(ctx, value) for name, value in attributes.env.items()}

    # A sycl_device_test shows the program its device alone.
    if hasattr(attributes, "device"):
        env["SYCL_DEVICE_EMULATION"] = "only," + attributes.device
    return [_CommandInfo(args = [_expand(ctx, argument) for argument in attributes.args], env = env)]

_command = aspect(implementation = _command_impl)

def _sanitized_test_impl(ctx):
    test = ctx.attr.test[0]
    command = test[_CommandInfo]
    script = ctx.actions.declare_file(ctx.label.name)
    ctx.actions.write(
        script,
        "#!/bin/sh\nexec %s %s\n" % (test[DefaultInfo].files_to_run.executable.short_path, " ".join(command.args)),
        is_executable = True,
    )
    runfiles = ctx.runfiles(files = ctx.files.data).merge(test[DefaultInfo].default_runfiles)
    for dependency in ctx.attr.data:
        runfiles = runfiles.merge(dependency[DefaultInfo].default_runfiles)
    return [
        DefaultInfo(executable = script, runfiles = runfiles),
        RunEnvironmentInfo(dict(command.env, **ctx.attr.env)),
    ]

_sanitized_test = rule(
    implementation = _sanitized_test_impl,
    attrs = {
        "data": attr.label_list(allow_files = True),
        "env": attr.string_dict(),
        "sanitizers": attr.string_list(mandatory = True, doc = "Features of the C++ toolchain."),
        "test": attr.label(aspects = [_command], cfg = _with_features, mandatory = True),
        "_allowlist_function_transition": attr.label(default = "@bazel_tools//tools/allowlists/function_transition_allowlist"),
    },
    test = True,
)

def sanitized_tests(name, features, tests, **kwargs):
    """The tests with sanitizers, and a test_suite of them.

    Args:
      name: the suite, and the beginning of the tests' names.
      features: of the C++ toolchain.
      tests: absolute labels.
      **kwargs: of each test: `data` and `env` beside its own, `size`, `tags`.
    """
    names = []
    for test in tests:
        names.append("%s/%s" % (name, test[len("//"):].replace(":", "/")))
        _sanitized_test(
            name = names[-1],
            sanitizers = features,
            test = test,
            **kwargs
        )
    native.test_suite(
        name = name,
        tags = kwargs.get("tags", []),
        tests = [":" + test for test in names],
    )
