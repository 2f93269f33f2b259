"""Headers whose names Bazel's C++ compilations do not take: Eigen/Core, x.cuh, x.def.

cc_library has them in `hdrs`, and so have the rules. Code that includes them finds them where it would find others, also with
strip_include_prefix and include_prefix.
"""

load("//toolchains:compat.bzl", "cc_common")

# Those that cc_common.compile takes.
_KNOWN = ["h", "hh", "hpp", "ipp", "hxx", "h++", "inc", "inl", "tlh", "tli", "H", "tcc"]

def with_known_names(files):
    """Of headers those that a compilation takes as such."""
    return [file for file in files if file.extension in _KNOWN]

def _with_other_names(files):
    return [file for file in files if file.extension not in _KNOWN]

def _joined(parts):
    return "/".join([part.strip("/") for part in parts if part.strip("/")])

def _path_in_repository(file):
    path = file.short_path
    return "/".join(path.split("/")[2:]) if path.startswith("../") else path

def _linked(ctx, folder, file):
    """The header under the path by which dependents include it, in a folder of their search."""
    prefix = ctx.attr.strip_include_prefix
    root = prefix.strip("/") if prefix.startswith("/") else _joined([ctx.label.package, prefix])
    path = _path_in_repository(file)
    if root and not path.startswith(root + "/"):
        fail("%s: header '%s' is not under the strip_include_prefix '%s'" % (ctx.label, path, root))
    link = ctx.actions.declare_file(_joined([folder, ctx.attr.include_prefix, path[len(root):]]))
    ctx.actions.symlink(output = link, target_file = file)
    return link

def other_headers_context(ctx, name, private):
    """What a compilation called `name`, and those who depend on the rule, know of such headers, and of textual ones.

    Of the `private` ones of the sources nothing but that they are there.
    """
    headers = _with_other_names(ctx.files.hdrs) + ctx.files.textual_hdrs
    known = headers + _with_other_names(private)
    includes = []
    if headers and (ctx.attr.strip_include_prefix or ctx.attr.include_prefix):
        folder = "_virtual_includes/" + name
        known = known + [_linked(ctx, folder, file) for file in headers]
        includes.append(_joined([ctx.bin_dir.path, ctx.label.workspace_root, ctx.label.package, folder]))
    return cc_common.create_compilation_context(headers = depset(known), includes = depset(includes))
