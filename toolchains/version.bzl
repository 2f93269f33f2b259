"""The version of Facet, which packages of the SDK and `--version` of its tools say."""

FACET_VERSION = "1.0.0"
