"""Compiler options of Facet's own code."""

FACET_COPTS = [
    "-std=c++20",
    "-Wall",
    "-Wextra",
]

# For what SYCL programs link: submitting is fast also in builds that optimise nothing else, but those for a debugger.
FACET_RUNTIME_COPTS = FACET_COPTS + select({
    "//toolchains:debug": [],
    "//conditions:default": ["-O2"],
})

# For units that include LLVM or Clang headers: LLVM is built without RTTI, and its headers do not
# pass -Wextra.
FACET_LLVM_COPTS = FACET_COPTS + [
    "-fno-rtti",
    "-Wno-unused-parameter",
]
