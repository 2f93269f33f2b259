"""Compares docs/environment.md and docs/troubleshooting.md with the sources of an installed Facet.

Usage: pages_test.py ENVIRONMENT_PAGE TROUBLESHOOTING_PAGE, in a folder with the sources.

environment.md: the first columns of its tables name exactly the environment variables that the sources read.
troubleshooting.md: each message in a first column is a text of the sources; what stands for `…` may be anything.
"""

import os
import re
import sys

# Messages of programs that are not ours, and what they are of.
FOREIGN = {
    "undefined symbol: __sycl_headers_of_facet_…": "ld.lld",
    "unable to find library -ltbb": "ld.lld",
    "libfacet.so.1: version … not found (required by …)": "the dynamic linker",
    "no such target '@facet//config/targets:…' … (did you mean '…'?)": "Bazel",
}
# Functions whose caller names the variable: the argument that does.
WRAPPERS = {"OpenDriver": 1}
# Read by functions of the C++ library or of CMake and Bazel in these ways.
READS = [
    re.compile(r"\b(?:secure_)?getenv\(\s*([^()\s]+)\s*\)"),
    re.compile(r"\bGetEnv\(\s*([^()\s]+)\s*\)"),
]
READS_BY_NAME = [
    re.compile(r"\$ENV\{([A-Za-z_]+)\}"),
    re.compile(r"os\.environ\.get\(\"([A-Z_]+)\""),
]
# CMake reads a variable that the loop before it names.
LOOP = re.compile(r"foreach\(name ([A-Z_ ]+)\)[^\n]*(?:\n(?!\s*foreach).*)*?\$ENV\{\$\{name\}\}")

SUFFIXES = (".cc", ".cpp", ".h", ".hpp", ".def", ".inc", ".bzl", ".cmake", ".in", ".sh", "bazelw")


def sources():
    for folder, _, names in os.walk(".", followlinks=True):
        for name in sorted(names):
            path = os.path.join(folder, name)[2:]
            if name.endswith(SUFFIXES) and not is_test(path):
                with open(path, encoding="utf-8") as file:
                    yield path, file.read()


def is_test(path):
    return path.startswith("testing/") or re.search(r"(_test\.|/test/|/testing/|/fake_)", path)


def variable(path, text, argument, texts):
    """The names that the argument of getenv stands for."""
    literal = re.fullmatch(r'"([A-Za-z_]+)"', argument)
    if literal:
        return {literal.group(1)}
    constant = re.search(r"\b%s(?:\[\])?\s*=\s*\"([A-Za-z_]+)\"" % re.escape(argument), text)
    if constant:
        return {constant.group(1)}
    field = re.search(r"\.(\w+)$", argument)
    if field:
        return {name for other in texts.values() for name in re.findall(r"\.%s = \"([A-Za-z_]+)\"" % field.group(1), other)}
    for function, place in WRAPPERS.items():
        if re.search(r"\b%s\([^)]*\b%s\b" % (function, re.escape(argument)), text):
            calls = [
                call
                for other in texts.values()
                for call in re.findall(r"\b%s\(([^;{}]*)" % function, other)
                if "const char*" not in call
            ]
            return {re.findall(r'"([^"]*)"', call)[place] for call in calls if '"' in call}
    sys.exit("FAILED: %s: which variable is '%s'?" % (path, argument))


def read_variables(texts):
    found = {}
    for path, text in texts.items():
        code = re.sub(r"//[^\n]*", "", text) if path.endswith((".cc", ".cpp", ".h", ".hpp")) else text
        # Programs with elevated privileges must not load or execute what a variable names.
        if path.startswith("runtime/") and re.search(r"(?<!secure_)\bgetenv\(", code):
            sys.exit("FAILED: %s: use secure_getenv" % path)
        names = set()
        for pattern in READS:
            for argument in pattern.findall(code):
                names |= variable(path, code, argument, texts)
        for pattern in READS_BY_NAME:
            names |= set(pattern.findall(code))
        for loop in LOOP.findall(code):
            names |= set(loop.split())
        for name in names:
            found.setdefault(name, path)
    return found


def first_columns(page):
    with open(page, encoding="utf-8") as file:
        rows = [line for line in file if line.startswith("|")]
    return [re.split(r"(?<!\\)\|", row)[1].strip() for row in rows]


def check_environment(page, texts):
    listed = {
        name for cell in first_columns(page) for name in re.findall(r"`([A-Za-z_]+)`", cell)
    }
    read = read_variables(texts)
    for name in sorted(set(read) - listed):
        yield "%s reads %s, which %s lacks" % (read[name], name, page)
    for name in sorted(listed - set(read)):
        yield "%s has %s, which no source reads" % (page, name)
    if len(read) < 15:
        yield "only %d variables found in the sources" % len(read)


def plain_text(texts):
    """All sources, where adjacent literals are one."""
    joined = "\n".join(texts.values())
    joined = re.sub(r'"\s*\n\s*"', "", joined)
    return joined.replace('\\"', '"')


def check_messages(page, texts):
    text = plain_text(texts)
    checked = 0
    for cell in first_columns(page):
        for message in re.findall(r"`([^`]+)`", cell):
            if message in FOREIGN or " " not in message:
                continue
            checked += 1
            # A text that depends on the case has no literal for the whole message: each piece must be one.
            pieces = [piece.strip(" .':;,()`") for piece in re.split(r"…|'[^']*'", message)]
            for piece in pieces:
                if len(piece) >= 8 and piece not in text:
                    yield "%s: no source says '%s'" % (page, piece)
    if checked < 30:
        yield "%s: only %d messages" % (page, checked)


def main():
    texts = dict(sources())
    if len(texts) < 300:
        sys.exit("FAILED: only %d sources" % len(texts))
    problems = list(check_environment(sys.argv[1], texts)) + list(check_messages(sys.argv[2], texts))
    for problem in problems:
        print("FAILED: " + problem)
    if problems:
        sys.exit(1)
    print("PASSED: %d sources" % len(texts))


main()
