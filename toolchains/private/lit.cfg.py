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

config.substitutions.append(("%{workspace}", os.environ["FACET_LIT_WORKSPACE"]))
with open(os.path.join(suite, "substitutions")) as lines:
    for line in lines:
        name, _, value = line.rstrip("\n").partition("=")
        config.substitutions.append((name, value))
