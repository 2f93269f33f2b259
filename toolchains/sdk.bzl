"""A SYCL toolchain of an SDK that is built already.

    load("@facet//toolchains:sdk.bzl", "sycl_sdk_toolchain")
    sycl_sdk_toolchain(name = "facet_sdk", sdk = "/opt/facet")
    register_toolchains("@facet_sdk//:all")

No compiler, LLVM or Facet's own tools are fetched or built then.
"""

load(":version.bzl", "FACET_VERSION")

_ARCHIVES = "archives"

def _unpack(ctx):
    """The folder of the SDK in archives, the parts over the first one."""
    for name, sha256 in ctx.attr.archives.items():
        ctx.download_and_extract(
            url = [url.rstrip("/") + "/" + name for url in ctx.attr.urls],
            output = _ARCHIVES,
            sha256 = sha256,
        )
    folders = [folder for folder in ctx.path(_ARCHIVES).readdir() if folder.get_child("bin").exists]
    if len(folders) != 1:
        fail("%s: the archives have %d SDKs; expected facet-sdk-%s.tar.gz and parts of it" % (ctx.name, len(folders), FACET_VERSION))
    return folders[0]

def _check(ctx, sdk):
    """Stops unless the folder is an SDK of the rules' version that runs on this machine."""
    config = sdk.get_child("bin").get_child("facet-config")
    if not config.exists or not sdk.get_child("lib").get_child("libfacet.a").exists:
        fail("%s: %s is not an SDK of Facet: see //:install, docs/install.md" % (ctx.name, sdk))
    answer = ctx.execute([config, "--version"])
    if answer.return_code:
        fail("%s: %s does not run on this machine: %s" % (ctx.name, config, answer.stderr))
    version = answer.stdout.strip().split(" ")[-1]
    if version != FACET_VERSION:
        fail("%s: %s is an SDK of Facet %s, but the rules are those of Facet %s" % (ctx.name, sdk, version, FACET_VERSION))

def _sycl_sdk_toolchain_impl(ctx):
    if bool(ctx.attr.sdk) == bool(ctx.attr.archives):
        fail("%s: give one of sdk and archives" % ctx.name)
    if ctx.attr.archives and not ctx.attr.urls:
        fail("%s: urls must say where the archives are" % ctx.name)
    sdk = _unpack(ctx) if ctx.attr.archives else ctx.path(ctx.attr.sdk)
    _check(ctx, sdk)
    for folder in ["bin", "include", "lib"]:
        ctx.symlink(sdk.get_child(folder), folder)
    has_ocloc = sdk.get_child("lib").get_child("facet").get_child("ocloc").exists
    has_sysroot = sdk.get_child("lib").get_child("facet").get_child("sysroot").exists
    if not has_ocloc:
        ctx.file("no_ocloc", "#!/bin/sh\necho \"the SDK has no ocloc: unpack facet-sdk-ocloc-%s.tar.gz over it\" >&2\nexit 1\n" % FACET_VERSION)
    ctx.symlink(ctx.attr._export_coverage, "export-coverage")
    ctx.file("WORKSPACE", "workspace(name = \"%s\")\n" % ctx.name)
    ctx.template("BUILD.bazel", ctx.attr._build_file, {
        "%{name}": ctx.name,
        "%{ocloc}": "lib/facet/ocloc/bin/ocloc" if has_ocloc else "no_ocloc",
        "%{sysroot}": "lib/facet/sysroot" if has_sysroot else "machine",
    })

sycl_sdk_toolchain = repository_rule(
    implementation = _sycl_sdk_toolchain_impl,
    doc = """A repository with the toolchains of an SDK: `:sycl`, and `:cc`, its Clang as C++ toolchain.

`register_toolchains("@NAME//:all")` registers both. Where another C++ toolchain is registered before, that one compiles
plain C++ and links, and SYCL sources are compiled by the SDK's Clang in any case.""",
    attrs = {
        "archives": attr.string_dict(doc = "Names of archives of `//:sdk_archive` -> their sha256. `facet-sdk-VERSION.tar.gz` comes first; those of parts, ocloc and the sysroot, may be left out."),
        "sdk": attr.string(doc = "Absolute path of an SDK that `//:install` made, or a package."),
        "urls": attr.string_list(doc = "Where the archives are: addresses of folders, tried in this order."),
        "_build_file": attr.label(default = "//toolchains/private:sdk.BUILD"),
        "_export_coverage": attr.label(default = "//toolchains/cc:export_coverage.sh"),
    },
    # A folder of the machine may have changed since the last build.
    local = True,
)
