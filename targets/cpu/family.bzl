"""The family of targets `x86_64`, for builds: the fields are described in //targets:families.bzl."""

CPU = struct(
    name = "x86_64",
    device_configs = ["cpu"],
    folder = "targets/cpu",
    libclc = None,
    library_options = "--target=x86_64-unknown-linux-gnu -fno-stack-protector",
    tools = ["lld"],
)
