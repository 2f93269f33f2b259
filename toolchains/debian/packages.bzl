"""debian_packages: an external repository made of pinned Debian packages.

In:   names of packages, and of packages whose source is wanted. toolchains/debian/lock.bzl gives each one's version
      and SHA-256.
Out:  a repository with the packages' files and the given BUILD files. Nothing is installed, root is
      not needed. The machine's apt configuration says where packages come from; on a machine without apt, and before
      apt where the environment says so, the addresses of archives.
Why:  one place that all third-party code comes from, checked by hash, cached by Bazel's repository
      cache: a machine that has built once needs no mirror any more.

Debian's archives drop superseded versions. A pinned version that is gone is an error. With the attribute
`superseded = "replace"`, as in Facet's own workspace, the version that apt offers (and whose signature apt has checked)
is taken instead, and one loud line says how to refresh the lock. `--repo_env=FACET_DEBIAN_LOCK=strict` or `replace`
decides for all.

`--repo_env=FACET_DEBIAN_ARCHIVES="https://…"` names addresses of archives, with spaces between, that are tried first.
"""

load(":lock.bzl", "DEBIAN_ARCHIVES", "DEBIAN_LOCK", "DEBIAN_SOURCES")

# Never needed to build or run anything.
_EXCLUDES = [
    "./etc",
    "./usr/share/bash-completion",
    "./usr/share/doc",
    "./usr/share/doc-base",
    "./usr/share/info",
    "./usr/share/lintian",
    "./usr/share/locale",
    "./usr/share/man",
    "./usr/lib/*/cmake",
    "./usr/lib/*/pkgconfig",
]

_STRIP_PREFIX = 'mv "$1" .root; rm -rf usr; mv .root/* .; rmdir .root'

# An error, or today's version instead.
_SUPERSEDED = ["strict", "replace"]

_REFRESH = "toolchains/debian/update_lock.sh"

def _split(entry):
    name, version, sha256, path = entry.split(" ")
    return struct(name = name, version = version, sha256 = sha256, path = path, fetched = name + ".deb", deb = "debs/%s.deb" % name)

def _split_source(entry):
    """The same of a source: its file's name is its version."""
    name, file, sha256, path = entry.split(" ")
    return struct(name = name, version = file, sha256 = sha256, path = path, fetched = file, deb = "debs/" + file)

def _run(ctx, arguments, what):
    scripts = {"FACET_DEBIAN": str(ctx.path(ctx.attr._fetch).dirname)}
    result = ctx.execute(arguments, timeout = 1800, environment = scripts)
    if result.return_code:
        fail("@%s: %s failed:\n%s%s" % (ctx.name, what, result.stdout, result.stderr))
    return result

def _from(ctx, package, archives):
    """Without archives only the repository cache, which goes by the hash, can answer."""
    return ctx.download(
        url = [archive + "/" + package.path for archive in archives],
        output = package.deb,
        sha256 = package.sha256,
        allow_fail = True,
    ).success

def _into_cache(ctx, package, path):
    return ctx.download(
        url = "file://" + str(path),
        output = package.deb,
        sha256 = package.sha256,
        allow_fail = True,
    ).success

def _apt(ctx, mode, packages):
    ctx.report_progress("apt-get download %s" % " ".join([p.name for p in packages]))
    out = ctx.path("apt_" + mode)
    script = str(ctx.path(ctx.attr._fetch))
    state = str(ctx.path(ctx.attr._state).dirname) + "/apt"
    _run(ctx, ["bash", script, state, str(out), mode] +
              ["%s=%s" % (p.name, p.version) for p in packages], "apt-get download")
    return out

def _missing(ctx, packages, out):
    missing = []
    for package in packages:
        deb = out.get_child(package.fetched)
        if not deb.exists or not _into_cache(ctx, package, deb):
            missing.append(package)
    return missing

def _replaces_superseded(ctx):
    value = ctx.os.environ.get("FACET_DEBIAN_LOCK") or ctx.attr.superseded
    if value not in _SUPERSEDED:
        fail("FACET_DEBIAN_LOCK=%s: known: %s" % (value, ", ".join(_SUPERSEDED)))
    return value == "replace"

def _take_candidates(ctx, packages):
    names = ", ".join(["%s %s" % (p.name, p.version) for p in packages])
    if not _replaces_superseded(ctx):
        fail(("@%s: the package archive no longer has %s. Run %s and review the difference, " +
              "or take today's versions: --repo_env=FACET_DEBIAN_LOCK=replace") % (ctx.name, names, _REFRESH))
    out = _apt(ctx, "candidate", packages)
    for package in packages:
        deb = out.get_child(package.name + ".deb")
        if not deb.exists:
            log = out.get_child("log")
            fail("@%s: cannot get the Debian package %s from this machine's apt sources:\n%s" %
                 (ctx.name, package.name, ctx.read(log) if log.exists else ""))
        _run(ctx, ["mv", str(deb), str(ctx.path(package.deb))], "mv")

    # buildifier: disable=print
    print(("@%s: NOT THE PINNED VERSION: the package archive no longer has %s; took today's " +
           "versions, checked by apt. Refresh the lock: %s") % (ctx.name, names, _REFRESH))

def _fetch(ctx, mode, packages):
    """Downloads what the repository cache does not have; what could not be had is returned."""
    has_apt = ctx.which("apt-get")
    chosen = [a for a in ctx.os.environ.get("FACET_DEBIAN_ARCHIVES", "").split(" ") if a]
    archives = chosen or ([] if has_apt else DEBIAN_ARCHIVES)
    missing = [p for p in packages if not _from(ctx, p, [])]
    if archives:
        missing = [p for p in missing if not _from(ctx, p, archives)]
    if not missing or not has_apt:
        return missing
    return _missing(ctx, missing, _apt(ctx, mode, missing))

def _debian_packages_impl(ctx):
    packages = [_split(entry) for entry in ctx.attr.packages]
    sources = [_split_source(entry) for entry in ctx.attr.sources]
    gone = _fetch(ctx, "pinned", packages)
    if gone and not ctx.which("apt-get"):
        fail("@%s: none of the archives has %s, and this machine has no apt-get: --repo_env=FACET_DEBIAN_ARCHIVES=\"https://…\" names others" %
             (ctx.name, ", ".join(["%s %s" % (p.name, p.version) for p in gone])))
    if gone:
        _take_candidates(ctx, gone)

    # Of a source there is the one that is known, or none.
    gone = _fetch(ctx, "source", sources)
    if gone:
        log = ctx.path("apt_source").get_child("log")
        fail("@%s: the package archive no longer has %s. Run %s and review the difference.\n%s" %
             (ctx.name, ", ".join([s.version for s in gone]), _REFRESH, ctx.read(log) if log.exists else ""))
    ctx.report_progress("unpacking")
    ctx.file("excludes", "\n".join(_EXCLUDES + ctx.attr.excludes) + "\n", executable = False)
    _run(ctx, ["bash", str(ctx.path(ctx.attr._unpack)), "excludes"] + [p.deb for p in packages + sources], "unpacking")
    for path in ["apt_pinned", "apt_candidate", "apt_source", "debs", "excludes"]:
        ctx.delete(path)
    if ctx.attr.strip_prefix:
        _run(ctx, ["bash", "-eu", "-c", _STRIP_PREFIX, "-", ctx.attr.strip_prefix], "strip_prefix")
    for patch in ctx.attr.patches:
        ctx.patch(patch, strip = 1)
    if ctx.attr.finish:
        _run(ctx, ["bash", "-eu", str(ctx.path(ctx.attr.finish))], str(ctx.attr.finish))
    for label, path in ctx.attr.build_files.items():
        ctx.symlink(label, path)

_debian_packages = repository_rule(
    implementation = _debian_packages_impl,
    attrs = {
        "build_files": attr.label_keyed_string_dict(
            allow_files = True,
            doc = "BUILD file in Facet -> its path in the repository.",
        ),
        "excludes": attr.string_list(doc = "tar patterns of files to leave out, as ./usr/…"),
        "finish": attr.label(allow_single_file = True, doc = "bash script run in the repository at the end."),
        "packages": attr.string_list(doc = "name, version, hash and path in the archive, space-separated."),
        "patches": attr.label_list(allow_files = True, doc = "Applied with -p1 after strip_prefix."),
        "sources": attr.string_list(doc = "name of a package made of the source, its file, hash and path in the archive, space-separated."),
        "superseded": attr.string(default = "strict", values = _SUPERSEDED, doc = "What becomes of a pinned version that the archive no longer has."),
        "strip_prefix": attr.string(doc = "Folder that becomes the repository's root."),
        "_fetch": attr.label(default = "//toolchains/debian:fetch.sh"),
        "_state": attr.label(default = "@facet_apt_state//:BUILD.bazel"),
        "_unpack": attr.label(default = "//toolchains/debian:unpack.sh"),
    },
    environ = ["FACET_DEBIAN_ARCHIVES", "FACET_DEBIAN_LOCK"],
)

def debian_packages(name, packages = [], sources = [], **kwargs):
    """Declares repository `name` from the named packages.

    Args:
      name: the repository's name.
      packages: Debian package names, each in DEBIAN_LOCK.
      sources: names of packages, each in DEBIAN_SOURCES: the files of the archive that they are made of, without its top folder.
      **kwargs: build_files, excludes, finish, patches, strip_prefix, superseded: see the rule.
    """
    entries = []
    for package in packages:
        if package not in DEBIAN_LOCK:
            fail("%s is not in toolchains/debian/lock.bzl: run %s %s" % (package, _REFRESH, package))
        version, sha256, _, path = DEBIAN_LOCK[package]
        entries.append("%s %s %s %s" % (package, version, sha256, path))
    source_entries = []
    for source in sources:
        file, sha256, _, path = DEBIAN_SOURCES[source]
        source_entries.append("%s %s %s %s" % (source, file, sha256, path))
    _debian_packages(name = name, packages = entries, sources = source_entries, **kwargs)

def _build_files_repository_impl(ctx):
    if not ctx.attr.build_files:
        ctx.file("BUILD.bazel", "")
    for label, path in ctx.attr.build_files.items():
        ctx.symlink(label, path)

build_files_repository = repository_rule(
    implementation = _build_files_repository_impl,
    doc = "A repository of BUILD files only: labels under upstream's names for targets that are elsewhere.",
    attrs = {
        "build_files": attr.label_keyed_string_dict(allow_files = True),
    },
)
