"""sycl_target: what images are made for."""

load(":attributes.bzl", "TARGET_ATTRS")
load(":providers.bzl", "SyclTargetInfo")

_TOOLCHAIN = str(Label("//toolchains:toolchain_type"))

def _target(ctx, slice, emulation = None):
    return [
        SyclTargetInfo(name = ctx.label.name, aot_toolchain = ctx.attr.aot_toolchain, emulation = emulation, slice = slice),
        DefaultInfo(files = depset([slice])),
    ]

def _slice_target_impl(ctx):
    return _target(ctx, ctx.file.slice)

def _take_slice(ctx, folder, name, aot_toolchain):
    """The target's part of its configuration, which says what makes its images, too."""
    slice = ctx.actions.declare_file("_sycl_targets/%s.toml" % name)
    ctx.actions.run_shell(
        mnemonic = "SyclTargetSlice",
        arguments = [folder.path, name, slice.path, str(ctx.label), aot_toolchain],
        command = """
            cp "$1/$2.toml" "$3" 2>/dev/null || { echo "sycl_target: error: no target '$2' in its config: $4" >&2; exit 1; }
            made_by=$(sed -n 's/^aot_toolchain = "\\(.*\\)"/\\1/p' "$3")
            [ "$made_by" = "$5" ] || { echo "sycl_target: error: aot_toolchain is '$5', but '$made_by' in its config: $4" >&2; exit 1; }
        """,
        inputs = [folder],
        outputs = [slice],
        progress_message = "SYCL target %s" % ctx.label,
    )
    return slice

def _config_target_impl(ctx):
    config = ctx.toolchains[_TOOLCHAIN].sycl.config
    folder = ctx.actions.declare_directory("_sycl_targets/%s.slices" % ctx.label.name)
    args = ctx.actions.args()
    args.add("slices")
    args.add("--out-dir=" + folder.path)
    args.add_all(ctx.files.config)
    ctx.actions.run(
        mnemonic = "SyclTargetSlices",
        executable = config,
        arguments = [args],
        inputs = ctx.files.config,
        outputs = [folder],
        progress_message = "SYCL device configuration %s" % ctx.label,
    )
    emulated = "emu_" + ctx.label.name
    emulation = SyclTargetInfo(name = emulated, aot_toolchain = "x86_64", emulation = None, slice = _take_slice(ctx, folder, emulated, "x86_64"))
    return _target(ctx, _take_slice(ctx, folder, ctx.label.name, ctx.attr.aot_toolchain), emulation)

# Two rules: those of the toolchain's own targets cannot ask for the toolchain.
sycl_slice_target = rule(
    implementation = _slice_target_impl,
    attrs = {name: TARGET_ATTRS[name] for name in ["aot_toolchain", "slice"]},
)

sycl_config_target = rule(
    implementation = _config_target_impl,
    attrs = {name: TARGET_ATTRS[name] for name in ["aot_toolchain", "config"]},
    toolchains = [_TOOLCHAIN],
)
