"""Checks the links between pages.

Usage: links_test.py PAGE...

A link to a Markdown file names one of the pages, and what stands behind `#` is a heading of that page, spelled as GitHub does. Pages outside of the
arguments (links that leave docs/ and the root) and the web are not looked up.
"""

import os
import re
import sys


def slug(heading):
    heading = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).replace("`", "")
    kept = re.sub(r"[^\w\- ]", "", heading.strip().lower())
    return kept.replace(" ", "-")


def parts(page):
    """The headings of a page, and its links as (line, target); code is neither."""
    headings, links, inside = set(), [], False
    with open(page, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            if re.match(r"\s*```", line):
                inside = not inside
            elif not inside:
                heading = re.match(r"#+ (.*)", line)
                if heading:
                    headings.add(slug(heading.group(1)))
                plain = re.sub(r"`[^`]*`", "", line)
                links += [(number, target) for target in re.findall(r"\]\(([^)\s]+)\)", plain)]
    return headings, links


def main():
    pages = {os.path.normpath(page): parts(page) for page in sys.argv[1:]}
    checked, failures = 0, 0
    for page, (headings, links) in pages.items():
        for number, target in links:
            file, _, anchor = target.partition("#")
            path = os.path.normpath(os.path.join(os.path.dirname(page), file)) if file else page
            if "://" in target or (path not in pages and not path.startswith("docs/") and os.path.dirname(path)):
                continue
            checked += 1
            if path not in pages and not os.path.exists(path):
                print("FAILED: %s:%d: no such file: %s" % (page, number, path))
                failures += 1
            elif anchor and anchor not in pages[path][0]:
                print("FAILED: %s:%d: %s has no heading '%s'" % (page, number, path, anchor))
                failures += 1
    if failures or checked < 100:
        sys.exit("FAILED: %d of %d links" % (failures, checked))
    print("PASSED: %d links" % checked)


main()
