"""The family of targets `nvptx`, for builds: the fields are described in //targets:families.bzl."""

NVIDIA = struct(
    name = "nvptx",
    device_configs = ["nvidia_gpu"],
    folder = "targets/nvidia",
    libclc = "@libclc//:usr/lib/clc/nvptx64--.bc",
    # The PTX version is named because Clang otherwise takes it from whatever CUDA the machine has.
    library_options = "--target=nvptx64-nvidia-cuda -march=sm_60 -nogpulib --cuda-path=/nonexistent -Xclang -target-feature -Xclang +ptx60",
    tools = ["ptxas"],
)
