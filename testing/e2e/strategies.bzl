"""Tests of programs in both ways of keeping optional features from devices that lack them."""

load("//toolchains:compat.bzl", "sh_test")
load("//toolchains:defs.bzl", "sycl_binary")
load("//toolchains:opencl.bzl", "OPENCL_DATA", "opencl_env")

_STRATEGIES = ["split", "conditional"]

def both_strategies_test(name, **kwargs):
    """A test that the program prints the same, on each device, whether it is built as "split" or as "conditional".

    Args:
      name: the test's name; the programs are <name>_split and <name>_conditional.
      **kwargs: attributes of the program.
    """
    for strategy in _STRATEGIES:
        sycl_binary(
            name = "%s_%s" % (name, strategy),
            testonly = True,
            optional_features = strategy,
            **kwargs
        )
        native.filegroup(
            name = "%s_%s_modules" % (name, strategy),
            testonly = True,
            srcs = [":%s_%s" % (name, strategy)],
            output_group = "modules",
        )
    files = [":%s_%s" % (name, strategy) for strategy in _STRATEGIES]
    files += [file + "_modules" for file in files]
    sh_test(
        name = name,
        srcs = ["//testing/e2e:both_strategies_test.sh"],
        args = ["$(rootpath %s)" % file for file in files],
        data = ["//testing/e2e:expect.sh"] + files + OPENCL_DATA,
        env = opencl_env(),
    )
