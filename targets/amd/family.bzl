"""The family of targets `amdgcn`, for builds: the fields are described in //targets:families.bzl."""

AMD = struct(
    name = "amdgcn",
    device_configs = ["amd_gpu"],
    folder = "targets/amd",
    libclc = "@libclc//:usr/lib/clc/amdgcn-amd-amdhsa.bc",
    library_options = "--target=amdgcn-amd-amdhsa -mcode-object-version=5 -nogpulib",
    tools = ["lld"],
)
