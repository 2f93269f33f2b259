"""The family of targets `spirv`, for builds: the fields are described in //targets:families.bzl."""

SPIRV = struct(
    name = "spirv",
    device_configs = ["spirv"],
    folder = "targets/spirv",
    libclc = None,
    library_options = None,
    tools = [],
)
