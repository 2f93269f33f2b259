"""The sources that something is built from, as files for a test."""

_Sources = provider(
    doc = "Sources of this workspace.",
    fields = {"files": "depset of File"},
)

def _targets_in(value):
    if type(value) == "Target":
        return [value]
    if type(value) == "list":
        return [item for item in value if type(item) == "Target"]
    if type(value) == "dict":
        return [item for item in value.keys() if type(item) == "Target"]
    return []

def _collect_impl(target, ctx):
    files = []
    transitive = []
    for name in dir(ctx.rule.attr):
        for used in _targets_in(getattr(ctx.rule.attr, name)):
            if _Sources in used:
                transitive.append(used[_Sources].files)
            for file in used.files.to_list() if used.label.workspace_name == target.label.workspace_name else []:
                if file.is_source:
                    files.append(file)
    return [_Sources(files = depset(files, transitive = transitive))]

_collect = aspect(
    doc = "Collects the source files of a target and of all that it depends on.",
    implementation = _collect_impl,
    attr_aspects = ["*"],
)

def _sources_impl(ctx):
    suffixes = tuple(["." + suffix for suffix in ctx.attr.suffixes])
    files = []
    for target in ctx.attr.targets:
        for file in target[_Sources].files.to_list():
            if not file.short_path.startswith("../") and file.basename.endswith(suffixes):
                files.append(file)
    files = depset(files)
    return [DefaultInfo(files = files, runfiles = ctx.runfiles(transitive_files = files))]

sources_of = rule(
    doc = "The files of this workspace, of the given kinds, that targets are built from.",
    implementation = _sources_impl,
    attrs = {
        "suffixes": attr.string_list(mandatory = True),
        "targets": attr.label_list(aspects = [_collect], mandatory = True),
    },
)
