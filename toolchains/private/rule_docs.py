"""Writes docs/bazel-rules.md from the rules' own words.

    rule_docs.py DEFS ATTRIBUTES PROVIDERS COMPILE_COMMANDS

In:  toolchains/defs.bzl (functions and their docstrings), private/attributes.bzl and compile_commands.bzl
     (attributes and their `doc`), private/providers.bzl. Starlark is read with Python's own parser.
Out: Markdown on standard output.
"""

import ast
import sys

# Function -> the tables of attributes that it takes, in attributes.bzl.
RULES = {
    "sycl_library": ["LIBRARY_ATTRS"],
    "sycl_shared_library": ["LIBRARY_ATTRS", "IMAGE_ATTRS"],
    "sycl_binary": ["LIBRARY_ATTRS", "IMAGE_ATTRS", "PROGRAM_ATTRS"],
    "sycl_test": ["LIBRARY_ATTRS", "IMAGE_ATTRS", "PROGRAM_ATTRS"],
    "sycl_target": ["TARGET_ATTRS"],
    "sycl_compile_commands": ["COMPILE_COMMANDS_ATTRS"],
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


def main(defs, attributes, providers, commands):
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
    print("## Settings\n")
    print("| Flag | Meaning |\n|---|---|")
    print("| `--@facet//toolchains:targets=T,…` | targets of all rules that name none |")
    print("| `--@facet//toolchains:compress_images` | `compress_images` of all rules |")
    print("| `--@facet//toolchains:ptxas=L` | NVIDIA's `ptxas`, a file or a `filegroup` whose first file it is; default: none |")
    print("| `--@facet//toolchains:code_split=S` | `device_code_split` of all rules that do not set it |")


if __name__ == "__main__":
    if len(sys.argv) != 5:
        sys.exit("usage: rule_docs.py DEFS ATTRIBUTES PROVIDERS COMPILE_COMMANDS")
    main(*sys.argv[1:])
