"""self_contained_headers: a test that each header can be included alone."""

load("//toolchains:compat.bzl", "cc_test")

def self_contained_headers(name, headers, copts = [], uses = {}):
    """Compiles a source per header that includes it twice and nothing else.

    Args:
      name: name of the test, which passes once everything has compiled.
      headers: paths as users write them.
      copts: compiler options.
      uses: declarations that compile behind the one header, for some of them.
    """
    sources = []
    for header in headers:
        source = "%s_sources/%s.cc" % (name, header.replace("/", "_"))
        native.genrule(
            name = source + ".rule",
            outs = [source],
            cmd = "printf '%%s\\n' '#include <%s>' '#include <%s>' '%s' > $@" % (header, header, uses.get(header, "")),
        )
        sources.append(source)
    main = name + "_sources/main.cc"
    native.genrule(
        name = main + ".rule",
        outs = [main],
        cmd = "echo 'int main() { return 0; }' > $@",
    )
    cc_test(
        name = name,
        size = "small",
        srcs = sources + [main],
        copts = copts,
        # What calls the runtime is tied to its version.
        deps = [
            "//headers",
            "//runtime",
        ],
    )
