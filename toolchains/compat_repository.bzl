"""@facet_compat: the one of private/compat_*.bzl that fits the Bazel in use."""

# Debian's Bazel 4 does not tell its version. What knows this function has rules of C++ and of the shell as modules.
_IS_MODULAR = hasattr(config, "exec")

def _compat_repository_impl(ctx):
    ctx.file("BUILD.bazel", "")
    ctx.symlink(ctx.attr._loaded if _IS_MODULAR else ctx.attr._builtin, "compat.bzl")

compat_repository = repository_rule(
    implementation = _compat_repository_impl,
    attrs = {
        "_builtin": attr.label(default = "//toolchains/private:compat_builtin.bzl"),
        "_loaded": attr.label(default = "//toolchains/private:compat_loaded.bzl"),
    },
    local = True,
)
