"""The steps from sources to the object that holds a program's images. One function, one step."""

load(":precompiled_header.bzl", "PRECOMPILED_ENV")

def _path(ctx, name):
    return "_sycl/%s/%s" % (ctx.label.name, name)

def _folder(target):
    return target.name + "/" if target else ""

def _for(target):
    return " for " + target.name if target else ""

# Of steps whose outputs do not depend on the folders that their inputs and outputs are in: Bazel 7 and newer may then
# share results between configurations (--experimental_output_paths=strip).
_ANY_FOLDER = {"supports-path-mapping": "1"}

def _step(ctx, mnemonic, program, args, inputs, output, what, more_outputs = [], requirements = {}, param_file = True, env = {}):
    """An action with one output, which it returns, and perhaps others. `inputs` is a list or a depset.

    Long command lines are files of arguments.
    """
    if param_file:
        args.use_param_file("@%s")
        args.set_param_file_format("shell")
    ctx.actions.run(
        mnemonic = mnemonic,
        executable = program,
        arguments = [args],
        env = env,
        execution_requirements = requirements,
        inputs = inputs,
        outputs = [output] + more_outputs,
        progress_message = "SYCL " + what,
    )
    return output

def target_macros(ctx, tools, targets):
    """SyclTargetMacros: a header with what the targets have and have not.

    It is a step of its own so that a change of a target's configuration that leaves the macros as they
    are recompiles nothing. Without targets it says that devices may have anything.
    """
    header = ctx.actions.declare_file(_path(ctx, "target_macros.h"))
    args = ctx.actions.args()
    args.add("target-macros")
    for target in targets:
        args.add("--slice", target.slice)
    args.add("-o", header)
    slices = [target.slice for target in targets]
    return _step(ctx, "SyclTargetMacros", tools.config, args, slices, header, "target macros of %s" % ctx.label, requirements = _ANY_FOLDER, param_file = False)

def _add_language(args, tools, macros, language):
    """What all compilations for devices have in common. Headers outside of the action are no inputs of it."""
    args.add_all(["-fsycl", "-fsycl-device-only", "-fno-sycl-header-cache"])
    args.add_all(tools.compile_flags)
    args.add_all(["-std=c++17", "-ffile-compilation-dir=."])
    args.add_all(language)
    args.add("-fsycl-target-macros=%s" % macros.path)

def precompile_headers(ctx, tools, macros, language):
    """SyclPrecompile: the SYCL headers, for compilations with the same options -> the precompiled header, and what lies beside it."""
    header = ctx.actions.declare_file(_path(ctx, "device.pch"))
    beside = [ctx.actions.declare_file(_path(ctx, "device." + extension)) for extension in ["json", "names"]]
    args = ctx.actions.args()
    _add_language(args, tools, macros, language)
    context = tools.headers.compilation_context
    args.add_all(context.system_includes, before_each = "-isystem")
    args.add("-fsycl-precompile-headers")
    args.add_all(["-x", "c++", "-c", "/dev/null", "-o", header])
    inputs = depset([macros], transitive = [context.headers, tools.compile_files])
    _step(ctx, "SyclPrecompile", tools.device_compiler, args, inputs, header, "headers of %s" % ctx.label, beside, env = PRECOMPILED_ENV)
    return [header] + beside

def device_compile(ctx, tools, source, compilation_context, macros, precompiled, language, flags, own_targets, counts, target = None):
    """SyclDeviceCompile: one source -> one device bitcode file, and the host's bitcode of its counters, or None.

    `precompiled` are files of precompiled headers, or none. `language` are the options of the mode, `flags` those of the rule. With a target the conditions of conditional code are decided for it, and the code is for it alone.
    What is known of `own_targets`, the user's own, takes part when conditions are simplified.
    """
    extension = source.extension
    stem = source.basename[:-len(extension) - 1] if extension else source.basename
    bitcode = ctx.actions.declare_file(_path(ctx, "%s%s.%s.bc" % (_folder(target), stem, extension)))
    args = ctx.actions.args()
    _add_language(args, tools, macros, language)
    if precompiled:
        args.add("-fsycl-use-precompiled-headers=%s" % precompiled[0].path)
    args.add_all(compilation_context.defines, before_each = "-D")
    args.add_all(compilation_context.local_defines, before_each = "-D")
    args.add_all(compilation_context.quote_includes, before_each = "-iquote")
    args.add_all(compilation_context.includes, before_each = "-I")
    args.add_all(compilation_context.system_includes, before_each = "-isystem")

    # Other rules may compile the same source in another way. The host's compilation knows the rule's name, and the
    # source's as it is on its command line.
    args.add("-fsycl-unique-prefix=%s/%s" % (ctx.label.name, source.path))
    if target:
        args.add("-fsycl-resolve-conditions-for=" + target.name)

    # Code for one target counts in the counters of that for all.
    counters = None
    if counts and not target:
        counters = ctx.actions.declare_file(_path(ctx, "%s.%s.counters.bc" % (stem, extension)))
    if counts:
        args.add("-Xclang")
        args.add("-fsycl-write-counters=" + (counters.path if counters else "/dev/null"))
    slices = depset([known.slice for known in own_targets] + ([target.slice] if target else []))
    args.add_all(slices, format_each = "-fsycl-device-config-file=%s")
    args.add_all(flags)
    args.add("-c", source)
    args.add("-o", bitcode)
    inputs = depset([source, macros] + precompiled, transitive = [compilation_context.headers, tools.compile_files, slices])
    what = "device compile %s%s" % (source.short_path, _for(target))
    _step(ctx, "SyclDeviceCompile", tools.device_compiler, args, inputs, bitcode, what, [counters] if counters else [], env = PRECOMPILED_ENV)
    return struct(bitcode = bitcode, counters = counters)

def counters_object(ctx, tools, counters):
    """SyclCounters: the counters of a source's device code -> an object for the program."""
    object = ctx.actions.declare_file(counters.basename[:-len("bc")] + "o", sibling = counters)
    args = ctx.actions.args()
    args.add_all(tools.compile_flags)
    args.add_all(["-fPIC", "-Wno-unused-command-line-argument", "-Wno-override-module", "-c", counters, "-o", object])
    inputs = depset([counters], transitive = [tools.compile_files])
    return _step(ctx, "SyclCounters", tools.device_compiler, args, inputs, object, "counters of %s" % ctx.label)

def device_link(ctx, tools, bitcode, target = None):
    """SyclDeviceLink: all device bitcode of a program (with a target: for that one) -> one file."""
    linked = ctx.actions.declare_file(_path(ctx, _folder(target) + "linked.bc"))
    args = ctx.actions.args()
    args.add("-o", linked)
    args.add_all(bitcode)
    return _step(ctx, "SyclDeviceLink", tools.device_link, args, bitcode, linked, "device link %s%s" % (ctx.label, _for(target)), requirements = _ANY_FOLDER)

_WARNING_GROUPS = {
    group: ["-W" + group, "-Wno-" + group, "-Werror=" + group, "-Wno-error=" + group]
    for group in ["sycl-aspects", "sycl-undefined"]
}

def link_warnings(flags):
    """What the link's own warnings obey, of a rule's options: as the compiler driver has it."""
    own = {group: [flag for flag in flags if flag in options] for group, options in _WARNING_GROUPS.items()}
    warnings = []
    for flag in flags:
        if flag in ["-w", "-Werror", "-Wno-error"] or any([flag in options for options in own.values()]):
            warnings.append(flag)
        elif flag == "-Wno-everything":
            warnings += ["-Wno-" + group for group, options in own.items() if not options]
    return warnings

def post_link(ctx, tools, linked, split, exports, imports, modes, warnings, target = None):
    """SyclPostLink: splits linked bitcode into a folder of modules; how many is known only then.

    With exports = "all" device functions can be called from other libraries' kernels, with "none" from
    those of this program only. With imports = "none" no shared library can define functions: those that are
    undefined are warned of.
    """
    modules = ctx.actions.declare_directory(_path(ctx, _folder(target) + "modules"))
    args = ctx.actions.args()
    args.add_all([modules], expand_directories = False, format_each = "--modules-dir=%s")
    args.add("-split=" + split)
    args.add("-exports=" + exports)
    if imports != "shared":
        args.add("-imports=" + imports)
    if modes.device_if_jit != "add-on":
        args.add("-device-if-jit=" + modes.device_if_jit)
    if modes.optional_features != "split":
        args.add("-optional-features=" + modes.optional_features)
    args.add_all(warnings)
    args.add(linked)
    return _step(ctx, "SyclPostLink", tools.post_link, args, [linked], modules, "post-link %s%s" % (ctx.label, _for(target)), requirements = _ANY_FOLDER)

def offload_wrap(ctx, tools, images, emulated_devices, compress, contents = []):
    """SyclOffloadWrap: images -> an object that registers them when the program starts.

    A program can link one object alone that has the device code of `contents`, labels of libraries.
    """
    wrapped = ctx.actions.declare_file(_path(ctx, "images.o"))
    args = ctx.actions.args()
    args.add("-allow-empty")
    if compress:
        args.add("-compress")
    if emulated_devices:
        args.add("-emulate=" + ",".join(emulated_devices))
    args.add_all([str(label) for label in contents], format_each = "-contains=%s")
    args.add("-o", wrapped)
    args.add_all(images, expand_directories = True)
    return _step(ctx, "SyclOffloadWrap", tools.offload_wrapper, args, images, wrapped, "offload wrap %s" % ctx.label, requirements = _ANY_FOLDER)
