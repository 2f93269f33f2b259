"""The host's half: the same sources through the C++ toolchain."""

load("@rules_cc//cc:find_cc_toolchain.bzl", "find_cc_toolchain")

# Clang names kernels only when it knows that this is SYCL. Attributes of ours that it does not know say
# something about device code, which is not what is compiled here.
_HOST_FLAGS = [
    "-Xclang",
    "-fsycl-is-host",
    "-Wno-unknown-attributes",
    "-D__FACET__=1",
]

def host_toolchain(ctx):
    """The C++ toolchain and the features to use it with."""
    toolchain = find_cc_toolchain(ctx)
    return struct(
        toolchain = toolchain,
        features = cc_common.configure_features(
            ctx = ctx,
            cc_toolchain = toolchain,
            requested_features = ctx.features,
            unsupported_features = ctx.disabled_features,
        ),
    )

def host_compile(ctx, host, macros, dependencies, flags):
    """Compiles the rule's sources; returns the compilation context and the outputs."""
    return cc_common.compile(
        actions = ctx.actions,
        additional_inputs = [macros],
        cc_toolchain = host.toolchain,
        compilation_contexts = [d.compilation_context for d in dependencies],
        defines = ctx.attr.defines,
        feature_configuration = host.features,
        name = ctx.label.name,
        public_hdrs = ctx.files.hdrs,
        srcs = ctx.files.srcs,
        user_compile_flags = _HOST_FLAGS + ["-imacros", macros.path] + flags,
    )

def host_link(ctx, host, outputs, wrapped_images, dependencies, flags):
    """Links the program, images included."""
    images = cc_common.create_compilation_outputs(
        objects = depset([wrapped_images]),
        pic_objects = depset([wrapped_images]),
    )
    return cc_common.link(
        actions = ctx.actions,
        cc_toolchain = host.toolchain,
        compilation_outputs = cc_common.merge_compilation_outputs(compilation_outputs = [outputs, images]),
        feature_configuration = host.features,
        linking_contexts = [d.linking_context for d in dependencies],
        name = ctx.label.name,
        user_link_flags = flags,
    ).executable

def host_archive(ctx, host, outputs, dependencies, flags):
    """Makes the library that dependents link."""
    return cc_common.create_linking_context_from_compilation_outputs(
        actions = ctx.actions,
        cc_toolchain = host.toolchain,
        compilation_outputs = outputs,
        disallow_dynamic_library = True,
        feature_configuration = host.features,
        linking_contexts = [d.linking_context for d in dependencies],
        name = ctx.label.name,
        user_link_flags = flags,
    )
