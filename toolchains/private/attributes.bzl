"""The attributes of the rules and what they mean. docs/bazel-rules.md is made from this file."""

load("//targets:families.bzl", "FAMILIES")
load("//toolchains:compat.bzl", "CcInfo", "EXEC_CFG", "LCOV_MERGER")
load(":providers.bzl", "SyclPrecompiledInfo", "SyclTargetInfo")
load(":sycl_info.bzl", "sycl_info_aspect")

SPLITS = {
    "auto": "auto",
    "off": "off",
    "per_kernel": "kernel",
    "per_source": "source",
}

# Of `-fsycl-check=`.
CHECKS = ["memory", "uninitialized", "races", "barriers"]

_TARGETS = str(Label("//toolchains:targets"))
_DEVICE_IF = str(Label("//toolchains:device_if"))
_CHECKS = str(Label("//toolchains:checks"))

def all_checks(of_rule, of_setting):
    """What kernels of CPUs check, each once, in one order."""
    named = of_rule + of_setting
    return [check for check in CHECKS if check in named or "all" in named]

def _for_libraries_impl(settings, attr):
    """The settings for a rule's libraries: which targets they may rely on, and what their kernels check."""
    names = attr.targets
    checks = {_CHECKS: all_checks(attr.checks, settings[_CHECKS])}
    if not hasattr(attr, "specialize_deps"):
        return dict(settings, **checks)
    emulated = ["emu_" + device for device in attr.devices]
    if attr.specialize_deps:
        known = ",".join(names) or settings[_TARGETS]
        return dict({
            _DEVICE_IF: attr.device_if or settings[_DEVICE_IF],
            _TARGETS: ",".join([known] + emulated) if known else "",
        }, **checks)

    # The setting is for programs that name no targets; a program that does is for others.
    named = names or emulated or attr.target_rules or attr.device_rules
    return dict({_DEVICE_IF: settings[_DEVICE_IF], _TARGETS: "" if named else settings[_TARGETS]}, **checks)

_for_libraries = transition(
    implementation = _for_libraries_impl,
    inputs = [_CHECKS, _DEVICE_IF, _TARGETS],
    outputs = [_CHECKS, _DEVICE_IF, _TARGETS],
)

_HEADER_FILES = [".h", ".hh", ".hpp", ".hxx", ".h++", ".H", ".inc", ".def", ".inl", ".ipp", ".tcc", ".tpp"]
_SOURCE_FILES = [".cc", ".cpp", ".cxx", ".c++", ".C"]

# Those for rules whose targets are none, several, or not known before a select().
GENERAL_PRECOMPILED_HEADERS = Label("//toolchains:precompiled_headers")

LIBRARY_ATTRS = {
    "additional_linker_inputs": attr.label_list(allow_files = True, doc = "Files that the link of every program reads, such as linker scripts. `linkopts` name them with `$(location)`."),
    "alwayslink": attr.bool(doc = "Link all of the library's host code into programs, whether they call it or not."),
    "checks": attr.string_list(doc = "What kernels of CPUs (`x86_64`, `intel_cpu_…`, emulated devices) report when they run: `memory`, `uninitialized`, `races`, `barriers`, or `all`; of this rule and of all it depends on: docs/checked-kernels.md. `--@facet//toolchains:checks=A,B` adds more to every rule's."),
    "copts": attr.string_list(doc = "Options of both compilations, the host's and the devices'. `$(location)` and make variables are expanded. What they say about warnings (`-Wsycl-aspects`, `-Wsycl-undefined` and their relatives, `-w`, `-Werror`) holds for the device link of a program too, as in `linkopts`."),
    "data": attr.label_list(allow_files = True, doc = "Files that the code reads when it runs."),
    "device_copts": attr.string_list(doc = "Options of the devices' compilation alone, behind those of `copts`, as in `copts` otherwise. `--@facet//toolchains:device_copts=A,B` adds more to every rule's."),
    "defines": attr.string_list(doc = "Macros of this rule and of all that depend on it."),
    "deps": attr.label_list(
        aspects = [sycl_info_aspect],
        cfg = _for_libraries,
        doc = "Libraries: `sycl_library`, `sycl_shared_library`, `cc_library` and what else has `CcInfo`. Device code of a `sycl_library` is linked once, however many ways lead to it, also those through `cc_library`.",
        providers = [CcInfo],
    ),
    "hdrs": attr.label_list(allow_files = True, doc = "Headers that this rule and its dependents include, with any names. A library may have headers alone."),
    "host_copts": attr.string_list(doc = "Options of the host's compilation alone, behind those of `copts`. `--@facet//toolchains:host_copts=A,B` adds more to every rule's. They must not change what kernels are: macros and `-std=` belong into `copts`."),
    "implementation_deps": attr.label_list(
        aspects = [sycl_info_aspect],
        cfg = _for_libraries,
        doc = "As `deps`, for the sources alone: dependents link these libraries, and do not see their headers.",
        providers = [CcInfo],
    ),
    "include_prefix": attr.string(doc = "Put before the paths under which the sources of this rule and of its dependents include the headers of `hdrs`."),
    "includes": attr.string_list(doc = "Folders, relative to the package, in which this rule and its dependents look for headers."),
    "linkopts": attr.string_list(doc = "Options of the link of every program that this code is part of."),
    "local_defines": attr.string_list(doc = "Macros of this rule alone."),
    "srcs": attr.label_list(allow_files = _SOURCE_FILES + _HEADER_FILES, doc = "Sources, each compiled for the host and once for all devices, and headers that no other rule includes."),
    "precompiled_headers": attr.label_list(
        default = [GENERAL_PRECOMPILED_HEADERS],
        doc = "Precompiled SYCL headers that the compilations may use: docs/bazel.md. The macros name those for the rule's targets; an empty list: the headers' text is read.",
        providers = [SyclPrecompiledInfo],
    ),
    "strip_include_prefix": attr.string(doc = "Taken away from the paths of the headers of `hdrs`: relative to the package, or to the workspace if it begins with `/`."),
    "sycl": attr.bool(default = True, doc = "False: the sources are plain C++ of the build's own C++ toolchain: without device code, SYCL headers and the runtime, as after `--@facet//toolchains:sycl=false` in the whole build. `SYCL_LANGUAGE_VERSION` is not defined then."),
    "target_rules": attr.label_list(doc = "Targets by the labels of `sycl_target` rules. The macros put labels of `targets` here; name them here when `targets` has a `select()`.", providers = [SyclTargetInfo]),
    "targets": attr.string_list(doc = "Names or aliases of docs/configuration.md, or labels of `sycl_target` rules; names may be selected with `select()`. A library's targets say what `if_device_has` and its kin may assume, and programs for others cannot use it; without any, and without `--@facet//toolchains:targets`, devices may have anything. A program has an image for each target; its default is that setting, and else `x86_64` and `spir64`."),
    "textual_hdrs": attr.label_list(allow_files = True, doc = "Files that sources include and that are no headers of their own."),
    "_allowlist_function_transition": attr.label(default = "@bazel_tools//tools/allowlists/function_transition_allowlist"),
    "_cc_toolchain": attr.label(default = "@bazel_tools//tools/cpp:current_cc_toolchain"),
    "_checks_setting": attr.label(default = "//toolchains:checks"),
    "_device_copts_setting": attr.label(default = "//toolchains:device_copts"),
    "_device_if_setting": attr.label(default = "//toolchains:device_if"),
    "_host_copts_setting": attr.label(default = "//toolchains:host_copts"),
    "_sycl_setting": attr.label(default = "//toolchains:sycl"),
    "_targets_setting": attr.label(default = "//toolchains:targets"),
}

DEVICE_IF_MODES = ["auto", "headers", "early", "late"]
DEVICE_IF_JIT_MODES = ["add-on", "spec-constants"]
OPTIONAL_FEATURES_MODES = ["split", "conditional"]

IMAGE_ATTRS = {
    "backend_options": attr.string_list_dict(doc = "Target, alias or AOT tool chain (`ocloc`, `nvptx`, `x86_64`, …) -> options of the tool that finishes its images: `ocloc`, `ptxas`, `ld.lld`. Those for a target that the rule is not for have no effect. `--@facet//toolchains:backend_options=T=A,T=B` adds more to every rule's."),
    "compress_images": attr.bool(doc = "Hold images as zstd frames, where that is smaller; the program then needs `libzstd.so.1` when it runs. Default: the setting `--@facet//toolchains:compress_images`."),
    "device_code_split": attr.string(doc = "How kernels are divided among images: `auto`, `per_kernel`, `per_source` or `off`, see docs/post-link.md. Default: the setting `--@facet//toolchains:code_split`, and else `auto`.", values = [""] + SPLITS.keys()),
    "device_if": attr.string(doc = "Where the conditions of `if_device_has` and `if_architecture_is` in this rule's sources are decided for ahead-of-time targets, see docs/conditional-code.md: `auto`, `headers`, `early` or `late`. Default: the setting `--@facet//toolchains:device_if`, and else `auto`.", values = [""] + DEVICE_IF_MODES),
    "device_if_jit": attr.string(doc = "How they are decided on devices whose code is finished when the program runs: `add-on` images or `spec-constants`. Default: the setting `--@facet//toolchains:device_if_jit`, and else `add-on`.", values = [""] + DEVICE_IF_JIT_MODES),
    "device_rules": attr.label_list(doc = "Devices to emulate by the labels of `sycl_target` rules. The macros put labels of `devices` here; name them here when `devices` has a `select()`.", providers = [SyclTargetInfo]),
    "devices": attr.string_list(doc = "Devices to emulate, by names of targets or labels of `sycl_target` rules with a `config`: the program can run as if on each, on any machine. Their features and refusals, with code for the host CPU."),
    "optional_features": attr.string(doc = "How kernels that need what not every device has are kept from devices without it: images of their own (`split`) or conditions within one image (`conditional`), see docs/optional-features-cost.md. Default: the setting `--@facet//toolchains:optional_features`, and else `split`.", values = [""] + OPTIONAL_FEATURES_MODES),
    "specialize_deps": attr.bool(doc = "Compile the libraries in `deps` for this rule's targets, named by names, and with its `device_if`: `if_device_has` knows the targets there too, and with one target alone is decided where that says. They are then built once for each such set of targets."),
    "_backend_options_setting": attr.label(default = "//toolchains:backend_options"),
    "_code_split_setting": attr.label(default = "//toolchains:code_split"),
    "_compress_images_setting": attr.label(default = "//toolchains:compress_images"),
    "_device_if_jit_setting": attr.label(default = "//toolchains:device_if_jit"),
    "_force_pic": attr.label(default = "//toolchains:force_pic"),
    "_optional_features_setting": attr.label(default = "//toolchains:optional_features"),
}

PROGRAM_ATTRS = {
    "env": attr.string_dict(doc = "Environment in which Bazel runs the test. `$(location)` is expanded."),
    "linkstatic": attr.bool(default = True, doc = "False: C++ libraries that have a shared library, and the SYCL runtime, are linked as such, as `cc_test` does."),
}

# What `bazel coverage` runs behind a test.
TEST_ATTRS = {
    "_collect_cc_coverage": attr.label(cfg = EXEC_CFG, default = "@bazel_tools//tools/test:collect_cc_coverage", executable = True),
    "_lcov_merger": LCOV_MERGER,
}

TARGET_ATTRS = {
    "aot_toolchain": attr.string(
        doc = "What makes the target's images; as the configuration's entry says.",
        mandatory = True,
        values = sorted([family.name for family in FAMILIES]),
    ),
    "config": attr.label_list(allow_files = [".toml"], doc = "Your own device configuration files (docs/configuration.md); one of them has an entry with this rule's name."),
    "slice": attr.label(
        allow_single_file = [".toml"],
        doc = "Instead of `config`: a file that has the target's entry and nothing else.",
    ),
}
