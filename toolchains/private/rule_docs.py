"""Writes docs/bazel-rules.md from the rules' own words.

    rule_docs.py DEFS ATTRIBUTES PROVIDERS COMPILE_COMMANDS SETTINGS

In:  toolchains/defs.bzl (functions and their docstrings), private/attributes.bzl and compile_commands.bzl
     (attributes and their `doc`), private/providers.bzl,
     toolchains/BUILD.bazel (the settings). Starlark is read with Python's own parser.
Out: Markdown on standard output.
"""

import ast
import sys

# Function -> the tables of attributes that it takes, in attributes.bzl.
RULES = {
    "sycl_library": ["LIBRARY_ATTRS"],
    "sycl_cc_library": ["LIBRARY_ATTRS", "IMAGE_ATTRS"],
    "sycl_shared_library": ["LIBRARY_ATTRS", "IMAGE_ATTRS"],
    "sycl_binary": ["LIBRARY_ATTRS", "IMAGE_ATTRS", "PROGRAM_ATTRS"],
    "sycl_test": ["LIBRARY_ATTRS", "IMAGE_ATTRS", "PROGRAM_ATTRS"],
    "sycl_target": ["TARGET_ATTRS"],
    "sycl_compile_commands": ["COMPILE_COMMANDS_ATTRS"],
}
# What sets them, and what stands behind the name on the command line.
SETTINGS = {"bool_flag": "", "label_flag": "=LABEL", "string_flag": "=VALUE", "string_list_flag": "=VALUE,…"}
MEANINGS = {
    "backend_options": "`T=OPTION`: more `backend_options` of all rules",
    "checks": "more `checks` of all rules",
    "code_split": "`device_code_split` of all rules that do not set it",
    "compress_images": "`compress_images` of all rules",
    "device_copts": "more `device_copts` of all rules",
    "device_if": "`device_if` of all rules that do not set it, and of libraries that are compiled for one target alone",
    "device_if_jit": "`device_if_jit` of all rules that do not set it",
    "host_copts": "more `host_copts` of all rules",
    "optional_features": "`optional_features` of all rules that do not set it",
    "precompile_headers": "`false`: every compilation reads the SYCL headers as text",
    "ptxas": "NVIDIA's `ptxas`, a file or a `filegroup` whose first file it is",
    "sycl": "`false`: no rule has device code, as if all had `sycl = False`",
    "targets": "targets, separated by commas, of all rules that name none",
}
PUBLIC_PROVIDERS = ["SyclInfo", "SyclTargetInfo"]


def parse(path):
    with open(path, encoding="utf-8") as file:
        return ast.parse(file.read(), path)


def keyword(call, name):
    for candidate in call.keywords:
        if candidate.arg == name:
            return candidate.value
    return None


def text(node):
    return node.value if isinstance(node, ast.Constant) else ""


def kind_of(call):
    return {
        "bool": "boolean",
        "label": "label",
        "label_list": "list of labels",
        "string": "string",
        "string_dict": "dictionary of strings",
        "string_list": "list of strings",
        "string_list_dict": "dictionary of lists of strings",
    }[call.func.attr]


def attribute_tables(module):
    tables = {}
    for node in module.body:
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Dict):
            tables[node.targets[0].id] = dict(zip([text(k) for k in node.value.keys], node.value.values))
    return tables


def write_rule(function, tables):
    print(f"## {function.name}\n\n{ast.get_docstring(function)}\n")
    print("| Attribute | Type | Meaning |\n|---|---|---|")
    print("| `name` | name, mandatory | the target's name |")
    attributes = {}
    for table in RULES[function.name]:
        attributes.update(tables[table])
    for name in sorted(attributes):
        if name.startswith("_"):
            continue
        call = attributes[name]
        doc = text(keyword(call, "doc"))
        if not doc:
            sys.exit(f"rule_docs: error: no doc: attribute {name}")
        values = keyword(call, "values")
        if isinstance(values, ast.List):
            doc += " One of " + ", ".join(f"`{text(v)}`" for v in values.elts) + "."
        mandatory = ", mandatory" if keyword(call, "mandatory") else ""
        print(f"| `{name}` | {kind_of(call)}{mandatory} | {doc} |")
    print()


def write_provider(name, call):
    print(f"## {name}\n\n{text(keyword(call, 'doc'))}\n")
    print("| Field | Meaning |\n|---|---|")
    fields = keyword(call, "fields")
    for field, doc in zip(fields.keys, fields.values):
        print(f"| `{text(field)}` | {text(doc)} |")
    print()


def write_settings(module):
    print("## Settings\n")
    print("| Flag | Default | Meaning |\n|---|---|---|")
    for node in module.body:
        call = node.value if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call) else None
        if not call or call.func.id not in SETTINGS:
            continue
        name = text(keyword(call, "name"))
        if name not in MEANINGS:
            sys.exit(f"rule_docs: error: no meaning: setting {name}")
        default = keyword(call, "build_setting_default")
        shown = {"": "none", False: "off", True: "on"}.get(getattr(default, "value", ""), text(default))
        if call.func.id == "label_flag":
            shown = "none"
        print(f"| `--@facet//toolchains:{name}{SETTINGS[call.func.id]}` | {shown} | {MEANINGS[name]} |")


def main(defs, attributes, providers, commands, settings):
    print("# Bazel rules: reference\n")
    print("Made by `toolchains/private/rule_docs.py` from `toolchains/defs.bzl`; a test compares. How rules are used")
    print("and what actions they make is in [bazel.md](bazel.md). All take what every Bazel rule takes (`tags`,")
    print("`visibility`, `testonly`, …).\n")
    tables = {**attribute_tables(parse(attributes)), **attribute_tables(parse(commands))}
    for node in parse(defs).body:
        if isinstance(node, ast.FunctionDef) and node.name in RULES:
            write_rule(node, tables)
    for node in parse(providers).body:
        if isinstance(node, ast.Assign) and node.targets[0].id in PUBLIC_PROVIDERS:
            write_provider(node.targets[0].id, node.value)
    write_settings(parse(settings))


if __name__ == "__main__":
    if len(sys.argv) != 6:
        sys.exit("usage: rule_docs.py DEFS ATTRIBUTES PROVIDERS COMPILE_COMMANDS SETTINGS")
    main(*sys.argv[1:])
