"""The steps from sources to the object that holds a program's images. One function, one step."""

load("//toolchains:compat.bzl", "cc_common")
load(":force_pic.bzl", "ForcePicInfo")

def _path(ctx, name):
    return "_sycl/%s/%s" % (ctx.label.name, name)

def _folder(target):
    return target.name + "/" if target else ""

def _step(ctx, mnemonic, program, args, inputs, output, what, more_outputs = []):
    """An action with one output, which it returns, and perhaps others. `inputs` is a list or a depset."""
    ctx.actions.run(
        mnemonic = mnemonic,
        executable = program,
        arguments = [args],
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
    return _step(ctx, "SyclTargetMacros", tools.config, args, slices, header, "target macros of %s" % ctx.label)

def device_compile(ctx, tools, source, compilation_context, macros, language, flags, own_targets, counts, target = None):
    """SyclDeviceCompile: one source -> one device bitcode file, and the host's bitcode of its counters, or None.

    `language` are the options of the mode, `flags` those of the rule. With a target the conditions of conditional code are decided for it, and the code is for it alone.
    What is known of `own_targets`, the user's own, takes part when conditions are simplified.
    """
    extension = source.extension
    stem = source.basename[:-len(extension) - 1] if extension else source.basename
    bitcode = ctx.actions.declare_file(_path(ctx, "%s%s.%s.bc" % (_folder(target), stem, extension)))
    args = ctx.actions.args()
    args.add_all(["-fsycl", "-fsycl-device-only"])
    args.add_all(tools.compile_flags)
    args.add_all(["-std=c++17", "-ffile-compilation-dir=."])
    args.add_all(language)
    args.add_all(compilation_context.defines, before_each = "-D")
    args.add_all(compilation_context.local_defines, before_each = "-D")
    args.add_all(compilation_context.quote_includes, before_each = "-iquote")
    args.add_all(compilation_context.includes, before_each = "-I")
    args.add_all(compilation_context.system_includes, before_each = "-isystem")
    args.add("-imacros", macros)

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
    inputs = depset([source, macros], transitive = [compilation_context.headers, tools.compile_files, slices])
    what = "device compile %s%s" % (source.short_path, " for " + target.name if target else "")
    _step(ctx, "SyclDeviceCompile", tools.device_compiler, args, inputs, bitcode, what, [counters] if counters else [])
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
    return _step(ctx, "SyclDeviceLink", tools.device_link, args, bitcode, linked, "device link %s" % ctx.label)

_ASPECT_WARNINGS = ["-Wsycl-aspects", "-Wno-sycl-aspects", "-Werror=sycl-aspects", "-Wno-error=sycl-aspects"]

def link_warnings(flags):
    """What the link's warnings about aspects obey, of a rule's options: as the compiler driver has it."""
    own = [flag for flag in flags if flag in _ASPECT_WARNINGS]
    warnings = []
    for flag in flags:
        if flag in _ASPECT_WARNINGS + ["-w", "-Werror", "-Wno-error"]:
            warnings.append(flag)
        elif flag == "-Wno-everything" and not own:
            warnings.append("-Wno-sycl-aspects")
    return warnings

def post_link(ctx, tools, linked, split, exports, modes, warnings, target = None):
    """SyclPostLink: splits linked bitcode into a folder of modules; how many is known only then.

    With exports = "all" device functions can be called from other libraries' kernels, with "none" from
    those of this program only.
    """
    modules = ctx.actions.declare_directory(_path(ctx, _folder(target) + "modules"))
    args = ctx.actions.args()
    args.add("--modules-dir=" + modules.path)
    args.add("-split=" + split)
    args.add("-exports=" + exports)
    if modes.device_if_jit != "add-on":
        args.add("-device-if-jit=" + modes.device_if_jit)
    if modes.optional_features != "split":
        args.add("-optional-features=" + modes.optional_features)
    args.add_all(warnings)
    args.add(linked)
    return _step(ctx, "SyclPostLink", tools.post_link, args, [linked], modules, "post-link %s" % ctx.label)

def aot_compile(ctx, tools, modules, target, options):
    """One action per module: module -> image for the target. `options`: more of sycl-aot's.

    Bazel can make an action for each file of a folder only in C++ compilations, so sycl-aot is called as
    the compiler of a C++ toolchain (mnemonic CppCompile, named after the target).
    """
    files = tools.aot_files[target.aot_toolchain]
    pic = ctx.attr._force_pic[ForcePicInfo].value
    features = cc_common.configure_features(
        ctx = ctx,
        cc_toolchain = tools.aot_cc,
        unsupported_features = ["layering_check", "module_maps", "parse_headers"],
    )
    _, outputs = cc_common.compile(
        actions = ctx.actions,
        additional_inputs = [target.slice] + files.inputs.to_list(),
        cc_toolchain = tools.aot_cc,
        disallow_nopic_outputs = pic,
        disallow_pic_outputs = not pic,
        feature_configuration = features,
        name = "%s_%s" % (ctx.label.name, target.name),
        srcs = [modules],
        user_compile_flags = ["--target-config=" + target.slice.path] + files.flags + options,
    )
    return outputs.pic_objects if pic else outputs.objects

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
    return _step(ctx, "SyclOffloadWrap", tools.offload_wrapper, args, images, wrapped, "offload wrap %s" % ctx.label)
