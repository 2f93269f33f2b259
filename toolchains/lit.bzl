"""lit_test: LLVM's FileCheck tests as Bazel tests.

    lit_test(
        name = "lit",
        srcs = glob(["test/*.ll"]),
        data = glob(["test/Inputs/**"]),
        tools = ["//postlink/tool:sycl-post-link", "@llvm_tools//:opt"],
    )

One Bazel test per source, named `<name>/<source>.test`, and a test suite `<name>` of all. In RUN lines
a tool is called by its target's name; FileCheck, not, count and split-file are always there. `%s`, `%t`,
`%S` and `%T` are lit's; `%{workspace}` is the workspace's folder in the runfiles, for files in `data`.
A plugin or a folder is named with `substitutions = {"%plugin": "$(rootpath :plugin.so)"}`.
"""

load("//targets:families.bzl", "FAMILIES")
load("//toolchains:compat.bzl", "sh_test")

# Options of sycl-clang++ for the targets that an installation has beside it, with
# `data = ["//config/targets:targets_toml"]`; a substitution.
BUILT_IN_TARGETS = " ".join([
    "-fsycl-device-config-file=%{workspace}/config/targets/" + name + ".toml"
    for family in FAMILIES
    for name in family.device_configs
])

_ALWAYS = [
    Label("@llvm_tools//:FileCheck"),
    Label("@llvm_tools//:count"),
    Label("@llvm_tools//:not"),
    Label("@llvm_tools//:split-file"),
]

def lit_test(name, srcs, tools = [], data = [], substitutions = {}, tags = [], size = "small", **kwargs):
    """Declares a test for each source.

    Args:
      name: name of the test suite.
      srcs: test files with RUN lines.
      tools: programs that RUN lines call by their target's name.
      data: other files that tests read.
      substitutions: what RUN lines may use beside lit's own; `$(rootpath label)` is expanded.
      tags: of every test.
      size: of every test.
      **kwargs: passed on to every test.
    """
    all_tools = [str(tool) for tool in _ALWAYS] + tools
    tests = []
    for src in srcs:
        test = "%s/%s.test" % (name, src.split(":")[-1])
        tests.append(":" + test)
        sh_test(
            name = test,
            size = size,
            srcs = [Label("//toolchains/private:lit_runner.sh")],
            args = ["$(rootpath %s)" % src] +
                   ["--tool=$(rootpath %s)" % tool for tool in all_tools] +
                   ["'--substitution=%s=%s'" % item for item in substitutions.items()],
            data = [
                src,
                Label("//toolchains/private:lit.cfg.py"),
                Label("@debian_python//:runtime"),
                Label("@llvm_tools//:lit_files"),
            ] + all_tools + data,
            tags = tags,
            **kwargs
        )
    native.test_suite(
        name = name,
        tests = tests,
        tags = tags,
    )
