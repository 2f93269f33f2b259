"""Rules of Facet's own C++ code: cc_library, cc_binary and cc_test with the options of copts.bzl.

The headers that most sources include are parsed once for all (precompiled/), with `-c fastbuild` and `-c dbg`. A source
includes what it uses nevertheless: `--features=-precompiled_headers` compiles without.

| rules | of code that | options |
|---|---|---|
| `facet_cc_*` | uses the standard library | `FACET_COPTS` |
| `runtime_cc_library` | SYCL programs link | `FACET_RUNTIME_COPTS` |
| `llvm_cc_*` | includes headers of LLVM, or of Clang | `FACET_LLVM_COPTS` |
"""

load(":compat.bzl", "cc_binary", "cc_library", "cc_test")
load(":copts.bzl", "FACET_COPTS", "FACET_LLVM_COPTS", "FACET_RUNTIME_COPTS")

def _declare(rule, name, copts, header, deps, **kwargs):
    precompiled = Label("//toolchains/precompiled:" + header)
    rule(
        name = name,
        copts = copts + ["$(PRECOMPILED_HEADER)"],
        toolchains = [precompiled],
        deps = deps + [precompiled],
        **kwargs
    )

def _declare_llvm(rule, name, deps, **kwargs):
    """Those that depend on Clang themselves have the header with Clang's."""
    header = "clang" if any([dep.startswith("@llvm-project//clang:") for dep in deps]) else "llvm"
    _declare(rule, name, FACET_LLVM_COPTS, header, deps, **kwargs)

def facet_cc_binary(name, deps = [], **kwargs):
    """A cc_binary of code that uses the standard library.

    Args:
      name: the target's name.
      deps: as of cc_binary, a list.
      **kwargs: its other attributes, but `copts`.
    """
    _declare(cc_binary, name, FACET_COPTS, "std", deps, **kwargs)

def facet_cc_library(name, deps = [], **kwargs):
    """A cc_library of code that uses the standard library.

    Args:
      name: the target's name.
      deps: as of cc_library, a list.
      **kwargs: its other attributes, but `copts`.
    """
    _declare(cc_library, name, FACET_COPTS, "std", deps, **kwargs)

def facet_cc_test(name, deps = [], **kwargs):
    """A cc_test of code that uses the standard library.

    Args:
      name: the target's name.
      deps: as of cc_test, a list.
      **kwargs: its other attributes, but `copts`.
    """
    _declare(cc_test, name, FACET_COPTS, "std", deps, **kwargs)

def llvm_cc_binary(name, deps = [], **kwargs):
    """A cc_binary of code that includes headers of LLVM.

    Args:
      name: the target's name.
      deps: as of cc_binary, a list.
      **kwargs: its other attributes, but `copts`.
    """
    _declare_llvm(cc_binary, name, deps, **kwargs)

def llvm_cc_library(name, deps = [], **kwargs):
    """A cc_library of code that includes headers of LLVM.

    Args:
      name: the target's name.
      deps: as of cc_library, a list.
      **kwargs: its other attributes, but `copts`.
    """
    _declare_llvm(cc_library, name, deps, **kwargs)

def llvm_cc_test(name, deps = [], **kwargs):
    """A cc_test of code that includes headers of LLVM.

    Args:
      name: the target's name.
      deps: as of cc_test, a list.
      **kwargs: its other attributes, but `copts`.
    """
    _declare_llvm(cc_test, name, deps, **kwargs)

def runtime_cc_library(name, deps = [], **kwargs):
    """A cc_library of code that SYCL programs link.

    Args:
      name: the target's name.
      deps: as of cc_library, a list.
      **kwargs: its other attributes, but `copts`.
    """
    _declare(cc_library, name, FACET_RUNTIME_COPTS, "runtime", deps, **kwargs)
