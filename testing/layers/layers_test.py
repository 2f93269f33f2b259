"""The graph of includes between folders has no cycle, and layers include nothing of those above.

Usage: layers_test.py SOURCE…
"""

import re
import sys
from collections import defaultdict

INCLUDE = re.compile(r'^#include "([^"]+/[^/"]+)"', re.M)
# Folders (with all below) and what they must not include.
FORBIDDEN = {
    "messages": ("targets", "config", "compiler", "features", "options", "postlink", "reports", "runtime", "spirv", "clang"),
    "options": ("targets", "compiler", "features", "postlink", "reports", "runtime", "spirv", "clang"),
    "features": ("targets", "config", "compiler", "postlink", "reports", "runtime", "llvm", "clang"),
    "config": ("compiler", "postlink", "reports", "runtime", "llvm", "clang"),
    "reports": ("compiler", "postlink", "runtime", "llvm", "clang"),
    "targets": ("compiler", "postlink", "runtime", "llvm"),
    "compiler": ("postlink", "runtime"),
    "postlink": ("runtime",),
    "runtime": ("compiler", "postlink", "reports", "llvm", "clang"),
    "runtime/tools": ("compiler", "postlink", "llvm", "clang"),
}
TOPS = ("compiler", "config", "features", "messages", "options", "postlink", "reports", "runtime", "spirv", "targets")
# Tests may include all.
NO_PART = re.compile(r"/test/|_test\.|_fuzz\.|/testing/|benchmark|random_kernels")


def folder_of(file):
    """spirv/grammar is a part of spirv: what is known of an opcode needs a module, and the other way round.

    The list of families is above the families, what a family is below them.
    """
    folder = file.rpartition("/")[0]
    if file.startswith("targets/families."):
        return "targets/families"
    return "spirv" if folder == "spirv/grammar" else folder


def within(folder, top):
    return folder == top or folder.startswith(top + "/")


def rule_for(folder):
    """Pipelines may use LLVM and what makes code; the rest of targets/ may not."""
    if within(folder, "targets/pipelines") or "pipeline" in folder.split("/"):
        return ("runtime",)
    tops = [top for top in FORBIDDEN if within(folder, top)]
    return FORBIDDEN[max(tops, key=len)] if tops else ()


def cycle_in(graph):
    """The folders of one cycle, in order; none if there is none."""
    done = set()
    for start in sorted(graph):
        path, stack = [], [(start, iter(sorted(graph[start])))]
        if start in done:
            continue
        path.append(start)
        while stack:
            folder, rest = stack[-1]
            following = next(rest, None)
            if following is None:
                done.add(folder)
                path.pop()
                stack.pop()
            elif following in path:
                return path[path.index(following):] + [following]
            elif following not in done:
                path.append(following)
                stack.append((following, iter(sorted(graph[following]))))
    return []


def main():
    files = [file for file in sys.argv[1:] if not NO_PART.search(file) and file.partition("/")[0] in TOPS]
    folders = {folder_of(file) for file in files}
    graph, problems = defaultdict(set), []
    for file in files:
        folder = folder_of(file)
        with open(file, encoding="utf-8", errors="replace") as source:
            for included in INCLUDE.findall(source.read()):
                for forbidden in rule_for(folder):
                    if within(included.rpartition("/")[0], forbidden):
                        problems.append(f"{file}: includes {included}, which is above {folder}")
                node = folder_of(included)
                if node != folder and node in folders:
                    graph[folder].add(node)
    cycle = cycle_in(graph)
    if cycle:
        problems.append("a cycle of folders: " + " -> ".join(cycle))
    if len(files) < 300:
        problems.append(f"only {len(files)} sources")
    print("\n".join(problems) or f"{len(files)} sources, {len(folders)} folders")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
