"""Facet's rules: load them from here.

    load("@facet//toolchains:defs.bzl", "sycl_binary", "sycl_library", "sycl_test")

    sycl_binary(
        name = "app",
        srcs = ["main.cpp"],
        targets = ["x86_64", "spir64", "intel_gpu_pvc"],
        devices = ["intel_gpu_dg1"],
    )

`targets` are names or aliases of toolchains/targets.bzl, or labels of sycl_target rules of your own. The
program holds images for each. `devices` are targets that the program can also run as if on, on any
machine: their features and refusals, with code for the host CPU.
"""

load("//toolchains:opencl.bzl", "OPENCL_DATA", "opencl_env")
load("//toolchains/private:rules.bzl", _sycl_binary = "sycl_binary", _sycl_library = "sycl_library", _sycl_target = "sycl_target", _sycl_test = "sycl_test")
load("//toolchains/private:target_names.bzl", "resolve_target_name", "target_labels")
load("//toolchains/private:toolchain.bzl", _sycl_toolchain = "sycl_toolchain")

sycl_target = _sycl_target
sycl_toolchain = _sycl_toolchain

DEFAULT_TARGETS = ["x86_64", "spir64"]

def _program_targets(targets, devices):
    """Labels and unknown names of a program's targets and of the emulated targets its devices need."""
    return target_labels(targets + ["emu_" + device for device in devices])

def sycl_library(name, srcs = [], targets = [], **kwargs):
    """C++ with device code, to be linked into programs.

    Args:
      name: the target's name.
      srcs: sources, each compiled for the host and for devices.
      targets: what `if_device_has` and its kin may assume; none means: nothing is known.
      **kwargs: hdrs, deps, copts, defines, linkopts, data and what every rule has.
    """
    labels, unknown = target_labels(targets)
    _sycl_library(name = name, srcs = srcs, targets = labels, unknown_targets = unknown, **kwargs)

def _resolved(devices):
    return [resolve_target_name(device) or device for device in devices]

def sycl_binary(name, srcs = [], targets = DEFAULT_TARGETS, devices = [], **kwargs):
    """A program with images for each of its targets.

    Args:
      name: the target's name.
      srcs: sources, each compiled for the host and for devices.
      targets: what to make images for.
      devices: what to emulate on any machine.
      **kwargs: hdrs, deps, copts, defines, linkopts, data, env, device_code_split ("auto",
        "per_kernel", "per_source", "off") and what every rule has.
    """
    labels, unknown = _program_targets(targets, devices)
    _sycl_binary(
        name = name,
        srcs = srcs,
        devices = _resolved(devices),
        targets = labels,
        unknown_targets = unknown,
        **kwargs
    )

def sycl_test(name, srcs = [], targets = DEFAULT_TARGETS, devices = [], opencl = False, data = [], env = {}, **kwargs):
    """A sycl_binary that `bazel test` runs.

    Args:
      name: the target's name.
      srcs: sources, each compiled for the host and for devices.
      targets: what to make images for.
      devices: what to emulate on any machine.
      opencl: whether the test finds PoCL as an OpenCL device (from @pocl, whatever is installed).
      data: files the test reads.
      env: environment of the test.
      **kwargs: as sycl_binary, and what every test has.
    """
    labels, unknown = _program_targets(targets, devices)
    _sycl_test(
        name = name,
        srcs = srcs,
        data = data + (OPENCL_DATA if opencl else []),
        devices = _resolved(devices),
        env = dict(opencl_env(), **env) if opencl else env,
        targets = labels,
        unknown_targets = unknown,
        **kwargs
    )
