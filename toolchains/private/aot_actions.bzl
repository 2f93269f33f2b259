"""From modules to images: one action for each module and target.

How many modules a folder has is known only when it is built. Where Bazel has actions.map_directory (9 and newer), which
makes actions of the files of a folder, they are actions `SyclAot`. Before, it does so in C++ compilations alone: there
sycl-aot is called as the compiler of a C++ toolchain (mnemonic CppCompile, outputs in a folder named after the target).
"""

load("//toolchains:compat.bzl", "cc_common")
load(":force_pic.bzl", "ForcePicInfo")

def _flags(tools, target, options):
    return ["--target-config=" + target.slice.path] + tools.aot_files[target.aot_toolchain].flags + options

# Of names like source-kernel-hash.module.cl.
def _image_name(module):
    return (module.basename[:-len(".cl")] if module.basename.endswith(".cl") else module.basename) + ".o"

def map_modules(template_ctx, input_directories, output_directories, additional_inputs, tools, additional_params):
    """Of actions.map_directory: an action for each module of a folder.

    Args:
      template_ctx: makes files and actions.
      input_directories: `modules`.
      output_directories: `images`.
      additional_inputs: `slice`: the target's entry of the configuration.
      tools: `aot`: sycl-aot; `files`: depset of what it reads and runs.
      additional_params: `target`: its name; `flags`: how many; `flag0`, …: of sycl-aot. Lists cannot be parameters.
    """
    flags = [additional_params["flag%d" % n] for n in range(additional_params["flags"])]
    for module in input_directories["modules"].children:
        image = template_ctx.declare_file(_image_name(module), directory = output_directories["images"])
        args = template_ctx.args()
        args.add_all(flags)
        args.add_all(["-c", module, "-o", image])
        template_ctx.run(
            arguments = [args],
            executable = tools["aot"],
            inputs = [module, additional_inputs["slice"]],
            outputs = [image],
            progress_message = "SYCL image of %s for %s" % (module.basename, additional_params["target"]),
            tools = [tools["files"]],
        )

def _aot_map(ctx, tools, modules, target, options):
    images = ctx.actions.declare_directory("_sycl/%s/images/%s" % (ctx.label.name, target.name))
    params = {"flag%d" % n: flag for n, flag in enumerate(_flags(tools, target, options))}
    ctx.actions.map_directory(
        additional_inputs = {"slice": target.slice},
        additional_params = dict(params, flags = len(params), target = target.name),
        # Where ocloc runs: `exec_properties` of a rule for this group alone.
        exec_group = "aot",
        implementation = map_modules,
        input_directories = {"modules": modules},
        mnemonic = "SyclAot",
        output_directories = {"images": images},
        tools = {"aot": tools.aot, "files": tools.aot_files[target.aot_toolchain].inputs},
    )
    return [images]

def _aot_cc(ctx, tools, modules, target, options):
    pic = ctx.attr._force_pic[ForcePicInfo].value
    features = cc_common.configure_features(
        ctx = ctx,
        cc_toolchain = tools.aot_cc,
        unsupported_features = ["layering_check", "module_maps", "parse_headers"],
    )
    _, outputs = cc_common.compile(
        actions = ctx.actions,
        additional_inputs = [target.slice] + tools.aot_files[target.aot_toolchain].inputs.to_list(),
        cc_toolchain = tools.aot_cc,
        disallow_nopic_outputs = pic,
        disallow_pic_outputs = not pic,
        feature_configuration = features,
        name = "%s_%s" % (ctx.label.name, target.name),
        srcs = [modules],
        user_compile_flags = _flags(tools, target, options),
    )
    return outputs.pic_objects if pic else outputs.objects

def aot_compile(ctx, tools, modules, target, options):
    """One action per module: module -> image for the target. `options`: more of sycl-aot's.

    Args:
      ctx: of the rule.
      tools: SyclToolchainInfo.
      modules: a folder.
      target: SyclTargetInfo.
      options: of sycl-aot.

    Returns:
      a list of folders of images.
    """
    make = _aot_map if hasattr(ctx.actions, "map_directory") else _aot_cc
    return make(ctx, tools, modules, target, options)
