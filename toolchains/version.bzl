"""The version of Facet: the packages of the SDK, `--version` of its tools, the headers and the runtime have it from here."""

FACET_VERSION = "1.0.0"

# What the runtime defines and the headers refer to: major and minor version, since patches keep the interface between the two.
FACET_VERSION_SYMBOL = "__sycl_headers_of_facet_" + "_".join(FACET_VERSION.split(".")[:2])
