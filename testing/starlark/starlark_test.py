#!/usr/bin/env python3
"""What Bazel 7, 8 and 9 no longer have must not be in Starlark files: only Bazel 4 runs here.

Usage: starlark_test.py FOLDER

FOLDER is a workspace; each BUILD file, .bzl file and MODULE.bazel in it is parsed, and each use of what is gone is reported
with its place. The lists are of Bazel's own documentation: the flags --incompatible_disable_starlark_host_transitions (7),
--incompatible_disallow_empty_glob (8), --incompatible_autoload_externally (8 and 9), and the release notes.
"""
import ast
import os
import re
import sys

# Rules and providers that are modules since Bazel 8 or 9. Facet has those it uses from //toolchains:compat.bzl.
MODULES = {
    "cc_binary", "cc_import", "cc_library", "cc_proto_library", "cc_shared_library", "cc_static_library", "cc_test", "cc_toolchain", "cc_toolchain_alias",
    "cc_toolchain_suite", "fdo_profile", "objc_library", "java_binary", "java_import", "java_library", "java_test", "proto_lang_toolchain", "proto_library", "py_binary",
    "py_library", "py_runtime", "py_test", "sh_binary", "sh_library", "sh_test", "CcInfo", "CcSharedLibraryInfo", "CcToolchainConfigInfo", "DebugPackageInfo", "JavaInfo",
    "ProtoInfo", "PyInfo", "cc_common", "java_common",
}
# OBJECT.NAME that is gone, or whose name says that it may not be used.
MEMBERS = {
    ("testing", "TestEnvironment"): "RunEnvironmentInfo",
    ("ctx", "host_configuration"): "ctx.configuration",
    ("ctx", "host_fragments"): "ctx.fragments",
    ("ctx", "resolve_command"): "ctx.actions.run_shell",
    ("cc_common", "is_cc_toolchain_resolution_enabled_do_not_use"): "uses_toolchain_resolution",
    ("native", "bind"): "an alias",
    ("native", "bazel_version"): "what there is",
}
# Parameters of calls.
PARAMETERS = {
    "incompatible_use_toolchain_transition": "TOOLCHAIN_TRANSITION",
    "execution_platform_constraints_allowed": "nothing",
    "output_to_genfiles": "nothing",
}
# What loads may not begin with.
FILES = {
    "@bazel_tools//tools/build_defs/cc:": "@rules_cc//cc:",
    "@bazel_tools//tools/build_defs/pkg:": "@rules_pkg//pkg:",
    "@bazel_tools//tools/cpp:": "@rules_cc//cc:",
}
COMPATIBLE = re.compile(r"(^|/)compat(_\w+)?\.bzl$")
STARLARK = re.compile(r"(^|[./])(BUILD(\.bazel)?|MODULE\.bazel)$|\.bzl$")


def bound_names(module):
    """Names that the file itself defines: loads, assignments, functions, parameters."""
    names = set()
    for node in ast.walk(module):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "load":
            names |= {argument.value for argument in node.args[1:]} | {keyword.arg for keyword in node.keywords}
        elif isinstance(node, (ast.FunctionDef, ast.Lambda)):
            names |= {argument.arg for argument in node.args.args + node.args.kwonlyargs}
            names.add(getattr(node, "name", ""))
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            names.add(node.id)
    return names


def problems_of_call(node):
    if isinstance(node.func, ast.Name) and node.func.id == "load" and node.args:
        for start, instead in FILES.items():
            if node.args[0].value.startswith(start):
                yield f"load of {start}…; use {instead}…"
    for keyword in node.keywords:
        if keyword.arg in PARAMETERS:
            yield f"parameter {keyword.arg}; use {PARAMETERS[keyword.arg]}"
        if keyword.arg == "cfg" and isinstance(keyword.value, ast.Constant) and keyword.value.value in ("data", "host"):
            yield f'cfg = "{keyword.value.value}"; use EXEC_CFG'


def problems(module):
    """(line, text) of each use of what is gone."""
    bound = bound_names(module)
    for node in ast.walk(module):
        found = []
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id in MODULES - bound:
            found = [f"{node.id} without load; it is in //toolchains:compat.bzl"]
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            member = (node.value.id, node.attr)
            if member in MEMBERS:
                found = [f"{'.'.join(member)}; use {MEMBERS[member]}"]
            elif member[0] == "native" and member[1] in MODULES:
                found = [f"native.{member[1]}; it is in //toolchains:compat.bzl"]
        elif isinstance(node, ast.Call):
            found = problems_of_call(node)
        elif isinstance(node, ast.Dict):
            found = [
                'cfg = "host"; use EXEC_CFG'
                for key, value in zip(node.keys, node.values)
                if isinstance(key, ast.Constant) and key.value == "cfg" and isinstance(value, ast.Constant) and value.value == "host"
            ]
        for text in found:
            yield node.lineno, text


def starlark_files(folder):
    for place, folders, files in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith((".", "bazel-")))
        for name in sorted(files):
            if STARLARK.search(name):
                yield os.path.relpath(os.path.join(place, name), folder)


def module_problems(folder):
    """MODULE.bazel says twice what toolchains/version.bzl and toolchains/repositories.bzl say."""

    def parsed(name):
        with open(os.path.join(folder, name), encoding="utf-8") as file:
            return ast.parse(file.read(), name)

    module = parsed("MODULE.bazel")
    version = next(n.value.value for n in parsed("toolchains/version.bzl").body if isinstance(n, ast.Assign) and n.targets[0].id == "FACET_VERSION")
    calls = {n.value.func.id: n.value for n in module.body if isinstance(n, ast.Expr) and isinstance(n.value, ast.Call)}
    stated = next(k.value.value for k in calls["module"].keywords if k.arg == "version")
    if stated != version:
        yield f"MODULE.bazel: version {stated}, and {version} in toolchains/version.bzl"
    used = {argument.value for argument in calls["use_repo"].args[1:]}
    declared = set()
    exec_names = {"native": None}
    source = open(os.path.join(folder, "toolchains/repositories.bzl"), encoding="utf-8").read()
    body = re.sub(r"^load\(.*\)$", "", source, flags=re.M)
    for stub in ("build_files_repository", "debian_packages", "compat_repository", "Label", "str"):
        exec_names[stub] = lambda *args, **kwargs: None
    exec(compile(body, "toolchains/repositories.bzl", "exec"), exec_names)  # Starlark of this file is Python
    exec_names["facet_repositories"](lambda rule, name, **kwargs: declared.add(name))
    for name in sorted(used ^ declared):
        yield f"MODULE.bazel: use_repo and facet_repositories differ in {name}"


def check(folder):
    found = []
    for name in starlark_files(folder):
        if COMPATIBLE.search(name):
            continue
        with open(os.path.join(folder, name), encoding="utf-8") as file:
            try:
                module = ast.parse(file.read(), name)
            except SyntaxError as error:
                found.append(f"{name}:{error.lineno}: {error.msg}")
                continue
        found += [f"{name}:{line}: {text}" for line, text in problems(module)]
    return found


if __name__ == "__main__":
    found = check(sys.argv[1])
    if os.path.exists(os.path.join(sys.argv[1], "toolchains/repositories.bzl")):
        found += module_problems(sys.argv[1])
    print("\n".join(found))
    sys.exit(1 if found else 0)
