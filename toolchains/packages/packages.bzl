"""Packages of an installation: archives, and packages of Debian."""

load("//toolchains:compat.bzl", "EXEC_CFG")
load("//toolchains:version.bzl", "FACET_VERSION")

def _package(ctx, kind, main, more, parts, tools):
    """An action that makes the file `main`, and one of each (folder, file, name) in `parts`."""
    install = ctx.attr.installation[DefaultInfo]
    arguments = [kind, install.files_to_run.executable.path, FACET_VERSION, main.path] + more
    for words in parts.values():
        arguments += [word.path if type(word) == "File" else word for word in words]
    outputs = [main] + [words[1] for words in parts.values()]
    ctx.actions.run(
        executable = ctx.executable._package,
        mnemonic = "PackageSdk",
        progress_message = "Packaging %s" % main.short_path,
        arguments = arguments,
        inputs = tools,
        tools = [install.files_to_run],
        outputs = outputs,
        # A sandbox may be in memory, and an installation is 700 MB.
        execution_requirements = {"no-sandbox": "1"},
    )
    return [DefaultInfo(files = depset(outputs), runfiles = ctx.runfiles(files = outputs))]

def _sdk_archives_impl(ctx):
    parts = {
        folder: [folder, ctx.actions.declare_file("%s-%s-%s.tar.gz" % (ctx.attr.package, name, FACET_VERSION))]
        for folder, name in ctx.attr.parts.items()
    }
    return _package(ctx, "archives", ctx.actions.declare_file("%s-%s.tar.gz" % (ctx.attr.package, FACET_VERSION)), [], parts, [])

def _debian_packages_impl(ctx):
    parts = {
        folder: [folder, ctx.actions.declare_file("%s-%s_%s_amd64.deb" % (ctx.attr.package, name, FACET_VERSION)), "%s-%s" % (ctx.attr.package, name)]
        for folder, name in ctx.attr.parts.items()
    }
    return _package(
        ctx,
        "debian",
        ctx.actions.declare_file("%s_%s_amd64.deb" % (ctx.attr.package, FACET_VERSION)),
        [ctx.file._man_page.path, ctx.attr.package],
        parts,
        [ctx.file._man_page],
    )

_ATTRIBUTES = {
    "installation": attr.label(mandatory = True, doc = "An installer.", executable = True, cfg = "target"),
    "package": attr.string(default = "facet-sdk", doc = "What the files' names begin with."),
    "parts": attr.string_dict(doc = "Folder of the installation that is a package of its own -> what this one's name ends with."),
    "_package": attr.label(default = "//toolchains/packages:package.sh", allow_single_file = True, executable = True, cfg = EXEC_CFG),
}

sdk_archives = rule(
    implementation = _sdk_archives_impl,
    doc = "The files of an installation as archives: those of parts may be left out.",
    attrs = _ATTRIBUTES,
)

debian_packages = rule(
    implementation = _debian_packages_impl,
    doc = "The same as packages of Debian, with man pages and what build systems look for.",
    attrs = dict(_ATTRIBUTES, _man_page = attr.label(default = "//toolchains/packages:man_page.awk", allow_single_file = True)),
)
