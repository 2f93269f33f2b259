"""Device code that rules reach by way of others that know nothing of it, such as cc_library."""

load(":providers.bzl", "SyclInfo")

_IndirectSyclInfo = provider(
    doc = "What lies behind a rule without device code of its own.",
    fields = {"info": "SyclInfo of all that it depends on"},
)

def sycl_infos(dependencies):
    """The SyclInfo of each dependency that has one, or has some behind it."""
    infos = []
    for dependency in dependencies:
        if SyclInfo in dependency:
            infos.append(dependency[SyclInfo])
        elif _IndirectSyclInfo in dependency:
            infos.append(dependency[_IndirectSyclInfo].info)
    return infos

def libraries_of(infos):
    """The libraries whose device code is not linked yet. Rules of users' own may return a SyclInfo without."""
    return depset(transitive = [info.libraries for info in infos if hasattr(info, "libraries")])

def linked_libraries_of(infos):
    """The libraries whose device code is in images already. Rules of users' own may return a SyclInfo without."""
    return depset(transitive = [info.linked_libraries for info in infos if hasattr(info, "linked_libraries")])

# The attributes that name what a rule is linked with.
_DEPENDENCIES = ["deps", "implementation_deps"]

def _sycl_info_aspect_impl(target, ctx):
    if SyclInfo in target:
        return []
    dependencies = []
    for name in _DEPENDENCIES:
        value = getattr(ctx.rule.attr, name, None)
        dependencies += value if type(value) == "list" else []
    if not dependencies:
        return []
    infos = sycl_infos(dependencies)
    return [_IndirectSyclInfo(info = SyclInfo(
        bitcode = depset(transitive = [info.bitcode for info in infos], order = "topological"),
        compile_commands = depset(transitive = [info.compile_commands for info in infos]),
        libraries = libraries_of(infos),
        linked_libraries = linked_libraries_of(infos),
    ))]

sycl_info_aspect = aspect(
    implementation = _sycl_info_aspect_impl,
    attr_aspects = _DEPENDENCIES,
)
