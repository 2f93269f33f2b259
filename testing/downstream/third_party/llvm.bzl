"""vendored_llvm: stands for an LLVM 22 that somebody builds on their own, under the labels of LLVM's Bazel files.

In:  the folder that $VENDORED_LLVM names, with the headers in usr/include/llvm-22, usr/include/llvm-c-22 and usr/lib/llvm-22/include.
Out: the libraries that Facet asks for; their code is in Debian's shared libraries here.
"""

_ROOT = """
cc_library(
    name = "LLVM",
    hdrs = glob(["llvm-headers/**", "llvm-c-headers/**"]),
    defines = ["VENDORED_LLVM"],
    includes = ["llvm-headers", "llvm-c-headers"],
    visibility = ["//visibility:public"],
    deps = ["@debian_clang//:LLVM"],
)

filegroup(
    name = "OptParserTdFiles",
    srcs = ["llvm-headers/llvm/Option/OptParser.td"],
    visibility = ["//visibility:public"],
)

cc_library(
    name = "clang-cpp",
    hdrs = glob(["clang-headers/**"]),
    includes = ["clang-headers"],
    visibility = ["//visibility:public"],
    deps = [":LLVM", "@debian_clang//:clang-cpp"],
)
"""

def _vendored_llvm_impl(ctx):
    folder = ctx.os.environ.get("VENDORED_LLVM") or fail("VENDORED_LLVM names no folder")
    ctx.symlink(folder + "/usr/include/llvm-22", "llvm-headers")
    ctx.symlink(folder + "/usr/include/llvm-c-22", "llvm-c-headers")
    ctx.symlink(folder + "/usr/lib/llvm-22/include", "clang-headers")
    ctx.file("BUILD.bazel", _ROOT)

    # The names in llvm/ and clang/ are aliases of those two.
    for part in ["llvm", "clang"]:
        ctx.symlink(Label("@facet//toolchains/third_party:%s.BUILD" % part), part + "/BUILD.bazel")

vendored_llvm = repository_rule(
    implementation = _vendored_llvm_impl,
    environ = ["VENDORED_LLVM"],
)
