"""Compiler options of Facet's own code."""

FACET_COPTS = [
    "-std=c++20",
    "-Wall",
    "-Wextra",
]

# For units that include LLVM or Clang headers: LLVM is built without RTTI, and its headers do not
# pass -Wextra.
FACET_LLVM_COPTS = FACET_COPTS + [
    "-fno-rtti",
    "-Wno-unused-parameter",
]
