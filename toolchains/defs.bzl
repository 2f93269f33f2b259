"""Facet's rules: load them from here. docs/bazel-rules.md is made from this file and private/attributes.bzl.

    load("@facet//toolchains:defs.bzl", "sycl_binary", "sycl_library", "sycl_test")

    sycl_binary(
        name = "app",
        srcs = ["main.cpp"],
        targets = ["x86_64", "spir64", "intel_gpu_pvc"],
        devices = ["intel_gpu_dg1"],
    )
"""

load("//toolchains:opencl.bzl", "OPENCL_DATA", "opencl_env")
load("//toolchains/private:attributes.bzl", "GENERAL_PRECOMPILED_HEADERS")
load("//toolchains/private:compile_commands.bzl", _sycl_compile_commands = "sycl_compile_commands")
load("//toolchains/private:device_tests.bzl", "sycl_device_test")
load("//toolchains/private:providers.bzl", _SyclInfo = "SyclInfo", _SyclTargetInfo = "SyclTargetInfo")
load("//toolchains/private:rules.bzl", _sycl_binary = "sycl_binary", _sycl_cc_library = "sycl_cc_library", _sycl_library = "sycl_library", _sycl_shared_library = "sycl_shared_library", _sycl_test = "sycl_test")
load("//toolchains/private:target_names.bzl", "is_label", "resolve_target_name", "split_devices", "split_targets")
load("//toolchains/private:target_rules.bzl", "sycl_config_target", "sycl_slice_target")
load("//toolchains/private:toolchain.bzl", _sycl_toolchain = "sycl_toolchain")
load("//toolchains:targets.bzl", "SYCL_TARGETS")

SyclInfo = _SyclInfo
SyclTargetInfo = _SyclTargetInfo
sycl_toolchain = _sycl_toolchain

def _make(rule, targets, target_rules, **kwargs):
    names, labels = split_targets(targets)
    one = resolve_target_name(names[0]) if type(names) == "list" and len(names) == 1 else None
    if kwargs.get("sycl") == False:
        kwargs["precompiled_headers"] = []
    elif one in SYCL_TARGETS:
        # The rule finds out whether there are other targets, too.
        headers = Label("//toolchains:precompiled_headers_" + one)
        kwargs.setdefault("precompiled_headers", [GENERAL_PRECOMPILED_HEADERS, headers])
    rule(targets = names, target_rules = target_rules + labels, **kwargs)

def _rule_name(label):
    """`//a/b:c` and `:c` are of rule c, `//a/b` of rule b."""
    return label.split(":")[-1] if ":" in label else label.split("/")[-1]

def _make_program(rule, devices, device_rules, **kwargs):
    names, labels = split_devices(devices)
    _make(rule, devices = names, device_rules = device_rules + labels, **kwargs)

def sycl_library(name, targets = [], target_rules = [], **kwargs):
    """C++ with device code, to be linked into programs and shared libraries.

    Each source is compiled for the host and once for all devices. The device code of all libraries that a
    program depends on is linked and split together, in the program.
    """
    _make(_sycl_library, targets, target_rules, name = name, **kwargs)

def sycl_cc_library(name, targets = [], target_rules = [], devices = [], device_rules = [], **kwargs):
    """A C++ library that holds images: `cc_binary`, `cc_test` and other rules that know nothing of SYCL link it.

    The device code of its sources and of all `sycl_library` rules it depends on is linked, split and compiled
    for its targets here, once, whatever the number of programs. Programs link host code, images and the SYCL
    runtime like any `cc_library`. Its `SYCL_EXTERNAL` functions can be called from kernels of other rules.
    """
    _make_program(_sycl_cc_library, devices, device_rules, targets = targets, target_rules = target_rules, name = name, **kwargs)

def sycl_shared_library(name, targets = [], target_rules = [], devices = [], device_rules = [], **kwargs):
    """A shared library, lib<name>.so, that holds images of its own and registers them when it is loaded.

    It holds the host and device code of all `sycl_library` rules it depends on; a program that depends on the
    shared library does not link that code again. Its `SYCL_EXTERNAL` functions can be called from kernels of
    other libraries and programs. The SYCL runtime comes from the program, also from one that opens the library
    with `dlopen`: each program holds all of the runtime and exports it.
    """
    _make_program(_sycl_shared_library, devices, device_rules, targets = targets, target_rules = target_rules, name = name, **kwargs)

def sycl_binary(name, targets = [], target_rules = [], devices = [], device_rules = [], **kwargs):
    """A program with images for each of its targets.

    Output groups, for `--output_groups=` and `filegroup`: `bitcode`, `linked_bitcode`, `modules`, `images`,
    `wrapped_images`, `compile_commands`.
    """
    _make_program(_sycl_binary, devices, device_rules, targets = targets, target_rules = target_rules, name = name, **kwargs)

def sycl_test(name, targets = [], target_rules = [], devices = [], opencl = False, data = [], env = {}, **kwargs):
    """A program that `bazel test` runs. With `devices`, one test for each.

    Without `devices` the test runs the program on what the machine has; `opencl = True` gives it PoCL as an
    OpenCL device, whatever is installed. With `devices`, a list without `select()`, the program is `<name>_program`,
    the test for a device is `<name>_<device>`, in which that emulated device is the only one, and `<name>` is a
    test suite of them. A device that is named by its label goes by the name of its rule.
    """
    data = data + (OPENCL_DATA if opencl else [])
    env = dict(opencl_env(), **env) if opencl else env
    if not devices:
        _make(_sycl_test, targets, target_rules, name = name, data = data, env = env, **kwargs)
        return
    test = {}
    for attribute in ["args", "flaky", "local", "shard_count", "size", "timeout"]:
        if attribute in kwargs:
            test[attribute] = kwargs.pop(attribute)
    for attribute in ["tags", "visibility", "target_compatible_with"]:
        if attribute in kwargs:
            test[attribute] = kwargs[attribute]
    kwargs.pop("testonly", None)
    program = name + "_program"
    sycl_binary(name = program, targets = targets, target_rules = target_rules, data = data, devices = devices, testonly = True, **kwargs)
    plain = [_rule_name(device) if is_label(device) else device for device in devices]
    for device in plain:
        sycl_device_test(
            name = "%s_%s" % (name, device),
            data = data,
            device = device,
            env = env,
            program = ":" + program,
            **test
        )
    native.test_suite(
        name = name,
        tags = [tag for tag in kwargs.get("tags", []) if tag == "manual"],
        tests = ["%s_%s" % (name, device) for device in plain],
    )

def sycl_compile_commands(name, **kwargs):
    """`bazel run` it: writes compile_commands.json, for editors, into the workspace's folder.

    It has an entry for each C++ source of `deps` and of all they depend on: how the host compiles it.
    """
    _sycl_compile_commands(name = name, **kwargs)

def sycl_target(name, config = [], slice = None, **kwargs):
    """A target of your own, for `targets` of the other rules, which name it by its label.

    The rule's name is the name of an entry of `config`.
    """
    if bool(config) == bool(slice):
        fail("sycl_target %s: give one of config and slice" % name)
    if slice:
        sycl_slice_target(name = name, slice = slice, **kwargs)
    else:
        sycl_config_target(name = name, config = config, **kwargs)
