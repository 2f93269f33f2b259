"""The registered families of targets, for builds: targets/families.cc has the same ones.

name: `aot_toolchain` of its targets
device_configs: files of config/targets that describe its targets, without .toml
folder: where its sources are
libclc: label of the mathematics that its device library calls; None for none
library_options: Clang's options for its device library, of the oldest member: sycl-aot sets the processor
  again for the target at hand. The library's header is pipeline/device_library.h. None: it has none
tools: programs that finish its images, attributes of sycl_toolchain
"""

load("//targets/amd:family.bzl", "AMD")
load("//targets/cpu:family.bzl", "CPU")
load("//targets/intel:family.bzl", "INTEL")
load("//targets/nvidia:family.bzl", "NVIDIA")
load("//targets/spirv:family.bzl", "SPIRV")

FAMILIES = [AMD, CPU, INTEL, NVIDIA, SPIRV]
