"""The host's half: the same sources through the C++ toolchain."""

load("@rules_cc//cc:action_names.bzl", "ACTION_NAMES")
load("@rules_cc//cc:find_cc_toolchain.bzl", "find_cc_toolchain")
load("//toolchains:compat.bzl", "cc_common")
load(":other_headers.bzl", "other_headers_context", "with_known_names")
load(":precompiled_header.bzl", "PRECOMPILED_ENV")

# Clang names kernels only when it knows that this is SYCL. Attributes of ours that it does not know say
# something about device code, which is not what is compiled here.
_HOST_FLAGS = [
    "-Xclang",
    "-fsycl-is-host",
    "-Wno-unknown-attributes",
    "-Wno-unknown-warning-option",
    "-D__FACET__=1",
]

def _with_features(ctx, toolchain, without = []):
    return struct(
        toolchain = toolchain,
        features = cc_common.configure_features(
            ctx = ctx,
            cc_toolchain = toolchain,
            requested_features = ctx.features,
            unsupported_features = ctx.disabled_features + without,
        ),
    )

def _has(one, name):
    return cc_common.is_enabled(feature_configuration = one.features, feature_name = name)

def host_toolchain(ctx, tools):
    """The C++ toolchains that compile and link, each with the features to use it with.

    Only Clang knows the names of kernels: `tools`, the SYCL toolchain or None, may bring a compiler. The build's own C++
    toolchain links. Where `knows_sycl`, the compiler is sycl-clang++.
    """
    own = _with_features(ctx, find_cc_toolchain(ctx))
    compiler = tools.host_cc if tools and (not tools.host_cc_for or _has(own, tools.host_cc_for)) else None

    # Sources that are not to be counted are linked with others that are.
    uncounted = ["coverage"] if ctx.configuration.coverage_enabled and not ctx.coverage_instrumented() else []
    compiler = _with_features(ctx, compiler or own.toolchain, uncounted)
    return struct(
        features = compiler.features,
        knows_sycl = tools != None and _has(compiler, "sycl_driver"),
        link_features = own.features,
        link_toolchain = own.toolchain,
        toolchain = compiler.toolchain,
    )

def plain_host_flags(label, macros, flags):
    """Options of the host's compilation of a rule's sources that have kernels, for any Clang."""

    # Names of kernels that are one source's own: device_actions.bzl has the same prefix.
    unique = '-D__SYCL_UNIQUE_RULE__="%s"' % label.name
    return _HOST_FLAGS + [unique, "-imacros", macros.path] + flags

# Of Facet's own compiler. Headers outside of the action are no inputs of it.
_SYCL_FLAGS = ["-fsycl", "-fsycl-host-only", "-fno-sycl-header-cache", "-Wno-unknown-attributes", "-Wno-unknown-warning-option"]

def host_flags(host, label, macros, precompiled, flags):
    """Those for the compiler in use. `precompiled` are files of precompiled headers, or none."""
    if not host.knows_sycl:
        return plain_host_flags(label, macros, flags)
    return _SYCL_FLAGS + [
        "-fsycl-target-macros=" + macros.path,
        "-fsycl-unique-rule=" + label.name,
    ] + ["-fsycl-use-precompiled-headers=" + file.path for file in precompiled[:1]] + flags

# What device code must be compiled with, too: else a kernel that the host passes to a device may be another there.
# -O0 with -g is for debuggers, that of CPU kernels, too; so are sanitizers and coverage.
_LANGUAGE_OPTIONS = [
    "-D",
    "-O",
    "-U",
    "-fcoverage-",
    "-ffile-compilation-dir=",
    "-fno-coverage-",
    "-fno-profile-instr-generate",
    "-fno-sanitize",
    "-fprofile-instr-generate",
    "-fsanitize",
    "-gdwarf-",
    "-std=",
]
_EXACT_OPTIONS = ["-Wno-builtin-macro-redefined", "-g", "-g0", "-g1", "-g2", "-g3", "-gline-tables-only"]

def llvm_options(flags):
    """The options for LLVM among a compiler's, as pairs with -mllvm."""
    options = []
    is_value_of = ""
    for flag in flags:
        if is_value_of == "-mllvm" or (flag.startswith("-mllvm=") and not is_value_of):
            options += ["-mllvm", flag if is_value_of else flag[len("-mllvm="):]]
        is_value_of = flag if flag in ["-mllvm", "-Xclang", "-Xlinker"] and not is_value_of else ""
    return options

def global_flags(ctx):
    """What the command line, --copt and --cxxopt, says about every C++ compilation."""
    return ctx.fragments.cpp.copts + ctx.fragments.cpp.cxxopts

def language_flags(ctx, host):
    """Of the options with which the C++ toolchain compiles in this mode, those that are not about the host's machine."""
    arguments = cc_common.get_memory_inefficient_command_line(
        action_name = ACTION_NAMES.cpp_compile,
        feature_configuration = host.features,
        variables = cc_common.create_compile_variables(
            cc_toolchain = host.toolchain,
            feature_configuration = host.features,
            user_compile_flags = global_flags(ctx),
        ),
    )
    flags = []
    for i in range(len(arguments)):
        argument = arguments[i]
        if argument in ["-D", "-U"]:
            flags += arguments[i:i + 2]
        elif argument in _EXACT_OPTIONS or any([argument.startswith(option) for option in _LANGUAGE_OPTIONS]):
            flags.append(argument)
    return flags + llvm_options(arguments)

def counts_executions(flags):
    """Whether lines are counted, those of kernels of CPUs, too: the last option decides, as in Clang."""
    wanted = {"-fcoverage-mapping": False, "-fprofile-instr-generate": False}
    for flag in flags:
        name = flag.split("=")[0]
        if name in wanted:
            wanted[name] = True
        elif name.startswith("-fno-") and "-f" + name[len("-fno-"):] in wanted:
            wanted["-f" + name[len("-fno-"):]] = False
    return all(wanted.values())

def coverage_info(ctx, source_attributes = ["hdrs", "srcs"], dependency_attributes = ["data", "deps", "implementation_deps"]):
    """What `bazel coverage` knows of the rule's sources, and of those behind it."""
    return coverage_common.instrumented_files_info(ctx, dependency_attributes = dependency_attributes, source_attributes = source_attributes)

def coverage_tools(ctx, files, executable):
    """What Bazel's script behind a test runs to report what was executed: `environment`, and `files` that belong to the runfiles.

    Bazel's own rules alone have it of the C++ toolchain.
    """
    if not ctx.configuration.coverage_enabled:
        return struct(environment = {}, files = [])
    variables = {"export-coverage": "LLVM_COV", "llvm-profdata": "COVERAGE_GCOV_PATH"}
    environment = {"GENERATE_LLVM_LCOV": "1"}
    for file in files.to_list():
        name = variables.get(file.basename)
        if name and name not in environment:
            environment[name] = "%s.runfiles/%s" % (executable.path, file.short_path[len("../"):])
    return struct(environment = environment, files = files.to_list())

def _include_folders(ctx):
    folders = []
    for folder in ctx.attr.includes:
        path = "/".join([p for p in [ctx.label.workspace_root, ctx.label.package, folder] if p not in ["", "."]])
        folders += [path or ".", ctx.bin_dir.path + ("/" + path if path else "")]
    return folders

def _prefixes(ctx):
    """How dependents write the paths of the rule's headers, where that is not as they lie in the workspace."""
    prefixes = {
        "include_prefix": ctx.attr.include_prefix,
        "strip_include_prefix": ctx.attr.strip_include_prefix,
    }
    return {name: value for name, value in prefixes.items() if value}

def host_compile(ctx, host, more_files, sources, dependencies, flags):
    """Compiles the rule's sources; returns the compilation context and the outputs. `more_files`: those that `flags` name."""

    # Bazel's own rules alone may name textual headers; a context that has them is as good.
    others = other_headers_context(ctx, ctx.label.name, sources.headers)
    return cc_common.compile(
        actions = ctx.actions,
        additional_inputs = more_files,
        cc_toolchain = host.toolchain,
        compilation_contexts = [d.compilation_context for d in dependencies] + [others],
        defines = ctx.attr.defines,
        feature_configuration = host.features,
        includes = _include_folders(ctx),
        local_defines = ctx.attr.local_defines,
        name = ctx.label.name,
        private_hdrs = with_known_names(sources.headers),
        public_hdrs = with_known_names(ctx.files.hdrs),
        srcs = sources.units,
        user_compile_flags = flags,
        **_prefixes(ctx)
    )

def precompile_for_host(ctx, host, macros, headers):
    """The SYCL headers, for compilations of the same mode -> the precompiled header, and what lies beside it; none if the compiler cannot."""
    if not host.knows_sycl:
        return []
    header = ctx.actions.declare_file("_sycl/%s/host.pch" % ctx.label.name)
    beside = [ctx.actions.declare_file("host." + extension, sibling = header) for extension in ["json", "names"]]
    context = headers.compilation_context
    variables = cc_common.create_compile_variables(
        cc_toolchain = host.toolchain,
        feature_configuration = host.features,
        system_include_directories = context.system_includes,

        # With -c opt Bazel compiles what programs link without -fPIC, and the rest with it.
        use_pic = ctx.var["COMPILATION_MODE"] != "opt",
        user_compile_flags = host_flags(host, ctx.label, macros, [], global_flags(ctx)),
    )
    args = ctx.actions.args()
    args.add_all(cc_common.get_memory_inefficient_command_line(
        action_name = ACTION_NAMES.cpp_compile,
        feature_configuration = host.features,
        variables = variables,
    ))
    args.add("-fsycl-precompile-headers")
    args.add_all(["-x", "c++", "-c", "/dev/null", "-o", header])
    ctx.actions.run(
        mnemonic = "SyclPrecompileForHost",
        executable = cc_common.get_tool_for_action(action_name = ACTION_NAMES.cpp_compile, feature_configuration = host.features),
        arguments = [args],
        env = PRECOMPILED_ENV,
        inputs = depset([macros], transitive = [context.headers, host.toolchain.all_files]),
        outputs = [header] + beside,
        progress_message = "SYCL headers of %s for the host" % ctx.label,
    )
    return [header] + beside

def exported_headers(ctx, host, dependencies):
    """The compilation context for those who depend on a rule that has dependencies of its implementation."""
    name = ctx.label.name + "_exported"
    others = other_headers_context(ctx, name, [])
    context, _ = cc_common.compile(
        actions = ctx.actions,
        cc_toolchain = host.toolchain,
        compilation_contexts = [d.compilation_context for d in dependencies] + [others],
        defines = ctx.attr.defines,
        feature_configuration = host.features,
        includes = _include_folders(ctx),
        name = name,
        public_hdrs = with_known_names(ctx.files.hdrs),
        **_prefixes(ctx)
    )
    return context

def compile_commands(ctx, host, context, sources, local_defines, flags):
    """Writes the part of compile_commands.json that is about a rule's sources: how the host compiles them."""
    entries = []
    for source in sources:
        action = ACTION_NAMES.c_compile if source.extension == "c" else ACTION_NAMES.cpp_compile
        variables = cc_common.create_compile_variables(
            cc_toolchain = host.toolchain,
            feature_configuration = host.features,
            include_directories = context.includes,
            preprocessor_defines = depset(local_defines, transitive = [context.defines]),
            quote_include_directories = context.quote_includes,
            source_file = source.path,
            system_include_directories = context.system_includes,
            user_compile_flags = flags,
        )
        program = cc_common.get_tool_for_action(feature_configuration = host.features, action_name = action)
        arguments = cc_common.get_memory_inefficient_command_line(
            action_name = action,
            feature_configuration = host.features,
            variables = variables,
        )
        entries.append(json.encode(struct(
            arguments = [program] + arguments,
            directory = "@WORKSPACE@",
            file = source.path,
        )))
    part = ctx.actions.declare_file("_sycl/%s/compile_commands.json" % ctx.label.name)
    ctx.actions.write(part, "".join([entry + "\n" for entry in entries]))
    return part

# A cc_binary or another rule that knows nothing of SYCL would link a program whose kernels have no code. What our own
# rules link leaves this file out.
_GUARD = "linked_by_sycl_rules_only"

def link_guard(ctx):
    """What stops rules that are not ours from linking a library with device code."""
    file = ctx.actions.declare_file("_sycl/%s/%s" % (ctx.label.name, _GUARD))
    ctx.actions.run_shell(
        mnemonic = "SyclLinkGuard",
        arguments = [str(ctx.label)],
        command = 'echo "error: $1 has device code: programs that use it are sycl_binary or sycl_test; others depend on a sycl_cc_library" >&2; exit 1',
        outputs = [file],
        progress_message = "SYCL link of %s" % ctx.label,
    )
    return cc_common.create_linking_context(linker_inputs = depset([
        cc_common.create_linker_input(additional_inputs = depset([file]), owner = ctx.label),
    ]))

def _is_guard(linker_input):
    return any([file.basename == _GUARD for file in linker_input.additional_inputs])

def unguarded(linking_context):
    """Of what is linked where device code is linked, too."""
    return cc_common.create_linking_context(linker_inputs = depset([
        linker_input
        for linker_input in linking_context.linker_inputs.to_list()
        if not _is_guard(linker_input)
    ]))

def with_objects(outputs, objects):
    """Outputs of compilations, and objects that steps of ours made; those are position independent."""
    more = cc_common.create_compilation_outputs(objects = depset(objects), pic_objects = depset(objects))
    return cc_common.merge_compilation_outputs(compilation_outputs = [outputs, more])

def _link(ctx, host, outputs, wrapped_images, dependencies, flags, **kwargs):
    return cc_common.link(
        actions = ctx.actions,
        additional_inputs = ctx.files.additional_linker_inputs,
        cc_toolchain = host.link_toolchain,
        compilation_outputs = with_objects(outputs, wrapped_images),
        feature_configuration = host.link_features,
        linking_contexts = [unguarded(d.linking_context) for d in dependencies],
        name = ctx.label.name,
        user_link_flags = flags,
        **kwargs
    )

def host_link(ctx, host, outputs, wrapped_images, dependencies, flags, link_deps_statically):
    """Links the program, images included."""
    return _link(ctx, host, outputs, wrapped_images, dependencies, flags, link_deps_statically = link_deps_statically).executable

def host_link_shared(ctx, host, outputs, wrapped_images, dependencies, flags):
    """Links the shared library, images included; returns what links against it and its file."""
    linked = _link(ctx, host, outputs, wrapped_images, dependencies, flags, output_type = "dynamic_library").library_to_link
    file = linked.resolved_symlink_dynamic_library or linked.dynamic_library
    library = cc_common.create_library_to_link(
        actions = ctx.actions,
        cc_toolchain = host.link_toolchain,
        dynamic_library = file,
        feature_configuration = host.link_features,
    )
    context = cc_common.create_linking_context(linker_inputs = depset([
        cc_common.create_linker_input(libraries = depset([library]), owner = ctx.label),
    ]))
    return struct(context = context, file = file, loaded = library.dynamic_library)

def host_archive(ctx, host, outputs, dependencies, flags):
    """Makes the library that dependents link."""
    return cc_common.create_linking_context_from_compilation_outputs(
        actions = ctx.actions,
        additional_inputs = ctx.files.additional_linker_inputs,
        alwayslink = ctx.attr.alwayslink,
        cc_toolchain = host.link_toolchain,
        compilation_outputs = outputs,
        disallow_dynamic_library = True,
        feature_configuration = host.link_features,
        linking_contexts = [d.linking_context for d in dependencies],
        name = ctx.label.name,
        user_link_flags = flags,
    )

def whole_archive(ctx, host, what, objects):
    """What makes programs link all of `objects`, which steps of ours made, whether they call them or not."""
    context, _ = cc_common.create_linking_context_from_compilation_outputs(
        actions = ctx.actions,
        alwayslink = True,
        cc_toolchain = host.link_toolchain,
        compilation_outputs = cc_common.create_compilation_outputs(objects = depset(objects), pic_objects = depset(objects)),
        disallow_dynamic_library = True,
        feature_configuration = host.link_features,
        name = "%s_%s" % (ctx.label.name, what),
    )
    return context
