"""sycl_library, sycl_binary and sycl_test: which steps, in which order. The steps are in *_actions.bzl."""

load(":device_actions.bzl", "aot_compile", "device_compile", "device_link", "offload_wrap", "post_link", "target_macros")
load(":host_actions.bzl", "host_archive", "host_compile", "host_link", "host_toolchain")
load(":providers.bzl", "SyclInfo", "SyclTargetInfo")
load(":target_names.bzl", "unknown_target_message")

_TOOLCHAIN = str(Label("//toolchains:toolchain_type"))
_CC_TOOLCHAIN = "@bazel_tools//tools/cpp:toolchain_type"
_SPLIT = {
    "auto": "auto",
    "off": "off",
    "per_kernel": "kernel",
    "per_source": "source",
}

def _expand(ctx, attribute):
    return [
        ctx.expand_make_variables(attribute, ctx.expand_location(flag, ctx.attr.data), {})
        for flag in getattr(ctx.attr, attribute)
    ]

def _compile(ctx):
    """What libraries and programs have in common: both compilations of each source."""
    if ctx.attr.unknown_targets:
        fail("\n".join([unknown_target_message(name) for name in ctx.attr.unknown_targets]))
    tools = ctx.toolchains[_TOOLCHAIN].sycl
    host = host_toolchain(ctx)
    targets = [t[SyclTargetInfo] for t in ctx.attr.targets]
    macros = target_macros(ctx, tools, targets)
    flags = _expand(ctx, "copts")
    dependencies = [d[CcInfo] for d in ctx.attr.deps]
    context, outputs = host_compile(ctx, host, macros, dependencies + [tools.headers], flags)
    bitcode = [
        device_compile(ctx, tools, source, context, macros, flags)
        for source in ctx.files.srcs
    ]
    return struct(
        bitcode = depset(
            bitcode,
            transitive = [d[SyclInfo].bitcode for d in ctx.attr.deps if SyclInfo in d],
            order = "topological",
        ),
        compilation_context = context,
        dependencies = dependencies,
        host = host,
        outputs = outputs,
        targets = targets,
        tools = tools,
    )

def _runfiles(ctx):
    runfiles = ctx.runfiles(files = ctx.files.data)
    for dependency in ctx.attr.data + ctx.attr.deps:
        runfiles = runfiles.merge(dependency[DefaultInfo].default_runfiles)
    return runfiles

def _sycl_library_impl(ctx):
    compiled = _compile(ctx)
    linking_context, linking_outputs = host_archive(
        ctx,
        compiled.host,
        compiled.outputs,
        compiled.dependencies + [compiled.tools.runtime],
        _expand(ctx, "linkopts"),
    )
    library = linking_outputs.library_to_link
    archives = [a for a in [library.static_library, library.pic_static_library] if a] if library else []
    return [
        SyclInfo(bitcode = compiled.bitcode),
        CcInfo(compilation_context = compiled.compilation_context, linking_context = linking_context),
        DefaultInfo(files = depset(archives), runfiles = _runfiles(ctx)),
        OutputGroupInfo(bitcode = compiled.bitcode),
    ]

def _sycl_binary_impl(ctx):
    compiled = _compile(ctx)
    tools = compiled.tools
    linked = device_link(ctx, tools, compiled.bitcode)
    modules = post_link(ctx, tools, linked, _SPLIT[ctx.attr.device_code_split])
    images = []
    for target in compiled.targets:
        images += aot_compile(ctx, tools, modules, target)
    wrapped = offload_wrap(ctx, tools, images, ctx.attr.devices)
    executable = host_link(
        ctx,
        compiled.host,
        compiled.outputs,
        wrapped,
        compiled.dependencies + [tools.runtime],
        _expand(ctx, "linkopts"),
    )
    environment = {
        name: ctx.expand_location(value, ctx.attr.data)
        for name, value in ctx.attr.env.items()
    }
    return [
        DefaultInfo(executable = executable, files = depset([executable]), runfiles = _runfiles(ctx)),
        OutputGroupInfo(
            bitcode = compiled.bitcode,
            images = depset(images),
            linked_bitcode = depset([linked]),
            modules = depset([modules]),
            wrapped_images = depset([wrapped]),
        ),
        testing.TestEnvironment(environment),
    ]

_LIBRARY_ATTRS = {
    "copts": attr.string_list(doc = "Options of both compilations."),
    "data": attr.label_list(allow_files = True),
    "defines": attr.string_list(doc = "Macros of this and of all that depends on it."),
    "deps": attr.label_list(providers = [CcInfo]),
    "hdrs": attr.label_list(allow_files = [".h", ".hh", ".hpp", ".hxx", ".inc", ".def"]),
    "linkopts": attr.string_list(),
    "srcs": attr.label_list(allow_files = [".cc", ".cpp", ".cxx"]),
    "targets": attr.label_list(providers = [SyclTargetInfo]),
    "unknown_targets": attr.string_list(doc = "Names that the macro could not resolve."),
    "_cc_toolchain": attr.label(default = "@bazel_tools//tools/cpp:current_cc_toolchain"),
}

_BINARY_ATTRS = dict(
    _LIBRARY_ATTRS,
    device_code_split = attr.string(default = "auto", values = _SPLIT.keys()),
    devices = attr.string_list(doc = "Devices to emulate, by target name."),
    env = attr.string_dict(doc = "Environment of the program when Bazel tests it."),
)

def _rule(implementation, attrs, **kwargs):
    return rule(
        implementation = implementation,
        attrs = attrs,
        fragments = ["cpp"],
        toolchains = [_CC_TOOLCHAIN, _TOOLCHAIN],
        **kwargs
    )

sycl_library = _rule(_sycl_library_impl, _LIBRARY_ATTRS)
sycl_binary = _rule(_sycl_binary_impl, _BINARY_ATTRS, executable = True)
sycl_test = _rule(_sycl_binary_impl, _BINARY_ATTRS, test = True)

def _sycl_target_impl(ctx):
    return [
        SyclTargetInfo(
            name = ctx.label.name,
            aot_toolchain = ctx.attr.aot_toolchain,
            slice = ctx.file.slice,
        ),
        DefaultInfo(files = depset([ctx.file.slice])),
    ]

sycl_target = rule(
    implementation = _sycl_target_impl,
    doc = "A target: see docs/ 'how to add a target'. Its name is what `targets` of sycl_binary says.",
    attrs = {
        "aot_toolchain": attr.string(
            mandatory = True,
            values = ["amdgcn", "nvptx", "ocloc", "spirv", "x86_64"],
        ),
        "slice": attr.label(
            mandatory = True,
            allow_single_file = [".toml"],
            doc = "The target's entry, alone: a change of another target's entry does not touch it.",
        ),
    },
)
