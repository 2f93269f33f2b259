"""sycl_library, sycl_cc_library, sycl_shared_library, sycl_binary, sycl_test: which steps, in which order.

The steps are in *_actions.bzl, the attributes in attributes.bzl.
"""

load("@bazel_skylib//rules:common_settings.bzl", "BuildSettingInfo")
load("//targets:families.bzl", "FAMILIES")
load("//toolchains:compat.bzl", "CcInfo", "EXEC_GROUPS", "RunEnvironmentInfo", "TOOLCHAIN_TRANSITION", "cc_common")
load(":aot_actions.bzl", "aot_compile")
load(":attributes.bzl", "CHECKS", "DEVICE_IF_JIT_MODES", "DEVICE_IF_MODES", "IMAGE_ATTRS", "LIBRARY_ATTRS", "OPTIONAL_FEATURES_MODES", "PROGRAM_ATTRS", "SPLITS", "TEST_ATTRS", "all_checks")
load(":device_actions.bzl", "counters_object", "device_compile", "device_link", "link_warnings", "offload_wrap", "post_link", "target_macros")
load(":host_actions.bzl", "compile_commands", "counts_executions", "coverage_info", "coverage_tools", "exported_headers", "global_flags", "host_archive", "host_compile", "host_flags", "host_link", "host_link_shared", "host_toolchain", "language_flags", "link_guard", "llvm_options", "plain_host_flags", "unguarded", "whole_archive", "with_objects")
load(":precompiled.bzl", "precompiled_for")
load(":providers.bzl", "SyclInfo", "SyclTargetInfo")
load(":sycl_info.bzl", "libraries_of", "linked_libraries_of", "sycl_infos")
load(":target_names.bzl", "resolve_target_name", "unknown_target_message")

_TOOLCHAIN = str(Label("//toolchains:toolchain_type"))
_CC_TOOLCHAIN = "@bazel_tools//tools/cpp:toolchain_type"
_DEFAULT_TARGETS = ["x86_64", "spir64"]

def _expand(ctx, attribute):
    return [
        ctx.expand_make_variables(attribute, ctx.expand_location(flag, ctx.attr.data + ctx.attr.additional_linker_inputs), {})
        for flag in getattr(ctx.attr, attribute)
    ]

def _named_targets(ctx, tools, names):
    unknown = [name for name in names if not resolve_target_name(name)]
    if unknown:
        fail("\n".join([unknown_target_message(name) for name in unknown]))
    targets = []
    for name in names:
        resolved = resolve_target_name(name)
        if resolved not in tools.targets:
            fail("the SYCL toolchain in use has no target '%s'" % resolved)
        targets.append(tools.targets[resolved])
    return targets

def _emulation(rule):
    """What images for an emulated device of the user's own are made for."""
    info = rule[SyclTargetInfo]
    if not info.emulation:
        fail("devices: %s is a target that has a name: say '%s'" % (rule.label, info.name))
    return info.emulation

def _targets(ctx, tools, default, devices):
    names = ctx.attr.targets
    if not names and not ctx.attr.target_rules:
        setting = ctx.attr._targets_setting[BuildSettingInfo].value
        names = setting.split(",") if setting else default
    targets = _named_targets(ctx, tools, names) + [t[SyclTargetInfo] for t in ctx.attr.target_rules]
    targets += _named_targets(ctx, tools, ["emu_" + device for device in devices])
    targets += [_emulation(rule) for rule in getattr(ctx.attr, "device_rules", [])]
    return {target.slice.path: target for target in targets}.values()

def _choice(ctx, name, known):
    """An attribute that has a setting of the same name."""
    value = getattr(ctx.attr, name) or getattr(ctx.attr, "_%s_setting" % name)[BuildSettingInfo].value
    if value not in known:
        fail("--//toolchains:%s=%s: known: %s" % (name, value, ", ".join(known)))
    return value

def _device_if(ctx, targets):
    """Where the conditions of conditional code in the rule's sources are decided."""
    if hasattr(ctx.attr, "device_if"):
        return _choice(ctx, "device_if", DEVICE_IF_MODES)

    # A library does not know for which targets programs use it; unless it is for one alone.
    mode = ctx.attr._device_if_setting[BuildSettingInfo].value
    return mode if len(targets) == 1 and mode != "early" else "late"

def _plain(name):
    return name[len("emu_"):] if name.startswith("emu_") else name

def _check_libraries(ctx, targets, libraries):
    """A library that names its targets is not for others. A library that names none may be for any."""
    if getattr(ctx.attr, "specialize_deps", False):
        for rule in ctx.attr.target_rules + ctx.attr.device_rules:
            fail("specialize_deps: libraries can be compiled for targets by name only, not by label: %s" % rule.label)
    for library in libraries.to_list():
        others = [t.name for t in targets if library.targets and _plain(t.name) not in library.targets]
        if others:
            fail("%s is for %s alone, and this program is for %s: name that in the `targets` of the library, or none" % (
                library.label,
                " and ".join(library.targets),
                " and ".join(others),
            ))

def _check_linked_once(ctx, libraries, linked_libraries):
    """Device code that two rules link would be twice in the program: two images of a kernel, two variables of one device_global."""
    linked_by = {}
    for library in linked_libraries.to_list():
        other = linked_by.setdefault(library.label, library.linked_by)
        if other != library.linked_by:
            fail("device code of %s is linked by %s and by %s: make it a sycl_cc_library that both depend on" % (library.label, other, library.linked_by))
    for library in libraries.to_list():
        if library.label in linked_by:
            fail("device code of %s is linked by %s and would be linked again: depend on %s instead, or make %s a sycl_cc_library" % (
                library.label,
                linked_by[library.label],
                linked_by[library.label],
                library.label.name,
            ))

_HEADERS = ["h", "hh", "hpp", "hxx", "h++", "H", "inc", "def", "inl", "ipp", "tcc", "tpp"]

def _sources(ctx):
    """Sources and private headers of `srcs`."""
    headers = [file for file in ctx.files.srcs if file.extension in _HEADERS]
    return struct(
        headers = headers,
        units = [file for file in ctx.files.srcs if file not in headers],
    )

def _backend_options(ctx):
    """Canonical name of a target, or AOT tool chain -> options."""
    given = dict(ctx.attr.backend_options)
    for text in ctx.attr._backend_options_setting[BuildSettingInfo].value:
        name, _, option = text.partition("=")
        given[name] = given.get(name, []) + [option]
    own = [rule[SyclTargetInfo].name for rule in ctx.attr.target_rules + ctx.attr.device_rules]
    families = [family.name for family in FAMILIES]
    options = {}
    for name, words in given.items():
        resolved = name if name in families + own else resolve_target_name(name)
        if not resolved:
            fail("backend_options: " + unknown_target_message(name))
        options[resolved] = options.get(resolved, []) + words
    return options

def _settings_copts(ctx, name):
    return _expand(ctx, name) + getattr(ctx.attr, "_%s_setting" % name)[BuildSettingInfo].value

def _checks(ctx):
    known = ctx.attr.checks + ctx.attr._checks_setting[BuildSettingInfo].value
    for check in known:
        if check not in CHECKS + ["all"]:
            fail("checks: unknown '%s'; known: %s, all" % (check, ", ".join(CHECKS)))
    return all_checks(ctx.attr.checks, ctx.attr._checks_setting[BuildSettingInfo].value)

def _compile_plain(ctx):
    """A rule without device code: its sources are those of a C++ rule."""
    host = host_toolchain(ctx, None)
    sources = _sources(ctx)
    sycl_dependencies = sycl_infos(ctx.attr.deps + ctx.attr.implementation_deps)
    libraries = libraries_of(sycl_dependencies)
    for library in libraries.to_list():
        fail("%s has device code, and this rule is without: sycl = False there, too, or --@facet//toolchains:sycl=false" % library.label)
    dependencies = [d[CcInfo] for d in ctx.attr.deps]
    private_dependencies = [d[CcInfo] for d in ctx.attr.implementation_deps]
    flags = _expand(ctx, "copts") + _settings_copts(ctx, "host_copts")
    context, outputs = host_compile(ctx, host, [], sources, dependencies + private_dependencies, flags)
    return struct(
        bitcode = depset(),
        compilation_context = exported_headers(ctx, host, dependencies) if private_dependencies else context,
        compile_commands = depset(
            [compile_commands(ctx, host, context, sources.units, ctx.attr.local_defines, global_flags(ctx) + flags)],
            transitive = [d.compile_commands for d in sycl_dependencies],
        ),
        counters = [],
        dependencies = dependencies + private_dependencies,
        has_device_code = False,
        host = host,
        libraries = libraries,
        linked_libraries = linked_libraries_of(sycl_dependencies),
        outputs = outputs,
        runtime = CcInfo(),
        sources = sources,
    )

def _compile(ctx, default_targets, devices):
    """What libraries and programs have in common: both compilations of each source."""
    if not ctx.attr.sycl or not ctx.attr._sycl_setting[BuildSettingInfo].value:
        return _compile_plain(ctx)
    tools = ctx.toolchains[_TOOLCHAIN].sycl
    host = host_toolchain(ctx, tools)
    targets = _targets(ctx, tools, default_targets, devices)
    own_targets = [target for target in targets if target not in tools.targets.values()]
    sources = _sources(ctx)
    sycl_dependencies = sycl_infos(ctx.attr.deps + ctx.attr.implementation_deps)
    libraries = libraries_of(sycl_dependencies)
    linked_libraries = linked_libraries_of(sycl_dependencies)
    _check_libraries(ctx, targets, libraries)
    _check_linked_once(ctx, libraries, linked_libraries)
    macros = target_macros(ctx, tools, targets)
    flags = _expand(ctx, "copts")
    dependencies = [d[CcInfo] for d in ctx.attr.deps]
    private_dependencies = [d[CcInfo] for d in ctx.attr.implementation_deps]
    checks = _checks(ctx)
    own_host_flags = flags + (["-D__SYCL_CHECKS__=1"] if checks else []) + _settings_copts(ctx, "host_copts")
    precompiled = precompiled_for(ctx.attr.precompiled_headers, targets)
    all_host_flags = host_flags(host, ctx.label, macros, precompiled.host, own_host_flags)
    context, outputs = host_compile(ctx, host, [macros] + precompiled.host, sources, dependencies + private_dependencies + [tools.headers], all_host_flags)
    exported_context = exported_headers(ctx, host, dependencies + [tools.headers]) if private_dependencies else context
    language = language_flags(ctx, host)
    mode = _device_if(ctx, targets)
    device_flags = ["-D" + define for define in ctx.attr.local_defines] + flags + _settings_copts(ctx, "device_copts")
    if checks:
        device_flags.append("-fsycl-check=" + ",".join(checks))
    device_flags.append("-fsycl-device-if=" + ("late" if mode == "early" else mode))

    counts = counts_executions(language + flags)

    # For all targets, and once more for each of its own.
    early_targets = [target for target in targets if mode == "early" and target.aot_toolchain != "spirv"]
    for_all = [None]
    compiled = [
        [
            device_compile(ctx, tools, source, context, macros, precompiled.device, language, device_flags, own_targets, counts, target)
            for source in sources.units
        ]
        for target in for_all + early_targets
    ]
    bitcode = [source.bitcode for source in compiled[0]]
    early = {
        target.slice.path: struct(target = target, bitcode = [source.bitcode for source in own])
        for target, own in zip(early_targets, compiled[1:])
    }
    return struct(
        bitcode = depset(
            bitcode,
            transitive = [d.bitcode for d in sycl_dependencies],
            order = "topological",
        ),
        compilation_context = exported_context,
        counters = [counters_object(ctx, tools, source.counters) for source in compiled[0] if source.counters],
        compile_commands = depset(
            [compile_commands(ctx, host, context, sources.units, ctx.attr.local_defines, plain_host_flags(ctx.label, macros, global_flags(ctx) + own_host_flags))],
            transitive = [d.compile_commands for d in sycl_dependencies],
        ),
        dependencies = dependencies + private_dependencies,
        dependency_bitcode = depset(transitive = [d.bitcode for d in sycl_dependencies], order = "topological"),
        early = early,
        has_device_code = True,
        host = host,
        libraries = libraries,
        linked_libraries = linked_libraries,
        outputs = outputs,
        runtime = tools.runtime,
        sources = sources,
        targets = targets,
        tools = tools,
    )

# Libraries of the system have no device code.
_SYSTEM_LIBRARIES = ["-ldl", "-lm", "-lpthread", "-lrt"]

def _may_load_device_code(dependencies, flags):
    """Whether a shared library that is linked may define device functions."""
    for dependency in dependencies:
        for linker_input in dependency.linking_context.linker_inputs.to_list():
            flags = flags + linker_input.user_link_flags
            for library in linker_input.libraries:
                is_shared = library.dynamic_library or library.interface_library
                if is_shared and not (library.static_library or library.pic_static_library):
                    return True
    return any([flag not in _SYSTEM_LIBRARIES and (flag.startswith("-l") or ".so" in flag) for flag in flags])

def _images(ctx, compiled, devices, exports, imports = "shared", contents = []):
    """From the bitcode of a program to the object with its images. `contents`: labels of libraries that no other images may have."""
    if not compiled.has_device_code:
        return struct(groups = OutputGroupInfo(compile_commands = compiled.compile_commands), objects = [])
    tools = compiled.tools
    split = ctx.attr.device_code_split or ctx.attr._code_split_setting[BuildSettingInfo].value
    if split not in SPLITS:
        fail("--//toolchains:code_split=%s: known: %s" % (split, ", ".join(SPLITS.keys())))
    modes = struct(
        device_if_jit = _choice(ctx, "device_if_jit", DEVICE_IF_JIT_MODES),
        optional_features = _choice(ctx, "optional_features", OPTIONAL_FEATURES_MODES),
    )

    # Targets that share their code, and those with code of their own.
    shared = [target for target in compiled.targets if target.slice.path not in compiled.early]
    groups = [struct(target = None, targets = shared, bitcode = compiled.bitcode)] if shared else []
    groups += [
        struct(
            target = own.target,
            targets = [own.target],
            bitcode = depset(own.bitcode, transitive = [compiled.dependency_bitcode], order = "topological"),
        )
        for own in compiled.early.values()
    ]
    backend_options = _backend_options(ctx)
    own_flags = _expand(ctx, "copts") + _settings_copts(ctx, "device_copts") + ctx.fragments.cpp.linkopts + _expand(ctx, "linkopts")
    flags = global_flags(ctx) + own_flags
    linked_files = []
    module_folders = []
    images = []
    for group in groups:
        linked = device_link(ctx, tools, group.bitcode, group.target)
        modules = post_link(ctx, tools, linked, SPLITS[split], exports, imports, modes, link_warnings(flags), group.target)
        linked_files.append(linked)
        module_folders.append(modules)
        for target in group.targets:
            behind = backend_options.get(target.aot_toolchain, []) + backend_options.get(target.name, [])
            options = ["--backend-option=%s=%s" % (target.name, option) for option in behind]
            images += aot_compile(ctx, tools, modules, target, options + llvm_options(own_flags))
    compress = ctx.attr.compress_images or ctx.attr._compress_images_setting[BuildSettingInfo].value
    wrapped = offload_wrap(ctx, tools, images, devices, compress, contents)
    return struct(
        groups = OutputGroupInfo(
            bitcode = depset(transitive = [group.bitcode for group in groups]),
            compile_commands = compiled.compile_commands,
            images = depset(images),
            linked_bitcode = depset(linked_files),
            modules = depset(module_folders),
            wrapped_images = depset([wrapped]),
        ),
        objects = [wrapped],
    )

def _runfiles(ctx, files = []):
    runfiles = ctx.runfiles(files = ctx.files.data + files)
    for dependency in ctx.attr.data + ctx.attr.deps + ctx.attr.implementation_deps:
        runfiles = runfiles.merge(dependency[DefaultInfo].default_runfiles)
    return runfiles

def _linked_info(compiled, linked_libraries = depset()):
    """Of what has images: its device code is in it, and those who use it do not link that again."""
    return SyclInfo(bitcode = depset(), compile_commands = compiled.compile_commands, libraries = depset(), linked_libraries = linked_libraries)

def _host_library(ctx, compiled, dependencies):
    """What those who depend on a library compile and link, and its archives."""
    linking_context, linking_outputs = host_archive(
        ctx,
        compiled.host,
        compiled.outputs,
        dependencies,
        _expand(ctx, "linkopts"),
    )
    infos = [CcInfo(compilation_context = compiled.compilation_context, linking_context = linking_context)]
    if compiled.counters:
        infos.append(CcInfo(linking_context = whole_archive(ctx, compiled.host, "counters", compiled.counters)))
    library = linking_outputs.library_to_link
    return struct(
        archives = [a for a in [library.static_library, library.pic_static_library] if a] if library else [],
        infos = infos,
    )

def _sycl_library_impl(ctx):
    compiled = _compile(ctx, [], [])
    library = _host_library(ctx, compiled, compiled.dependencies)
    if not compiled.has_device_code:
        return [
            _linked_info(compiled, compiled.linked_libraries),
            cc_common.merge_cc_infos(cc_infos = library.infos),
            DefaultInfo(files = depset(library.archives), runfiles = _runfiles(ctx)),
            coverage_info(ctx),
            OutputGroupInfo(compile_commands = compiled.compile_commands),
        ]
    names_targets = ctx.attr.targets or ctx.attr.target_rules
    named = struct(
        label = ctx.label,
        targets = tuple([_plain(target.name) for target in compiled.targets]) if names_targets else None,
    )
    guard = [CcInfo(linking_context = link_guard(ctx))] if compiled.sources.units else []
    return [
        SyclInfo(
            bitcode = compiled.bitcode,
            compile_commands = compiled.compile_commands,
            libraries = depset([named] if names_targets or compiled.sources.units else [], transitive = [compiled.libraries]),
            linked_libraries = compiled.linked_libraries,
        ),
        cc_common.merge_cc_infos(cc_infos = library.infos + guard),
        DefaultInfo(files = depset(library.archives), runfiles = _runfiles(ctx)),
        coverage_info(ctx),
        OutputGroupInfo(bitcode = compiled.bitcode, compile_commands = compiled.compile_commands),
    ]

def _sycl_cc_library_impl(ctx):
    compiled = _compile(ctx, _DEFAULT_TARGETS, ctx.attr.devices)
    contents = [library.label for library in compiled.libraries.to_list()]
    if compiled.sources.units and compiled.has_device_code:
        contents.append(ctx.label)

    # Kernels of other rules may call its device functions, as they call those of a shared library.
    images = _images(ctx, compiled, _devices(ctx), "all", contents = contents)

    # C++ rules know nothing of device code: all that a program needs is behind the host code.
    dependencies = [CcInfo(linking_context = unguarded(d.linking_context)) for d in compiled.dependencies]
    library = _host_library(ctx, compiled, dependencies + [compiled.runtime])
    wrapped = [CcInfo(linking_context = whole_archive(ctx, compiled.host, "images", images.objects))] if images.objects else []
    linked = [struct(label = label, linked_by = ctx.label) for label in contents]
    return [
        _linked_info(compiled, depset(linked, transitive = [compiled.linked_libraries])),
        cc_common.merge_cc_infos(cc_infos = library.infos + wrapped + [compiled.runtime]),
        DefaultInfo(files = depset(library.archives), runfiles = _runfiles(ctx)),
        coverage_info(ctx),
        images.groups,
    ]

def _sycl_shared_library_impl(ctx):
    compiled = _compile(ctx, _DEFAULT_TARGETS, ctx.attr.devices)
    images = _images(ctx, compiled, _devices(ctx), "all")

    # The runtime comes from the program that loads the library: one runtime knows the images of both. So
    # libraries do not bring it.
    library = host_link_shared(
        ctx,
        compiled.host,
        with_objects(compiled.outputs, compiled.counters),
        images.objects,
        compiled.dependencies,
        _expand(ctx, "linkopts"),
    )
    runtime = CcInfo(linking_context = compiled.runtime.linking_context)
    ours = CcInfo(compilation_context = compiled.compilation_context, linking_context = library.context)
    return [
        _linked_info(compiled),
        cc_common.merge_cc_infos(cc_infos = [ours, runtime]),
        DefaultInfo(files = depset([library.file]), runfiles = _runfiles(ctx, [library.file, library.loaded])),
        coverage_info(ctx),
        images.groups,
    ]

def _devices(ctx):
    """Canonical names of the devices that the program emulates by itself."""
    own = [rule[SyclTargetInfo].name for rule in ctx.attr.device_rules]
    return [resolve_target_name(device) for device in ctx.attr.devices] + own

def _sycl_binary_impl(ctx):
    compiled = _compile(ctx, _DEFAULT_TARGETS, ctx.attr.devices)
    linkopts = _expand(ctx, "linkopts")

    # As on the host: a library finds what the program exports.
    exports = [o for o in linkopts if o in ["-rdynamic", "-Wl,-E", "-Wl,--export-dynamic"]]
    may_load = exports or compiled.linked_libraries.to_list() or _may_load_device_code(compiled.dependencies, linkopts)
    images = _images(ctx, compiled, _devices(ctx), "all" if exports else "none", "shared" if may_load else "none")
    executable = host_link(
        ctx,
        compiled.host,
        with_objects(compiled.outputs, compiled.counters),
        images.objects,
        compiled.dependencies + [compiled.runtime],
        linkopts,
        link_deps_statically = ctx.attr.linkstatic,
    )
    environment = {
        name: ctx.expand_location(value, ctx.attr.data)
        for name, value in ctx.attr.env.items()
    }
    coverage = coverage_tools(ctx, ctx.toolchains[_TOOLCHAIN].sycl.coverage_files, executable)
    environment.update(coverage.environment)
    return [
        _linked_info(compiled),
        DefaultInfo(executable = executable, files = depset([executable]), runfiles = _runfiles(ctx, coverage.files)),
        coverage_info(ctx),
        images.groups,
        RunEnvironmentInfo(environment),
    ]

def _rule(implementation, attrs, **kwargs):
    return rule(
        implementation = implementation,
        attrs = attrs,
        fragments = ["cpp"],
        toolchains = [_CC_TOOLCHAIN, _TOOLCHAIN],
        # The runtime is built like the program.
        **dict(kwargs, **TOOLCHAIN_TRANSITION)
    )

_SHARED_ATTRS = dict(LIBRARY_ATTRS, **IMAGE_ATTRS)
_BINARY_ATTRS = dict(_SHARED_ATTRS, **PROGRAM_ATTRS)

def _rule_with_images(implementation, attrs, **kwargs):
    return _rule(implementation, attrs, **dict(kwargs, **EXEC_GROUPS))

sycl_library = _rule(_sycl_library_impl, LIBRARY_ATTRS)
sycl_cc_library = _rule_with_images(_sycl_cc_library_impl, _SHARED_ATTRS)
sycl_shared_library = _rule_with_images(_sycl_shared_library_impl, _SHARED_ATTRS)
sycl_binary = _rule_with_images(_sycl_binary_impl, _BINARY_ATTRS, executable = True)
sycl_test = _rule_with_images(_sycl_binary_impl, dict(_BINARY_ATTRS, **TEST_ATTRS), test = True)
