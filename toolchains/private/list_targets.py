"""Prints toolchains/targets.bzl from the target files: list_targets.py config/targets/*.toml

Starlark cannot read TOML, and BUILD files must know the names before anything runs; so they are written
down twice, and a test compares.
"""

import sys
import tomllib

HEADER = '''"""The names BUILD files may use for targets. Made from config/targets/*.toml; a test compares:

    toolchains/private/list_targets.py config/targets/*.toml > toolchains/targets.bzl

SYCL_TARGETS:        name -> the AOT tool chain that makes its images
SYCL_TARGET_ALIASES: alias -> name
Each target T also has an emulated one, emu_T: its features, but code for the host CPU.
"""
'''


def main(paths):
    targets, aliases = {}, {}
    for path in paths:
        with open(path, "rb") as file:
            content = tomllib.load(file)
        for target in content.get("target", []):
            targets[target["name"]] = target["aot_toolchain"]
            for alias in target.get("aliases", []):
                aliases[alias] = target["name"]
    print(HEADER)
    for title, table in [("SYCL_TARGETS", targets), ("SYCL_TARGET_ALIASES", aliases)]:
        print(f"{title} = {{")
        for key in sorted(table):
            print(f'    "{key}": "{table[key]}",')
        print("}" + ("\n" if title == "SYCL_TARGETS" else ""))


main(sys.argv[1:])
