"""precompiled_header: a header that is parsed once for many C++ compilations.

A rule that depends on the target and names it in `toolchains` has `$(PRECOMPILED_HEADER)` in its `copts`. This is empty where
the header is not precompiled: where the C++ toolchain has no feature `precompiled_headers`, or position-independent code is not
what all compile.
"""

load("@rules_cc//cc:action_names.bzl", "ACTION_NAMES")
load("@rules_cc//cc:find_cc_toolchain.bzl", "find_cc_toolchain")
load("//toolchains:compat.bzl", "CcInfo", "cc_common")

FEATURE = "precompiled_headers"

# Clang's file names what it was made of by paths that begin with the current folder's name: this one is the same
# everywhere, and Bazel gives it to compilations, too.
PRECOMPILED_ENV = {"PWD": "/proc/self/cwd"}

# Files have other times in other sandboxes.
_PRECOMPILE = ["-Xclang", "-fno-pch-timestamp", "-fpch-instantiate-templates", "-x", "c++-header"]

PrecompiledHeaderInfo = provider(
    doc = "A precompiled header.",
    fields = {"files": "its file after those that it is based on: none where headers are not precompiled"},
)

def _compile_flags(files):
    """Of a compilation: it reads the last file, and this the others."""
    if not files:
        return []

    # Bazel knows no paths of what the files were made of: compilations depend on the files themselves.
    return ["-include-pch", files[-1].path] + [flag for file in files for flag in ["-Xclang", "-fdepfile-entry=" + file.path]]

def _precompiled_header_impl(ctx):
    toolchain = find_cc_toolchain(ctx)
    features = cc_common.configure_features(
        ctx = ctx,
        cc_toolchain = toolchain,
        requested_features = ctx.features,
        unsupported_features = ctx.disabled_features,
    )
    code = cc_common.merge_cc_infos(cc_infos = [dep[CcInfo] for dep in ctx.attr.deps + ([ctx.attr.based_on] if ctx.attr.based_on else [])])

    # With -c opt Bazel compiles what programs link without -fPIC, and the rest with it.
    if not cc_common.is_enabled(feature_configuration = features, feature_name = FEATURE) or ctx.var["COMPILATION_MODE"] == "opt":
        return [
            PrecompiledHeaderInfo(files = []),
            code,
            platform_common.TemplateVariableInfo({"PRECOMPILED_HEADER": ""}),
        ]

    header = ctx.file.header
    based_on = ctx.attr.based_on[PrecompiledHeaderInfo].files if ctx.attr.based_on else []
    output = ctx.actions.declare_file(ctx.label.name + ".pch")
    context = code.compilation_context
    variables = cc_common.create_compile_variables(
        cc_toolchain = toolchain,
        feature_configuration = features,
        include_directories = context.includes,
        preprocessor_defines = context.defines,
        quote_include_directories = context.quote_includes,
        system_include_directories = context.system_includes,
        use_pic = True,
        user_compile_flags = ctx.fragments.cpp.copts + ctx.fragments.cpp.cxxopts + ctx.attr.copts,
    )
    args = ctx.actions.args()
    args.add_all(cc_common.get_memory_inefficient_command_line(
        action_name = ACTION_NAMES.cpp_compile,
        feature_configuration = features,
        variables = variables,
    ))
    if based_on:
        args.add("-include-pch", based_on[-1])
    args.add_all(_PRECOMPILE)
    args.add(header)
    args.add("-o", output)
    ctx.actions.run(
        arguments = [args],
        env = PRECOMPILED_ENV,
        executable = cc_common.get_tool_for_action(action_name = ACTION_NAMES.cpp_compile, feature_configuration = features),
        inputs = depset([header], transitive = [context.headers, toolchain.all_files]),
        mnemonic = "CppPrecompile",
        outputs = [output],
        progress_message = "Precompiling " + header.short_path,
    )
    own = CcInfo(compilation_context = cc_common.create_compilation_context(headers = depset([header, output])))
    files = based_on + [output]
    return [
        DefaultInfo(files = depset([output])),
        PrecompiledHeaderInfo(files = files),
        cc_common.merge_cc_infos(cc_infos = [own, code]),
        platform_common.TemplateVariableInfo({"PRECOMPILED_HEADER": " ".join(_compile_flags(files))}),
    ]

precompiled_header = rule(
    implementation = _precompiled_header_impl,
    attrs = {
        "based_on": attr.label(providers = [CcInfo, PrecompiledHeaderInfo], doc = "A precompiled header that the header begins with."),
        "copts": attr.string_list(doc = "Of the compilations that use the header."),
        "deps": attr.label_list(providers = [CcInfo], doc = "What the header includes."),
        "header": attr.label(allow_single_file = [".h"], mandatory = True),
        "_cc_toolchain": attr.label(default = "@bazel_tools//tools/cpp:current_cc_toolchain"),
    },
    fragments = ["cpp"],
    toolchains = ["@bazel_tools//tools/cpp:toolchain_type"],
)
