"""The family of targets `ocloc`, for builds: the fields are described in //targets:families.bzl."""

INTEL = struct(
    name = "ocloc",
    device_configs = ["intel_gpu"],
    folder = "targets/intel",
    libclc = None,
    library_options = None,
    tools = ["ocloc"],
)
