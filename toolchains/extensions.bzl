"""Extensions for MODULE.bazel: what toolchains/repositories.bzl and toolchains/sdk.bzl declare in WORKSPACE files.

    bazel_dep(name = "facet", version = "1.0.0")
    facet_sdk = use_extension("@facet//toolchains:extensions.bzl", "facet_sdk")
    facet_sdk.toolchain(name = "facet_sdk", sdk = "/opt/facet")
    use_repo(facet_sdk, "facet_sdk")
    register_toolchains("@facet_sdk//:all")
"""

load(":repositories.bzl", "facet_repositories")
load(":sdk.bzl", "sycl_sdk_toolchain")

def _declare(rule, name, **kwargs):
    rule(name = name, **kwargs)

def _facet_impl(_ctx):
    facet_repositories(_declare)

facet = module_extension(
    implementation = _facet_impl,
    doc = "What Facet is built from: Debian packages under upstream's names.",
)

def _facet_sdk_impl(ctx):
    for module in ctx.modules:
        for sdk in module.tags.toolchain:
            sycl_sdk_toolchain(name = sdk.name, archives = sdk.archives, sdk = sdk.sdk, urls = sdk.urls)

facet_sdk = module_extension(
    implementation = _facet_sdk_impl,
    doc = "Toolchains of SDKs: sycl_sdk_toolchain of sdk.bzl.",
    tag_classes = {
        "toolchain": tag_class(attrs = {
            "archives": attr.string_dict(doc = "As in sycl_sdk_toolchain."),
            "name": attr.string(mandatory = True, doc = "The repository's name."),
            "sdk": attr.string(doc = "As in sycl_sdk_toolchain."),
            "urls": attr.string_list(doc = "As in sycl_sdk_toolchain."),
        }),
    },
)
