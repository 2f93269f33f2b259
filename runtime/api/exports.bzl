"""What programs export of the runtime: a library that is opened with dlopen may call what the program itself does not."""

# Patterns of mangled names: namespace sycl (functions, type information, virtual tables) and what the wrapper calls.
RUNTIME_EXPORTS = [
    "_ZN4sycl3_V1*",
    "_ZNK4sycl3_V1*",
    "_ZT?N4sycl3_V1*",
    "__sycl_*",
]
