# lit's configuration in a Bazel test; lit_runner.sh lays out the folder this file is copied to.
import os

import lit.formats

suite = os.environ["TEST_TMPDIR"] + "/suite"

config.name = "facet"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [""]
config.test_source_root = os.environ["FACET_LIT_WORKSPACE"]
config.test_exec_root = os.path.join(suite, "output")
config.environment["PATH"] = os.path.join(suite, "tools") + os.pathsep + os.environ["PATH"]
# Set for Python only: tools must find their libraries themselves.
config.environment.pop("LD_LIBRARY_PATH", None)
for name in ["RUNFILES_DIR", "TEST_TMPDIR", "TEST_UNDECLARED_OUTPUTS_DIR"]:
    if name in os.environ:
        config.environment[name] = os.environ[name]

workspace = os.environ["FACET_LIT_WORKSPACE"]
config.substitutions.append(("%{workspace}", workspace))
config.substitutions.append(("%python", os.path.join(os.path.dirname(workspace), "debian_python/bin/python3")))
with open(os.path.join(suite, "substitutions")) as lines:
    for line in lines:
        name, _, value = line.rstrip("\n").partition("=")
        # Tests run in folders of their own: paths have to be absolute.
        config.substitutions.append((name, value.replace("%{workspace}", workspace)))
