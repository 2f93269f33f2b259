"""The version of Facet: the packages of the SDK, `--version` of its tools, the headers and the runtime have it from here."""

FACET_VERSION = "1.0.0"

# Major and minor version: patches keep the interface between headers, wrapped images and runtime.
_INTERFACE = FACET_VERSION.split(".")[:2]

# What the runtime defines and the headers refer to.
FACET_VERSION_SYMBOL = "__sycl_headers_of_facet_" + "_".join(_INTERFACE)

# The version of all symbols of libfacet.so.1. What was linked with it is not loaded with that of another version.
FACET_VERSION_NODE = "FACET_" + ".".join(_INTERFACE)
