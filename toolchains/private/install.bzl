"""Rules behind `bazel run //:install -- DIR`."""

load("//toolchains:compat.bzl", "CcInfo", "EXEC_CFG")

def _merged_archive_impl(ctx):
    archives = {}
    for dependency in ctx.attr.deps:
        for entry in dependency[CcInfo].linking_context.linker_inputs.to_list():
            for library in entry.libraries:
                archive = library.pic_static_library or library.static_library
                if archive:
                    archives[archive.path] = archive
    output = ctx.actions.declare_file(ctx.attr.archive)
    script = ctx.actions.declare_file(ctx.label.name + ".mri")
    ctx.actions.write(
        output = script,
        content = "\n".join(
            ["create " + output.path] + ["addlib " + path for path in archives] + ["save", "end", ""],
        ),
    )
    ctx.actions.run_shell(
        mnemonic = "MergeArchives",
        command = '"$1" -M < "$2" && "$1" sD "$3"',
        arguments = [ctx.executable._ar.path, script.path, output.path],
        inputs = archives.values() + [script],
        outputs = [output],
        tools = [ctx.executable._ar],
    )
    return [DefaultInfo(files = depset([output]), runfiles = ctx.runfiles([output]))]

merged_archive = rule(
    implementation = _merged_archive_impl,
    doc = "One static library of all that the dependencies consist of, for users outside Bazel.",
    attrs = {
        "archive": attr.string(mandatory = True),
        "deps": attr.label_list(mandatory = True, providers = [CcInfo]),
        "_ar": attr.label(default = "@llvm_tools//:llvm-ar", cfg = EXEC_CFG, executable = True),
    },
)

def _cc_headers_impl(ctx):
    headers = depset(transitive = [d[CcInfo].compilation_context.headers for d in ctx.attr.deps])
    return [DefaultInfo(files = headers, runfiles = ctx.runfiles(transitive_files = headers))]

cc_headers = rule(
    implementation = _cc_headers_impl,
    doc = "The headers of libraries, as files.",
    attrs = {"deps": attr.label_list(mandatory = True, providers = [CcInfo])},
)

def _installer_impl(ctx):
    lines = []
    files = []
    for target, place in ctx.attr.trees.items():
        folder, _, prefix = place.partition(" ")
        for file in target[DefaultInfo].files.to_list():
            if prefix:
                if not file.short_path.startswith(prefix):
                    continue
                name = file.short_path[len(prefix):]
            else:
                name = file.basename
            lines.append("%s\t%s/%s" % (file.short_path, folder, name))
            files.append(file)
    for link, to in ctx.attr.links.items():
        lines.append("-> %s\t%s" % (to, link))
    manifest = ctx.actions.declare_file(ctx.label.name + ".manifest")
    ctx.actions.write(output = manifest, content = "\n".join(lines) + "\n")
    program = ctx.actions.declare_file(ctx.label.name)
    ctx.actions.symlink(output = program, target_file = ctx.executable._program, is_executable = True)
    return [DefaultInfo(
        executable = program,
        runfiles = ctx.runfiles(files = files + [manifest, ctx.executable._program]),
    )]

installer = rule(
    implementation = _installer_impl,
    doc = "A program that copies files to a folder its user names.",
    attrs = {
        "links": attr.string_dict(doc = "Symbolic link in the folder -> what it points to."),
        "trees": attr.label_keyed_string_dict(
            allow_files = True,
            doc = "Files -> 'FOLDER' (by base name) or 'FOLDER PREFIX' (those below PREFIX, which is cut off).",
        ),
        "_program": attr.label(default = "//toolchains/private:copy_installation", cfg = EXEC_CFG, executable = True),
    },
    executable = True,
)
